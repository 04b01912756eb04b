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
    Play,
    apply,
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


def test_no_action_names_its_own_seat() -> None:
    named = {field.name for action in get_args(Action) for field in fields(action)}
    assert named == {"deck", "card", "discard"}
