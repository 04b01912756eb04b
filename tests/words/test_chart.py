"""Messages of the chart of a level."""

from __future__ import annotations

import re
from dataclasses import replace
from math import log

from game.core import Laid, variant
from game.teammates.story import CloseCall, InStep, Landing, Story
from game.teammates.tempo import Tempo
from game.words.chart import (
    card_rows,
    cards_head,
    chart_title,
    length,
    mistakes,
    pair_in_step,
    remarks,
    share,
    summary,
    tempo_rows,
    tempos_head,
)
from tests.teammates.games import practised

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
    assert chart_title(STORY) == "Level 3"
    assert summary(STORY) == "3 cards in 12 s. One mistake."
    assert length(STORY.seconds) == "12 s"


def test_mistakes_are_counted() -> None:
    wrong = LAID[1]
    stories = [replace(STORY, laid=laid) for laid in ((), (wrong,), (wrong, wrong))]
    assert [mistakes(story) for story in stories] == ["no mistakes", "one mistake", "two mistakes"]


def test_unknown_figures_are_left_out() -> None:
    clock = Tempo(practised(level=log(4.3), spread=0.25, noise=0.2))
    assert remarks(STORY, clock, CLASSIC, NAMES) == (
        "Closest call: 12 (You), then 40 (Yousef) 0.30 s later."
        " Team tempo: 0.67 s per step."
        " Your teammates expect you to play 20 after about 9 s (between 6 and 14)."
    )
    bare = replace(STORY, closest=None, tempo=None)
    assert remarks(bare, None, CLASSIC, NAMES) == ""
    told = {game: remarks(bare, clock, variant(game), NAMES) for game in ("descending", "fifty", "extreme", "tens")}
    assert [re.findall("expect you to play (.+) after", text) for text in told.values()] == [
        ["81"],
        ["31"],
        ["white 20"],
        ["25"],
    ]


def test_two_players_in_step_are_named() -> None:
    (pair,) = STORY.in_step
    assert pair_in_step(pair, NAMES) == "You and Yousef"
    assert share(0.934) == "93%"


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
    assert {len(row) for row in tempos} == {len(tempos_head())}
    assert {len(row) for row in rows} == {len(cards_head())}
