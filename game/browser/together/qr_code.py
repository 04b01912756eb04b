"""A link as a QR code, drawn in this page: nobody else learns of it."""

from __future__ import annotations

from typing import Any

from js import Object
from pyodide.ffi import to_js

from game.browser.together.vendored import QR, vendored


async def draw_qr(element: Any, text: str) -> None:
    """Draw `text` into `element`."""
    qr = await vendored(QR)
    options = to_js({"border": 2}, dict_converter=Object.fromEntries)
    element.innerHTML = qr.renderSVG(text, options)
