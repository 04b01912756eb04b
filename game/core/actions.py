"""What a seat may ask for, in the imperative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from game.core.cards import Card


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next level from `deck`, the level's whole supply in shuffled order.

    Only the dealer, who is chance, may take this action.
    """

    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayHand:
    """Lay a hand on the table, ready to go on when all the others are."""


@dataclass(frozen=True, slots=True)
class LiftHand:
    """Take the hand off the table again before all hands are down."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a leading card of the hand, face up or face down as its pile is.

    The card is named, though there is seldom a choice, so that a click made just
    before the hand changed cannot play a different card.
    """

    card: Card


@dataclass(frozen=True, slots=True)
class PlayRest:
    """Play the whole hand in order, when nobody else holds a card (a house rule)."""


@dataclass(frozen=True, slots=True)
class RaiseStar:
    """Raise a hand for a throwing star, or change what it would set aside.

    `discard` names the card only where there is a choice: in Extreme, or between the
    two cards equally near to fifty.
    """

    discard: Card | None = None


@dataclass(frozen=True, slots=True)
class LowerStar:
    """Take the raised hand down: the proposal is withdrawn."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Say "stop": everybody lays a hand on the table and concentrates anew."""


@dataclass(frozen=True, slots=True)
class GoBlind:
    """After a win, go on at level 1 with all cards face down."""


Action: TypeAlias = Deal | LayHand | LiftHand | Play | PlayRest | RaiseStar | LowerStar | Stop | GoBlind
