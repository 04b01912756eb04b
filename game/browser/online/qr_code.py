"""Links as QR codes, drawn in this page without any web service."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException

from game.browser.page.archives import NotFetched
from game.browser.page.dom import js_object
from game.browser.webrtc.vendored import QR, vendored


async def draw_qr(element: Any, text: str) -> None:
    """Draw `text` into `element`. If the library cannot be loaded, leave it empty: the text is visible next to it."""
    try:
        qr = await vendored(QR)
    except (JsException, NotFetched):
        return
    options = js_object({"border": 2})
    element.innerHTML = qr.renderSVG(text, options)
