"""The modules for play together, which come in an archive of their own: solo play does not wait for them."""

from __future__ import annotations

import sys

import js
from js import document
from pyodide.ffi import JsException

import game
import game.browser
import game.words

ARCHIVE, PLACE = "together.pack", "/lib/together.zip"


class NotFetched(Exception):
    """The archive could not be had."""


async def fetch_together() -> None:
    """Have `game.net` and `game.browser.together`. Raises NotFetched."""
    if PLACE in sys.path:
        return
    try:
        answer = await js.fetch(js.URL.new(ARCHIVE, document.baseURI).href)
        unpacked = answer.body.pipeThrough(js.DecompressionStream.new("gzip"))
        content = await js.Response.new(unpacked).arrayBuffer()
    except JsException as error:
        raise NotFetched from error
    with open(PLACE, "wb") as file:
        file.write(content.to_bytes())
    sys.path.append(PLACE)  # for what else of the standard library it takes
    game.__path__.append(f"{PLACE}/game")
    game.browser.__path__.append(f"{PLACE}/game/browser")
    game.words.__path__.append(f"{PLACE}/game/words")
