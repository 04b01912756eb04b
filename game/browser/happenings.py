"""What of an event's weight is shown, heard and felt besides its words: one kind for each that has any."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import (
    Event,
    GameLost,
    GameWon,
    LevelCompleted,
    LifeLost,
    PhotoFinish,
    PilesTurned,
    Played,
    Started,
    StarUsed,
)

KINDS: dict[type, str] = {
    GameLost: "lost",
    GameWon: "won",
    LifeLost: "error",
    PilesTurned: "turned",
    StarUsed: "star",
    LevelCompleted: "level",
    PhotoFinish: "photo",
    Started: "start",
    Played: "card",
}
"""The kinds by event, the weightiest first. What a hand alone does has none."""


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of `events`, the weightiest first."""
    happened = set(map(type, events))
    return [kind for event, kind in KINDS.items() if event in happened]
