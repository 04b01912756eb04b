"""The modules that come in archives of their own, for what the start does not wait for."""

from __future__ import annotations

import sys

import js
from js import document
from pyodide.ffi import JsException

import game
import game.browser
import game.words

FIRST_TABLE, TOGETHER, HISTORY = "first_table", "together", "history"
"""The archives, as build.py packs them."""


class NotFetched(Exception):
    """The archive could not be had."""


async def fetch_modules(archive: str) -> None:
    """Have the modules in `archive`. Raises NotFetched."""
    place = f"/lib/{archive}.zip"
    if place in sys.path:
        return
    try:
        answer = await js.fetch(js.URL.new(f"{archive}.pack", document.baseURI).href)
        unpacked = answer.body.pipeThrough(js.DecompressionStream.new("gzip"))
        content = await js.Response.new(unpacked).arrayBuffer()
    except JsException as error:
        raise NotFetched from error
    if document.documentElement.lang != "en":
        from game.browser.language import learn  # English need not wait for it

        await learn(archive)
    if place in sys.path:
        return  # another call was faster
    with open(place, "wb") as file:
        file.write(content.to_bytes())
    sys.path.append(place)  # for what else of the standard library it takes
    game.__path__.append(f"{place}/game")
    game.browser.__path__.append(f"{place}/game/browser")
    game.words.__path__.append(f"{place}/game/words")
