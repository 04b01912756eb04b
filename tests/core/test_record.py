"""Saved games: seed and actions as JSON, round trips, and no error other than RecordError."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.core import DEALER, Deal, LayHand, Phase, Play, RaiseStar, State, Stop, apply, new_game, shuffled, variant
from game.core.record import Move, Record, RecordError, from_json
from tests.core.chance import choose, dice, games

SAVED = """{
 "format": 1,
 "variant": "extreme+no-stars",
 "seats": 2,
 "seed": "a seed",
 "moves": [
  "0.500 0 hand",
  "1.250 1 hand",
  "9.000 1 stop"
 ]
}"""


def changed(**parts: Any) -> str:
    return json.dumps(json.loads(SAVED) | parts)


def test_a_record_is_readable_json() -> None:
    moves = (Move(0.5, 0, LayHand()), Move(1.25, 1, LayHand()), Move(9.0, 1, Stop()))
    record = Record(variant("extreme+no-stars"), 2, "a seed", moves)
    assert record.to_json() == SAVED
    assert from_json(SAVED) == record


def test_replay_repeats_deals_and_moves_with_their_times() -> None:
    steps = list(from_json(SAVED).replay())
    assert [at for at, _ in steps] == [0.0, 0.5, 1.25, 9.0]
    assert [state.phase for _, (state, _) in steps] == [Phase.FOCUS, Phase.FOCUS, Phase.PLAY, Phase.FOCUS]


def test_a_record_may_end_at_any_move() -> None:
    assert [at for at, _ in from_json(changed(moves=[])).replay()] == [0.0]


@given(games, dice, st.text(max_size=20))
def test_every_game_round_trips(game: State, dice: Random, seed: str) -> None:
    moves: list[Move] = []
    state, at = apply(game, DEALER, shuffled(game, seed))[0], 0.0
    while len(moves) < 60 and state.phase is not Phase.LOST:
        seat, action = choose(state, dice)
        state, _ = apply(state, seat, action)
        at = round(at + dice.random() * 3, 3)
        moves.append(Move(at, seat, action))
        if state.phase is Phase.DEAL:
            state, _ = apply(state, DEALER, shuffled(state, seed))
    record = Record(game.variant, game.seats, seed, tuple(moves))
    assert from_json(record.to_json()) == record
    assert [after for _, (after, _) in record.replay()][-1] == state


@pytest.mark.parametrize(
    ("game", "level", "blind", "first"),
    [
        ("classic", 1, False, "57 79 47 22 78 36 20 6 17 15 52 94 23 32 37 84 16 83 1 40"),
        ("classic", 8, True, "1 21 76 8 29 72 54 78 82 30 47 55 79 13 59 24 18 92 52 51"),
        ("tens", 3, False, "24 21 30 26 23 22 27 28 29 25"),
    ],
)
def test_a_seed_gives_the_same_deal_everywhere(game: str, level: int, blind: bool, first: str) -> None:
    before = replace(new_game(variant(game), 4), level=level, blind=blind)
    assert shuffled(before, "one mind").deck[:20] == tuple(map(int, first.split()))


@pytest.mark.parametrize("seed", ["", " ", "ü€😀", "\ud800", "\x00", "x" * 200])
def test_any_text_can_be_a_seed(seed: str) -> None:
    record = Record(variant("classic"), 3, seed, (Move(1.0, 0, LayHand()),))
    again = from_json(record.to_json())
    assert again == record
    assert len(list(again.replay())) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "damaged"),
        ("{", "damaged"),
        ("[]", "not a saved game"),
        ("null", "not a saved game"),
        ("NaN", "not a saved game"),
        ('"' + SAVED[:3], "damaged"),
        (SAVED[:-1], "damaged"),
        ("[" * 100_000, "not a saved game"),
        ('{"a":' * 100_000, "not a saved game"),
        ("9" * 5000, "damaged"),
        (changed(format=2), "saved in format 2, and only 1"),
        (changed(format=0), "saved in format 0"),
        (changed(format="1"), "not a saved game"),
        (changed(format=None), "not a saved game"),
        (changed(variant="chess"), "there is no variant 'chess'"),
        (changed(variant=3), "not a saved game"),
        (changed(seats=1), "2 to 8 seats"),
        (changed(seats=9), "2 to 8 seats"),
        (changed(seats=True), "2 to 8 seats"),
        (changed(seats=2.0), "not a saved game"),
        (changed(seats=float("inf")), "not a saved game"),
        (changed(seats="2"), "not a saved game"),
        (changed(seed=7), "not a saved game"),
        (changed(seed="x" * 201), "not a saved game"),
        (changed(moves={}), "not a saved game"),
        (changed(moves=[7]), "'7' is no move"),
        (changed(moves=[["0.5 0 hand"]]), "is no move"),
        (changed(moves=["0.5 0"]), "is no move"),
        (changed(moves=["0.5 0 dance"]), "'dance' is no action"),
        (changed(moves=["0.5 0 play 101"]), "is no action"),
        (changed(moves=["-1.0 0 hand"]), "is no move"),
        (changed(moves=["nan 0 hand"]), "is no move"),
        (changed(moves=["inf 0 hand"]), "is no move"),
        (changed(moves=["1e5 0 hand"]), "is no move"),
        (changed(moves=["1_0.5 0 hand"]), "is no move"),
        (changed(moves=["9999999999.0 0 hand"]), "is no move"),
        (changed(moves=["1.0 -1 hand"]), "is no move"),
        (changed(moves=["1.0 ² hand"]), "is no move"),
        (changed(moves=["1.0 0 hand\n"]), "is no"),
    ],
)
def test_an_invalid_record_is_refused_with_a_reason(text: str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        from_json(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "this is not a saved game"),
        ("[" * 100_000, "this is not a saved game"),
        (changed(moves=["x" * 50]), f"{'x' * 40!r} is no move"),
        (changed(variant="x" * 50), f"this saved game is damaged: there is no variant {'x' * 40!r}"),
        (changed(moves=["0.5 0 " + "x" * 50]), f"this saved game is damaged: {'x' * 40!r} is no action"),
    ],
)
def test_a_refusal_is_one_sentence_that_quotes_at_most_forty_characters(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as refused:
        from_json(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["0.5 2 hand"], "breaks the rules: seat 2"),
        (["0.5 9 hand"], "breaks the rules"),
        (["0.5 0 hand", "0.6 0 hand"], "breaks the rules"),
        (["0.5 0 play 5"], "breaks the rules"),
        (["0.5 0 blind"], "breaks the rules"),
        (["0.5 0 hand", "0.4 1 hand"], "^this saved game runs backwards in time$"),
    ],
)
def test_replay_refuses_moves_that_break_the_rules(moves: list[str], sentence: str) -> None:
    record = from_json(changed(moves=moves))
    with pytest.raises(RecordError, match=sentence):
        list(record.replay())


# --- Noise ------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
near_moves = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["0.5", "1.25", "-1", "nan", "1e400", "", "0.1 ", "00.0"]),
    st.sampled_from([" ", "", "  ", "\t"]),
    st.sampled_from(["0", "1", "7", "True", "01", ""]),
    st.sampled_from([" hand", " play 5", " star", " stop", "", " play", " \ud800", " rest\n"]),
)


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """Build a record with some parts replaced, its text sometimes cut and patched."""
    parts = json.loads(SAVED)
    for key in draw(st.lists(st.sampled_from(["format", "variant", "seats", "seed", "moves", "more"]), max_size=3)):
        parts[key] = draw(anything)
    if draw(st.booleans()):
        parts["moves"] = draw(st.lists(near_moves, max_size=4))
    text = json.dumps(parts)
    if draw(st.booleans()):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        text = text[:start] + draw(st.text(max_size=5)) + text[end:]
    return text


@given(st.one_of(mangled(), st.text(), anything.map(json.dumps)))
@example(changed(seats=10**400))
@example(changed(format=10**400))
@example(changed(moves=["0.5 0 " + "x" * 10_000]))
def test_random_text_is_refused_or_is_a_valid_record(text: str) -> None:
    try:
        record = from_json(text)
        list(record.replay())
    except RecordError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert from_json(record.to_json()) == Record(
            record.variant,
            record.seats,
            record.seed,
            tuple(Move(round(move.at, 3), move.seat, move.action) for move in record.moves),
        )


def test_a_deal_cannot_be_recorded() -> None:
    with pytest.raises(KeyError):
        Record(variant("classic"), 2, "", (Move(0.0, DEALER, Deal(())),)).to_json()


def test_recorded_actions_keep_their_cards() -> None:
    moves = (Move(1.0, 0, Play(7)), Move(2.0, 1, RaiseStar(9)))
    assert from_json(Record(variant("fifty"), 2, "", moves).to_json()).moves == moves
