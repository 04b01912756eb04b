"""Finished games for the history tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random

from hypothesis import strategies as st

from game.core import DEALER, Phase, State, Variant, apply, new_game, shuffled, variant
from game.core.record import DealtLevel, Game, Move, Team
from game.history.finished_game import FinishedGame, finished
from game.history.finished_games import FinishedGames, line_of, of_lines
from game.table import Table, Update
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from tests.core.chance import choose, dice, games
from tests.teammates.games import played_out, stand_in

TEAM = Team(("You", "Ada", "Iris", "Juno"), ("", "Ada", "Ada", "Ada"), 0)


def game_by_chance(game: State, dice: Random, seed: str, most: int = 80) -> Game:
    """Play `game` at random for at most `most` moves and return it."""
    deals: list[DealtLevel] = []
    state, at, left = game, 0.0, most
    while True:
        if state.phase is Phase.DEAL:
            state, _ = apply(state, DEALER, shuffled(state, seed))
            deals.append(DealtLevel(state.hands))
        chosen = choose(state, dice) if left else None
        if chosen is None:
            return Game(game.variant, Team.unnamed(game.seats), tuple(deals), seed)
        seat, action = chosen
        state, _ = apply(state, seat, action)
        at, left = round(at + dice.random() * dice.choice((0.1, 3, 90)), 2), left - 1
        deals[-1] = replace(deals[-1], moves=(*deals[-1].moves, Move(at, seat, action)))


any_game: st.SearchStrategy[Game] = st.builds(
    lambda game, dice, most: game_by_chance(game, dice, "a seed", most), games, dice, st.integers(0, 90)
)


def table_of(seed: int, played: Variant, seats: int = 4) -> tuple[Table, list[Update]]:
    """Play a whole game of a simulated person with the best teammates."""
    minds = {seat: teammate(CHARACTERS[DEFAULT], Random(f"{seed} {seat}")) for seat in range(1, seats)}
    table = Table(played, seats, f"seed {seed}", {0: stand_in(seed)} | minds)
    return table, played_out(table)


def simulated(played: Variant, seats: int = 4) -> Iterator[Game]:
    """Yield games that were won."""
    for seed in count(1):
        table, updates = table_of(seed, played, seats)
        if updates[-1].state.phase is Phase.WON:
            yield table.game


@cache
def won_game(name: str = "classic", seats: int = 4) -> Game:
    """Return a game that was won, which no seed deals again."""
    return replace(next(simulated(variant(name), seats)), seed="")


@cache
def lost_game() -> Game:
    """Return a random game that was lost, which no seed deals again."""
    for seed in count():
        game = game_by_chance(new_game(variant("classic"), 3), Random(seed), "lost", 300)
        if game.end.phase is Phase.LOST:
            return replace(game, seed="")
    raise AssertionError


def with_team(game: Game, names: tuple[str, ...] = TEAM.names) -> Game:
    """Return `game` as the page of its first seat knows it."""
    names = (*names, *("",) * game.seats)[: game.seats]
    return replace(game, team=Team(names, ("", *("Ada",) * (game.seats - 1)), 0))


def kept(game: Game, ended: int = 1_700_000_000, seed: str = "", day: str = "") -> FinishedGame:
    """Return `game` as the page of its first seat stores it."""
    return replace(finished(replace(with_team(game), ended=ended, seed=seed)), day=day)


def listed(games: Iterable[FinishedGame] = (), others: Iterable[str] = ()) -> FinishedGames:
    """Return these games as the list of a page, with `others` that it does not understand."""
    return of_lines([*map(line_of, games), *others])
