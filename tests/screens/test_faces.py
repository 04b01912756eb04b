"""Expressions of the faces at a table: what happened, and nothing of hidden cards."""

from __future__ import annotations

import asyncio

import pytest

from game.core import (
    Action,
    Dealt,
    Event,
    GameLost,
    Laid,
    LayHand,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Play,
    Played,
    RaiseStar,
    StarUsed,
    State,
    Stop,
    apply,
    view_of,
)
from tests.core.positions import playing
from tests.screens.at_table import Sitting
from tests.screens.dom import browser

with browser():
    from game.browser.table.looks import FEELING, GLANCE, REACTION, looks_of

MISTAKE = Played(1, 30), LifeLost(30, (Laid(2, 25),))
VIEW = view_of(playing("30 40 | 12 20 | 25"), 0)


@pytest.mark.parametrize(
    ("events", "looks"),
    [
        ((Played(1, 12),), {"focus"}),
        ((Played(1, None, face_down=True),), {"focus"}),
        ((StarUsed(()),), {"joy"}),
        ((PhotoFinish(12, 13), Played(1, 12)), {"joy"}),
        ((Played(1, 12), LevelCompleted(1, None), Dealt(2)), {"joy"}),
        ((Played(1, 12), GameLost()), {"wince"}),
        ((PilesTurned((30,), 1), LevelCompleted(1, None)), {"wince"}),
        ((PilesTurned((), 0), LevelCompleted(1, None)), {"joy"}),
    ],
)
def test_all_show_what_they_think_of_what_happened(events: tuple[Event, ...], looks: set[str]) -> None:
    assert set(looks_of(events, VIEW).values()) == looks


def test_who_was_hasty_cringes_and_all_others_wince() -> None:
    assert looks_of(MISTAKE, VIEW) == {0: "wince", 1: "cringe", 2: "wince"}


def test_a_deal_and_hands_alone_change_no_face() -> None:
    assert looks_of((Dealt(1),), VIEW) == {}


async def test_faces_rest_as_the_game_stands() -> None:
    ana = Sitting()
    ana.show(phase=Phase.FOCUS, down=frozenset({1}), raised=frozenset({2}))
    assert ana.looks() == ["calm", "hush", "focus"]
    ana.show(phase=Phase.WON)
    assert ana.looks() == ["joy"] * 3
    ana.show(phase=Phase.LOST)
    assert ana.looks() == ["hush"] * 3


async def test_an_expression_ends_and_a_sign_precedes_it() -> None:
    ana = Sitting(characters=("", "", ""))
    ana.show(Played(1, 12))
    assert ana.looks() == ["calm"] * 3
    await asyncio.sleep(REACTION + 0.01)
    ana.screen.set(signs={2: "sorry"})
    assert ana.looks() == ["focus", "focus", "cringe"]
    ana.screen.set(signs={})
    await asyncio.sleep(GLANCE)
    assert ana.looks() == ["calm"] * 3


HANDS = "2 5 | 12 {} | 25 {}"
"""Hands of which two cards remain hidden during `MOVES`."""

MOVES: tuple[tuple[int, Action], ...] = (
    (0, Play(2)),
    (1, Stop()),
    *((seat, LayHand()) for seat in range(3)),
    (0, Play(5)),
    (0, RaiseStar()),
    (2, Play(25)),
    *((seat, LayHand()) for seat in range(3)),
)


async def test_faces_are_equal_in_games_that_differ_in_hidden_cards_alone() -> None:
    """Frame by frame, also while an expression lasts and after it."""
    frames = [await seen(Sitting(), playing(HANDS.format(*hidden))) for hidden in ((30, 31), (98, 99), (60, 27))]
    assert len(frames[0]) == 4 * len(MOVES) and len({str(frame) for frame in frames[0]}) > 3
    assert frames[0] == frames[1] == frames[2]


async def seen(ana: Sitting, state: State) -> list[tuple[list[str], list[str]]]:
    """Return the faces after each of `MOVES` in a game that begins with `state`, as moods and as drawn."""
    frames = []
    for seat, action in MOVES:
        state, events = apply(state, seat, action)
        ana.screen.show(view_of(state, 0, events))
        for later in (0, REACTION, GLANCE, FEELING):
            await asyncio.sleep(later)
            frames.append((ana.looks(), [face.innerHTML for face in ana.faces()]))
    return frames
