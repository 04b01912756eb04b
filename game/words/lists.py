"""Things in a row and in number: "12, 40 and 77", "one life", "no stars"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from game.words import language
from game.words.language import said


class Counted(NamedTuple):
    """What is said of one thing, of more, and of none where that is said otherwise.

    These are the forms of English; a catalogue has as many as its language needs. `{number}` is spelled, where the
    language spells it; any other place is filled as it is given.
    """

    one: str
    more: str
    none: str = ""


LIVES = Counted("one life", "{number} lives", none="no lives")
STARS = Counted("one star", "{number} stars", none="no stars")

COMMA = "{others}, {last}"
"""Things in a row without an "and"."""

FOLLOWED = "{sentence} {following}"
"""One sentence after another."""


def listed(words: Iterable[str]) -> str:
    """ "12, 40 and 77"; empty where there is nothing to list."""
    row = [*words]
    return language.listed(row) if row else ""


def in_a_row(words: Iterable[str]) -> str:
    """ "12, 40, 77"; empty where there is nothing to list."""
    row = [*words]
    return reduce(lambda others, last: said(COMMA, others=others, last=last), row) if row else ""


def count(number: int, forms: Counted, /, **places: object) -> str:
    """The one of `forms` for so many things: "one life", "two lives", "12 lives"."""
    if number == 0 and forms.none:
        return said(forms.none, **places)
    return language.form(number, forms.one, forms.more).format(number=language.spelled(number), **places)


def lives(number: int) -> str:
    """ "One life", within a sentence."""
    return count(number, LIVES)


def stars(number: int) -> str:
    """ "Two stars", within a sentence."""
    return count(number, STARS)


def capital(text: str) -> str:
    """`text` as it begins a sentence: its first letter raised, and nothing else touched."""
    return text[:1].upper() + text[1:]


def in_one_breath(sentences: Iterable[str]) -> str:
    """`sentences` one after the other, without those that are empty."""
    told = [*filter(None, sentences)]
    return reduce(lambda one, following: said(FOLLOWED, sentence=one, following=following), told) if told else ""
