"""The language of this page: sentences are looked up in its table, and it knows how to count, list and measure."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

KEY = 5
"""Letters of a key: enough that no two sentences of ours have the same, and few, as every page in another language has
all of them."""


class Language(Protocol):
    """What a language makes of numbers and lists."""

    def category(self, number: int) -> str:
        """Which plural goes with `number`, by its name in CLDR: one, few, many, other…"""

    def spelled(self, number: int) -> str:
        """`number` within a sentence."""

    def listed(self, words: Sequence[str]) -> str:
        """ "12, 40 and 77" of at least one word."""

    def number(self, value: float, decimals: int) -> str:
        """ "0.62"."""

    def seconds(self, value: float, decimals: int) -> str:
        """ "0.62 s"."""

    def percent(self, part: float) -> str:
        """ "93%"."""


class English:
    """The language in which the sentences are written."""

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
    """A language with its table: `sentences`, and those of a number with a form for each category of plural, both by
    the key of their English."""

    language: Language = field(default_factory=English)
    sentences: Mapping[str, str] = field(default_factory=dict)
    counted: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


_spoken = Spoken()


def speak(spoken: Spoken) -> Spoken:
    """Say everything in this language from now on; the answer is the one before."""
    global _spoken
    before, _spoken = _spoken, spoken
    return before


def spoken(language: Language, table: str) -> Spoken:
    """A language with its `table`: in each line a key and a sentence, or a key, a category of plural and its form."""
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
    """Say what stands in `table` in the same language as well."""
    more = spoken(_spoken.language, table)
    speak(Spoken(more.language, {**_spoken.sentences, **more.sentences}, {**_spoken.counted, **more.counted}))


@cache
def key(sentence: str) -> str:
    """By what a table knows an English sentence, or the one of two forms that is for one thing: it is much shorter."""
    return f"{crc32(sentence.encode()):08x}"[:KEY]


def said(sentence: str, /, **places: object) -> str:
    """`sentence`, which is given in English, in the language of the page; English where that has no such sentence."""
    table = _spoken.sentences
    return (table.get(key(sentence), sentence) if table else sentence).format(**places)


def form(number: int, one: str, more: str) -> str:
    """What is said of `number` things, its places still to fill; in English it is `one` or `more`."""
    english = one if number == 1 else more
    forms = _spoken.counted.get(key(one))
    return forms.get(_spoken.language.category(number), forms.get("other", english)) if forms else english


def spelled(number: int) -> str:
    """`number` within a sentence: "two" where the language spells it, else "2"."""
    return _spoken.language.spelled(number)


def listed(words: Sequence[str]) -> str:
    """At least one word, as a list within a sentence."""
    return _spoken.language.listed(words)


def number(value: float, decimals: int = 0) -> str:
    """A number with so many decimals."""
    return _spoken.language.number(value, decimals)


def seconds(value: float, decimals: int = 0) -> str:
    """So many seconds, with their unit."""
    return _spoken.language.seconds(value, decimals)


def percent(part: float) -> str:
    """A part of the whole."""
    return _spoken.language.percent(part)
