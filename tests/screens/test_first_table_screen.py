"""The hints of a first table, and how it ends, on a document without a browser."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from game.core import GameLost, LevelCompleted, Phase, Played, Started, View
from game.words import first_table as words
from game.words.table import NO_TURNS
from tests.screens.at_table import at_a_table, soon
from tests.screens.dom import Document, Element, browser

with browser():
    from game.browser.first_table.session import FirstTable
    from game.browser.page.dom import find
    from game.browser.page.view import Filled
    from game.browser.table.sound import Sound


class Newcomer:
    """A newcomer at a first table that shows them these events, instead of playing."""

    def __init__(self) -> None:
        seeds = map(str, range(5000))
        page: Any = SimpleNamespace(sound=Sound(), saves_game=False, seeds=seeds, menu=Filled(find("menu")))
        self.table = FirstTable.of(page)
        self.table.open()
        self.view: View = self.table.view

    def see(self, *news: Any, **changes: Any) -> None:
        self.view = replace(self.view, news=news, **changes)
        self.table._show(0.0, self.view)

    def part(self, name: str) -> Any:
        screen = self.table._screen
        assert screen is not None
        return screen.parts[name]

    @property
    def hint(self) -> str:
        return "" if self.part("hint").hidden else str(self.part("hint-words").textContent)

    def buttons(self) -> list[Element]:
        every: list[Element] = self.part("screen").querySelectorAll(".after button")
        return [one for one in every if one.closest("[hidden]") is None]


@at_a_table
async def test_a_hint_stays_until_it_is_put_away() -> None:
    one = Newcomer()
    await soon()
    assert one.hint == words.HANDS() and one.part("screen").hasAttribute("data-hint")
    one.see(Started(), phase=Phase.PLAY)
    assert one.hint == NO_TURNS()
    one.see(Played(1, 3))
    assert one.hint == NO_TURNS()
    one.part("hint").querySelector("button").click()
    assert one.hint == words.GAP()
    Document.current.dispatch("keydown", key="Escape", ctrlKey=False, altKey=False, metaKey=False, repeat=False)
    assert one.hint == "" and not one.part("screen").hasAttribute("data-hint")
    one.table.close()
    one.table.close()


@at_a_table
async def test_it_ends_after_three_levels_with_the_way_to_a_whole_game() -> None:
    one = Newcomer()
    await soon()
    one.see(Started(), phase=Phase.PLAY)
    one.see(LevelCompleted(3, None), phase=Phase.FOCUS, level=4)
    assert [button.textContent for button in one.buttons()] == ["Play a whole game", "Play again", "Home"]
    assert [button.closest(".more") is None for button in one.buttons()] == [True, False, False]
    assert one.hint == "" and one.part("screen").dataset.phase == "won"


@at_a_table
async def test_a_lost_first_table_offers_both() -> None:
    one = Newcomer()
    await soon()
    one.see(GameLost(), phase=Phase.LOST)
    assert [button.textContent for button in one.buttons()] == ["Try again", "Play a whole game", "Home"]
