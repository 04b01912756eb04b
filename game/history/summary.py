"""A summary of a game: the level reached, the remaining lives and stars, and how similar the players' tempos were."""

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
from game.teammates.story import Story, mean_in_step, stories

CLEAN, LIFE, STAR, BOTH = "clean", "life", "star", "both"
MARKS = CLEAN, LIFE, STAR, BOTH
"""What a level cost the team: nothing, one or more lives, one or more stars, or both."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a finished game.

    `level` is the last level that was played, and `blind` is True if it was played blind: after a win, or because the
    whole game is blind. `lives` and `stars` are those left at the end. `marks` has the cost of each level, as in MARKS.
    `in_step` is how similar the players' tempos were, from 0 to 1. `tempo` is the team's mean time per step, in
    seconds. Both are None if no player waited for a card.
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
        """The number of levels that cost nothing."""
        return self.marks.count(CLEAN)

    def plain(self) -> dict[str, Any]:
        """Return the summary as values that JSON can represent."""
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
    """Return the summary of a game. `heard` are all views of one seat, or of a watcher, with their times."""
    _, last = heard[-1]
    told = stories(heard)
    return Summary(
        level=last.level,
        lives=last.lives,
        stars=last.stars,
        won=last.phase is Phase.WON,
        blind=last.blind,
        marks=tuple(_marks(view for _, view in heard)),
        in_step=mean_in_step(told, last.seat),
        tempo=_tempo(told),
    )


def views(game: PlayedGame, seat: Seat | None) -> list[tuple[float, View]]:
    """Return all views of `seat`, or of a watcher if it is None, with their times. Raises BadGame."""
    return [(at, view_of(state, seat, events)) for at, (state, events) in game.steps]


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


def _tempo(told: Iterable[Story]) -> float | None:
    waited = [one for story in told for one in story.laid if one.gap]
    if not waited:
        return None
    return sum(one.wait or 0.0 for one in waited) / sum(one.gap or 0 for one in waited)
