"""JavaScript modules that come with the page and are fetched when they are first wanted."""

from __future__ import annotations

from itertools import count
from typing import Any

import js
from js import document
from pyodide.code import run_js

NOSTR = "vendor/nostr/nostr.js"
QR = "vendor/uqr/index.mjs"

_copies = count(1)


async def vendored(path: str) -> Any:
    """The module at `path` of this site. The browser keeps it, so that asking again costs nothing."""
    return await _import(path)


async def vendored_copy(path: str) -> Any:
    """The module at `path`, run anew with nothing of what it did before; also where asking for it failed before."""
    return await _import(f"{path}#{next(_copies)}")  # to a browser, another fragment is another module


async def _import(path: str) -> Any:
    address = js.URL.new(path, document.baseURI).href
    return await run_js("(address) => import(address)")(address)
