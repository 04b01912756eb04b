"""Finished games for the history tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

from hypothesis import strategies as st

from game.core import DEALER, Phase, State, Variant, apply, new_game, shuffled, variant
from game.core.record import Move, Record
from game.history.played_game import PlayedGame, of_record
from game.history.stored_game import StoredGame, Team, encoded
from game.history.summary import summary, views
from game.table import Table, Update
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from tests.core.chance import choose, dice, games
from tests.teammates.games import played_out, stand_in

TEAM = Team(("You", "Ada", "Iris", "Juno"), ("", "Ada", "Ada", "Ada"), 0)


def record_by_chance(game: State, dice: Random, seed: str, most: int = 80) -> Record:
    """Play `game` at random for at most `most` moves and return its record."""
    moves: list[Move] = []
    state, at = apply(game, DEALER, shuffled(game, seed))[0], 0.0
    while len(moves) < most and state.phase is not Phase.LOST and not (state.phase is Phase.WON and state.blind):
        seat, action = choose(state, dice)
        state, _ = apply(state, seat, action)
        at = round(at + dice.random() * dice.choice((0.1, 3, 90)), 3)
        moves.append(Move(at, seat, action))
        if state.phase is Phase.DEAL:
            state, _ = apply(state, DEALER, shuffled(state, seed))
    return Record(game.variant, game.seats, seed, tuple(moves))


any_game: st.SearchStrategy[PlayedGame] = st.builds(
    lambda game, dice, most: of_record(record_by_chance(game, dice, "a seed", most)), games, dice, st.integers(0, 90)
)


def table_of(seed: int, played: Variant, seats: int = 4) -> tuple[Table, list[Update]]:
    """Play a whole game of a simulated person with the best teammates."""
    minds = {seat: teammate(CHARACTERS[DEFAULT], Random(f"{seed} {seat}")) for seat in range(1, seats)}
    table = Table(played, seats, f"seed {seed}", {0: stand_in(seed)} | minds)
    return table, played_out(table)


def simulated(played: Variant, seats: int = 4) -> Iterator[Record]:
    """Yield the records of won games."""
    for seed in count(1):
        table, updates = table_of(seed, played, seats)
        if updates[-1].state.phase is Phase.WON:
            yield table.record


@cache
def won_game(name: str = "classic", seats: int = 4) -> PlayedGame:
    """Return a game that was won."""
    return of_record(next(simulated(variant(name), seats)))


@cache
def lost_game() -> PlayedGame:
    """Return a random game that was lost."""
    for seed in count():
        record = record_by_chance(new_game(variant("classic"), 3), Random(seed), "lost", 300)
        game = of_record(record)
        if game.end().phase is Phase.LOST:
            return game
    raise AssertionError


def kept(game: PlayedGame, ended: int = 1_700_000_000, seed: str = "", day: str = "") -> StoredGame:
    """Return `game` as the page of its first seat saves it."""
    team = Team(TEAM.names[: game.seats], TEAM.characters[: game.seats], 0)
    return StoredGame(ended, team, game.variant, summary(views(game, 0)), encoded(game), seed, day)
