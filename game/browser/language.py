"""The language of the page, for Python: numbers and lists are the browser's.

Its sentences stand in the page, but for those of modules that come later, which are fetched with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import js
from js import document
from pyodide.ffi import JsException, to_js

from game.browser.dom import find, js_object
from game.words.language import speak, speak_more, spoken

SECONDS = {"style": "unit", "unit": "second"}


class PageLanguage:
    """What the browser knows of the language `tag`."""

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._plurals = js.Intl.PluralRules.new(tag)
        self._lists = js.Intl.ListFormat.new(tag, js_object({"type": "conjunction"}))

    def category(self, number: int) -> str:
        return str(self._plurals.select(number))

    def spelled(self, number: int) -> str:
        return str(number)  # as a word it would have to agree with what is counted

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
    """The short form where it is a symbol, whose blank the narrow one leaves out ("0,86 s"); else the narrow one."""
    parts = _format(tag, 0, **SECONDS, unitDisplay="short").formatToParts(1)
    return next("short" if len(part.value) == 1 else "narrow" for part in parts if part.type == "unit")


@cache
def _format(tag: str, decimals: int, **options: str) -> Any:
    """How the browser writes numbers of a kind; to make it anew takes longer than to write one."""
    places = {"minimumFractionDigits": decimals, "maximumFractionDigits": decimals}
    return js.Intl.NumberFormat.new(tag, js_object({**places, **options}))


def speak_as_the_page() -> None:
    """Say everything in the language of the page from now on, with the table that stands in it."""
    speak(spoken(PageLanguage(document.documentElement.lang), str(find("sentences").textContent)))


async def learn(archive: str) -> None:
    """Have what the modules in `archive` say, too; in English where that cannot be had."""
    tag = document.documentElement.lang
    try:
        answer = await js.fetch(js.URL.new(f"words/{archive}.{tag}.txt", document.baseURI).href)
        if answer.ok:
            speak_more(str(await answer.text()))
    except JsException:
        pass
