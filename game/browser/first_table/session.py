"""The tutorial table: two teammates, three levels, no choices, and one hint at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.first_table.hint_card import HintCard
from game.browser.first_table.hints import Hints
from game.browser.first_table.three_levels import as_three_levels
from game.browser.page.dom import find, listen
from game.browser.page.tasks import Timer
from game.browser.solo.session import Setup, SoloSession
from game.core import Phase, Seat, View, variant
from game.table import Table
from game.teammates.characters import FOR_NEWCOMERS
from game.teammates.mind import Mind
from game.words.table import UNNAMED

SETUP = Setup(variant("gentle"), (UNNAMED, *FOR_NEWCOMERS), FOR_NEWCOMERS)

SEEN = 2.0
"""Seconds that the end of the game is shown before the setup dialog for the next game opens."""


class FirstTable(SoloSession):
    """A solo game that is not saved. A saved game stays as it is.

    It does not count as a first game, so explanations hidden until the first game ends stay hidden.
    """

    def __init__(self, setup: Setup, table: Table, minds: dict[Seat, Mind]) -> None:
        super().__init__(setup, table, minds)
        self._hints = Hints()
        self._card: HintCard | None = None
        self._ending = Timer(self._choose_next)
        self._stop_waiting: Callable[[], None] = lambda: None

    @property
    def view(self) -> View:
        """The person's current view."""
        return as_three_levels(super().view)

    def close(self) -> None:
        """Close the session."""
        if self._card is not None:
            self._card.close()
        self._ending.stop()
        self._stop_waiting()
        _welcome().hidden = True
        super().close()

    def _show(self, at: float, view: View) -> None:
        view = as_three_levels(view)
        super()._show(at, view)
        self._hints.hear(view)
        self._show_hint()
        if view.phase in (Phase.WON, Phase.LOST):
            self._stop_driving()
            self._ending.start(SEEN)

    def _note_end(self, view: View) -> None:
        """Do nothing, since this game does not count as a first game."""

    def _show_hint(self) -> None:
        if self._card is None:
            self._card = HintCard(self._put_away)
        if self._card.show(self._hints.shown):
            self._announcer.read_out(self._hints.shown)

    def _put_away(self) -> None:
        """Show the next due hint after the person dismissed one, and focus the control that the game needs."""
        self._hints.put_away()
        self._show_hint()
        if self._screen is not None:
            self._screen.refresh()

    def _choose_next(self) -> None:
        """Open the setup dialog, after any other open dialog is closed."""
        self._stop_waiting()
        reading = document.querySelector(".dialog:popover-open")
        if reading:
            self._stop_waiting = listen(reading, "toggle", lambda _: self._choose_next())
            return
        _welcome().hidden = False
        dialog = find("setup")
        dialog.showPopover()
        dialog.querySelector("select").focus()


def _welcome() -> Any:
    """Return the welcome message of the setup dialog for people coming from the tutorial."""
    return find("setup").querySelector(".welcome")
