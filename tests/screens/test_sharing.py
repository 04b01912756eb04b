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
from tests.screens.visit import Visit, is_focused

with browser():
    from game.browser.history import sharing_dialog
    from game.browser.history.sharing_dialog import share_game
    from game.browser.page.dom import find

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
    """Return the device of a page on which a button is focused."""
    find("games").focus()
    device = Device()
    replaced = {
        "can_share": lambda: device.can_share,
        "copy_text": device.copy,
        "share": device.share,
        "save_game": device.saved.append,
    }
    for name, function in replaced.items():
        monkeypatch.setattr(sharing_dialog, name, function)
    return device


class Sheet(Visit):
    """The dialog of a game."""

    def __init__(self, game: FinishedGame = WON) -> None:
        self.screen = share_game(game)

    @property
    def titles(self) -> list[str]:
        return [title.textContent for title in self.every("h3")]

    def of(self, way: str, name: str) -> Any:
        """Return a part of a way to share."""
        return self.screen.parts.item("ways", way)[name]

    def says(self, way: str) -> str:
        return str(self.of(way, "says").textContent)

    def link(self, way: str) -> str:
        return str(self.of(way, "text").value)

    def offers(self, way: str) -> list[str]:
        return [name for name in ("send", "copy", "save") if not self.of(way, name).hidden]

    def tick(self, way: str) -> None:
        box = self.of(way, "tick")
        box.check(not box.checked)


def shared(text: str) -> Game:
    return read_link(text.removeprefix(SITE + "#game="))


def dared(text: str) -> Game:
    return read_challenge(text.removeprefix(SITE + "#challenge="))


def test_a_game_is_shared_as_a_link_a_chart_and_a_challenge(device: Device) -> None:
    visit = Sheet()
    assert visit.text("title") == "Share this game"
    assert visit.titles == ["Link", "Chart", "Challenge a friend"]
    assert [visit.offers(way) for way in (LINK, CHART, CHALLENGE)] == [["send", "copy"], ["save"], ["send", "copy"]]
    assert visit.of(LINK, "copy").getAttribute("aria-description") == "Link"
    visit.of(CHART, "save").click()
    assert device.saved == [WON]
    assert Sheet(some_games()[0]).titles == ["Link", "Chart"]  # whose seed is not known


@pytest.mark.parametrize(("can_share", "first"), [(True, "send"), (False, "copy")])
def test_the_first_button_is_focused_and_stands_out(can_share: bool, first: str, device: Device) -> None:
    device.can_share = can_share
    visit = Sheet()
    assert is_focused(visit.of(LINK, first))
    assert visit.every("button.primary") == [visit.of(LINK, first)]


def test_a_game_is_shared_without_names_unless_they_are_selected() -> None:
    visit = Sheet()
    assert shared(visit.link(LINK)).team.names == ("",) * 4
    visit.tick(LINK)
    assert shared(visit.link(LINK)).team.names == ("", "Ada", "Iris", "Juno")
    visit.tick(LINK)
    assert shared(visit.link(LINK)).team.names == ("",) * 4 and shared(visit.link(LINK)).seed == "seed 1"


def test_a_challenge_tells_the_result_unless_it_is_deselected() -> None:
    visit = Sheet()
    assert visit.of(CHALLENGE, "tick").checked and not visit.of(LINK, "tick").checked
    assert dared(visit.link(CHALLENGE)) == WON.challenge(told=True)
    visit.tick(CHALLENGE)
    assert dared(visit.link(CHALLENGE)) == WON.challenge(told=False)
    assert shared(visit.link(LINK)).team.names == ("",) * 4


def test_a_link_is_copied_or_sent(device: Device) -> None:
    visit = Sheet()
    visit.of(LINK, "copy").click()
    assert visit.says(LINK) == "Copied." and visit.says(CHALLENGE) == ""
    visit.of(CHALLENGE, "send").click()
    assert device.sent == [("copied", visit.link(LINK)), ("url", visit.link(CHALLENGE))]
    visit.tick(LINK)
    assert visit.says(LINK) == ""


def test_a_link_that_cannot_be_copied_is_shown_and_selected(device: Device) -> None:
    device.refuses = True
    visit = Sheet()
    assert visit.of(LINK, "text").hidden
    visit.of(LINK, "copy").click()
    assert not visit.of(LINK, "text").hidden and is_focused(visit.of(LINK, "text"))
    assert visit.says(LINK).startswith("Couldn’t copy automatically.")
    visit.tick(LINK)
    assert visit.of(LINK, "text").hidden


def test_a_game_too_long_for_a_link_is_not_offered_as_one() -> None:
    flaps = tuple(Move(3.7 * at, 0, (LayHand(), LiftHand())[at % 2]) for at in range(10_000))
    acts = (0, LayHand()), (1, LayHand()), (0, Play(3)), (1, Play(7))
    end = tuple(Move(3.7 * 10_000, seat, action) for seat, action in acts)
    game = Game(variant("classic"), Team.unnamed(2), (DealtLevel(((3,), (7,)), flaps + end),), "s" * 120)
    visit = Sheet(finished(game))
    assert visit.of(LINK, "explanation").textContent.startswith("This game is too long for a link.")
    assert visit.offers(LINK) == [] and visit.of(LINK, "options").hidden
    assert is_focused(visit.of(CHART, "save"))


def test_the_result_of_a_daily_game_is_a_text(device: Device) -> None:
    daily = kept(won_game(), seed="daily 1970-01-02", day="1970-01-02")
    visit = Sheet(daily)
    assert visit.text("title") == "Daily game"
    assert visit.titles == ["Result", "Link", "Chart", "Challenge a friend"]
    date, *_, link = visit.link(RESULT).split("\n")
    assert (date, link) == ("One Mind, 1970-01-02", f"{SITE}#today")
    assert not visit.of(RESULT, "text").hidden
    visit.of(RESULT, "send").click()
    assert device.sent == [("text", visit.link(RESULT))]
    assert Sheet(replace(daily, text="")).titles == ["Result", "Challenge a friend"]


def test_the_dialog_returns_the_focus_when_it_is_closed() -> None:
    opener = Document.current.focused
    visit = Sheet()
    assert visit.screen.element.matches(":popover-open")
    visit.screen.element.dispatch("toggle", newState="open")
    assert find("sharing") is not None
    visit.screen.element.dispatch("toggle", newState="closed")
    assert find("sharing") is None and is_focused(opener)
