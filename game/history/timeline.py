"""A game on a line of time, to be watched again: what stood when, and the moments worth finding."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
)
from game.history.played_game import PlayedGame

PAUSE = 2.0
"""Seconds that are left of a time in which nobody played, be it as long as it was."""

LINGER = 3.0
"""Seconds for which what happened last is seen."""

MISTAKE, STAR, LEVEL, END = "mistake", "star", "level", "end"
"""The kinds of moments."""


@dataclass(frozen=True, slots=True)
class Frame:
    """From `at` on, in seconds of the replay, the table stood like this.

    `since_play` are the events since play was last on, those of this frame last; `unseen` are cards that stand in for
    others which never came to light.
    """

    at: float
    state: State
    events: tuple[Event, ...]
    since_play: tuple[Event, ...]
    unseen: frozenset[Card]


@dataclass(frozen=True, slots=True)
class Moment:
    """Something worth finding, of a `kind`, at a level."""

    at: float
    kind: str
    level: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """The whole game: its frames in order, its moments, and how many seconds it takes."""

    frames: tuple[Frame, ...]
    moments: tuple[Moment, ...]
    seconds: float

    def frame(self, at: float) -> int:
        """The number of the frame that stands at that time."""
        return max(0, bisect_right(self.frames, at, key=lambda frame: frame.at) - 1)

    def next_moment(self, at: float, kinds: Iterable[str]) -> Moment | None:
        """The first moment of one of `kinds` after that time."""
        wanted = {*kinds}
        return next((one for one in self.moments if one.at > at + 0.001 and one.kind in wanted), None)


def timeline(game: PlayedGame) -> Timeline:
    """`game` with its long pauses cut short. Raises BadGame where the rules refuse it."""
    frames: list[Frame] = []
    moments: list[Moment] = []
    at, before, since_play = 0.0, 0.0, tuple[Event, ...]()
    for level, then, (state, events) in game.dealt_steps():
        played = bool(frames) and frames[-1].state.phase is Phase.PLAY
        at, before = round(at + (then - before if played else min(then - before, PAUSE)), 2), then
        since_play = events if any(isinstance(event, Started) for event in events) else (*since_play, *events)
        frames.append(Frame(at, state, events, since_play, level.unseen))
        moments += (Moment(at, kind, _level_of(frames)) for kind in _kinds(events))
    return Timeline(tuple(frames), tuple(moments), round(at + LINGER, 2))


def _level_of(frames: Sequence[Frame]) -> int:
    """The level in which what happened last happened: by the next deal the state may be beyond it."""
    frame = frames[-1]
    return frame.state.level if frame.state.phase is not Phase.DEAL or len(frames) < 2 else frames[-2].state.level


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
