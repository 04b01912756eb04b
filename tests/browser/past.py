"""Finished games in the local storage from the time before a journey."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from game.core import variant
from game.core.record import Game, Team
from game.core.result import Result
from game.history.finished_game import FinishedGame
from game.history.game_link import packed
from tests.history.games import kept, listed, lost_game, simulated, with_team, won_game

AT = 1_700_000_000
DAY = 86_400


@cache
def some_games() -> tuple[FinishedGame, ...]:
    """Return a few games of different kinds, the last of them won by four players."""
    extreme = next(simulated(variant("extreme"), 2))
    return (
        kept(lost_game(), AT - 3 * DAY),
        kept(extreme, AT - 2 * DAY),
        kept(won_game("classic", 3), AT - DAY, seed="seed 2"),
        kept(won_game(), AT, seed="seed 1"),
    )


def stored(games: tuple[FinishedGame, ...]) -> dict[str, str]:
    """Return the local storage of a person who has these games."""
    return {"one-mind/games": listed(games).to_text()}


def link(game: Game, *names: str, seed: str = "") -> str:
    """Return the fragment of a link to `game`, as seen by its first seat."""
    return "#game=" + packed(replace(with_team(game, names), seed=seed))


def challenge(name: str, seats: int, seed: str, result: Result | None = None) -> Game:
    """Return a challenge with the cards of `seed`."""
    return Game(variant(name), Team.unnamed(seats), seed=seed, result=result)
