"""A table on a document without a browser, for one person and what they press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.core import Action, Event, State, view_of
from tests.core.positions import playing
from tests.screens.dom import browser
from tests.screens.visit import Visit

with browser():
    from game.browser.page.announcer import Announcer
    from game.browser.table.sound import Sound
    from game.browser.table.table_screen import TableScreen

NAMES = ["You", "Ada", "Ben"]


class Sitting(Visit):
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

    def seat(self, seat: int) -> Any:
        return self.find(f'.seat[data-seat="{seat}"]')

    def faces(self) -> list[Any]:
        return self.every(".seat .face")

    def looks(self) -> list[str]:
        """Return the expressions of the faces."""
        return [one.dataset.look for one in self.faces()]

    def offered(self, which: str = ".after button") -> list[str]:
        """Return the buttons in the middle of the table that are offered, folded or not."""
        return [one.textContent for one in self.every(which) if one.checkVisibility()]

    def told(self) -> list[str]:
        """Return what the middle of the table says: its kind, its title, its text and its small print."""
        return [self.part("moment").dataset.kind, *map(self.text, ("title", "text", "why"))]

    def cards(self) -> list[str]:
        """Return the cards in the middle of the table, with the names below."""
        return [one.textContent for one in self.part("cards").children]

    def announced(self) -> str:
        """Return what the live region says."""
        return self.text("announcement")

    def hand(self) -> list[str]:
        """Return the visible cards in the hand."""
        return [one.dataset.card for one in self.every(".hand .card:not(.gone)")]

    def pile(self) -> list[str]:
        return [one.dataset.card for one in self.every(".piles .card")]

    def press_card(self, card: int) -> None:
        press(self.find(f"#card-{card}"))

    def go_on(self) -> None:
        """Let the next moment begin."""
        self.screen._go_on(self.screen._moments.due)


def press(on: Any) -> None:
    """Press a mouse button on an element."""
    on.dispatch("pointerdown", button=0, pointerType="mouse")
