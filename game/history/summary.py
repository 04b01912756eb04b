"""A summary of a game: the level reached, the remaining lives and stars, and how similar the players' tempos were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from game.core import (
    MAX_LIVES,
    MAX_STARS,
    Dealt,
    Event,
    GameLost,
    GameWon,
    LevelCompleted,
    LifeLost,
    Phase,
    PilesTurned,
    StarUsed,
)
from game.core.codec import integer, one_of, real
from game.core.record import Game, GameFault, refuse
from game.core.variants import LEVELS
from game.teammates.story import mean_in_step, stories, tempo_of

CLEAN, LIFE, STAR, BOTH = "clean", "life", "star", "both"
MARKS = CLEAN, LIFE, STAR, BOTH
"""What a level cost the team: nothing, one or more lives, one or more stars, or both."""

MOST_LEVELS = 200
SLOWEST = 1000.0
"""The longest tempo that is valid, in seconds for each number."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a finished game.

    `level` is the last level that was played. `blind` is True if its cards were played face down, in a blind game or
    in one that was continued after a win. `lives` and `stars` are those left at the end. `marks` has the cost of each
    level, as in MARKS. `in_step` is how similar the players' tempos were, from 0 to 1. `tempo` is the team's mean time
    per step, in seconds. Both are None if no player waited for a card, or if they were not computed.
    """

    level: Annotated[int, integer(1, max(LEVELS.values()))]
    lives: Annotated[int, integer(0, MAX_LIVES)]
    stars: Annotated[int, integer(0, MAX_STARS)]
    won: bool
    blind: bool
    marks: Annotated[tuple[Annotated[str, one_of(MARKS)], ...], MOST_LEVELS]
    in_step: Annotated[float, real(1, digits=3)] | None
    tempo: Annotated[float, real(SLOWEST, digits=3)] | None

    @property
    def clean(self) -> int:
        """The number of levels that cost nothing."""
        return self.marks.count(CLEAN)


def summary(game: Game, *, with_tempo: bool = True) -> Summary:
    """Return the summary of a game, as its team's seat saw it. Raises BadGame. The tempos take half of the time."""
    if not game.deals:
        return _unseen(game)
    seat, end = game.team.seat, game.end
    told = stories(game.views(seat)) if with_tempo else []
    return Summary(
        level=end.level,
        lives=end.lives,
        stars=end.stars,
        won=end.phase is Phase.WON,
        blind=end.blind,
        marks=tuple(_marks(events for _, (_, events) in game.steps)),
        in_step=mean_in_step(told, seat),
        tempo=tempo_of(one for story in told for one in story.laid),
    )


def _unseen(game: Game) -> Summary:
    """Return the summary of a game whose deals this page did not see: without marks and tempo."""
    end = game.result or refuse(GameFault.DAMAGED)
    return Summary(end.level, end.lives, end.stars, end.won, end.blind, (), None, None)


def _marks(steps: Iterable[Iterable[Event]]) -> Iterator[str]:
    life = star = open_level = False
    for events in steps:
        for event in events:
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
