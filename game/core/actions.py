"""The actions that a seat can ask for, named in the imperative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from game.core.cards import Card


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next level from `deck`, the level's whole supply in shuffled order.

    Only the dealer (chance) may take this action.
    """

    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayHand:
    """Lay a hand on the table: ready to continue when all others are."""


@dataclass(frozen=True, slots=True)
class LiftHand:
    """Lift the hand off the table before all hands are down."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a leading card of the hand, face up or face down according to its pile.

    The action names the card, although there is seldom a choice, so that a click made just before the hand changed
    cannot play a different card.
    """

    card: Card


@dataclass(frozen=True, slots=True)
class PlayRest:
    """Play the whole hand in order, when no other seat holds a card (a house rule)."""


@dataclass(frozen=True, slots=True)
class RaiseStar:
    """Raise a hand for a throwing star, or change the card that it would set aside.

    `discard` names the card only if there is a choice: in Extreme, or between the two cards equally near to fifty.
    """

    discard: Card | None = None


@dataclass(frozen=True, slots=True)
class LowerStar:
    """Lower the raised hand: withdraw the proposal."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Say "stop": all players lay a hand on the table and concentrate again."""


@dataclass(frozen=True, slots=True)
class GoBlind:
    """After a win, continue at level 1 with all cards face down."""


Action: TypeAlias = Deal | LayHand | LiftHand | Play | PlayRest | RaiseStar | LowerStar | Stop | GoBlind
