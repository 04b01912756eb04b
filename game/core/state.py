"""The complete state of a game at one instant."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from game.core.cards import Card, Laid, Seat
from game.core.variants import LIVES, MAX_SEATS, MIN_SEATS, Variant


class Phase(Enum):
    """The phase of a game."""

    DEAL = "deal"
    FOCUS = "focus"
    PLAY = "play"
    REVEAL = "reveal"
    WON = "won"
    LOST = "lost"

    __hash__ = object.__hash__  # members are unique; hashing by name took five times as long


OVER = (Phase.WON, Phase.LOST)
"""The phases of a game that has ended. A game that was won may go on blind."""

BETWEEN_PLAY = (Phase.DEAL, Phase.FOCUS, Phase.REVEAL)
"""The phases in which play waits for all hands on the table."""


class State(NamedTuple):
    """The complete state of a game, including the hidden cards.

    `hands` are in the order in which they must be played. `piles` and `aside` are in the order in which cards arrived.
    `raised` pairs a seat with the card it would set aside, None if it has no choice. `level` is the next level to deal
    during DEAL.
    """

    variant: Variant
    seats: int
    level: int
    lives: int
    stars: int
    phase: Phase
    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Laid, ...], ...]
    aside: tuple[Laid, ...] = ()
    down: frozenset[Seat] = frozenset()
    raised: tuple[tuple[Seat, Card | None], ...] = ()
    blind: bool = False

    @property
    def levels(self) -> int:
        """The number of levels in the game."""
        return self.variant.levels(self.seats)

    @property
    def face_down(self) -> frozenset[int]:
        """The indices of the piles that are face down now."""
        if self.phase not in (Phase.FOCUS, Phase.PLAY):
            return frozenset()
        return self.hidden_piles

    @property
    def hidden_piles(self) -> frozenset[int]:
        """The indices of the piles that this level plays face down, whether or not they have been turned over."""
        if self.blind:
            return frozenset(range(len(self.variant.piles)))
        return self.variant.face_down(self.level)


def new_game(variant: Variant, seats: int) -> State:
    """Return a game of `seats`, about to be dealt its first level.

    Raises ValueError for fewer than 2 or more than 8 seats.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"One Mind has {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")
    return State(
        variant=variant,
        seats=seats,
        level=1,
        lives=LIVES[seats],
        stars=1 if variant.stars else 0,
        phase=Phase.DEAL,
        hands=((),) * seats,
        piles=((),) * len(variant.piles),
        blind=variant.blind,
    )
