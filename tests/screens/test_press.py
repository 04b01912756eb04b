"""A press of a card in a solo game: what is drawn, and through which modules it goes."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from types import FrameType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from game.core import GameLost, LayHand, Phase, Stop, variant
from game.core.record import Team
from game.table import Table
from tests.screens.at_table import press
from tests.screens.dom import Document, browser
from tests.screens.visit import soon

with browser():
    from game.browser.page import unlisted_games
    from game.browser.page.dom import find
    from game.browser.page.view import Filled
    from game.browser.solo import game_store
    from game.browser.solo.session import LAG, Setup, SoloSession
    from game.browser.table import piles
    from game.browser.table.sound import Sound
    from game.browser.table.table_screen import TableScreen

SEED = "2"
"""Deals this person the lowest card of three."""


class Game:
    """A solo game with teammates who only put their hands on the table."""

    def __init__(self) -> None:
        setup = Setup(variant("classic"), Team(("You", "Ada", "Ben"), ("", "Ada", "Ben"), 0))
        self.table = Table(setup.variant, 3, SEED, {}, lag=LAG)
        page: Any = SimpleNamespace(sound=Sound(), saves_game=False, menu=Filled(find("menu")))
        self.session = SoloSession(page, setup, self.table, {})
        self.session.open()

    async def begin(self) -> None:
        driver: Any = self.session._driver
        for seat in range(3):
            driver.submit(seat, LayHand())
            await soon()
        assert self.session.view.phase is Phase.PLAY

    def press(self) -> None:
        (card,) = self.session.view.hand
        press(Document.current.getElementById(f"card-{card}"))

    async def confirmed(self) -> None:
        while self.session.view.hand:
            await asyncio.sleep(0.01)
        await soon()

    @property
    def hand(self) -> list[Any]:
        return Document.current.querySelectorAll(".hand .card:not(.gone)")

    @property
    def pile(self) -> list[Any]:
        return Document.current.querySelectorAll(".piles .card")


async def test_a_press_is_drawn_once_and_its_view_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def note(owner: type[Any], method: str, name: str) -> None:
        original = getattr(owner, method)

        def noted(*given: Any, **named: Any) -> Any:
            drawn.append(name)
            return original(*given, **named)

        monkeypatch.setattr(owner, method, noted)

    game = Game()
    await game.begin()
    note(Filled, "hide", "leaves the hand")
    note(TableScreen, "set", "parts")
    game.press()
    assert (len(game.hand), drawn) == (0, ["leaves the hand"])
    await game.confirmed()
    assert (len(game.pile), drawn) == (1, ["leaves the hand", "parts"])
    game.session.close()


async def test_a_press_goes_through_nine_modules_until_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    visited: set[str] = set()

    def called(frame: FrameType, event: str, _: object) -> None:
        _, ours, module = frame.f_code.co_filename.partition("/game/browser/")
        if event == "call" and ours:
            visited.add(module)

    def announced(*_: object) -> None:
        sys.setprofile(None)

    game = Game()
    await game.begin()
    piles._laid_card.cache_clear()  # another game may have drawn the same card
    monkeypatch.setattr(TableScreen, "_announce", announced)
    before = sys.getprofile()
    sys.setprofile(called)
    game.press()
    await game.confirmed()
    sys.setprofile(before)
    game.session.close()
    assert visited == {
        "page/view.py",
        "solo/session.py",
        "table/cards.py",
        "table/controls.py",
        "table/hand.py",
        "table/moments.py",
        "table/piles.py",
        "table/table_parts.py",
        "table/table_screen.py",
    }


async def test_a_press_that_comes_too_late_brings_the_card_back() -> None:
    game = Game()
    await game.begin()
    driver: Any = game.session._driver
    game.press()
    driver.submit(1, Stop())
    assert game.session.view.phase is Phase.FOCUS
    await soon()
    assert len(game.hand) == 1 and not game.pile
    game.session.close()


async def test_a_game_that_began_beside_another_tab_never_replaces_the_saved_one() -> None:
    game = Game()
    page: Any = game.session._page
    page.saves_game = True  # the other tab, with the saved game, was closed
    with patch.object(game_store, "save") as save:
        game.session._save()
        game.session.close()
    assert not save.called


async def test_a_game_that_cannot_be_listed_says_so_with_its_result() -> None:
    game = Game()
    lost = replace(game.session.view, phase=Phase.LOST, news=(GameLost(),))
    with patch.object(unlisted_games, "save", lambda _: False):
        game.session._note_end(lost)
    game.session._screen.show(lost)
    game.session._screen.note("This is your result for the day.")
    text: Any = Document.current.querySelector("[data-part=text]")
    assert "browser storage is full or blocked" in text.textContent and "result" not in text.textContent
    game.session.close()


async def test_the_menu_of_a_finished_game_says_nothing_of_a_pause_or_a_saved_game() -> None:
    game = Game()
    menu: Any = find("menu")
    title, leave = menu.querySelector("[data-part=title]"), menu.querySelector("[data-part=leave]")
    assert (title.textContent, leave.textContent) == ("Paused", "Leave this game")
    game.session._note_end(replace(game.session.view, phase=Phase.WON))
    game.session._name_menu()
    assert (title.textContent, leave.textContent) == ("Menu", "Home")
    assert menu.querySelector("[data-part=kept]").hidden
    game.session.close()
