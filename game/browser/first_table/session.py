"""A first table for newcomers: two teammates, three levels, nothing to choose, and hints, one thing at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from js import document

from game.browser.dom import find, listen
from game.browser.first_table.hint_card import HintCard
from game.browser.first_table.hints import Hints
from game.browser.first_table.three_levels import as_three_levels
from game.browser.solo import Setup, SoloSession
from game.core import Phase, Seat, View, variant
from game.table import Table
from game.teammates.characters import FOR_NEWCOMERS
from game.teammates.mind import Mind
from game.words.table import YOU

SETUP = Setup(variant("gentle"), (YOU, *FOR_NEWCOMERS), FOR_NEWCOMERS)

SEEN = 2.0
"""Seconds for which the end is seen before the sheet opens on which the next table is chosen."""


class FirstTable(SoloSession):
    """Played like any game of one person, but not kept: a game to be gone on with stays as it is.

    It is no first game: what is held back until one has ended stays held back.
    """

    def __init__(self, setup: Setup, table: Table, minds: dict[Seat, Mind]) -> None:
        super().__init__(setup, table, minds)
        self._hints = Hints()
        self._card: HintCard | None = None
        self._ending: asyncio.Handle | None = None
        self._stop_waiting: Callable[[], None] = lambda: None

    @property
    def view(self) -> View:
        """What the person may know now."""
        return as_three_levels(super().view)

    def close(self) -> None:
        """Be gone from the page."""
        if self._card is not None:
            self._card.close()
        if self._ending is not None:
            self._ending.cancel()
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
            self._ending = asyncio.get_running_loop().call_later(SEEN, self._choose_next)

    def _note_end(self, view: View) -> None:
        """Nothing: this was no first game."""

    def _show_hint(self) -> None:
        if self._card is None:
            self._card = HintCard(self._put_away)
        if self._card.show(self._hints.shown):
            self._announcer.read_out(self._hints.shown)

    def _put_away(self) -> None:
        """The hint was read: show the next that is due, and leave the focus where the game wants it."""
        self._hints.put_away()
        self._show_hint()
        if self._screen is not None:
            self._screen.refresh()

    def _choose_next(self) -> None:
        """Open the sheet on which a table is chosen, once no other one is being read."""
        self._stop_waiting()
        reading = document.querySelector(".sheet:popover-open")
        if reading:
            self._stop_waiting = listen(reading, "toggle", lambda _: self._choose_next())
            return
        _welcome().hidden = False
        sheet = find("setup")
        sheet.showPopover()
        sheet.querySelector("select").focus()


def _welcome() -> Any:
    """What the sheet says to whoever comes there from a first table."""
    return find("setup").querySelector(".welcome")
