"""The language of this page: it looks messages up in a table, and formats numbers, lists and units."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

KEY = 5
"""Letters of a key: enough that all messages have different keys, and few, because every page in another language
contains all of them.
"""


class Language(Protocol):
    """The rules of a language for numbers and lists."""

    def category(self, number: int) -> str:
        """Return the CLDR plural category of `number`: one, few, many, other…"""

    def spelled(self, number: int) -> str:
        """Return `number` as it is written within a sentence."""

    def listed(self, words: Sequence[str]) -> str:
        """Return at least one word as a list: "12, 40 and 77"."""

    def number(self, value: float, decimals: int) -> str:
        """Return a number, such as "0.62"."""

    def seconds(self, value: float, decimals: int) -> str:
        """Return seconds with their unit, such as "0.62 s"."""

    def percent(self, part: float) -> str:
        """Return a percentage, such as "93%"."""


class English:
    """The language of the messages in the source."""

    NUMBERS = ("no", "one", "two", "three", "four", "five")

    def category(self, number: int) -> str:
        return "one" if number == 1 else "other"

    def spelled(self, number: int) -> str:
        return self.NUMBERS[number] if number < len(self.NUMBERS) else str(number)

    def listed(self, words: Sequence[str]) -> str:
        *others, last = words
        return f"{', '.join(others)} and {last}" if others else last

    def number(self, value: float, decimals: int) -> str:
        return f"{value:.{decimals}f}"

    def seconds(self, value: float, decimals: int) -> str:
        return f"{value:.{decimals}f} s"

    def percent(self, part: float) -> str:
        return f"{part:.0%}"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A language with its table: `sentences` are the translations, and `counted` the translations of messages with a
    number, by plural category. Both are indexed by the key of the English message.
    """

    language: Language = field(default_factory=English)
    sentences: Mapping[str, str] = field(default_factory=dict)
    counted: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


_spoken = Spoken()


def speak(spoken: Spoken) -> Spoken:
    """Set the language of the page. Return the previous one."""
    global _spoken
    before, _spoken = _spoken, spoken
    return before


def spoken(language: Language, table: str) -> Spoken:
    """Return a language with its `table`. A line is a key and a translation, or a key, plural category and form."""
    sentences: dict[str, str] = {}
    counted: dict[str, dict[str, str]] = {}
    for line in table.splitlines():
        known_by, said_so = line[:KEY], line[KEY:]
        category, tab, in_number = said_so.partition("\t")
        if tab:
            counted.setdefault(known_by, {})[category] = in_number
        else:
            sentences[known_by] = said_so
    return Spoken(language, sentences, counted)


def speak_more(table: str) -> None:
    """Add the translations in `table` to the current language."""
    more = spoken(_spoken.language, table)
    speak(Spoken(more.language, {**_spoken.sentences, **more.sentences}, {**_spoken.counted, **more.counted}))


@cache
def key(sentence: str) -> str:
    """Return the key of an English message, or of the singular of two forms: it is much shorter than the message."""
    return f"{crc32(sentence.encode()):08x}"[:KEY]


def said(sentence: str, /, **places: object) -> str:
    """Return the translation of the English `sentence` with its placeholders filled; English if there is none."""
    table = _spoken.sentences
    return (table.get(key(sentence), sentence) if table else sentence).format(**places)


def form(number: int, one: str, more: str) -> str:
    """Return the plural form for `number`, without its placeholders filled; in English, `one` or `more`."""
    english = one if number == 1 else more
    forms = _spoken.counted.get(key(one))
    return forms.get(_spoken.language.category(number), forms.get("other", english)) if forms else english


def spelled(number: int) -> str:
    """Return `number` as it is written within a sentence: "two" if the language spells it out, else "2"."""
    return _spoken.language.spelled(number)


def listed(words: Sequence[str]) -> str:
    """Return at least one word, as a list within a sentence."""
    return _spoken.language.listed(words)


def number(value: float, decimals: int = 0) -> str:
    """Return a number with a number of decimals."""
    return _spoken.language.number(value, decimals)


def seconds(value: float, decimals: int = 0) -> str:
    """Return seconds with their unit."""
    return _spoken.language.seconds(value, decimals)


def percent(part: float) -> str:
    """Return a fraction as a percentage."""
    return _spoken.language.percent(part)
