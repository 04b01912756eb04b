"""Bundled JavaScript modules, loaded on first use. A function returns None if that fails."""

from __future__ import annotations

from itertools import count
from typing import Any

import js
from js import document
from pyodide.code import run_js
from pyodide.ffi import JsException

from game.browser.page.archives import fetch_file

NOSTR = "vendor/nostr/nostr.js"
QR = "vendor/uqr/index.mjs"

_copies = count(1)


async def vendored(path: str) -> Any:
    """Import the module at `path` of this version. The browser caches it, so that later calls are cheap."""
    return await _imported(path, "")


async def vendored_copy(path: str) -> Any:
    """Import a new instance of the module at `path`.

    This also works after a failed import, which the browser caches.
    """
    return await _imported(path, f"#{next(_copies)}")  # a different fragment makes a different module


async def _imported(path: str, fragment: str) -> Any:
    address = js.URL.new(path, document.baseURI).href
    if await fetch_file(path) is None:  # checks its integrity, which import() cannot
        return None
    try:
        return await run_js("(address) => import(address)")(address + fragment)
    except JsException:
        return None
