"""The dialog that shares a game, on a document without a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.core import LayHand, LiftHand, Play, variant
from game.core.record import DealtLevel, Game, Move, Team
from game.history.finished_game import FinishedGame, finished
from game.history.old_forms import read_challenge, read_link
from tests.browser.past import some_games
from tests.history.games import kept, won_game
from tests.screens.dom import Document, browser

with browser():
    from game.browser.history import sharing_dialog
    from game.browser.history.sharing_dialog import share_game

SITE = "https://example.org/"
WON = some_games()[-1]
LINK, CHART, CHALLENGE, RESULT = "link", "chart", "mind", "share"
"""The ways to share, by icon."""


class Device:
    """The clipboard, and the dialog of the device that shares."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, ...]] = []
        self.saved: list[FinishedGame] = []
        self.can_share = True
        self.refuses = False

    def copy(self, text: str, copied: Any, refused: Any) -> None:
        if self.refuses:
            refused()
        else:
            self.sent.append(("copied", text))
            copied()

    def share(self, kind: str, text: str, copied: Any, refused: Any) -> None:
        self.sent.append((kind, text))


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> Device:
    """Return the device of a new page, on which a button is focused."""
    Document().getElementById("games").focus()  # type: ignore[union-attr]
    device = Device()
    replaced = {
        "can_share": lambda: device.can_share,
        "copy_text": device.copy,
        "share": device.share,
        "save_game": device.saved.append,
        "link_with": lambda fragment: SITE + fragment,
        "day_of_date": lambda day: f"day {day}",
    }
    for name, function in replaced.items():
        monkeypatch.setattr(sharing_dialog, name, function)
    return device


class Visit:
    """The dialog of a game."""

    def __init__(self, game: FinishedGame = WON) -> None:
        self.sheet = share_game(game)

    @property
    def titles(self) -> list[str]:
        return [title.textContent for title in self.sheet.element.querySelectorAll("h3")]

    def part(self, way: str, name: str) -> Any:
        return self.sheet.parts.item("ways", way)[name]

    def text(self, way: str) -> str:
        return str(self.part(way, "text").value)

    def buttons(self, way: str) -> list[str]:
        names = ("send", "copy", "save")
        return [name for name in names if not self.part(way, name).hidden]

    def tick(self, way: str) -> None:
        box = self.part(way, "tick")
        box.checked = not box.checked
        box.dispatch("change")


def shared(text: str) -> Game:
    return read_link(text.removeprefix(SITE + "#game="))


def dared(text: str) -> Game:
    return read_challenge(text.removeprefix(SITE + "#challenge="))


def test_a_game_is_shared_as_a_link_a_chart_and_a_challenge() -> None:
    visit = Visit()
    assert visit.sheet.parts["title"].textContent == "Share this game"
    assert visit.titles == ["Link", "Chart", "Challenge a friend"]
    assert [visit.buttons(way) for way in (LINK, CHART, CHALLENGE)] == [["send", "copy"], ["save"], ["send", "copy"]]
    assert visit.part(LINK, "copy").getAttribute("aria-description") == "Link"
    without_seed = Visit(some_games()[0])
    assert without_seed.titles == ["Link", "Chart"]


@pytest.mark.parametrize(("can_share", "first"), [(True, "send"), (False, "copy")])
def test_the_first_button_is_focused_and_stands_out(can_share: bool, first: str, device: Device) -> None:
    device.can_share = can_share
    visit = Visit()
    assert Document.current.focused is visit.part(LINK, first)
    primary = visit.sheet.element.querySelectorAll("button.primary")
    assert primary == [visit.part(LINK, first)]


def test_a_game_is_shared_without_names_unless_they_are_selected() -> None:
    visit = Visit()
    assert shared(visit.text(LINK)).team.names == ("",) * 4
    visit.tick(LINK)
    assert shared(visit.text(LINK)).team.names == ("", "Ada", "Iris", "Juno")
    visit.tick(LINK)
    assert shared(visit.text(LINK)).team.names == ("",) * 4 and shared(visit.text(LINK)).seed == "seed 1"


