"""Effects of events: the kinds with their own animation, sound and vibration."""

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
"""The kind of each event type, most important first. Events that concern only a hand have none."""


def kinds(events: Iterable[Event]) -> list[str]:
    """Return the kinds of `events`, most important first."""
    happened = set(map(type, events))
    return [kind for event, kind in KINDS.items() if event in happened]
