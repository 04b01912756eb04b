"""The chart of a level on a document without a browser."""

from __future__ import annotations

from typing import Any

import pytest

from game.core import Seat
from game.teammates.story import stories
from tests.history.games import won_game
from tests.screens.dom import Document, Timer, browser

with browser():
    from game.browser.page.archives import NotFetched
    from game.browser.table import level_chart
    from game.browser.table.level_chart import LevelChart

NAMES = ("You", "Ada", "Iris", "Juno")


class Visit:
    """The chart of a table."""

    def __init__(self) -> None:
        self.chart = LevelChart(("", "Ada", "Ada", "Ada"))

    def show(self, levels: int, seat: Seat | None = 0) -> None:
        """Show the last of the first `levels` levels of a game, and wait until it is drawn."""
        told = stories(won_game().views(seat))
        view = next(view for _, view in won_game().views(seat) if view.level == levels)
        self.chart.show(view, told[:levels], None, NAMES)
        self.drawing.work()

    @property
    def drawing(self) -> Any:
        return self.chart._drawing

    def text(self, part: str) -> str:
        return str(self.chart.parts[part].textContent)

    def rows(self, part: str) -> list[str]:
        return [row.textContent for row in self.chart.parts[part].querySelectorAll("tbody tr")]


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Visit:
    Document()
    monkeypatch.setattr(level_chart, "Timer", Timer)
    return Visit()


def test_the_chart_of_a_level_is_explained(visit: Visit) -> None:
    visit.show(3)
    assert visit.text("level") == "Level 3" and visit.text("result").endswith("% in sync")
    assert visit.chart.parts["drawing"].querySelector("svg") is not None
    assert len(visit.rows("cards")) == 3 * 4
    assert visit.text("example").startswith("Example: ") and "per step" in visit.text("example")


def test_each_player_has_a_shape_and_a_time_per_step(visit: Visit) -> None:
    visit.show(8)
    waits = visit.chart.parts["waits"]
    assert [head.textContent for head in waits.querySelectorAll("tbody th")] == [*NAMES]
    assert len(waits.querySelectorAll("tbody svg")) == 4
    assert len({path.getAttribute("d") for path in waits.querySelectorAll("path")}) == 4
    assert len(waits.querySelectorAll("thead th")) == 3 and not visit.chart.parts["shares"].hidden


def test_levels_are_compared_from_the_second_on(visit: Visit) -> None:
    visit.show(1)
    assert visit.chart.parts["by-level"].hidden
    visit.show(3)
    assert not visit.chart.parts["by-level"].hidden and len(visit.rows("tempos")) == 3


def test_a_watcher_is_in_sync_with_nobody(visit: Visit) -> None:
    visit.show(3, None)
    assert visit.chart.parts["shares"].hidden
    assert len(visit.chart.parts["waits"].querySelectorAll("thead th")) == 2


def test_a_chart_that_is_cleared_before_it_is_drawn_is_not_drawn(visit: Visit) -> None:
    visit.show(3)
    assert visit.drawing.started
    visit.chart.clear()
    assert not visit.drawing.started
    visit.chart.close()
    assert Document.current.getElementById("picture") is None


def test_a_chart_that_cannot_be_saved_says_so_until_the_next_one(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: str) -> None:
        raise NotFetched

    def run(work: Any) -> None:
        with pytest.raises(StopIteration):
            work.send(None)

    monkeypatch.setattr(level_chart, "fetch_modules", fail)
    monkeypatch.setattr(level_chart, "soon", run)
    visit.show(3)
    before = visit.text("remarks")
    visit.chart.element.querySelector("[data-do=save]").click()
    assert visit.text("remarks").startswith("Couldn’t load this part.")
    visit.show(3)
    assert visit.text("remarks") == before