def test_a_challenge_tells_the_result_unless_it_is_deselected() -> None:
    visit = Visit()
    assert visit.part(CHALLENGE, "tick").checked and not visit.part(LINK, "tick").checked
    assert dared(visit.text(CHALLENGE)) == WON.challenge(told=True)
    visit.tick(CHALLENGE)
    assert dared(visit.text(CHALLENGE)) == WON.challenge(told=False)
    assert shared(visit.text(LINK)).team.names == ("",) * 4


def test_a_link_is_copied_or_sent(device: Device) -> None:
    visit = Visit()
    visit.part(LINK, "copy").click()
    assert visit.part(LINK, "says").textContent == "Copied." and visit.part(CHALLENGE, "says").textContent == ""
    visit.part(CHALLENGE, "send").click()
    assert device.sent == [("copied", visit.text(LINK)), ("url", visit.text(CHALLENGE))]
    visit.tick(LINK)
    assert visit.part(LINK, "says").textContent == ""


def test_a_link_that_cannot_be_copied_is_shown_and_selected(device: Device) -> None:
    device.refuses = True
    visit = Visit()
    assert visit.part(LINK, "text").hidden
    visit.part(LINK, "copy").click()
    assert not visit.part(LINK, "text").hidden and Document.current.focused is visit.part(LINK, "text")
    assert visit.part(LINK, "says").textContent.startswith("Couldn’t copy automatically.")
    visit.tick(LINK)
    assert visit.part(LINK, "text").hidden


def test_the_chart_is_saved(device: Device) -> None:
    Visit().part(CHART, "save").click()
    assert device.saved == [WON]


def test_a_game_too_long_for_a_link_is_not_offered_as_one() -> None:
    flaps = tuple(Move(3.7 * at, 0, (LayHand(), LiftHand())[at % 2]) for at in range(10_000))
    acts = (0, LayHand()), (1, LayHand()), (0, Play(3)), (1, Play(7))
    end = tuple(Move(3.7 * 10_000, seat, action) for seat, action in acts)
    game = Game(variant("classic"), Team.unnamed(2), (DealtLevel(((3,), (7,)), flaps + end),), "s" * 120)
    visit = Visit(finished(game))
    assert visit.part(LINK, "explanation").textContent.startswith("This game is too long for a link.")
    assert visit.buttons(LINK) == [] and visit.part(LINK, "options").hidden
    assert Document.current.focused is visit.part(CHART, "save")


def test_the_result_of_a_daily_game_is_a_text_that_reveals_no_card(device: Device) -> None:
    marks = ("clean", "life", "star", "both", *("clean",) * 4)
    daily = kept(won_game(), seed="daily 1970-01-02", day="1970-01-02")
    visit = Visit(replace(daily, summary=replace(daily.summary, marks=marks)))
    assert visit.sheet.parts["title"].textContent == "Daily game"
    assert visit.titles == ["Result", "Link", "Chart", "Challenge a friend"]
    lines = visit.text(RESULT).split("\n")
    assert lines[:3] == ["One Mind, day 1970-01-02", "Won: all 8 levels", "🟢💔⭐💔🟢🟢🟢🟢"]
    assert lines[3].endswith("% in sync") and lines[4] == SITE + "#today"
    assert not visit.part(RESULT, "text").hidden
    visit.part(RESULT, "send").click()
    assert device.sent == [("text", visit.text(RESULT))]
    without_game = Visit(replace(daily, text=""))
    assert without_game.titles == ["Result", "Challenge a friend"]


def test_the_dialog_returns_the_focus_when_it_is_closed() -> None:
    opener = Document.current.focused
    visit = Visit()
    assert visit.sheet.element.matches(":popover-open")
    visit.sheet.element.dispatch("toggle", newState="open")
    assert Document.current.getElementById("sharing") is not None
    visit.sheet.element.dispatch("toggle", newState="closed")
    assert Document.current.getElementById("sharing") is None and Document.current.focused is opener
