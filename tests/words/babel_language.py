"""A language implemented with Babel, for tests without a browser."""

from __future__ import annotations

from collections.abc import Sequence

from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit

from assets.build.catalogs import locale_of
from game.words.language import Language


class BabelLanguage(Language):
    """Number and list formats of the language `tag`, from the same CLDR data as in browsers."""

    def __init__(self, tag: str) -> None:
        self._locale = locale_of(tag)

    def spelled(self, number: int) -> str:
        return str(number)

    def listed(self, words: Sequence[str]) -> str:
        return format_list(words, locale=self._locale)

    def number(self, value: float, decimals: int) -> str:
        return format_decimal(value, f"0.{'0' * decimals}" if decimals else "0", self._locale)

    def seconds(self, value: float, decimals: int) -> str:
        digits = f"0.{'0' * decimals}" if decimals else "0"
        narrow, short = (
            format_unit(value, "duration-second", length, digits, self._locale) for length in ("narrow", "short")
        )
        symbol = len(format_unit(1, "duration-second", "short", "0", self._locale).strip("1").strip()) == 1
        return short if symbol or "duration" in narrow else narrow  # Babel has no fallback for this placeholder

    def percent(self, part: float) -> str:
        return format_percent(part, locale=self._locale)
