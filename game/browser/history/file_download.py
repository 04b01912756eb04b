"""Downloads: gives the person at the page a file."""

from __future__ import annotations

from typing import Any

import js
from js import document
from pyodide.ffi import to_js

from game.browser.page.dom import js_object


def give(name: str, content: Any, kind: str) -> None:
    """Let the browser save `content`, a text or a Blob, as a file called `name`."""
    whole = js.Blob.new(to_js([content]), js_object({"type": kind}))
    address = js.URL.createObjectURL(whole)
    link = document.createElement("a")
    link.href = address
    link.download = name
    link.click()
    js.setTimeout(js.URL.revokeObjectURL, 60_000, address)  # late, since some browsers ask first and then read it
