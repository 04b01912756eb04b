"""Summaries of levels: landings, mistakes, how well the seats were in step, the closest call."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import pytest

from game.core import (
    DEALER,
    Action,
    Dealt,
    Laid,
    LayHand,
    LevelCompleted,
    Phase,
    Play,
    Seat,
    State,
    apply,
    new_game,
    shuffled,
    variant,
    view_of,
)
from game.table import Table
from game.teammates.mind import Mind, Traits
from game.teammates.story import CloseCall, InStep, Landing, LevelStories, Story, expected, stories
from game.teammates.tempo import Tempo
from tests.core.examples import timed
from tests.teammates.games import played_out, stand_in
from tests.test_table import sit_down, start


def level(happened: str, seats: int = 2, cards: int = 2, game: str = "classic") -> Story:
    """Return the story of level 1 with these events, after `cards` were dealt to each of `seats`."""
    state = new_game(variant(game), seats)
    hand = tuple(range(1, cards + 1))
    dealt = State(variant(game), seats, 1, 2, 1, Phase.FOCUS, hands=(hand,) * seats, piles=((),))
    heard = [(0.0, view_of(dealt, None, (Dealt(1),)))]
    heard += [(at, view_of(state, None, (event,))) for at, event in timed(happened)]
    heard.append((heard[-1][0], view_of(state, None, (LevelCompleted(1, None),))))
    (story,) = stories(heard)
    return story


def test_a_level_in_order() -> None:
    assert level("3 Started, 7 Played 0 10, 13 Played 1 20, 13.5 Played 0 21, 15 Played 1 90") == Story(
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
    story = level("0 Started, 5 Played 0 30, 5 LifeLost 30 (1:12 1:20), 60 Started, 64 Played 0 40")
    assert story.seconds == 9.0
    assert [(one.card, one.error) for one in story.laid] == [(30, True), (40, False)]
    assert story.aside == (Landing(5.0, 1, 12, 0, 12), Landing(5.0, 1, 20, 0, 20))
    assert (story.laid[1].wait, story.laid[1].gap) == (None, None)  # no other seat held a card any more
    assert story.in_step == (InStep(0, 1, None),)
    assert story.closest is None


@pytest.mark.parametrize(
    ("happened", "game", "seconds", "waits"),
    [
        ("0 Started, 4 StarUsed (0:15 1:50), 10 Started, 13 Played 0 21", "classic", 7.0, [(3.0, 6)]),
        ("5 StarUsed (0:1 1:2), 9 Started, 12 Played 0 9", "classic", 3.0, [(3.0, 8)]),
        ("0 Started, 4 Stopped 0, 50 Started, 52 Played 0 9, 55 Played 1 12", "classic", 9.0, [(2.0, 9), (3.0, 3)]),
        ("0 Started, 4 Played 0 40, 4 Played 1 38, 6 Played 0 62", "fifty", 6.0, [(4.0, 11), (0.0, 2), (2.0, 0)]),
    ],
    ids=("after a star", "after a star before the start", "after a stop", "cards played at once, and of equal rank"),
)
def test_waits_and_gaps(happened: str, game: str, seconds: float, waits: list[tuple[float, int]]) -> None:
    """After a star, gaps count from the lowest card that it set aside; during a stop, no time passes."""
    story = level(happened, game=game)
    assert (story.seconds, [(one.wait, one.gap) for one in story.laid]) == (seconds, waits)


def test_cards_set_aside_before_the_start_are_at_time_zero() -> None:
    story = level("5 StarUsed (0:1 1:2), 9 Started, 12 Played 0 9")
    assert story.aside == (Landing(0.0, 0, 1, 0, 1), Landing(0.0, 1, 2, 0, 2))


def test_the_tempo_is_the_time_for_each_number() -> None:
    assert level("0 Started, 4 Played 0 40, 4 Played 1 38, 6 Played 0 62", game="fifty").tempo == 4.0 / 13


@pytest.mark.parametrize(
    ("happened", "options", "closest"),
    [
        ("4 Played 1 10, 4.5 Played 0 11", {}, (1, 10, 0, 11)),
        ("4 Played 0 49, 4.5 Played 1 51", {"game": "fifty"}, (0, 49, 1, 51)),  # equally near
        ("4 Played 0 10, 4.5 Played 0 20", {}, None),  # of one seat
        ("4 Played 0 49, 4.5 Played 1 50", {"game": "fifty"}, None),  # in wrong order
        ("4 Played 1 10, 4.5 Played 0 11", {"cards": 1}, None),  # nobody else held one
        ("4 Played 1 10, 4.5 Played 0 11", {"cards": 1, "seats": 3}, (1, 10, 0, 11)),
        ("4.9 Played 1 12, 5 Played 0 30, 5 LifeLost 30 ()", {"cards": 3}, None),
        ("5 Played 0 30, 5 LifeLost 30 (), 60 Started, 60.1 Played 1 31", {"cards": 3}, None),
        ("4 Played 0 -, 4.5 Played 1 -", {"game": "blind"}, None),  # never turned over
        ("4 Played 0 -, 4.5 Played 1 20", {"game": "blind"}, None),
    ],
)
def test_the_closest_call(happened: str, options: dict[str, Any], closest: tuple[int, int, int, int] | None) -> None:
    found = level(f"0 Started, {happened}", **options).closest
    assert found == (closest and CloseCall(Laid(*closest[:2]), Laid(*closest[2:]), 0.5))


def test_cards_that_stayed_face_down_have_no_rank() -> None:
    story = level("0 Started, 4 Played 0 -, 4.5 Played 1 -", game="blind")
    assert [(one.card, one.rank, one.wait, one.error) for one in story.laid] == [(None, None, None, False)] * 2


# --- Face down --------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_seat_gets_the_values_and_mistakes_of_face_down_cards_after_the_reveal(seat: int | None) -> None:
    table = sit_down("30 12 50 90", game="blind")
    start(table, 0.0)
    for at, (by, card) in enumerate(((0, 30), (1, 12), (2, 50), (3, 90)), start=1):
        table.submit(by, Play(card), float(at))
    (story,) = stories([(update.at, update.view(seat)) for update in table.updates()])
    told = [(one.seat, one.card, one.rank, one.error) for one in story.laid]
    assert told == [(0, 30, 30, True), (1, 12, 12, False), (2, 50, 50, False), (3, 90, 90, False)]
    assert story.closest == CloseCall(Laid(1, 12), Laid(2, 50), 1.0)


def test_a_forecast_has_the_median_and_the_80_percent_interval() -> None:
    middle, spread = Tempo().expect(10)
    wait = expected(Tempo(), 10)
    assert wait.seconds == pytest.approx(exp(middle))
    assert wait.most / wait.seconds == pytest.approx(wait.seconds / wait.least) == pytest.approx(exp(1.533 * spread))


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


# --- The stories of a game ---------------------------------------------------------


def hear(stories: LevelStories, state: State, seat: Seat, action: Action) -> State:
    state, events = apply(state, seat, action)
    stories.add(0.0, view_of(state, 0, events))
    return state


def deal(stories: LevelStories, state: State) -> State:
    return hear(stories, state, DEALER, shuffled(state, "1"))


def play(stories: LevelStories, state: State) -> None:
    """Play the current level to its end."""
    for seat in range(state.seats):
        state = hear(stories, state, seat, LayHand())
    while state.phase is Phase.PLAY:
        card, seat = min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)
        state = hear(stories, state, seat, Play(card))


def heard(name: str = "classic") -> LevelStories:
    """Return the stories of a page that saw the first level of a game."""
    told = LevelStories()
    play(told, deal(told, new_game(variant(name), 2)))
    assert [story.level for story in told.complete] == [1]
    return told


def test_a_level_whose_deal_was_missed_is_not_added() -> None:
    told = LevelStories()
    play(told, deal(LevelStories(), new_game(variant("classic"), 2)))
    assert told.complete == []


@pytest.mark.parametrize("name", ["classic", "blind"])
def test_another_game_drops_the_stories_of_the_last(name: str) -> None:
    told = heard(name)
    deal(told, new_game(variant(name), 2))
    assert told.complete == []


def test_a_game_that_continues_blind_is_the_same_game() -> None:
    told = heard()
    deal(told, new_game(variant("classic"), 2)._replace(blind=True))
    assert told.complete
