"""Rows, joined sentences and counts: "12, 40, 77", "one life", "no stars"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from game.words.language import Message, Plural

# Translators: Read by screen readers, and {lives} in messages such as "{lives} and {stars} left".
NO_LIVES = Message("no lives")
# Translators: Read by screen readers, and {lives} in other messages. {number} is such as "two" or "12".
LIVES = Plural("one life", "{number} lives", NO_LIVES)
# Translators: Read by screen readers, and {stars} in messages such as "{lives} and {stars} left".
NO_STARS = Message("no stars", "a number of throwing stars")
# Translators: Read by screen readers, and {stars} in other messages. {number} is such as "two" or "12".
STARS = Plural("one star", "{number} stars", NO_STARS)

# Translators: Joins the items of a list without "and". {last} is the last item, {others} are all before it.
COMMA = Message("{others}, {last}")
# Translators: Joins two sentences, {sentence} and {following}. Remove the space if your language has none.
FOLLOWED = Message("{sentence} {following}")
BETWEEN_TAGS = " · "


def in_a_row(words: Iterable[str]) -> str:
    """Return a list without a conjunction, "12, 40, 77"; empty if there are no words."""
    row = [*words]
    return reduce(lambda others, last: COMMA(others=others, last=last), row) if row else ""


def in_one_breath(sentences: Iterable[str]) -> str:
    """Return the `sentences` joined, without empty ones."""
    told = [*filter(None, sentences)]
    return reduce(lambda one, following: FOLLOWED(sentence=one, following=following), told) if told else ""
