"""Cards and the piles they belong on.

A card is a number from 1 to 100, unique in its game. A pile takes its cards in the order of their distance from its
origin: 1 to 100 ascending is the distance from 0, descending the distance from 101, around fifty the distance from 50.
That one rule serves every variant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from game.core.codec import integer

MAX_SEATS = 8

Card: TypeAlias = Annotated[int, integer(1, 100)]
Seat: TypeAlias = Annotated[int, integer(0, MAX_SEATS - 1)]
PileIndex: TypeAlias = Annotated[int, integer(0, 1)]


class Laid(NamedTuple):
    """A card that left a hand, and the seat that held it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Pile:
    """A place where cards are played, in the order of their distance from `origin`.

    `colour` is a key, "white" or "red", and empty if there is only one pile. The number printed on a card is the card
    minus `offset`: Extreme's red 1-50 are the cards 51-100.
    """

    colour: str
    cards: range
    origin: int
    offset: int = 0

    def rank(self, card: Card) -> int:
        """Return the distance of `card` from the pile's origin."""
        return abs(card - self.origin)

    def number(self, card: Card) -> int:
        """Return the number printed on `card`."""
        return card - self.offset
