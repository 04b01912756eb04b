"""A game as a timeline for a replay: its frames, and the moments to jump to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from game.core import (
    Card,
    Dealt,
    Event,
    GameLost,
    GameWon,
    LifeLost,
    Phase,
    PilesTurned,
    Started,
    StarUsed,
    State,
    View,
)
from game.core.record import Game

PAUSE = 2.0
"""Seconds to which a longer pause between play is shortened."""

LONGEST_PAUSE = 600.0
"""Seconds to which a longer pause within play is shortened, because no one wants to wait that long again."""

LINGER = 3.0
"""Seconds for which the last frame is shown."""

MISTAKE, STAR, LEVEL, END = "mistake", "star", "level", "end"
"""The kinds of moments."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The table from `at` on, in seconds of the replay, as a watcher sees it in `view`. `state` has all hands, too.

    `since_play` contains the events since play last began or cards were dealt, including those of this frame. `unseen`
    contains placeholders for cards that this page never saw.
    """

    at: float
    state: State
    view: View
    since_play: tuple[Event, ...]
    unseen: frozenset[Card]


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """A point to jump to, with its `kind` and its level."""

    at: float
    kind: str
    level: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """The whole game: its frames in order, its moments, and its duration in seconds."""

    frames: tuple[Frame, ...]
    moments: tuple[ReplayMoment, ...]
    seconds: float

    def frame(self, at: float) -> int:
        """Return the index of the frame at the time `at`."""
        return max(0, bisect_right(self.frames, at, key=lambda frame: frame.at) - 1)

    def next_moment(self, at: float, kinds: Iterable[str]) -> ReplayMoment | None:
        """Return the first moment of one of `kinds` after the time `at`."""
        wanted = {*kinds}
        return next((one for one in self.moments if one.at > at + 0.001 and one.kind in wanted), None)


Split: TypeAlias = Callable[[View | None, View], Iterable[tuple[View, float]]]
"""Returns what leads from one view to the next: views, each with its length in seconds."""


def as_one(before: View | None, view: View) -> Iterable[tuple[View, float]]:
    """Do not divide the step."""
    return ((view, 0.0),)


def timeline(game: Game, split: Split = as_one) -> Timeline:
    """Return `game` with shorter pauses, each step as `split` divides it. Raises BadGame if the rules refuse it."""
    frames: list[Frame] = []
    moments: list[ReplayMoment] = []
    at, before, since_play = 0.0, 0.0, tuple[Event, ...]()
    unseen = [level.unseen for level in game.deals for _ in range(1 + len(level.moves))]
    for (then, (state, _)), (_, view), hidden in zip(game.steps, game.views(None), unseen, strict=True):
        played = bool(frames) and frames[-1].state.phase is Phase.PLAY
        at, before = round(at + min(then - before, LONGEST_PAUSE if played else PAUSE), 2), then
        for shown, length in split(frames[-1].view if frames else None, view):
            begins = any(isinstance(event, Started | Dealt) for event in shown.news)
            since_play = shown.news if begins else (*since_play, *shown.news)
            frames.append(Frame(at, state, shown, since_play, hidden))
            moments += (ReplayMoment(at, kind, shown.level) for kind in _kinds(shown.news))
            at = round(at + length, 2)
    return Timeline(tuple(frames), tuple(moments), round(at + LINGER, 2))


def _kinds(events: Iterable[Event]) -> list[str]:
    kinds = []
    for event in events:
        match event:
            case Dealt():
                kinds.append(LEVEL)
            case LifeLost():
                kinds.append(MISTAKE)
            case PilesTurned(misplaced, _) if misplaced:
                kinds.append(MISTAKE)
            case StarUsed():
                kinds.append(STAR)
            case GameWon() | GameLost():
                kinds.append(END)
    return kinds
