"""What is told of a game in a line: how far it came, with what left, and how well all were in step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from game.core import (
    Dealt,
    GameLost,
    GameWon,
    LevelCompleted,
    LifeLost,
    Phase,
    PilesTurned,
    Seat,
    StarUsed,
    View,
    view_of,
)
from game.history.played_game import PlayedGame
from game.teammates.story import Story, stories

CLEAN, LIFE, STAR, BOTH = "clean", "life", "star", "both"
MARKS = CLEAN, LIFE, STAR, BOTH
"""What a level cost: nothing, lives, a star, or both."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A game that has ended: the `level` it reached, what was left, and of each level what it cost.

    `blind` says that the level was one of those played blind after a win, or in a game that is blind from the start.
    `in_step` is how alike the tempos were, from 0 to 1; `tempo` how many seconds the team took for a number. Both are
    None where nothing was waited for.
    """

    level: int
    lives: int
    stars: int
    won: bool
    blind: bool
    marks: tuple[str, ...]
    in_step: float | None
    tempo: float | None

    @property
    def clean(self) -> int:
        """How many levels cost nothing."""
        return self.marks.count(CLEAN)

    def plain(self) -> dict[str, Any]:
        """The same as what JSON can spell."""
        return {
            "level": self.level,
            "lives": self.lives,
            "stars": self.stars,
            "won": self.won,
            "blind": self.blind,
            "marks": [*self.marks],
            "in_step": None if self.in_step is None else round(self.in_step, 3),
            "tempo": None if self.tempo is None else round(self.tempo, 3),
        }


def summary(heard: Sequence[tuple[float, View]]) -> Summary:
    """The summary of a game by the views that one seat, or a spectator, had of it; the last tells how it ended."""
    _, last = heard[-1]
    told = stories(heard)
    return Summary(
        level=last.level,
        lives=last.lives,
        stars=last.stars,
        won=last.phase is Phase.WON,
        blind=last.blind,
        marks=tuple(_marks(view for _, view in heard)),
        in_step=_in_step(told, last.seat),
        tempo=_tempo(told),
    )


def views(game: PlayedGame, seat: Seat | None) -> list[tuple[float, View]]:
    """The game as `seat` saw it. Raises BadGame."""
    return [(at, view_of(state, seat, events)) for at, (state, events) in game.steps()]


def _marks(heard: Iterable[View]) -> Iterator[str]:
    life = star = open_level = False
    for view in heard:
        for event in view.news:
            match event:
                case Dealt():
                    life = star = False
                    open_level = True
                case LifeLost():
                    life = True
                case PilesTurned(_, lost):
                    life = life or lost > 0
                case StarUsed():
                    star = True
                case LevelCompleted() | GameLost() if open_level:
                    yield BOTH if life and star else LIFE if life else STAR if star else CLEAN
                    open_level = False
                case GameWon():
                    open_level = False


def _in_step(told: Sequence[Story], seat: Seat | None) -> float | None:
    """The mean of all pairs of seats, of which `seat` is one wherever it sat at the table."""
    shares = [
        pair.share
        for story in told
        for pair in story.in_step
        if pair.share is not None and seat in (None, pair.one, pair.other)
    ]
    return sum(shares) / len(shares) if shares else None


def _tempo(told: Iterable[Story]) -> float | None:
    waited = [one for story in told for one in story.laid if one.gap]
    if not waited:
        return None
    return sum(one.wait or 0.0 for one in waited) / sum(one.gap or 0 for one in waited)
