"""A table on a document without a browser, for one person and what they press."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from game.core import Action, Event, State, view_of
from tests.core.positions import playing
from tests.loop import JumpingLoop, in_a_loop
from tests.screens.dom import Document, Element, browser

with browser():
    from game.browser.online.table import people_bar as people_bar
    from game.browser.page.announcer import Announcer
    from game.browser.page.dom import find as find
    from game.browser.page.view import Filled as Filled
    from game.browser.table.sound import Sound
    from game.browser.table.table_screen import TableScreen

NAMES = ["You", "Ada", "Ben"]


class Sitting:
    """A person at a table, whose session only notes what they do."""

    def __init__(
        self, characters: tuple[str, ...] = ("", "Ada", "Ben"), names: Sequence[str] = NAMES, **state: Any
    ) -> None:
        self.done: list[Action | str] = []
        self.sound, self.announcer = Sound(), Announcer()
        self.screen = TableScreen(names, characters, self.sound, self.announcer, self, **state)

    def act(self, action: Action, age: float) -> None:
        self.done.append(action)

    def again(self) -> None:
        self.done.append("again")

    def change(self) -> None:
        self.done.append("change")

    def leave(self) -> None:
        self.done.append("leave")

    def show(self, *news: Event, state: State | None = None, seat: int | None = 0, **changes: Any) -> None:
        """Show the view of a table of three with these news. `changes` are of the view."""
        view = view_of(playing("30 40 | 12 20 | 25") if state is None else state, seat)
        self.screen.show(replace(view, news=news, **changes))

    def part(self, name: str) -> Any:
        return self.screen.parts[name]

    def find(self, selector: str) -> Any:
        return self.screen.element.querySelector(selector)

    def seat(self, seat: int) -> Any:
        return self.find(f'.seat[data-seat="{seat}"]')

    def buttons(self, which: str = ".after button") -> list[str]:
        """Return the buttons in the middle of the table that are offered, folded or not."""
        every = self.screen.element.querySelectorAll(which)
        return [one.textContent for one in every if one.closest("[hidden]") is None]

    def told(self) -> list[str]:
        """Return what the middle of the table says: its kind, its title, its text and its small print."""
        kind = self.part("moment").getAttribute("data-kind")
        return [kind, *(self.part(name).textContent for name in ("title", "text", "why"))]

    def cards(self) -> list[str]:
        """Return the cards in the middle of the table, with the names below."""
        return [one.textContent for one in self.part("cards").children]

    def announced(self) -> str:
        """Return what the live region says."""
        return str(self.find(".announcement").textContent)

    def hand(self) -> list[str]:
        """Return the visible cards in the hand."""
        return [one.dataset.card for one in self.screen.element.querySelectorAll(".hand .card:not(.gone)")]

    def pile(self) -> list[str]:
        return [one.dataset.card for one in self.screen.element.querySelectorAll(".piles .card")]

    def press_card(self, card: int) -> None:
        self.find(f"#card-{card}").dispatch("pointerdown", button=0, pointerType="mouse")

    def press(self, label: str) -> None:
        self.button(label).click()

    def button(self, label: str) -> Element:
        every = self.screen.element.querySelectorAll("button")
        (found,) = [
            one
            for one in every
            if one.closest("[hidden]") is None and label in (one.textContent, one.getAttribute("aria-label"))
        ]
        return found  # type: ignore[no-any-return]


def at_a_table(visit: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run a test on a new document, in virtual time."""

    def test() -> None:
        Document()
        loop = JumpingLoop()
        with patch("time.monotonic", loop.time):
            in_a_loop(visit, lambda: loop)

    test.__name__ = visit.__name__
    return test


async def soon() -> None:
    """Let the loop run what is due."""
    for _ in range(5):
        await asyncio.sleep(0)
