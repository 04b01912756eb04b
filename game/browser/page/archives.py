"""Files that the page loads on first use: archives of modules, and catalogs of messages."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

import js
from js import document
from pyodide.ffi import JsException

import game
import game.browser
import game.words
from game.browser.page.dom import integrity_of, js_object


def is_loaded(archive: str) -> bool:
    """Whether the modules in `archive` can be imported."""
    return _place(archive) in sys.path


async def fetch_archive(archive: str) -> bool:
    """Load the modules in `archive`. Return whether they are there."""
    place = _place(archive)
    if place in sys.path:
        return True
    answer = await fetch_file(f"{archive}.pack")
    if answer is None:
        return False
    try:
        unpacked = answer.body.pipeThrough(js.DecompressionStream.new("gzip"))
        content = await js.Response.new(unpacked).arrayBuffer()
    except JsException:
        return False
    if place in sys.path:
        return True  # a concurrent call has finished first
    with open(place, "wb") as file:
        file.write(content.to_bytes())
    sys.path.append(place)  # for the standard library modules it contains
    game.__path__.append(f"{place}/game")
    game.browser.__path__.append(f"{place}/game/browser")
    game.words.__path__.append(f"{place}/game/words")
    return True


async def fetch_file(name: str) -> Any:
    """Return the response with the file `name` of this version of the page, or None if it cannot be loaded.

    If it cannot, the page looks for a newer version, and offers it.
    """
    address = js.URL.new(name, document.baseURI).href
    with suppress(JsException):
        answer = await js.fetch(address, js_object({"integrity": integrity_of(f"./{name}")}))
        if answer.ok:
            return answer
    js.dispatchEvent(js.Event.new("missing"))  # for boot.js
    return None


def _place(archive: str) -> str:
    return f"/lib/{archive.rpartition('/')[2]}.zip"
