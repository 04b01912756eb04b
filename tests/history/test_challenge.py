"""Challenges: the same cards for another team, as a game without deals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import Variant, new_game, shuffled, variant
from game.core.record import BadGame, Game, GameFault, Team
from game.core.result import Result
from game.core.todays_deal import SEATS, VARIANT, day_of, seed_of
from game.history.game_link import packed
from game.history.old_forms import read_challenge
from tests.core.chance import variants
from tests.history.games import kept, lost_game, won_game


@given(variants, st.integers(2, 8), st.text(max_size=120), st.booleans(), st.integers(0, 3), st.data())
def test_every_challenge_round_trips(
    played: Variant, seats: int, seed: str, won: bool, lives: int, data: st.DataObject
) -> None:
    levels = played.levels(seats)
    level = levels if won else data.draw(st.integers(1, levels))
    told = data.draw(st.none() | st.just(Result(level, lives, lives // 2, won)))
    challenge = Game(played, Team.unnamed(seats), seed=seed, result=told)
    assert read_challenge(packed(challenge)) == challenge


def test_a_challenge_is_short_and_holds_the_result_only_on_request() -> None:
    game = kept(won_game(), seed="0123456789abcdef" * 2)
    quiet = game.challenge(told=False)
    assert (quiet.seed, quiet.seats, quiet.result, quiet.deals) == (game.seed, 4, None, ())
    assert len(packed(quiet)) < 110
    assert game.challenge(told=True).result == Result(8, game.summary.lives, game.summary.stars, True)
    end = lost_game().end
    assert kept(lost_game(), seed="x").challenge(told=True).result == Result(end.level, 0, end.stars, False)


@pytest.mark.parametrize(
    ("level", "won", "fault"),
    [
        (0, False, GameFault.DAMAGED),
        (13, False, GameFault.DAMAGED),
        (11, False, GameFault.IMPOSSIBLE),
        (7, True, GameFault.IMPOSSIBLE),
        (31, True, GameFault.DAMAGED),
    ],
)
def test_an_impossible_result_is_refused(level: int, won: bool, fault: GameFault) -> None:
    with pytest.raises(BadGame) as refused:
        read_challenge(packed(Game(variant("tens"), Team.unnamed(2), seed="seed", result=Result(level, 1, 1, won))))
    assert refused.value.fault is fault


# --- The deal of the day --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "first"),
    [
        ("2026-11-22", "39 37 9 60 42 63 5 2 3 97 61 93"),
        ("2026-11-23", "23 41 94 22 80 81 24 62 12 83 18 60"),
    ],
)
def test_a_day_has_the_same_deal_everywhere(day: str, first: str) -> None:
    deck = shuffled(new_game(VARIANT, SEATS), seed_of(day))
    assert deck.deck[:12] == tuple(map(int, first.split()))


@given(st.dates().map(str))
def test_the_day_is_found_from_its_seed(day: str) -> None:
    assert day_of(VARIANT, SEATS, seed_of(day)) == day
