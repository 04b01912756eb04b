"""The whole truth of a game at one instant."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from game.core.cards import Card, Laid, Seat
from game.core.variants import LIVES, MAX_SEATS, MIN_SEATS, Variant


class Phase(Enum):
    """Where in its course a game is."""

    DEAL = "deal"
    FOCUS = "focus"
    PLAY = "play"
    REVEAL = "reveal"
    WON = "won"
    LOST = "lost"

    __hash__ = object.__hash__  # each is the only one of its name; by its name it took five times as long


class State(NamedTuple):
    """Everything that is true of a game, the hidden cards included.

    `hands` are in the order in which they are to be laid. `piles` and `aside` are in
    the order in which cards came. `raised` pairs a seat with the card it would set
    aside, None where it has no choice. `level` is the level dealt next during DEAL.
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
        """How many levels there are in all."""
        return self.variant.levels(self.seats)

    @property
    def face_down(self) -> frozenset[int]:
        """The piles that lie face down now."""
        if self.phase not in (Phase.FOCUS, Phase.PLAY):
            return frozenset()
        return self.hidden_piles

    @property
    def hidden_piles(self) -> frozenset[int]:
        """The piles that this level plays face down, turned over by now or not."""
        if self.blind:
            return frozenset(range(len(self.variant.piles)))
        return self.variant.face_down(self.level)


def new_game(variant: Variant, seats: int) -> State:
    """A game of `seats` about to be dealt its first level.

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
