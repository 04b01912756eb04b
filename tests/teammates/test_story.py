"""A level told afterwards: landings, errors, how well in step, the closest call."""

from __future__ import annotations

from random import Random

import pytest

from game.core import (
    Dealt,
    Event,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
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
from game.teammates.story import CloseCall, InStep, Landing, Story, stories
from tests.teammates.games import played_out, stand_in


def level(*happened: tuple[float, Event], seats: int = 2, cards: int = 2) -> Story:
    """The story of level 1, dealt `cards` to each of `seats`, in which this happened."""
    state = new_game(variant("classic"), seats)
    hand = tuple(range(1, cards + 1))
    dealt = State(variant("classic"), seats, 1, 2, 1, Phase.FOCUS, hands=(hand,) * seats, piles=((),))
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
            Landing(12.0, 1, 90, 0, 90),
        ),
        aside=(),
        in_step=(InStep(0, 1, (4.5 / 11) / (6 / 10)),),
        closest=CloseCall(Laid(1, 20), Laid(0, 21), 0.5),
        tempo=10.5 / 21,
    )


def test_an_error_is_marked_and_halts_the_clock() -> None:
    story = level(
        (0.0, Started()),
        (5.0, Played(0, 30)),
        (5.0, LifeLost(30, (Laid(1, 12), Laid(1, 20)))),
        (60.0, Started()),
        (64.0, Played(0, 40)),
    )
    assert story.seconds == 9.0
    assert [(one.card, one.error) for one in story.laid] == [(30, True), (40, False)]
    assert [(one.at, one.seat, one.card) for one in story.aside] == [(5.0, 1, 12), (5.0, 1, 20)]
    assert story.in_step == (InStep(0, 1, None),)
    assert story.closest is None


def test_after_a_star_everybody_counts_from_the_lowest_card_set_aside() -> None:
    story = level(
        (0.0, Started()),
        (4.0, StarUsed((Laid(0, 15), Laid(1, 50)))),
        (10.0, Started()),
        (13.0, Played(0, 21)),
        (20.0, Played(1, 60)),
    )
    assert (story.laid[0].wait, story.laid[0].gap) == (3.0, 6)


def test_stop_takes_no_time() -> None:
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
def test_whole_games_are_told_and_face_down_cards_only_when_turned_over(game: str) -> None:
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
