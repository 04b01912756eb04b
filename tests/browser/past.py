"""Finished games in the local storage from the time before a journey."""

from __future__ import annotations

from functools import cache

from game.core import variant
from game.history.game_link import SharedGame, spelled
from game.history.played_game import PlayedGame, of_record
from game.history.shelf import Shelf
from game.history.stored_game import StoredGame
from tests.history.games import kept, lost_game, simulated, won_game

AT = 1_700_000_000
DAY = 86_400


@cache
def some_games() -> tuple[StoredGame, ...]:
    """Return a few games of different kinds, the last of them won by four players."""
    extreme = of_record(next(simulated(variant("extreme"), 2)))
    return (
        kept(lost_game(), AT - 3 * DAY),
        kept(extreme, AT - 2 * DAY),
        kept(won_game("classic", 3), AT - DAY, seed="seed 2"),
        kept(won_game(), AT, seed="seed 1"),
    )


def stored(games: tuple[StoredGame, ...]) -> dict[str, str]:
    """Return the local storage of a person who has these games."""
    return {"one-mind/games": Shelf(games).to_text()}


def link(game: PlayedGame, *names: str, seed: str = "") -> str:
    """Return the fragment of a link to `game`, as seen by its first seat."""
    characters = ("", *("Ada",) * (game.seats - 1))
    return "#game=" + spelled(SharedGame(game, characters, 0, names, seed))
