"""The language of the page. Numbers and lists are formatted by the browser's Intl API.

Translations are compiled gettext catalogs: one for the start, and one for each archive of modules that load later. A
page in English fetches none of this.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any

import js
from js import document
from pyodide.ffi import JsException, to_js

from game.browser.page.archives import fetch_archive, fetch_file
from game.browser.page.dom import js_object
from game.words.language import Language, add_catalog, set_language

SECONDS = {"style": "unit", "unit": "second"}


class PageLanguage(Language):
    """The browser's formatting for the language `tag`."""

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._lists = js.Intl.ListFormat.new(tag, js_object({"type": "conjunction"}))

    def spelled(self, number: int) -> str:
        return str(number)  # a number word would need grammatical agreement

    def listed(self, words: Sequence[str]) -> str:
        return str(self._lists.format(to_js(words)))

    def number(self, value: float, decimals: int) -> str:
        return self._written(value, decimals)

    def seconds(self, value: float, decimals: int) -> str:
        return self._written(value, decimals, **SECONDS, unitDisplay=_length_of_seconds(self._tag))

    def percent(self, part: float) -> str:
        return self._written(part, 0, style="percent")

    def _written(self, value: float, decimals: int, **options: str) -> str:
        return str(_format(self._tag, decimals, **options).format(value))


@cache
def _length_of_seconds(tag: str) -> str:
    """Return "short" where its unit is a symbol, since "narrow" omits the space ("0,86 s"); otherwise "narrow"."""
    parts = _format(tag, 0, **SECONDS, unitDisplay="short").formatToParts(1)
    return next("short" if len(part.value) == 1 else "narrow" for part in parts if part.type == "unit")


@cache
def _format(tag: str, decimals: int, **options: str) -> Any:
    """Return a cached number format: creating one takes longer than formatting a number."""
    places = {"minimumFractionDigits": decimals, "maximumFractionDigits": decimals}
    return js.Intl.NumberFormat.new(tag, js_object({**places, **options}))


async def use_page_language() -> None:
    """Use the page's language for all messages from now on. Those without translations stay in English."""
    set_language(PageLanguage(document.documentElement.dataset.language), None)
    await load_catalog("start")


async def load_catalog(archive: str) -> None:
    """Load the translations for the modules in `archive`. If that fails, their messages stay in English."""
    tag = document.documentElement.dataset.language
    is_there, answer = await asyncio.gather(fetch_archive("words/gettext"), fetch_file(f"words/{archive}.{tag}.mo"))
    if not is_there or answer is None:
        return
    try:
        content = (await answer.arrayBuffer()).to_bytes()
    except JsException:
        return
    from gettext import GNUTranslations  # in the archive

    add_catalog(GNUTranslations(BytesIO(content)))
