"""Games as text: round trips, refusals with one reason, and noise."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import LayHand, Phase, Play, RaiseStar, Stop, new_game, shuffled, variant
from game.core.game_text import LONGEST, read, write
from game.core.record import BadGame, DealtLevel, Game, GameFault, Move, Team
from game.core.result import Result
from game.history.finished_game import finished
from game.history.finished_games import from_text
from game.history.timeline import timeline
from tests.history.games import any_game, game_by_chance, listed, with_team

MOVES = Move(0.5, 0, LayHand()), Move(1.25, 1, LayHand()), Move(9.0, 1, Stop())
SAVED = Game(
    variant("extreme+no-stars"), Team(("You", "Ada"), ("", "Ada"), 0), (DealtLevel(((3,), (7,)), MOVES),), "a seed"
)
TEXT = (
    '[3,"extreme+no-stars",[["You","Ada"],["","Ada"],0],'
    '[[[[3],[7]],[],[50,75,775],["0 hand","1 hand","1 stop"]]],"a seed",null,0]'
)
VERSION, VARIANT, TEAM, DEALS, SEED, RESULT, ENDED = range(7)


def changed(value: Any, *place: int) -> str:
    """Return TEXT with another value in one place."""
    plain = part = json.loads(TEXT)
    for index in place[:-1]:
        part = part[index]
    part[place[-1]] = value
    return json.dumps(plain)


def test_a_game_is_readable_json() -> None:
    assert write(SAVED) == TEXT
    assert read(TEXT) == SAVED


def test_a_game_repeats_deals_and_moves_with_their_times() -> None:
    steps = read(TEXT).steps
    assert [at for at, _ in steps] == [0.0, 0.5, 1.25, 9.0]
    assert [state.phase for _, (state, _) in steps] == [Phase.FOCUS, Phase.FOCUS, Phase.PLAY, Phase.FOCUS]


def test_a_card_that_is_played_stands_for_its_seat() -> None:
    assert read(changed([50, 75, 100], DEALS, 0, 2)).deals[0].moves[2] == Move(2.25, 1, Stop())
    played = json.loads(changed(["0 hand", "1 hand", 7], DEALS, 0, 3))
    assert read(json.dumps(played)).deals[0].moves[2] == Move(9.0, 1, Play(7))


def test_a_card_that_follows_the_last_one_takes_no_number() -> None:
    plain = json.loads(TEXT)
    plain[DEALS][0][2:] = [[1] * 4, ["0 hand", "1 hand", 0, 0]]
    game = read(json.dumps(plain))
    assert [move.action for move in game.deals[0].moves[2:]] == [Play(3), Play(7)]
    assert write(game) == json.dumps(plain, separators=(",", ":"))
    plain[DEALS][0][3] = ["0 hand", "1 hand", 3, 7]  # as earlier builds wrote it
    assert read(json.dumps(plain)) == game
    for wrong in ([7, 0], [5, 0], [False, 0]):
        plain[DEALS][0][3] = ["0 hand", "1 hand", *wrong]
        with pytest.raises(BadGame):
            read(json.dumps(plain))


def test_a_game_may_end_at_any_move_or_have_no_deals() -> None:
    for deals in ((DealtLevel(((3,), (7,))),), ()):
        game = replace(SAVED, deals=deals, result=Result(3, 1, 0, won=False), ended=1_700_000_000)
        assert read(write(game)) == game


@given(any_game, st.text(max_size=120), st.data())
def test_every_game_round_trips_and_can_be_shown(game: Game, seed: str, data: st.DataObject) -> None:
    """Whatever parses has a summary, a timeline, views of every seat, and a line on the shelf."""
    names = data.draw(st.tuples(*[st.text(max_size=14)] * game.seats))
    unseen = frozenset(data.draw(st.sets(st.sampled_from(sorted(sum(game.deals[-1].hands, ()))))))
    deals = (*game.deals[:-1], replace(game.deals[-1], unseen=unseen))
    game = replace(with_team(game, names), seed=seed, deals=deals)
    again = read(write(game))
    assert again == game and write(again) == write(game)
    assert len(timeline(again).frames) == len(again.steps)
    assert all(len(again.views(seat)) == len(again.steps) for seat in (None, *range(game.seats)))
    stored = finished(again)
    assert [one.game for one in from_text(listed((stored,)).to_text()).all] == [game]


@pytest.mark.parametrize(
    ("game", "level", "blind", "first"),
    [
        ("classic", 1, False, "57 79 47 22 78 36 20 6 17 15 52 94 23 32 37 84 16 83 1 40"),
        ("classic", 8, True, "1 21 76 8 29 72 54 78 82 30 47 55 79 13 59 24 18 92 52 51"),
        ("tens", 3, False, "24 21 30 26 23 22 27 28 29 25"),
    ],
)
def test_a_seed_gives_the_same_deal_everywhere(game: str, level: int, blind: bool, first: str) -> None:
    before = new_game(variant(game), 4)._replace(level=level, blind=blind)
    assert shuffled(before, "one mind").deck[:20] == tuple(map(int, first.split()))


@pytest.mark.parametrize("seed", ["", " ", "ü€😀", "\ud800", "\x00", "x" * 120])
def test_any_text_can_be_a_seed(seed: str) -> None:
    game = replace(SAVED, seed=seed)
    assert read(write(game)) == game


DAMAGED, IMPOSSIBLE = GameFault.DAMAGED, GameFault.IMPOSSIBLE


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", DAMAGED),
        ("{", DAMAGED),
        ("[]", DAMAGED),
        ("null", DAMAGED),
        ("NaN", DAMAGED),
        ("{}", DAMAGED),
        (TEXT[:-1], DAMAGED),
        ("[" * 100_000, DAMAGED),
        ('{"a":' * 100_000, DAMAGED),
        ("9" * 5000, DAMAGED),
        (" " * (LONGEST + 1), GameFault.TOO_LONG),
        (changed(99, VERSION), GameFault.VERSION),
        ("[99]", GameFault.VERSION),
        ('{"format": 99, "game": {}}', GameFault.VERSION),
        (changed("3", VERSION), DAMAGED),
        (changed(None, VERSION), DAMAGED),
        (changed("chess", VARIANT), DAMAGED),
        (changed(3, VARIANT), DAMAGED),
        (changed([["You"], [""], 0], TEAM), DAMAGED),
        (changed([["You"] * 9, [""] * 9, 0], TEAM), DAMAGED),
        (changed([["You", "Ada"], [""], 0], TEAM), DAMAGED),
        (changed(7, TEAM, 0, 0), DAMAGED),
        (changed("x" * 15, TEAM, 0, 0), DAMAGED),
        (changed("x" * 21, TEAM, 1, 0), DAMAGED),
        (changed(2, TEAM, 2), DAMAGED),
        (changed(True, TEAM, 2), DAMAGED),
        (changed("0", TEAM, 2), DAMAGED),
        (changed({}, DEALS), DAMAGED),
        (changed([[[[3], [7]], [], [], []]] * 101, DEALS), DAMAGED),
        (changed([[3], [7], [9]], DEALS, 0, 0), IMPOSSIBLE),
        (changed([[3, 4], [7]], DEALS, 0, 0), IMPOSSIBLE),
        (changed([[3], [3]], DEALS, 0, 0), IMPOSSIBLE),
        (changed([[3], [101]], DEALS, 0, 0), DAMAGED),
        (changed([[3], [7.0]], DEALS, 0, 0), DAMAGED),
        (changed([5], DEALS, 0, 1), DAMAGED),
        (changed([50, 75], DEALS, 0, 2), DAMAGED),
        (changed([50, -75, 775], DEALS, 0, 2), DAMAGED),
        (changed([50, 0.5, 775], DEALS, 0, 2), DAMAGED),
        (changed([50, True, 775], DEALS, 0, 2), DAMAGED),
        (changed("0 dance", DEALS, 0, 3, 0), DAMAGED),
        (changed("0  hand", DEALS, 0, 3, 0), DAMAGED),
        (changed("² hand", DEALS, 0, 3, 0), DAMAGED),
        (changed("0 hand\n", DEALS, 0, 3, 0), DAMAGED),
        (changed("0 play 3", DEALS, 0, 3, 0), DAMAGED),
        (changed(5, DEALS, 0, 3, 0), DAMAGED),
        (changed(True, DEALS, 0, 3, 0), DAMAGED),
        (changed("7 hand", DEALS, 0, 3, 0), IMPOSSIBLE),
        (changed("1 hand", DEALS, 0, 3, 0), IMPOSSIBLE),
        (changed(3, DEALS, 0, 3, 0), IMPOSSIBLE),
        (changed("0 blind", DEALS, 0, 3, 0), IMPOSSIBLE),
        (changed(7, SEED), DAMAGED),
        (changed("x" * 121, SEED), DAMAGED),
        (changed([3, 1, 0], RESULT), DAMAGED),
        (changed([0, 1, 0, 0, 0], RESULT), DAMAGED),
        (changed([13, 1, 0, 0, 0], RESULT), DAMAGED),
        (changed([7, 1, 0, 1, 0], RESULT), IMPOSSIBLE),
        (changed([3, 9, 0, 0, 0], RESULT), DAMAGED),
        (changed([3, 1, 0, False, 0], RESULT), DAMAGED),
        (changed(-1, ENDED), DAMAGED),
        (changed(10**30, ENDED), DAMAGED),
    ],
)
def test_an_invalid_game_is_refused_with_one_reason(text: str, fault: GameFault) -> None:
    with pytest.raises(BadGame) as refused:
        read(text)
    assert refused.value.fault is fault
    assert str(refused.value) == fault.value


def test_a_game_that_runs_backwards_is_refused() -> None:
    deals = (DealtLevel(((3,), (7,)), (Move(2.0, 0, LayHand()), Move(1.0, 1, LayHand()))),)
    with pytest.raises(BadGame):
        replace(SAVED, deals=deals).check()
    with pytest.raises(BadGame):
        read(write(replace(SAVED, deals=deals)))


def test_no_level_follows_the_end() -> None:
    game = game_by_chance(new_game(variant("classic"), 2), Random(1), "lost", 500)
    assert game.end.phase is Phase.LOST
    with pytest.raises(BadGame):
        replace(game, deals=(*game.deals, game.deals[-1])).check()


# --- Noise ------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
near = st.sampled_from([0, 3, 7, 50, "0 hand", "1 star 7", "1 rest", "0 stop", "0 unstar", [], [3], [[3], [7]], None])


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """Build a game with some parts replaced, its text sometimes cut and patched."""
    plain = json.loads(TEXT)
    for _ in range(draw(st.integers(0, 3))):
        part = plain
        while isinstance(part, list) and part and draw(st.integers(0, 3)):
            at = draw(st.integers(0, len(part) - 1))
            if not isinstance(part[at], list):
                part[at] = draw(near | anything)
                break
            part = part[at]
    text = json.dumps(plain)
    if draw(st.booleans()):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        text = text[:start] + draw(st.text(max_size=5)) + text[end:]
    return text


@settings(max_examples=300)
@given(st.one_of(mangled(), st.text(), anything.map(json.dumps)))
def test_random_text_is_refused_or_is_a_game_that_can_be_shown(text: str) -> None:
    try:
        game = read(text)
    except BadGame:
        return
    assert read(write(game)) == game
    timeline(game)
    if game.deals or game.result:
        finished(game)


def test_recorded_actions_keep_their_cards() -> None:
    moves = (Move(1.0, 0, LayHand()), Move(2.0, 1, RaiseStar(42)))
    deal = DealtLevel(((50, 51), (42, 58)), moves)
    game = Game(variant("tens"), Team.unnamed(2), (deal,))
    assert '"1 star 42"' in write(game)
