"""The tutorial table: two teammates, three levels, no choices, and one hint at a time."""

from __future__ import annotations

from typing import Any

from js import document

from game.browser.device.keyboard import key_of
from game.browser.first_table.first_deal import seed_for_newcomer
from game.browser.first_table.hints import Hints
from game.browser.first_table.three_levels import as_three_levels
from game.browser.page.dom import listen
from game.browser.shell.page import Page
from game.browser.solo.session import Setup, SoloSession
from game.core import OVER, Seat, View, variant
from game.table import Table
from game.teammates.characters import CHARACTERS, FOR_NEWCOMERS, for_newcomers
from game.teammates.mind import Mind
from game.words.table import UNNAMED

SETUP = Setup(
    variant("gentle"),
    (UNNAMED, *FOR_NEWCOMERS),
    FOR_NEWCOMERS,
    character=lambda name: for_newcomers(CHARACTERS[name]),
)
"""The setup of a first table, where teammates seldom propose a star."""


class FirstTable(SoloSession):
    """A solo game that is not saved. A saved game stays as it is.

    It does not count as a first game, so explanations hidden until the first game ends stay hidden.
    """

    may_change = False

    def __init__(self, page: Page, setup: Setup, table: Table, minds: dict[Seat, Mind]) -> None:
        super().__init__(page, setup, table, minds)
        self._hints = Hints()

    @classmethod
    def of(cls, page: Page) -> FirstTable:
        """Start a game with the first deal of the page's seeds that suits a newcomer."""
        seed = seed_for_newcomer(page.seeds, SETUP.variant, len(SETUP.names))
        return cls.begin(page, SETUP, seed, next(page.seeds))

    @property
    def view(self) -> View:
        """The person's current view."""
        return as_three_levels(super().view)

    @property
    def _saves(self) -> bool:
        return False

    def again(self) -> None:
        self._page.go("try")

    def open(self) -> None:
        """Show the table. Escape puts a hint away."""
        super().open()
        if self._screen is not None:
            self._screen.set(offers_whole=True)
            self._screen.add({"put-away": lambda _: self._put_away()})
            self._stop_listening = listen(document, "keydown", self._key_down)

    def close(self) -> None:
        """Close the session."""
        if self._screen is not None:
            self._stop_listening()
        super().close()

    def _show(self, at: float, view: View) -> None:
        view = as_three_levels(view)
        super()._show(at, view)
        self._hints.hear(view)
        self._show_hint()
        if view.phase in OVER:
            self._stop_driving()

    def _note_end(self, view: View) -> None:
        """Do nothing, since this game does not count as a first game."""

    def _show_hint(self) -> None:
        hint = self._hints.shown
        if self._screen is not None and hint != self._screen.state.hint:
            self._screen.set(hint=hint)
            if hint:
                self._announcer.read_out(hint)

    def _put_away(self) -> None:
        """Show the next due hint after the person dismissed one, and focus the control that the game needs."""
        self._hints.put_away()
        self._show_hint()
        if self._screen is not None:
            self._screen.focus()

    def _key_down(self, event: Any) -> None:
        if key_of(event) == "escape" and self._hints.shown and not document.querySelector(":popover-open"):
            self._put_away()


def open_first_table(page: Page) -> None:
    """Open the tutorial table."""
    page.open(lambda: FirstTable.of(page)).open()
