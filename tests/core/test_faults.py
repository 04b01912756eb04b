"""Bugs seen in other implementations of this game, and proof that this one does not have them."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from game.core import (
    Action,
    IllegalAction,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    Play,
    RaiseStar,
    StarUsed,
    apply,
    legal_actions,
    view_of,
)
from tests.core.positions import all_lay_hands, card, course, playing


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
    hidden = state._replace(level=11)
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


def test_no_action_names_its_own_seat() -> None:
    named = {field.name for action in get_args(Action) for field in fields(action)}
    assert named == {"deck", "card", "discard"}


def test_a_seat_that_does_not_exist_can_do_nothing() -> None:
    state = playing("12 | 20")
    for stranger in (-1, 2, 8, 100):
        assert legal_actions(state, stranger) == frozenset()
        with pytest.raises(IllegalAction):
            apply(state, stranger, Play(12))
