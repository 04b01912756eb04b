"""Games as text: round trips with times to a hundredth of a second, and one clear error for invalid text."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import LayHand, Play
from game.core.record import Move
from game.history.errors import BadGame, GameFault
from game.history.game_code import LONGEST_PAUSE, TICK, _chosen, _rank, put_game, take_game
from game.history.packing import Packer, Unpacker
from game.history.played_game import DealtLevel, PlayedGame
from game.history.stored_game import decoded, encoded
from tests.history.games import any_game, lost_game, won_game


@settings(max_examples=30)
@given(any_game)
def test_every_game_round_trips(game: PlayedGame) -> None:
    again = decoded(encoded(game))
    assert (again.variant, again.seats) == (game.variant, game.seats)
    assert [level.hands for level in again.levels] == [level.hands for level in game.levels]
    assert [(m.seat, m.action) for m in moves(again)] == [(m.seat, m.action) for m in moves(game)]
    assert again.end() == game.end()
    assert encoded(again) == encoded(game)


def moves(game: PlayedGame) -> list[Move]:
    return [move for level in game.levels for move in level.moves]


@settings(max_examples=30)
@given(any_game)
def test_times_round_trip_within_one_tick(game: PlayedGame) -> None:
    again = decoded(encoded(game))
    assert all(abs(a.at - b.at) <= TICK for a, b in zip(moves(game), moves(again), strict=True))


def test_a_pause_of_hours_is_shortened_to_minutes() -> None:
    done = Move(1.0, 0, LayHand()), Move(90_000.0, 1, LayHand()), Move(90_001.0, 0, Play(3))
    level = DealtLevel(((3,), (7,)), done)
    again = decoded(encoded(PlayedGame(won_game().variant, 2, (level,))))
    assert [move.at for move in moves(again)] == [1.0, 1.0 + LONGEST_PAUSE, 2.0 + LONGEST_PAUSE]


def test_cards_that_were_never_shown_stay_unseen() -> None:
    game = lost_game()
    last = game.levels[-1]
    held = frozenset(card for hand in game.end().hands for card in hand)
    shy = replace(game, levels=(*game.levels[:-1], replace(last, unseen=held)))
    assert decoded(encoded(shy)).levels[-1].unseen == held


@given(st.sets(st.integers(0, 99), max_size=12))
def test_every_combination_of_cards_has_its_rank(places: set[int]) -> None:
    assert _chosen(_rank(sorted(places)), len(places)) == sorted(places)


@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(1, 10**6))), st.lists(st.integers(0, 2**24 - 1)))
def test_packed_numbers_round_trip_in_order(known: list[tuple[int, int]], unknown: list[int]) -> None:
    packer = Packer()
    for value, base in known:
        packer.put(value % base, base)
    for value in unknown:
        packer.put_any(value)
    unpacker = Unpacker(packer.text())
    assert [unpacker.take(base) for _, base in known] == [value % base for value, base in known]
    assert [unpacker.take_any() for _ in unknown] == unknown
    unpacker.end()


# --- Invalid text ---------------------------------------------------------------------------


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda noise: urlsafe_b64encode(noise).decode()))
def test_random_text_is_damaged(noise: str) -> None:
    if noise:
        with pytest.raises(BadGame) as refused:
            decoded(noise)
        assert refused.value.fault is GameFault.DAMAGED


@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(1, 10**5)), max_size=60))
def test_random_digits_are_refused_or_are_a_game(digits: list[tuple[int, int]]) -> None:
    """The digits carry a valid checksum, as an attacker who knows the format would write them."""
    packer = Packer()
    for value, base in digits:
        packer.put(value % base, base)
    try:
        game = decoded(packer.text())
    except BadGame:
        return
    assert decoded(encoded(game)).end() == game.end()


@settings(max_examples=30)
@given(any_game, st.data())
def test_one_changed_character_is_detected(game: PlayedGame, data: st.DataObject) -> None:
    code = encoded(game)
    at = data.draw(st.integers(0, len(code) - 2))  # the last character may have unused bits
    other = data.draw(st.sampled_from("ABCxyz019-_"))
    if other != code[at]:
        with pytest.raises(BadGame):
            decoded(code[:at] + other + code[at + 1 :])


@pytest.mark.parametrize("end", ["A" * 9000, "A" * 100_000])
def test_a_text_that_is_too_long_is_not_decoded(end: str) -> None:
    with pytest.raises(BadGame) as refused:
        decoded(encoded(won_game()) + end)
    assert refused.value.fault is GameFault.TOO_LONG


def test_a_game_of_too_many_moves_has_no_code() -> None:
    level = won_game().levels[0]
    hands = tuple(Move(float(at), 0, action) for at in range(2001) for action in level_flaps())
    with pytest.raises(BadGame) as refused:
        encoded(replace(won_game(), levels=(replace(level, moves=hands),)))
    assert refused.value.fault is GameFault.TOO_LONG


def level_flaps() -> tuple[LayHand, LayHand]:
    return LayHand(), LayHand()


def test_a_game_that_is_followed_by_more_is_damaged() -> None:
    packer = Packer()
    put_game(packer, won_game())
    packer.put(1, 2)
    with pytest.raises(BadGame) as refused:
        decoded(packer.text())
    assert refused.value.fault is GameFault.DAMAGED


@pytest.mark.parametrize("end", [won_game, lost_game])
def test_no_level_follows_the_end(end: Callable[[], PlayedGame]) -> None:
    game = end()
    with pytest.raises(BadGame) as refused:
        replace(game, levels=(*game.levels, game.levels[-1])).end()
    assert refused.value.fault is GameFault.IMPOSSIBLE


def test_moves_that_break_the_rules_are_refused() -> None:
    packer = Packer()
    put_game(packer, won_game())
    for value, base in [(1, 2), (2, 8), (0, 4), (0, 1)]:  # an extra card, played by the first seat after the end
        packer.put(value, base)
    with pytest.raises(BadGame) as refused:
        take_beyond(packer.text())
    assert refused.value.fault is GameFault.IMPOSSIBLE


def take_beyond(text: str) -> None:
    """Read one more move than the game has."""
    from game.history.game_code import _take_action
    from game.history.played_game import taken

    unpacker = Unpacker(text)
    state = take_game(unpacker).end()
    taken(state, Move(9999.0, *_take_action(unpacker, state)))


@pytest.mark.parametrize(
    ("hands", "moves"),
    [
        (((3,), (3,)), ()),
        (((3, 4), (5,)), ()),
        (((3,), (101,)), ()),
        (((3,), (7,)), (Move(1.0, 0, Play(3)),)),
        (((3,), (7,)), (Move(1.0, 5, LayHand()),)),
        (((3,), (7,)), (Move(2.0, 0, LayHand()), Move(1.0, 1, LayHand()))),
    ],
)
def test_an_impossible_game_has_no_end(hands: tuple[tuple[int, ...], ...], moves: tuple[Move, ...]) -> None:
    with pytest.raises(BadGame) as refused:
        PlayedGame(won_game().variant, 2, (DealtLevel(hands, moves),)).end()
    assert refused.value.fault is GameFault.IMPOSSIBLE
