"""JavaScript modules that come with the page and are fetched when they are first wanted."""

from __future__ import annotations

from typing import Any

import js
from js import document
from pyodide.code import run_js

TRYSTERO = "vendor/trystero/trystero.js"
QR = "vendor/uqr/index.mjs"


async def vendored(path: str) -> Any:
    """The module at `path` of this site. The browser keeps it, so that asking again costs nothing."""
    address = js.URL.new(path, document.baseURI).href
    return await run_js("(address) => import(address)")(address)
