"""The events of a game, named in the past tense."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from game.core.cards import Card, Laid, PileIndex, Seat
from game.core.variants import Level, Lives


class Reward(Enum):
    """The reward for a completed level."""

    LIFE = "life"
    STAR = "star"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A level was dealt."""

    level: Level


@dataclass(frozen=True, slots=True)
class HandLaid:
    """A seat laid its hand on the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandLifted:
    """A seat lifted its hand off the table before all hands were down."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Started:
    """All hands were down and were lifted together: play is on."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A seat said "stop"."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A card landed on a pile. `card` is None for a seat that may not see it."""

    seat: Seat
    card: Card | None
    pile: PileIndex = 0
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class LifeLost:
    """`card` landed too soon: the cards that precede it were set aside, and the team lost one life."""

    card: Card
    lower: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class StarRaised:
    """A seat raised a hand for a throwing star."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StarLowered:
    """A seat lowered its raised hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StarUsed:
    """All hands were up: the team spent a star and set these cards aside."""

    discards: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class PilesTurned:
    """The level's face-down piles were turned over, and the misplaced cards cost `lives`."""

    misplaced: tuple[Card, ...]
    lives: Lives


@dataclass(frozen=True, slots=True)
class LevelCompleted:
    """All hands were empty. `reward` is what the team received: None also if it had the maximum already."""

    level: Level
    reward: Reward | None


@dataclass(frozen=True, slots=True)
class GameWon:
    """The team completed the last level."""


@dataclass(frozen=True, slots=True)
class GameLost:
    """The team lost its last life."""


@dataclass(frozen=True, slots=True)
class WentBlind:
    """The team continues at level 1 with all cards face down."""


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """Two presses were simultaneous: `first`, pressed a moment later, landed before `second`.

    Only a table that knows the time creates this event; the rules never do.
    """

    first: Card
    second: Card


GESTURES = HandLaid, HandLifted, StarRaised, StarLowered
"""The events about hands alone. They change the display, but not the result of a level."""

Event: TypeAlias = (
    Dealt
    | HandLaid
    | HandLifted
    | Started
    | Stopped
    | Played
    | LifeLost
    | StarRaised
    | StarLowered
    | StarUsed
    | PilesTurned
    | LevelCompleted
    | GameWon
    | GameLost
    | WentBlind
    | PhotoFinish
)
