"""Archives of modules that the page loads on first use."""

from __future__ import annotations

import sys

import js
from js import document
from pyodide.ffi import JsException

import game
import game.browser
import game.words


class NotFetched(Exception):
    """The archive could not be loaded."""


def is_loaded(archive: str) -> bool:
    """Whether the modules in `archive` can be imported."""
    return _place(archive) in sys.path


async def fetch_archive(archive: str) -> None:
    """Load the modules in `archive`. Raises NotFetched."""
    place = _place(archive)
    if place in sys.path:
        return
    try:
        answer = await js.fetch(js.URL.new(f"{archive}.pack", document.baseURI).href)
        unpacked = answer.body.pipeThrough(js.DecompressionStream.new("gzip"))
        content = await js.Response.new(unpacked).arrayBuffer()
    except JsException as error:
        raise NotFetched from error
    if place in sys.path:
        return  # a concurrent call has finished first
    with open(place, "wb") as file:
        file.write(content.to_bytes())
    sys.path.append(place)  # for the standard library modules it contains
    game.__path__.append(f"{place}/game")
    game.browser.__path__.append(f"{place}/game/browser")
    game.words.__path__.append(f"{place}/game/words")


def _place(archive: str) -> str:
    return f"/lib/{archive.rpartition('/')[2]}.zip"
