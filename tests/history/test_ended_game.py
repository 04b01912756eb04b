"""Saving of finished solo and multiplayer games to the history."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import (
    DEALER,
    Dealt,
    Event,
    GoBlind,
    LayHand,
    LiftHand,
    Phase,
    Play,
    State,
    apply,
    new_game,
    shuffled,
    variant,
    view_of,
)
from game.core.record import MOST_MOVES, Move, Record
from game.core.todays_deal import SEATS, VARIANT, day_of, seed_of
from game.history.ended_game import game_of, put_away
from game.history.errors import BadGame
from game.history.played_game import of_record, until_won
from game.history.shelf import Shelf
from game.history.stored_game import decoded
from game.history.summary import summary, views
from game.net.game_recorder import GameRecorder
from tests.core.chance import dice, games
from tests.history.games import record_by_chance, table_of

WHO = {"names": ["You", "Ada", "Iris", "Juno"], "characters": ["", "Ada", "Ada", "Ada"], "seat": 0}


def noted(record: Record, ended: int = 1_700_000_000) -> str:
    who = {key: value[: record.seats] if isinstance(value, list) else value for key, value in WHO.items()}
    return json.dumps({"ended": ended, **who, "record": record.plain()})


@cache
def played(seed: int, name: str = "classic", seats: int = 3) -> Record:
    return table_of(seed, variant(name), seats)[0].record


def test_a_finished_solo_game_is_saved_with_its_summary() -> None:
    record = played(1)
    [game] = put_away(noted(record), Shelf()).games
    end = of_record(record).end()
    assert (game.summary.level, game.summary.lives, game.summary.stars) == (end.level, end.lives, end.stars)
    assert (game.variant, game.seats, game.seed, game.day) == (record.variant, 3, record.seed, "")
    assert decoded(game.code).end() == end
    assert game.summary.in_step is not None
    assert 0.7 < game.summary.in_step <= 1


def test_a_game_that_continues_blind_is_saved_as_one_game() -> None:
    record = next(one for one in map(played, range(1, 99)) if of_record(one).end().phase is Phase.WON)
    shelf = put_away(noted(record), Shelf())
    on = replace(record, moves=(*record.moves, Move(record.moves[-1].at + 5, 0, GoBlind())))
    [game] = put_away(noted(on, 1_700_000_100), shelf).games
    assert game.ended == 1_700_000_100
    assert until_won(of_record(on)) == of_record(record)


def test_only_the_first_game_of_a_day_counts_as_the_daily_game() -> None:
    record = replace(table_of(1, VARIANT, SEATS)[0].record, seed=seed_of("2026-11-22"), moves=())
    assert day_of(record.variant, record.seats, record.seed) == "2026-11-22"
    assert day_of(record.variant, 3, record.seed) == ""
    assert day_of(variant("gentle"), record.seats, record.seed) == ""
    assert day_of(record.variant, record.seats, "today 2026-11-22 2") == ""
    shelf = put_away(noted(record), Shelf())
    shelf = put_away(noted(replace(record, moves=lay_hands(record)), 1_700_000_001), shelf)
    assert [game.day for game in shelf.games] == ["2026-11-22", ""]


def test_a_game_tells_its_day_unless_another_one_counts() -> None:
    first = replace(table_of(1, VARIANT, SEATS)[0].record, seed=seed_of("2026-11-22"), moves=())
    again = replace(first, moves=lay_hands(first))
    shelf = put_away(noted(first), Shelf())
    assert game_of(noted(first), Shelf()).day == "2026-11-22"
    assert game_of(noted(first), shelf).day == "2026-11-22"
    assert game_of(noted(again), shelf).day == ""
    assert game_of(noted(played(1)), shelf).day == ""


def lay_hands(record: Record) -> tuple[Move, ...]:
    return tuple(Move(float(seat), seat, LayHand()) for seat in range(record.seats))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"record": {}}', '{"heard": {}}', '{"heard": 7}', "[" * 100_000]
)
def test_text_without_a_game_is_refused(text: str) -> None:
    with pytest.raises(BadGame):
        put_away(text, Shelf())


def test_a_solo_game_with_an_illegal_move_is_refused() -> None:
    with pytest.raises(BadGame):
        put_away(noted(replace(played_once(), moves=(Move(1.0, 0, Play(1)),))), Shelf())


def test_a_game_of_too_many_moves_is_saved_without_them() -> None:
    moves = tuple(Move(float(at), 0, (LayHand(), LiftHand())[at % 2]) for at in range(MOST_MOVES + 1))
    [game] = put_away(noted(replace(played_once(), moves=moves)), Shelf()).games
    assert (game.code, game.summary.level, game.summary.lives) == ("", 1, 3)


@given(
    st.sampled_from(["ended", "names", "characters", "seat", "record", "heard"]), st.none() | st.text() | st.integers()
)
def test_random_values_are_refused_or_saved(key: str, noise: object) -> None:
    spoilt = json.loads(noted(replace(played_once(), moves=()))) | {key: noise}
    try:
        put_away(json.dumps(spoilt), Shelf())
    except BadGame:
        pass


def played_once() -> Record:
    return Record(variant("classic"), 3, "seed")


# --- Games with others ----------------------------------------------------------------------


def hear(record: Record, seat: int | None, anew_at: int | None = None) -> tuple[GameRecorder, State, list[Any]]:
    """Return what the page at `seat` receives of a game; after `anew_at` moves the level is dealt again."""
    heard, told = GameRecorder(), []
    state, events = apply(
        new_game(record.variant, record.seats), DEALER, shuffled(new_game(record.variant, record.seats), record.seed)
    )

    def tell(at: float, state: State, events: tuple[Event, ...]) -> None:
        view = view_of(state, seat, events)
        heard.hear(at, view)
        told.append((at, view))

    tell(100.0, state, events)
    for move in record.moves:
        state, events = apply(state, move.seat, move.action)
        tell(100.0 + move.at, state, events)
        if state.phase is Phase.DEAL:
            state, events = apply(state, DEALER, shuffled(state, record.seed))
            tell(100.0 + move.at, state, events)
    return heard, state, told


def by_others(heard: GameRecorder, seats: int) -> str:
    who = {"names": [f"N{seat}" for seat in range(seats)], "characters": [""] * seats, "seat": None}
    return json.dumps({"ended": 1, **who, "heard": heard.plain()})


@settings(max_examples=40)
@given(games, dice, st.data())
def test_every_page_saves_the_game_it_received(game: State, dice: Random, data: st.DataObject) -> None:
    record = record_by_chance(game, dice, "a seed", 120)
    seat = data.draw(st.none() | st.integers(0, game.seats - 1))
    heard, end, told = hear(record, seat)
    [kept] = put_away(by_others(heard, game.seats), Shelf()).games
    assert (kept.summary.level, kept.summary.lives, kept.summary.stars) == (end.level, end.lives, end.stars)
    if end.phase not in (Phase.WON, Phase.LOST):
        return
    assert kept.code
    again = kept.game()
    assert [level.hands for level in again.levels[:-1]] == [level.hands for level in of_record(record).levels[:-1]]
    assert again.end().phase is end.phase
    assert again.end().aside == end.aside
    assert again.end().piles == end.piles
    for level, true in zip(again.levels, of_record(record).levels, strict=True):
        shown = [set(hand) - level.unseen for hand in level.hands]
        assert all(seen <= set(hand) for seen, hand in zip(shown, true.hands, strict=True))
    assert kept.summary.marks == summary(told).marks


def test_a_page_that_joined_later_saves_only_how_the_game_ended() -> None:
    record = played(2)
    heard = GameRecorder()
    for at, view in views(of_record(record), 1)[20:]:
        heard.hear(at, view)
    [game] = put_away(by_others(heard, 3), Shelf()).games
    end = of_record(record).end()
    assert (game.code, game.summary.level, game.summary.lives) == ("", end.level, end.lives)


@pytest.mark.parametrize("what", ["level", "lives", "stars"])
def test_a_game_whose_moves_lead_to_another_end_is_saved_without_them(what: str) -> None:
    lost = next(one for one in map(played, count(1)) if of_record(one).end().phase is Phase.LOST)
    heard, _, _ = hear(lost, 0)
    plain = json.loads(by_others(heard, 3))
    plain["heard"][what] += 1
    [game] = put_away(json.dumps(plain), Shelf()).games
    assert (game.code, getattr(game.summary, what)) == ("", plain["heard"][what])


def test_a_level_that_was_dealt_again_is_part_of_the_game() -> None:
    record = played(3)
    whole = views(of_record(record), 0)
    second_deal = [number for number, (_, view) in enumerate(whole) if view.tells(Dealt)][1]
    heard = GameRecorder()
    for at, view in whole[: second_deal + 6]:
        heard.hear(at, view)
    for at, view in whole[second_deal:]:
        heard.hear(at + 1000, view)  # after everything heard of the first deal
    [game] = put_away(by_others(heard, 3), Shelf()).games
    assert game.code
    assert len(game.game().levels) == len(of_record(record).levels) + 1
    assert game.game().levels[1].unseen
    assert game.game().end() == of_record(record).end()


def test_a_card_that_was_never_shown_is_never_replayed() -> None:
    """When the last life is lost, some cards stay in their hands and no other page learns their numbers."""
    for seed in range(40):
        record = record_by_chance(new_game(variant("classic"), 3), Random(seed), "x", 200)
        if of_record(record).end().phase is not Phase.LOST or not any(of_record(record).end().hands[1:]):
            continue
        heard, end, _ = hear(record, 0)
        [game] = put_away(by_others(heard, 3), Shelf()).games
        last = game.game().levels[-1]
        held = game.game().end().hands
        assert held[0] == end.hands[0]
        assert {card for hand in held[1:] for card in hand} == set(last.unseen)
        assert not last.unseen & set(end.hands[0])
        assert not any(isinstance(move.action, Play) and move.action.card in last.unseen for move in last.moves)
        return
    raise AssertionError("no game was lost")


@settings(max_examples=60)
@given(st.data())
def test_random_values_in_a_received_game_are_refused_or_only_the_end_is_saved(data: st.DataObject) -> None:
    heard, _, _ = hear(played(2), 0)
    spoilt = heard.plain()
    deal = data.draw(st.sampled_from(spoilt["deals"]))
    noise = st.none() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers(0, 101), max_size=4)
    key = data.draw(st.sampled_from(["hands", "unseen", "moves"]))
    if isinstance(deal[key], list) and deal[key] and data.draw(st.booleans()):
        deal[key][data.draw(st.integers(0, len(deal[key]) - 1))] = data.draw(noise)
    else:
        deal[key] = data.draw(noise)
    who = {"names": ["a", "b", "c"], "characters": ["", "", ""], "seat": 0}
    [game] = put_away(json.dumps({"ended": 1, **who, "heard": spoilt}), Shelf()).games
    if game.code:
        assert game.game().end().level == spoilt["level"]
