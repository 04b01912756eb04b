"""A game as a timeline for a replay: its frames, and the moments to jump to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core import Card, Dealt, Event, GameLost, GameWon, LifeLost, Phase, PilesTurned, Started, StarUsed, State
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
    """The state of the table from `at` on, in seconds of the replay.

    `since_play` contains the events since play last began, including those of this frame. `unseen` contains
    placeholders for cards that this page never saw.
    """

    at: float
    state: State
    events: tuple[Event, ...]
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


def timeline(game: Game) -> Timeline:
    """Return `game` with shorter pauses. Raises BadGame if the rules refuse it."""
    frames: list[Frame] = []
    moments: list[ReplayMoment] = []
    at, before, since_play = 0.0, 0.0, tuple[Event, ...]()
    unseen = [level.unseen for level in game.deals for _ in range(1 + len(level.moves))]
    for (then, (state, events)), hidden in zip(game.steps, unseen, strict=True):
        played = bool(frames) and frames[-1].state.phase is Phase.PLAY
        at, before = round(at + min(then - before, LONGEST_PAUSE if played else PAUSE), 2), then
        since_play = events if any(isinstance(event, Started) for event in events) else (*since_play, *events)
        frames.append(Frame(at, state, events, since_play, hidden))
        moments += (ReplayMoment(at, kind, _level_of(frames)) for kind in _kinds(events))
    return Timeline(tuple(frames), tuple(moments), round(at + LINGER, 2))


def _level_of(frames: Sequence[Frame]) -> int:
    """Return the level of the last frame's events; before the next deal, the state may already name the next level."""
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
