"""Everything that shows or remembers Views takes all that the codec accepts, in any sequence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import (
    Dealt,
    Event,
    FaceDown,
    GameLost,
    HandLaid,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    Played,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    View,
)
from game.net.protocol.view_check import VIEW
from game.table import Table
from tests.net.pages import CLASSIC
from tests.net.view_consumers import CONSUMERS, Heard
from tests.net.views import any_views


@pytest.mark.parametrize("consumer", CONSUMERS, ids=lambda consumer: consumer.__name__)
@given(dice=st.randoms(use_true_random=True))
def test_no_view_that_the_codec_accepts_raises_anything(consumer: Callable[[Heard], None], dice: Random) -> None:
    consumer([(float(at), view) for at, view in enumerate(any_views(dice, 12))])


def test_most_random_views_are_possible_and_some_are_not() -> None:
    accepted = sum(1 for _ in any_views(Random(1), 1000))
    assert 600 < accepted < 950


FOCUS = Table(CLASSIC, 2, "seed", {}).view(0)
(OWN,) = FOCUS.hand
OTHER = 100 if OWN < 100 else 99


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": 2},
        {"hand": ()},
        {"hand": (OWN, OTHER), "counts": (2, 1)},
        {"counts": (1,)},
        {"counts": (1, 2)},
        {"down": frozenset({2})},
        {"discard": OTHER},
        {"legal": frozenset()},
        {"level": 2},
        {"levels": 11},
        {"lives": 0},
        {"phase": Phase.DEAL},
        {"piles": ()},
        {"piles": ((Laid(1, OWN),),), "counts": (1, 0)},
        {"piles": ((FaceDown(1),),), "counts": (1, 0)},
        {"face_down": frozenset({0})},
        {"aside": (Laid(1, OTHER),)},
        {"news": (Dealt(2),)},
        {"news": (Dealt(1), HandLaid(0))},
        {"news": (HandLaid(2),)},
        {"news": (HandLaid(0), Started())},
        {"news": (Stopped(7),)},
        {"news": (LifeLost(OTHER, (Laid(0, OWN),)),)},
        {"news": (Played(1, OTHER), LifeLost(OTHER, ()))},
        {"news": (Played(1, OTHER), LifeLost(OTHER, (Laid(2, OWN),)))},
        {"news": (Played(1, OWN), LifeLost(OWN, (Laid(0, OTHER),)))},
        {"news": (Played(1, OTHER, 1), LifeLost(OTHER, (Laid(0, OWN),)))},
        {"news": (StarRaised(0), StarUsed((Laid(5, OWN),)))},
        {"news": (Played(1, OTHER), LevelCompleted(1, None))},
        {"news": (GameLost(),)},
    ],
    ids=str,
)
def test_a_view_that_no_game_shows_is_refused(changes: dict[str, Any]) -> None:
    assert VIEW.read(plain(FOCUS)) == FOCUS
    with pytest.raises(ValueError):
        VIEW.read(plain(replace(FOCUS, **changes)))


@pytest.mark.parametrize(
    "news",
    [
        (),
        (Dealt(1),),
        (Stopped(1),),
        (Played(1, OTHER), LifeLost(OTHER, (Laid(0, OWN),))),
        (StarRaised(0), StarUsed((Laid(1, OTHER),))),
    ],
    ids=str,
)
def test_a_view_with_the_news_of_one_action_is_read(news: tuple[Event, ...]) -> None:
    assert VIEW.read(plain(replace(FOCUS, news=news))).news == news


def plain(view: View) -> object:
    return json.loads(json.dumps(VIEW.write(view)))
