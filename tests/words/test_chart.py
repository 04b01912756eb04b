"""Messages of the chart of a level."""

from __future__ import annotations

from dataclasses import replace

from game.core import Laid, variant
from game.teammates.story import CloseCall, InStep, Landing, Story
from game.words.chart import (
    CARDS_HEAD,
    TEMPOS_HEAD,
    card_rows,
    example,
    in_sync,
    remarks,
    summary,
    tempo_rows,
    wait_rows,
    waits_head,
)

CLASSIC = variant("classic")
NAMES = ["You", "Yousef"]
LAID = (
    Landing(1.25, 0, 12, 0, 12),
    Landing(9.0, 1, 40, 0, 40, error=True),
    Landing(12.0, 1, None, 0),
)
STORY = Story(
    level=3,
    seconds=12.4,
    laid=LAID,
    aside=(Landing(9.0, 0, 30, 0, 30),),
    in_step=(InStep(0, 1, 0.934),),
    closest=CloseCall(Laid(0, 12), Laid(1, 40), 0.305),
    tempo=0.666,
)


def test_the_chart_has_a_text_alternative() -> None:
    assert summary(STORY) == "3 cards played in 12 s. Set aside: 1. One mistake."
    assert summary(replace(STORY, aside=())) == "3 cards played in 12 s. One mistake."


def test_mistakes_are_counted() -> None:
    wrong = LAID[1]
    stories = [replace(STORY, laid=laid) for laid in ((), (wrong,), (wrong, wrong))]
    assert [row[2] for row in tempo_rows(stories)] == ["no mistakes", "one mistake", "two mistakes"]


def test_the_closest_call_is_left_out_if_there_was_none() -> None:
    assert remarks(STORY, CLASSIC, NAMES) == "Closest call: 12 (You), then 40 (Yousef) 0.30 s later."
    assert remarks(replace(STORY, closest=None), CLASSIC, NAMES) == ""


WAITED = (
    Landing(6.0, 0, 12, 0, 12, wait=6.0, gap=12),
    Landing(12.24, 1, 25, 0, 25, wait=6.24, gap=13),
    Landing(16.24, 0, 33, 0, 33, wait=4.0, gap=8),
)
LEVEL = replace(STORY, laid=WAITED, in_step=(InStep(0, 1, 0.96), InStep(0, 2, None), InStep(1, 2, None)))
PLAYERS = [*NAMES, "Ada"]


def test_how_well_the_players_were_in_sync_is_one_figure() -> None:
    assert in_sync(LEVEL, 0) == in_sync(LEVEL, None) == "96% in sync"
    assert in_sync(LEVEL, 2) == "Too few cards at this level to compare."
    more = replace(LEVEL, in_step=(InStep(0, 1, 0.9), InStep(0, 2, 0.7), InStep(1, 2, 0.1)))
    assert in_sync(more, 0) == "80% in sync"


def test_each_player_has_a_time_per_step_and_is_compared_with_the_person() -> None:
    assert wait_rows(LEVEL, 0, PLAYERS) == [("You", "0.50 s", "–"), ("Yousef", "0.48 s", "96%"), ("Ada", "–", "–")]
    assert wait_rows(LEVEL, None, PLAYERS) == [("You", "0.50 s"), ("Yousef", "0.48 s"), ("Ada", "–")]
    for me in (0, None):
        assert {len(row) for row in wait_rows(LEVEL, me, PLAYERS)} == {len(waits_head(me))}


def test_the_example_is_a_card_of_the_level_and_its_figures_agree() -> None:
    assert (
        example(LEVEL, 0, CLASSIC, PLAYERS) == "Example: from 0 to 12 is 12 steps. You waited 6.0 s: 0.50 s per step."
    )
    theirs = "Example: from 12 to 25 is 13 steps. Yousef waited 6.2 s: 0.48 s per step."
    assert example(LEVEL, None, CLASSIC, PLAYERS) == theirs
    assert example(replace(LEVEL, laid=LAID), 0, CLASSIC, PLAYERS) == ""
    hasty = Landing(36.24, 0, 73, 0, 73, wait=4.0, gap=40)
    assert example(replace(LEVEL, laid=(*WAITED, hasty)), 0, CLASSIC, PLAYERS) == theirs
    assert example(replace(LEVEL, laid=(WAITED[0], hasty)), 0, CLASSIC, PLAYERS) == ""
    near = Landing(0.66, 0, 2, 0, 2, wait=0.66, gap=2)
    told = example(replace(LEVEL, laid=(near,)), 0, CLASSIC, PLAYERS)
    assert told == "Example: from 0 to 2 is 2 steps. You waited 0.66 s: 0.33 s per step."
    descending, ranked = variant("descending"), Landing(3.0, 0, 81, 0, 20, wait=3.0, gap=10)
    told = example(replace(LEVEL, laid=(ranked,)), 0, descending, PLAYERS)
    assert told == "Example: from 91 to 81 is 10 steps. You waited 3.0 s: 0.30 s per step."
    from_the_start = Landing(3.0, 0, 91, 0, 10, wait=3.0, gap=10)
    assert example(replace(LEVEL, laid=(from_the_start,)), 0, descending, PLAYERS) == ""


def test_an_example_around_fifty_counts_the_distance_from_50() -> None:
    fifty = variant("fifty")
    laid = (
        Landing(1.0, 0, 47, 0, 3, wait=1.5, gap=4),
        Landing(5.5, 1, 62, 0, 12, wait=4.5, gap=9),
    )
    told = example(replace(LEVEL, laid=laid), None, fifty, PLAYERS)
    assert told == "Example: 47 is 3 away from 50, 62 is 12 away: 9 steps. Yousef waited 4.50 s: 0.50 s per step."
    assert example(replace(LEVEL, laid=laid[1:]), None, fifty, PLAYERS) == ""  # waited for from the start
    aside = (Landing(1.0, 0, 53, 0, 3),)
    after_a_star = example(replace(LEVEL, laid=laid[1:], aside=aside), None, fifty, PLAYERS)
    assert after_a_star.startswith("Example: 53 is 3 away from 50, 62 is 12 away")
    from_fifty = Landing(1.0, 0, 50, 0, 0), Landing(5.5, 1, 62, 0, 12, wait=6.0, gap=12)
    assert example(replace(LEVEL, laid=from_fifty), None, fifty, PLAYERS) == ""


def test_an_example_of_extreme_names_cards_of_one_pile() -> None:
    laid = (Landing(4.5, 1, 60, 0, 41, wait=4.5, gap=9),)
    red = (replace(laid[0], pile=1),)
    told = example(replace(LEVEL, laid=red), None, variant("extreme"), PLAYERS)
    assert told == "Example: from red 19 to red 10 is 9 steps. Yousef waited 4.50 s: 0.50 s per step."


def test_the_tables_have_a_cell_below_every_heading() -> None:
    tempos = tempo_rows([STORY, replace(STORY, level=4, tempo=None)])
    assert tempos == [("3", "0.67 s", "one mistake")]
    rows = card_rows(STORY, CLASSIC, NAMES)
    assert rows == [
        ("12", "1.2 s", "You", "played"),
        ("40", "9.0 s", "Yousef", "too soon"),
        ("30", "9.0 s", "You", "set aside"),
        ("face down", "12.0 s", "Yousef", "played"),
    ]
    assert {len(row) for row in tempos} == {len(TEMPOS_HEAD)}
    assert {len(row) for row in rows} == {len(CARDS_HEAD)}
