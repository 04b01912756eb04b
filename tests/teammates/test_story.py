"""Summaries of levels: landings, mistakes, how well the seats were in step, the closest call."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from game.core import (
    Dealt,
    Event,
    Laid,
    LayHand,
    LevelCompleted,
    LifeLost,
    Phase,
    Play,
    Played,
    Started,
    StarUsed,
    State,
    Stopped,
    View,
    new_game,
    variant,
    view_of,
)
from game.table import Table
from game.teammates.mind import Mind, Traits
from game.teammates.story import CloseCall, InStep, Landing, Story, expected, stories
from game.teammates.tempo import Tempo
from tests.teammates.games import played_out, stand_in
from tests.test_table import sit_down


def level(*happened: tuple[float, Event], seats: int = 2, cards: int = 2, game: str = "classic") -> Story:
    """Return the story of level 1 with these events, after `cards` were dealt to each of `seats`."""
    state = new_game(variant(game), seats)
    hand = tuple(range(1, cards + 1))
    dealt = State(variant(game), seats, 1, 2, 1, Phase.FOCUS, hands=(hand,) * seats, piles=((),))
    heard: list[tuple[float, View]] = [(0.0, view_of(dealt, None, (Dealt(1),)))]
    heard += [(at, view_of(state, None, (event,))) for at, event in happened]
    heard.append((happened[-1][0], view_of(state, None, (LevelCompleted(1, None),))))
    (story,) = stories(heard)
    return story


def test_a_level_in_order() -> None:
    story = level(
        (3.0, Started()),
        (7.0, Played(0, 10)),
        (13.0, Played(1, 20)),
        (13.5, Played(0, 21)),
        (15.0, Played(1, 90)),
    )
    assert story == Story(
        level=1,
        seconds=12.0,
        laid=(
            Landing(4.0, 0, 10, 0, 10, 4.0, 10),
            Landing(10.0, 1, 20, 0, 20, 6.0, 10),
            Landing(10.5, 0, 21, 0, 21, 0.5, 1),
            Landing(12.0, 1, 90, 0, 90, alone=True),
        ),
        aside=(),
        in_step=(InStep(0, 1, (4.5 / 11) / (6 / 10)),),
        closest=CloseCall(Laid(1, 20), Laid(0, 21), 0.5),
        tempo=10.5 / 21,
    )


def test_a_mistake_is_marked_and_stops_the_clock() -> None:
    story = level(
        (0.0, Started()),
        (5.0, Played(0, 30)),
        (5.0, LifeLost(30, (Laid(1, 12), Laid(1, 20)))),
        (60.0, Started()),
        (64.0, Played(0, 40)),
    )
    assert story.seconds == 9.0
    assert [(one.card, one.error) for one in story.laid] == [(30, True), (40, False)]
    assert story.aside == (Landing(5.0, 1, 12, 0, 12), Landing(5.0, 1, 20, 0, 20))
    assert (story.laid[1].wait, story.laid[1].gap) == (None, None)  # no other seat held a card any more
    assert story.in_step == (InStep(0, 1, None),)
    assert story.closest is None


def test_after_a_star_gaps_count_from_the_lowest_card_set_aside() -> None:
    story = level(
        (0.0, Started()),
        (4.0, StarUsed((Laid(0, 15), Laid(1, 50)))),
        (10.0, Started()),
        (13.0, Played(0, 21)),
        (20.0, Played(1, 60)),
    )
    assert (story.laid[0].wait, story.laid[0].gap) == (3.0, 6)
    assert story.aside == (Landing(4.0, 0, 15, 0, 15), Landing(4.0, 1, 50, 0, 50))


def test_a_star_before_the_start_is_at_time_zero() -> None:
    story = level((5.0, StarUsed((Laid(0, 1), Laid(1, 2)))), (9.0, Started()), (12.0, Played(0, 9)))
    assert story.aside == (Landing(0.0, 0, 1, 0, 1), Landing(0.0, 1, 2, 0, 2))
    assert (story.laid[0].wait, story.laid[0].gap, story.seconds) == (3.0, 8, 3.0)


def test_simultaneous_cards_have_no_wait_and_equal_ranks_no_gap() -> None:
    story = level(
        *((0.0, Started()), (4.0, Played(0, 40)), (4.0, Played(1, 38)), (6.0, Played(0, 62))),
        game="fifty",
    )
    assert [(one.wait, one.gap) for one in story.laid[:3]] == [(4.0, 11), (0.0, 2), (2.0, 0)]
    assert story.tempo == 4.0 / 13


# --- The closest call -------------------------------------------------------------


def test_equally_near_cards_of_two_seats_can_be_a_close_call() -> None:
    story = level((0.0, Started()), (4.0, Played(0, 49)), (4.5, Played(1, 51)), game="fifty")
    assert story.closest == CloseCall(Laid(0, 49), Laid(1, 51), 0.5)


def test_two_cards_of_one_seat_or_in_wrong_order_are_not_a_close_call() -> None:
    assert level((0.0, Started()), (4.0, Played(0, 10)), (4.5, Played(0, 20))).closest is None
    assert level((0.0, Started()), (4.0, Played(0, 49)), (4.5, Played(1, 50)), game="fifty").closest is None


def test_a_card_is_a_close_call_only_if_somebody_else_still_held_one() -> None:
    cards = (0.0, Started()), (4.0, Played(1, 10)), (4.1, Played(0, 11))
    assert level(*cards, cards=1).closest is None
    assert level(*cards, cards=1, seats=3).closest == CloseCall(Laid(1, 10), Laid(0, 11), 4.1 - 4.0)
    assert level(*cards).closest is not None


def test_a_card_before_or_after_a_mistake_is_not_a_close_call() -> None:
    error = ((5.0, Played(0, 30)), (5.0, LifeLost(30, ())))
    before = level((0.0, Started()), (4.9, Played(1, 12)), *error, cards=3)
    after = level((0.0, Started()), *error, (60.0, Started()), (60.1, Played(1, 31)), cards=3)
    assert before.closest is after.closest is None


def test_cards_that_stayed_face_down_are_not_a_close_call() -> None:
    story = level(
        *((0.0, Started()), (4.0, Played(0, None, 0, True)), (4.5, Played(1, None, 0, True))),
        game="classic+blind",
    )
    assert [(one.card, one.rank, one.wait, one.error) for one in story.laid] == [(None, None, None, False)] * 2
    assert story.closest is None
    half = level((0.0, Started()), (4.0, Played(0, None, 0, True)), (4.5, Played(1, 20, 0, True)), game="blind")
    assert half.closest is None


# --- Face down --------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_seat_gets_the_values_and_mistakes_of_face_down_cards_after_the_reveal(seat: int | None) -> None:
    table = sit_down("30 12 50 90", game="blind")
    for one in range(4):
        table.submit(one, LayHand(), 0.0)
    for at, (by, card) in enumerate(((0, 30), (1, 12), (2, 50), (3, 90)), start=1):
        table.submit(by, Play(card), float(at))
    (story,) = stories([(update.at, update.view(seat)) for update in table.updates()])
    assert [(one.seat, one.card, one.rank, one.error) for one in story.laid] == [
        (0, 30, 30, True),
        (1, 12, 12, False),
        (2, 50, 50, False),
        (3, 90, 90, False),
    ]
    assert story.closest == CloseCall(Laid(1, 12), Laid(2, 50), 1.0)


def test_a_forecast_has_the_median_and_the_80_percent_interval() -> None:
    middle, spread = Tempo().expect(10)
    wait = expected(Tempo(), 10)
    assert wait.seconds == pytest.approx(exp(middle))
    assert wait.most / wait.seconds == pytest.approx(wait.seconds / wait.least) == pytest.approx(exp(1.533 * spread))


def test_the_clock_does_not_run_during_a_stop() -> None:
    story = level(
        (0.0, Started()),
        (4.0, Stopped(0)),
        (50.0, Started()),
        (52.0, Played(0, 9)),
        (53.0, Played(0, 10)),
        (54.0, Played(1, 11)),
        (55.0, Played(1, 12)),
    )
    assert story.seconds == 9.0
    assert story.laid[0].wait == 2.0


@pytest.mark.parametrize("game", ["classic", "extreme", "fifty+blind", "tens", "classic+blind+strict"])
def test_stories_of_whole_games_are_complete(game: str) -> None:
    mates = {s: Mind(Traits(noise=0.05), Random(s)) for s in (1, 2)}
    updates = played_out(Table(variant(game), 3, "story", {0: stand_in(4), **mates}))
    told = stories([(update.at, update.view(None)) for update in updates])
    assert [story.level for story in told] == list(range(1, told[-1].level + 1))
    for story in told[:-1]:
        dealt = updates[0].state.variant.dealt(story.level, 3)
        assert len(story.laid) + len(story.aside) == dealt
        assert all(one.card is not None for one in story.laid)
        assert story.seconds >= story.laid[-1].at if story.laid else True
        assert all(step.share is None or 0 < step.share <= 1 for step in story.in_step)
