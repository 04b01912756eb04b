"""A link as a QR code, drawn in this page: nobody else learns of it."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException

from game.browser.dom import js_object
from game.browser.together.vendored import QR, vendored


async def draw_qr(element: Any, text: str) -> None:
    """Draw `text` into `element`, which stays empty where what draws cannot be fetched: the text stands beside it."""
    try:
        qr = await vendored(QR)
    except JsException:
        return
    options = js_object({"border": 2})
    element.innerHTML = qr.renderSVG(text, options)
