"""The replay screen on a document without a browser and in virtual time."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import pytest

from game.core import GameWon, LevelCompleted, LifeLost, Phase, View, variant
from game.core.record import Game, Team
from game.history.timeline import LEVEL, MISTAKE, STAR
from tests.history.games import lost_game, table_of, won_game
from tests.screens.dom import Document, Element, browser
from tests.screens.visit import Visit, is_focused, soon

with browser():
    from game.browser.history.replay_screen import ReplayScreen, line_of
    from game.browser.page.dom import find
    from game.browser.table.moments import LENGTHS

NAMES = ("Fox", "Owl", "Bear", "Hare")


class Replay(Visit):
    """The replay of a game, by default of one that was won."""

    def __init__(self, game: Game | None = None) -> None:
        game = game or won_game()
        self.line = line_of(game)
        self.left = 0
        team = Team(NAMES[: game.seats], ("",) * game.seats, 0)
        self.screen = ReplayScreen("Title", self.line, team, self._leave)

    def _leave(self) -> None:
        self.left += 1

    @property
    def at(self) -> float:
        return float(self.part("screen").dataset.at)

    @property
    def state(self) -> str:
        return str(self.part("screen").dataset.state)

    @property
    def view(self) -> View:
        """The table as it is shown, with its news unless a jump has led there."""
        view: View = self.screen._seen.view
        return view

    @property
    def announced(self) -> str:
        return str(self.screen._table["announcement"].textContent)

    def seek(self, at: float) -> None:
        self.part("line").enter(str(at))

    def toggle(self) -> None:
        self.part("toggle").click()

    def key(self, name: str, target: Element | None = None, **held: bool) -> None:
        (target or self.find("h1")).key(name, **held)

    def moments(self, kind: str) -> list[float]:
        return [one.at for one in self.line.moments if one.kind == kind]


async def test_a_finished_game_plays_pauses_and_resumes() -> None:
    visit = Replay()
    assert (visit.at, visit.state, visit.text("toggle"), visit.text("title")) == (0, "playing", "Pause", "Title")
    assert is_focused(visit.part("toggle"))
    await asyncio.sleep(10)
    assert visit.at == pytest.approx(10, abs=0.21)
    visit.toggle()
    assert (visit.at, visit.state, visit.text("toggle")) == (10, "paused", "Play")
    await asyncio.sleep(10)
    assert visit.at == 10
    visit.toggle()
    await asyncio.sleep(1)
    assert visit.at == pytest.approx(11, abs=0.21)


async def test_it_plays_faster_to_the_end_and_then_from_the_beginning() -> None:
    visit = Replay()
    visit.find("[data-do=speed]").enter("8")
    await asyncio.sleep(5)
    assert visit.at == pytest.approx(40, abs=1.7)
    await asyncio.sleep(visit.line.seconds)
    assert (visit.at, visit.state) == (round(visit.line.seconds, 2), "ended")
    assert visit.view.phase is Phase.WON and visit.view.news[-1] == GameWon()
    visit.toggle()
    assert (visit.at, visit.state) == (0, "playing")


async def test_nothing_runs_while_it_is_paused_or_closed() -> None:
    visit = Replay()
    visit.screen.pause()
    visit.screen.pause()
    assert visit.state == "paused" and not visit.screen._timer.pending
    visit.toggle()
    assert visit.screen._timer.pending
    visit.screen.close()
    assert not visit.screen._timer.pending and Document.current.getElementById("replay") is None
    visit.screen.close()


async def test_buttons_lead_to_the_important_moments() -> None:
    visit = Replay(lost_game())
    await soon()
    for at in visit.moments(MISTAKE):
        visit.press("find", "mistake")
        await soon()
        assert (visit.at, visit.state) == (at, "paused")
        assert visit.view.tells(LifeLost) and "Mistake. Still held: " in visit.announced
    visit.press("find", "mistake")
    await soon()
    assert visit.announced.endswith("No more mistakes after this.")
    visit.seek(0)
    visit.press("find", "level")
    assert visit.at == visit.moments(LEVEL)[1] and visit.view.level == 2


async def test_a_mistake_that_ends_a_level_is_seen_before_the_next_deal() -> None:
    visit = Replay(lost_game())
    visit.press("find", "mistake")
    view = visit.view
    (mistake,) = (event for event in view.news if isinstance(event, LifeLost))
    last: Any = view.piles[0][-1]
    assert (view.level, view.phase, view.lives) == (1, Phase.FOCUS, 2) and last.card == mistake.card
    visit.toggle()
    await asyncio.sleep(LENGTHS[LifeLost][0] + 0.1)
    assert visit.view.tells(LevelCompleted) and visit.view.piles == view.piles
    await asyncio.sleep(LENGTHS[LevelCompleted][0])
    assert visit.view.level == 2 and not visit.view.piles[0]


async def test_the_timeline_has_a_mark_for_each_moment() -> None:
    visit = Replay(lost_game())
    marks = visit.every("[data-part=moments] i")
    second = visit.line.moments[1].at / visit.line.seconds
    for kind in (MISTAKE, STAR, LEVEL):
        assert sum(mark.className == kind for mark in marks) == len(visit.moments(kind))
    assert visit.part("moments").getAttribute("aria-label").endswith("mistakes.")
    assert marks[0].dataset.level == "1"
    assert [mark.style.getPropertyValue("--left") for mark in marks[:2]] == ["0.00%", f"{100 * second:.2f}%"]


@pytest.mark.parametrize("game", [won_game(), lost_game()])
async def test_a_kind_of_moment_that_is_missing_has_no_button(game: Game) -> None:
    visit = Replay(game)
    for kind in (MISTAKE, STAR):
        assert visit.part(kind).hasAttribute("aria-disabled") == (not visit.moments(kind))


async def test_it_has_keyboard_control() -> None:
    visit = Replay()
    visit.key(" ")
    assert visit.state == "paused"
    for key, at in (("ArrowRight", 5), ("ArrowRight", 10), ("ArrowLeft", 5), ("ArrowLeft", 0), ("ArrowLeft", 0)):
        visit.key(key)
        assert (visit.at, visit.state) == (at, "paused")
    visit.key("ArrowRight", ctrlKey=True)
    visit.key("ArrowRight", visit.part("line"))
    visit.key(" ", visit.part("toggle"))
    assert (visit.at, visit.state) == (0, "paused")
    find("rules").showPopover()
    visit.key(" ")
    assert visit.state == "paused"


async def test_the_position_is_told_as_time_and_level_and_a_jump_announces_nothing() -> None:
    visit = Replay()
    visit.toggle()
    await soon()
    before = visit.announced
    visit.seek(visit.moments(LEVEL)[1])
    assert visit.text("clock").endswith("level 2")
    assert visit.part("line").getAttribute("aria-valuetext") == visit.text("clock")
    assert float(visit.part("line").value) == visit.at
    await soon()
    assert visit.announced == before == "Level 1." and not visit.view.news


async def test_hands_are_shown_only_on_request() -> None:
    visit = Replay()
    hands = visit.part("open-hands")
    assert hands.hidden and not hands.querySelectorAll("[data-card]")
    visit.toggle()
    visit.part("open").check()
    dealt = won_game().deals[0].hands
    assert not hands.hidden
    shown = [card.dataset.card for card in hands.querySelectorAll("[data-card]")]
    assert shown == [str(card) for hand in dealt for card in hand]
    words = [one.textContent for one in hands.querySelectorAll(".words")]
    assert words == [f"{name}: {hand[0]}" for name, hand in zip(NAMES, dealt, strict=True)]
    visit.seek(visit.line.seconds)
    assert [one.textContent for one in hands.querySelectorAll(".words")] == [f"{name}: no cards" for name in NAMES]
    visit.part("open").check(False)
    assert hands.hidden


@cache
def blind_game() -> Game:
    """Return a blind game of two players that reached its second level."""
    games = (table_of(seed, variant("blind"), 2)[0].game for seed in range(1, 99))
    return next(game for game in games if len(game.deals) > 1)


async def test_face_down_cards_are_shown_only_when_they_are_turned() -> None:
    visit = Replay(blind_game())
    visit.toggle()
    visit.part("open").check()
    hands = visit.part("open-hands")
    assert not hands.querySelectorAll("[data-card]") and len(hands.querySelectorAll(".back")) == 2
    assert hands.querySelector(".words").textContent == "Fox: one face down"


async def test_back_leaves() -> None:
    visit = Replay()
    visit.press("leave")
    assert visit.left == 1
