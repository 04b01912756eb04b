"""Robustness of the game recorder: no message of a host raises an exception."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import (
    Dealt,
    Event,
    HandLaid,
    Laid,
    LifeLost,
    Played,
    StarLowered,
    StarRaised,
    StarUsed,
    Stopped,
    WentBlind,
)
from game.net.game_recorder import GameRecorder
from game.net.protocol.fields import FieldError
from game.net.protocol.view_codec import VIEW
from game.table import Table
from tests.net.pages import CLASSIC

NEWS: list[Event] = [
    Dealt(1),
    HandLaid(0),
    Stopped(1),
    Played(0, 5),
    Played(1, None, 0, True),
    LifeLost(9, (Laid(1, 3),)),
    StarRaised(0),
    StarLowered(1),
    StarUsed((Laid(0, 3),)),
    WentBlind(),
]


@given(st.lists(st.tuples(st.sampled_from([2, 3]), st.lists(st.sampled_from(NEWS), max_size=6)), max_size=6))
def test_news_in_any_order_or_of_other_tables_raise_nothing(told: list[tuple[int, list[Event]]]) -> None:
    heard = GameRecorder()
    for number, (seats, news) in enumerate(told):
        heard.hear(float(number), replace(Table(CLASSIC, seats, "seed", {}).view(0), news=tuple(news)))
    if told:
        heard.plain()


@pytest.mark.parametrize(
    "event",
    [HandLaid(2), Stopped(7), Played(2, 5), Played(0, 5, 1), LifeLost(9, (Laid(2, 3),)), StarUsed((Laid(5, 3),))],
    ids=repr,
)
def test_a_view_with_news_of_missing_seats_and_piles_is_refused(event: Event) -> None:
    view = Table(CLASSIC, 2, "seed", {}).view(0)
    with pytest.raises(FieldError):
        VIEW.read(json.loads(json.dumps(VIEW.write(replace(view, news=(event,))))))
