"""Bugs seen in other implementations of this game, and proof that this one does not have them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

import pytest

from game.core import (
    Action,
    FaceDown,
    IllegalAction,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    Play,
    Played,
    RaiseStar,
    StarUsed,
    apply,
    legal_actions,
    view_of,
)
from tests.core.positions import all_lay_hands, card, course, playing


def test_no_reward_comes_before_the_level_is_complete() -> None:
    after, events = apply(playing("7 | 99", level=2), 0, Play(7))
    assert (events, after.stars) == ((Played(0, 7),), 1)


def test_each_reward_comes_at_its_own_level_only() -> None:
    gains = {}
    for level in range(1, 12):
        after, _ = apply(playing("7 | ", level=level, lives=2, stars=1), 0, Play(7))
        gains[level] = (after.lives - 2, after.stars - 1)
    star, life = (0, 1), (1, 0)
    assert {n: gain for n, gain in gains.items() if any(gain)} == {2: star, 3: life, 5: star, 6: life, 8: star, 9: life}


def test_lives_and_stars_have_caps() -> None:
    assert apply(playing("7 | ", level=6, lives=5), 0, Play(7))[0].lives == 5
    assert apply(playing("7 | ", level=5, stars=3), 0, Play(7))[0].stars == 3


def test_two_lower_cards_cost_one_life() -> None:
    for hands in ("30 | 12 20 | 99", "30 | 12 | 20 99"):
        after, events = apply(playing(hands, lives=3), 0, Play(30))
        assert after.lives == 2
        assert sum(isinstance(event, LifeLost) for event in events) == 1


def test_a_stale_click_on_a_card_set_aside_costs_no_second_life() -> None:
    after, _ = apply(playing("30 | 12 90 | 99", lives=3), 0, Play(30))
    again = all_lay_hands(after)
    for position in (after, again):
        with pytest.raises(IllegalAction):
            apply(position, 1, Play(12))
    assert again.lives == 2


def test_a_late_click_does_not_play_the_next_card() -> None:
    state = playing("12 90 | 20")
    after, _ = apply(state, 0, Play(12))
    with pytest.raises(IllegalAction):
        apply(after, 0, Play(12))
    assert [field.name for field in fields(Play)] == ["card"]


def test_a_star_needs_every_seat() -> None:
    state = playing("12 | 20 | 30 | ")
    for abstaining in range(4):
        after, events = course(state, *((seat, RaiseStar()) for seat in range(4) if seat != abstaining))
        assert (after.stars, after.hands) == (state.stars, state.hands)
        assert not any(isinstance(event, StarUsed) for event in events)


def test_a_star_skips_empty_hands() -> None:
    state = playing("12 13 |  | ")
    after, events = course(state, *((seat, RaiseStar()) for seat in (2, 1, 0)))
    assert events[-1] == StarUsed((Laid(0, 12),))
    assert after.hands == ((13,), (), ())


def test_blind_mode_neither_stops_at_a_mistake_nor_hints_at_it() -> None:
    wrong, wrong_events = apply(playing("30 | 12 | 99", blind=True), 0, Play(30))
    right, right_events = apply(playing("30 | 42 | 99", blind=True), 0, Play(30))
    assert wrong.phase is Phase.PLAY
    assert view_of(wrong, 2, wrong_events) == view_of(right, 2, right_events)


@pytest.mark.parametrize(("lying", "ten_back"), [("w30", "w20"), ("r20", "r30")])
def test_extreme_has_no_exception_for_a_card_ten_away(lying: str, ten_back: str) -> None:
    state = playing(f"{lying} | {ten_back} | w50 r1", game="extreme")
    after, events = apply(state, 0, Play(card(lying)))
    assert events[1:] == (LifeLost(card(lying), (Laid(1, card(ten_back)),)),)
    assert after.lives == 1
    hidden = replace(state, level=11)
    _, events = course(hidden, (0, Play(card(lying))), (1, Play(card(ten_back))), (2, Play(50)), (2, Play(51)))
    assert isinstance(events[-1], LevelCompleted)
    assert events[-2].misplaced == (card(lying),)  # type: ignore[union-attr]


def test_a_view_shows_no_other_hand() -> None:
    state = playing("31 32 | 41 42 | 51 52", pile="1:11", aside="2:12")
    for seat, own in [(0, {31, 32}), (1, {41, 42}), (2, {51, 52}), (None, set())]:
        assert numbers(view_of(state, seat)) & set(range(31, 53)) == own


def numbers(thing: object) -> set[int]:
    """Return every number anywhere inside `thing`."""
    if isinstance(thing, int):
        return {thing}
    if isinstance(thing, tuple | frozenset):
        return set().union(*map(numbers, thing))
    parts = getattr(thing, "__dataclass_fields__", {})
    return set().union(*(numbers(getattr(thing, part)) for part in parts))


def test_numbers_finds_nested_numbers() -> None:
    assert numbers((FaceDown(3), (Play(7), frozenset({RaiseStar(9)})))) == {3, 7, 9}


def test_no_action_names_its_own_seat() -> None:
    named = {field.name for action in get_args(Action) for field in fields(action)}
    assert named == {"deck", "card", "discard"}


def test_a_seat_that_does_not_exist_can_do_nothing() -> None:
    state = playing("12 | 20")
    for stranger in (-1, 2, 8, 100):
        assert legal_actions(state, stranger) == frozenset()
        with pytest.raises(IllegalAction):
            apply(state, stranger, Play(12))
