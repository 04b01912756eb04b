"""The chart of a level on a document without a browser."""

from __future__ import annotations

import pytest

from game.core import Seat
from game.teammates.story import stories
from tests.history.games import won_game
from tests.screens.dom import Document, browser
from tests.screens.visit import Visit, soon

with browser():
    from game.browser.table import level_chart
    from game.browser.table.level_chart import LevelChart

NAMES = ("You", "Ada", "Iris", "Juno")


class Chart(Visit):
    """The chart of a table."""

    def __init__(self) -> None:
        self.screen = LevelChart()

    async def show(self, levels: int, seat: Seat | None = 0) -> None:
        """Show the last of the first `levels` levels of a game."""
        told = stories(won_game().views(seat))
        view = next(view for _, view in won_game().views(seat) if view.level == levels)
        self.screen.show(level_chart.Chart(told[:levels], view, None, NAMES, ("", "Ada", "Ada", "Ada")))
        assert self.screen._drawing.pending
        await soon()

    def rows(self, part: str) -> int:
        return len(self.part(part).querySelectorAll("tbody tr"))


async def test_the_chart_of_a_level_is_explained() -> None:
    chart = Chart()
    await chart.show(3)
    assert chart.text("level") == "Level 3" and chart.text("result").endswith("% in sync")
    assert chart.part("drawing").querySelector("svg") is not None
    assert chart.rows("cards") == 3 * 4
    assert chart.text("example").startswith("Example: ") and "per step" in chart.text("example")


async def test_each_player_has_a_shape_and_a_time_per_step() -> None:
    chart = Chart()
    await chart.show(8)
    waits = chart.part("waits")
    assert [head.textContent for head in waits.querySelectorAll("tbody th")] == [*NAMES]
    assert len(waits.querySelectorAll("tbody svg")) == 4
    assert len({path.getAttribute("d") for path in waits.querySelectorAll("path")}) == 4
    assert len(waits.querySelectorAll("thead th")) == 3 and chart.shows("shares")
    await chart.show(3, seat=None)  # a watcher has no share
    assert len(waits.querySelectorAll("thead th")) == 2 and not chart.shows("shares")


async def test_levels_are_compared_from_the_second_on() -> None:
    chart = Chart()
    await chart.show(1)
    assert not chart.shows("by-level")
    await chart.show(3)
    assert chart.shows("by-level") and chart.rows("tempos") == 3


async def test_a_chart_that_is_cleared_before_it_is_drawn_is_not_drawn() -> None:
    chart = Chart()
    chart.screen._drawing.start(0)
    chart.screen.close()
    assert not chart.screen._drawing.pending and Document.current.getElementById("picture") is None


async def test_a_chart_that_cannot_be_saved_says_so_until_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: str) -> bool:
        return False

    monkeypatch.setattr(level_chart, "fetch_modules", fail)
    chart = Chart()
    await chart.show(3)
    before = chart.text("remarks")
    chart.press("save")
    await soon()
    assert chart.text("remarks").startswith("Couldn’t load this part.")
    await chart.show(3)
    assert chart.text("remarks") == before
