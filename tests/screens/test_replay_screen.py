"""The replay screen on a document without a browser and in virtual time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from game.core import GameWon, LevelCompleted, LifeLost, Phase, variant
from game.core.record import Game, Team
from game.history.timeline import LEVEL, MISTAKE, STAR, Frame
from tests.history.games import lost_game, table_of, won_game
from tests.screens.dom import Document, Element, browser

with browser():
    from game.browser.history import replay_screen
    from game.browser.history.replay_screen import ReplayScreen, line_of
    from game.browser.table.moments import LENGTHS

NAMES = ("Fox", "Owl", "Bear", "Hare")


class Clock:
    """The time, and the one timer of the screen."""

    def __init__(self) -> None:
        self.now = 100.0
        self.due: float | None = None
        self.calls = 0

    def monotonic(self) -> float:
        return self.now

    def timer(self, work: Callable[[], None]) -> SimpleNamespace:
        self._work = work
        return SimpleNamespace(start=self._start, stop=self._stop)

    def wait(self, seconds: float) -> None:
        """Let time pass, and call what is due."""
        until = self.now + seconds
        while self.due is not None and self.due <= until:
            self.now, self.due = self.due, None
            self.calls += 1
            self._work()
        self.now = until

    def _start(self, seconds: float) -> None:
        self.due = self.now + max(seconds, 0.001)

    def _stop(self) -> None:
        self.due = None


class Table:
    """The table of a replay, which notes what it shows and says."""

    def __init__(self, *_: Any) -> None:
        self.frame: Frame
        self.told: list[str] = []
        self.events: list[Any] = []

    def show(self, frame: Frame, *, news: bool) -> None:
        self.frame = frame
        self.events += frame.view.news if news else ()

    def say(self, sentence: str) -> None:
        self.told.append(sentence)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    Document()
    clock = Clock()
    monkeypatch.setattr(replay_screen, "time", clock)
    monkeypatch.setattr(replay_screen, "Timer", clock.timer)
    monkeypatch.setattr(replay_screen, "ReplayTable", Table)
    return clock


class Visit:
    """The replay of a game."""

    def __init__(self, clock: Clock, game: Game) -> None:
        self.clock = clock
        self.line = line_of(game)
        self.left = 0
        team = Team(NAMES[: game.seats], ("",) * game.seats, 0)
        self.screen = ReplayScreen("Title", self.line, team, self._leave)

    def _leave(self) -> None:
        self.left += 1

    @property
    def table(self) -> Any:
        return self.screen._table

    @property
    def at(self) -> float:
        return float(self.screen.element.getAttribute("data-at"))

    @property
    def state(self) -> str:
        return str(self.screen.element.getAttribute("data-state"))

    def text(self, part: str) -> str:
        return str(self.screen.parts[part].textContent)

    def find(self, kind: str) -> None:
        self.screen.element.querySelector(f"[data-do=find][value={kind}]").click()

    def seek(self, at: float) -> None:
        self.screen.parts["line"].enter(str(at))

    def speed(self, speed: str) -> None:
        self.screen.element.querySelector("[data-do=speed]").enter(speed)

    def toggle(self) -> None:
        self.screen.parts["toggle"].click()

    def open(self, opened: bool = True) -> None:
        box = self.screen.parts["open"]
        box.checked = opened
        box.dispatch("change")

    def key(self, name: str, target: Element | None = None, **held: bool) -> None:
        pressed = {"ctrlKey": False, "altKey": False, "metaKey": False} | held
        (target or self.screen.element.querySelector("h1")).dispatch("keydown", key=name, **pressed)

    def moments(self, kind: str) -> list[float]:
        return [one.at for one in self.line.moments if one.kind == kind]


def test_a_finished_game_plays_pauses_and_resumes(clock: Clock) -> None:
    visit = Visit(clock, won_game())
    assert (visit.at, visit.state, visit.text("toggle"), visit.text("title")) == (0, "playing", "Pause", "Title")
    assert Document.current.focused is visit.screen.parts["toggle"]
    clock.wait(10)
    assert visit.at == pytest.approx(10, abs=0.21)
    visit.toggle()
    assert (visit.at, visit.state, visit.text("toggle")) == (10, "paused", "Play")
    clock.wait(10)
    assert visit.at == 10
    visit.toggle()
    clock.wait(1)
    assert visit.at == pytest.approx(11, abs=0.21)


def test_it_plays_faster_to_the_end_and_then_from_the_beginning(clock: Clock) -> None:
    visit = Visit(clock, won_game())
    visit.speed("8")
    clock.wait(5)
    assert visit.at == pytest.approx(40, abs=1.7)
    clock.wait(visit.line.seconds)
    assert (visit.at, visit.state) == (round(visit.line.seconds, 2), "ended")
    assert visit.table.frame.state.phase is Phase.WON and visit.table.events[-1] == GameWon()
    visit.toggle()
    assert (visit.at, visit.state) == (0, "playing")


def test_nothing_runs_while_it_is_paused_or_closed(clock: Clock) -> None:
    visit = Visit(clock, won_game())
    visit.screen.pause()
    visit.screen.pause()
    assert visit.state == "paused"
    clock.wait(60)
    assert clock.calls == 0
    visit.toggle()
    visit.screen.close()
    clock.wait(60)
    assert clock.calls == 0 and Document.current.getElementById("replay") is None
    visit.screen.close()


def test_buttons_lead_to_the_important_moments(clock: Clock) -> None:
    visit = Visit(clock, lost_game())
    for at in visit.moments(MISTAKE):
        visit.find("mistake")
        assert (visit.at, visit.state) == (at, "paused")
        assert visit.table.frame.at == at and visit.table.events[-len(visit.table.frame.view.news) :] == [
            *visit.table.frame.view.news
        ]
    visit.find("mistake")
    assert visit.table.told == ["No more mistakes after this."]
    visit.seek(0)
    visit.find("level")
    assert visit.at == visit.moments(LEVEL)[1] and visit.table.frame.view.level == 2


def test_a_mistake_that_ends_a_level_is_seen_before_the_next_deal(clock: Clock) -> None:
    visit = Visit(clock, lost_game())
    visit.find(MISTAKE)
    (mistake,) = (event for event in visit.table.frame.view.news if isinstance(event, LifeLost))
    view = visit.table.frame.view
    assert (view.level, view.phase, view.lives) == (1, Phase.FOCUS, 2) and view.piles[0][-1].card == mistake.card
    visit.toggle()
    clock.wait(LENGTHS[LifeLost][0] + 0.1)
    assert visit.table.frame.view.tells(LevelCompleted) and visit.table.frame.view.piles == view.piles
    clock.wait(LENGTHS[LevelCompleted][0])
    assert visit.table.frame.view.level == 2 and not visit.table.frame.view.piles[0]


def test_the_timeline_has_a_mark_for_each_moment(clock: Clock) -> None:
    visit = Visit(clock, lost_game())
    marks = visit.screen.parts["moments"].querySelectorAll("i")
    second = visit.line.moments[1].at / visit.line.seconds
    for kind in (MISTAKE, STAR, LEVEL):
        assert sum(mark.className == kind for mark in marks) == len(visit.moments(kind))
    assert visit.screen.parts["moments"].getAttribute("aria-label").endswith("mistakes.")
    assert marks[0].getAttribute("data-level") == "1"
    assert [mark.style.getPropertyValue("--left") for mark in marks[:2]] == ["0.00%", f"{100 * second:.2f}%"]


@pytest.mark.parametrize("game", [won_game(), lost_game()])
def test_a_kind_of_moment_that_is_missing_has_no_button(clock: Clock, game: Game) -> None:
    visit = Visit(clock, game)
    for kind in (MISTAKE, STAR):
        assert visit.screen.parts[kind].hasAttribute("aria-disabled") == (not visit.moments(kind))


def test_it_has_keyboard_control(clock: Clock) -> None:
    visit = Visit(clock, won_game())
    visit.key(" ")
    assert visit.state == "paused"
    for key, at in (("ArrowRight", 5), ("ArrowRight", 10), ("ArrowLeft", 5), ("ArrowLeft", 0), ("ArrowLeft", 0)):
        visit.key(key)
        assert (visit.at, visit.state) == (at, "paused")
    visit.key("ArrowRight", ctrlKey=True)
    visit.key("ArrowRight", visit.screen.parts["line"])
    visit.key(" ", visit.screen.parts["toggle"])
    assert (visit.at, visit.state) == (0, "paused")
    Document.current.getElementById("rules").showPopover()  # type: ignore[union-attr]
    visit.key(" ")
    assert visit.state == "paused"


def test_the_position_is_told_as_time_and_level(clock: Clock) -> None:
    visit = Visit(clock, won_game())
    visit.toggle()
    visit.seek(visit.moments(LEVEL)[1])
    assert visit.text("clock").endswith("level 2")
    assert visit.screen.parts["line"].getAttribute("aria-valuetext") == visit.text("clock")
    assert float(visit.screen.parts["line"].value) == visit.at
    assert visit.table.events == [*visit.line.frames[0].view.news], "a jump announces nothing"


def test_hands_are_shown_only_on_request(clock: Clock) -> None:
    visit = Visit(clock, won_game())
    hands = visit.screen.parts["open-hands"]
    assert hands.hidden and not hands.querySelectorAll("[data-card]")
    visit.toggle()
    visit.open()
    dealt = won_game().deals[0].hands
    assert not hands.hidden
    shown = [card.getAttribute("data-card") for card in hands.querySelectorAll("[data-card]")]
    assert shown == [str(card) for hand in dealt for card in hand]
    words = [one.textContent for one in hands.querySelectorAll(".words")]
    assert words == [f"{name}: {hand[0]}" for name, hand in zip(NAMES, dealt, strict=True)]
    visit.seek(visit.line.seconds)
    assert [one.textContent for one in hands.querySelectorAll(".words")] == [f"{name}: no cards" for name in NAMES]
    visit.open(False)
    assert hands.hidden


@cache
def blind_game() -> Game:
    """Return a blind game of two players that reached its second level."""
    for seed in range(1, 99):
        game = table_of(seed, variant("blind"), 2)[0].game
        if len(game.deals) > 1:
            return game
    raise AssertionError


def test_face_down_cards_are_shown_only_when_they_are_turned(clock: Clock) -> None:
    visit = Visit(clock, blind_game())
    visit.toggle()
    visit.open()
    hands = visit.screen.parts["open-hands"]
    assert not hands.querySelectorAll("[data-card]") and len(hands.querySelectorAll(".back")) == 2
    assert hands.querySelector(".words").textContent == "Fox: one face down"


def test_back_leaves(clock: Clock) -> None:
    visit = Visit(clock, won_game())
    visit.screen.element.querySelector("[data-do=leave]").click()
    assert visit.left == 1
