"""Challenges: the same cards for another team. Links round-trip, and invalid ones raise only BadGame."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import DEALER, Deal, Variant, apply, new_game, shuffled, variant
from game.core.result import Result
from game.core.todays_deal import SEATS, VARIANT, day_of, seed_of
from game.history.challenge import SharedChallenge, challenge_of, parsed, spelled
from game.history.errors import BadGame, GameFault
from game.history.packing import Packer
from tests.core.chance import variants
from tests.history.games import kept, lost_game, won_game


@given(variants, st.integers(2, 8), st.text(max_size=120), st.booleans(), st.integers(0, 5), st.data())
def test_every_challenge_round_trips(
    played: Variant, seats: int, seed: str, won: bool, lives: int, data: st.DataObject
) -> None:
    levels = played.levels(seats)
    level = levels if won else data.draw(st.integers(1, levels))
    told = data.draw(st.none() | st.just(Result(level, lives, lives // 2, won)))
    seed = seed.encode(errors="replace").decode()
    challenge = SharedChallenge(played, seats, seed, told)
    assert parsed(spelled(challenge)) == challenge


def test_a_challenge_is_short_and_holds_the_result_only_on_request() -> None:
    game = kept(won_game(), seed="0123456789abcdef" * 2)
    quiet = challenge_of(game, told=False)
    assert (quiet.seed, quiet.seats, quiet.result) == (game.seed, 4, None)
    assert len(spelled(quiet)) < 70
    assert challenge_of(game, told=True).result == Result(8, game.summary.lives, game.summary.stars, True)
    assert challenge_of(kept(lost_game(), seed="x"), told=True).result == Result(
        lost_game().end().level, 0, lost_game().end().stars, False
    )


@pytest.mark.parametrize(("level", "won"), [(0, False), (13, False), (7, True), (31, True)])
def test_an_impossible_result_is_refused(level: int, won: bool) -> None:
    with pytest.raises(BadGame) as refused:
        parsed(spelled(SharedChallenge(variant("classic"), 2, "seed", Result(level, 1, 1, won))))
    assert refused.value.fault is GameFault.IMPOSSIBLE


@pytest.mark.parametrize(
    ("text", "fault"),
    [("", GameFault.DAMAGED), ("2", GameFault.VERSION), ("1x", GameFault.DAMAGED), ("1" * 9000, GameFault.TOO_LONG)],
)
def test_an_invalid_challenge_is_refused(text: str, fault: GameFault) -> None:
    with pytest.raises(BadGame) as refused:
        parsed(text)
    assert refused.value.fault is fault


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 500)), max_size=40))
def test_random_digits_are_refused_or_are_a_challenge(digits: list[tuple[int, int]]) -> None:
    packer = Packer()
    for value, base in digits:
        packer.put(value % base, base)
    try:
        challenge = parsed("1" + packer.text())
    except BadGame:
        return
    assert parsed(spelled(challenge)) == challenge


@pytest.mark.parametrize(
    ("seed", "passed_on"), [("0123456789abcdef", True), ("x" * 120, True), ("x" * 121, False), ("two\nlines", False)]
)
def test_a_seed_that_other_pages_would_refuse_is_not_passed_on(seed: str, passed_on: bool) -> None:
    assert SharedChallenge(variant("classic"), 4, seed).for_many is passed_on


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
    state, _ = apply(new_game(VARIANT, SEATS), DEALER, Deal(shuffled(new_game(VARIANT, SEATS), seed_of(day)).deck))
    assert all(len(hand) == 1 for hand in state.hands)
