"""Messages and their translations in the language of the page, and the format of numbers, lists and units.

English needs no catalog. Every other language has catalogs that the build compiles from its `.po` file; the standard
library's `gettext.GNUTranslations` reads them (`game/browser/page/language.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import GNUTranslations


@dataclass(frozen=True, slots=True)
class Message:
    """An English text with named placeholders, which Babel extracts for the catalogs.

    `context` is gettext's `msgctxt`: it separates two uses of one English text.
    """

    text: str
    context: str = ""

    def __call__(self, /, **placeholders: object) -> str:
        """Return the translation with its placeholders filled; English if there is none."""
        text = self.text
        if _catalog is not None:
            text = _catalog.pgettext(self.context, text) if self.context else _catalog.gettext(text)
        return text.format(**placeholders)


@dataclass(frozen=True, slots=True)
class Plural:
    """A message about a number of things: for one, for more, and optionally another message for none.

    These are the English forms; a catalog has as many as its language needs.
    """

    one: str
    more: str
    none: Message | None = None

    def __call__(self, number: int, /, **placeholders: object) -> str:
        """Return the form for `number`: "one life", "two lives", "12 lives".

        `{number}` is spelled out if the language does so within a sentence. `{Number}` begins one: "Two lives left."
        """
        if number == 0 and self.none is not None:
            return self.none(**placeholders)
        if _catalog is None:
            text = self.one if number == 1 else self.more
        else:
            text = _catalog.ngettext(self.one, self.more, number)
        spelled = _language.spelled(number)
        return text.format(number=spelled, Number=spelled.capitalize(), **placeholders)


class Language:
    """The rules of a language for numbers and lists: those of English, the language of the messages in the source."""

    NUMBERS = ("no", "one", "two", "three", "four", "five")

    def spelled(self, number: int) -> str:
        """Return `number` as it is written within a sentence."""
        return self.NUMBERS[number] if number < len(self.NUMBERS) else str(number)

    def listed(self, words: Sequence[str]) -> str:
        """Return at least one word as a list: "12, 40 and 77"."""
        *others, last = words
        return f"{', '.join(others)} and {last}" if others else last

    def number(self, value: float, decimals: int) -> str:
        """Return a number, such as "0.62"."""
        return f"{value:.{decimals}f}"

    def seconds(self, value: float, decimals: int) -> str:
        """Return seconds with their unit, such as "0.62 s"."""
        return f"{value:.{decimals}f} s"

    def percent(self, part: float) -> str:
        """Return a percentage, such as "93%"."""
        return f"{part:.0%}"


_language = Language()
_catalog: GNUTranslations | None = None


def set_language(language: Language, catalog: GNUTranslations | None) -> tuple[Language, GNUTranslations | None]:
    """Set the language of all messages and numbers; English has no catalog. Return the previous ones."""
    global _language, _catalog
    before = _language, _catalog
    _language, _catalog = language, catalog
    return before


def add_catalog(catalog: GNUTranslations) -> None:
    """Add the translations of `catalog` to those of the current language."""
    global _catalog
    if _catalog is None:
        _catalog = catalog
    else:
        _catalog.add_fallback(catalog)


def listed(words: Iterable[str]) -> str:
    """Return a list with a conjunction, "12, 40 and 77"; empty if there are no words."""
    row = [*words]
    return _language.listed(row) if row else ""


def number(value: float, decimals: int = 0) -> str:
    """Return a number with a number of decimals."""
    return _language.number(value, decimals)


def seconds(value: float, decimals: int = 0) -> str:
    """Return seconds with their unit."""
    return _language.seconds(value, decimals)


def percent(part: float) -> str:
    """Return a fraction as a percentage."""
    return _language.percent(part)
