"""Lists and plural forms: "12, 40 and 77", "one life", "no stars"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from game.words import language
from game.words.language import said


class Counted(NamedTuple):
    """The plural forms of a message: for one thing, for more, and optionally for none.

    These are the English forms; a catalog has as many as its language needs. `{number}` is spelled out if the language
    does so. Other placeholders are filled with their values unchanged.
    """

    one: str
    more: str
    none: str = ""


LIVES = Counted("one life", "{number} lives", none="no lives")
STARS = Counted("one star", "{number} stars", none="no stars")

COMMA = "{others}, {last}"
"""Joins a list without a conjunction."""

FOLLOWED = "{sentence} {following}"
"""Joins two sentences."""


def listed(words: Iterable[str]) -> str:
    """Return a list with a conjunction, "12, 40 and 77"; empty if there are no words."""
    row = [*words]
    return language.listed(row) if row else ""


def in_a_row(words: Iterable[str]) -> str:
    """Return a list without a conjunction, "12, 40, 77"; empty if there are no words."""
    row = [*words]
    return reduce(lambda others, last: said(COMMA, others=others, last=last), row) if row else ""


def count(number: int, forms: Counted, /, **places: object) -> str:
    """Return the plural form for `number`: "one life", "two lives", "12 lives"."""
    if number == 0 and forms.none:
        return said(forms.none, **places)
    return language.form(number, forms.one, forms.more).format(number=language.spelled(number), **places)


def lives(number: int) -> str:
    """Return a number of lives within a sentence: "one life"."""
    return count(number, LIVES)


def stars(number: int) -> str:
    """Return a number of stars within a sentence: "two stars"."""
    return count(number, STARS)


def capital(text: str) -> str:
    """Return `text` with its first letter in upper case, and the rest unchanged."""
    return text[:1].upper() + text[1:]


def in_one_breath(sentences: Iterable[str]) -> str:
    """Return the `sentences` joined, without empty ones."""
    told = [*filter(None, sentences)]
    return reduce(lambda one, following: said(FOLLOWED, sentence=one, following=following), told) if told else ""
