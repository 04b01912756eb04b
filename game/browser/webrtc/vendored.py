"""Bundled JavaScript modules, loaded on first use."""

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
    """Import the module at `path` of this site. The browser caches it, so that later calls are cheap."""
    address = js.URL.new(path, document.baseURI).href
    return await run_js("(address) => import(address)")(address)


async def vendored_copy(path: str) -> Any:
    """Import a new instance of the module at `path`.

    This also works after a failed import, which the browser caches.
    """
    return await vendored(f"{path}#{next(_copies)}")  # a different fragment makes a different module
