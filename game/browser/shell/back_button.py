"""The browser's Back button, which leads one screen back instead of out of the page."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import js
from js import location
from pyodide.ffi import JsException

from game.browser.page.dom import js_object, listen

AWAY = "away"
"""The property of `history.state` in both entries: whether the entry is the one above the title."""


class BackButton:
    """Two entries of the session history: one of the title, and after it one of everything above it.

    `is_away` says whether a screen or a dialog is above the title, and `go_back` closes it or asks whether to. Back
    leads to the entry of the title. If the page is still away from it after `go_back`, it returns to its own entry,
    so that Back works again. Forward leads back to the title, unless the entry has a link, which is followed again.
    The entry of the title never has a link in its address, since a link there would be followed after each Back.
    """

    def __init__(self, is_away: Callable[[], bool], go_back: Callable[[], object]) -> None:
        self._is_away = is_away
        self._go_back = go_back
        self._moving = False
        listen(js.window, "popstate", self._moved)

    @property
    def opened_link(self) -> bool:
        """Whether the address of this page has changed by a link, not by a move between its two entries."""
        return not self._moving and not (self._is_away() and _entry() is True)

    def update(self) -> None:
        """Make the entry that the page needs now the current one."""
        away = self._is_away()
        if self._moving or away is (_entry() is True):
            return
        if not away:
            self._move(-1)
            return
        address, link = location.pathname + location.search, location.hash
        with suppress(JsException):  # too many entries in a short time: Back leaves the page
            js.history.replaceState(js_object({AWAY: False}), "", address)
            js.history.pushState(js_object({AWAY: True}), "", address + link)

    def _moved(self, event: Any) -> None:
        """Handle a move of the browser. An entry that a link has just made is neither of the two."""
        if self._moving:
            self._moving = False
            self.update()
        elif _entry() is True:
            if not location.hash:
                self.update()
        elif _entry() is False and self._is_away():
            self._go_back()
            if self._is_away():
                self._move(1)

    def _move(self, step: int) -> None:
        self._moving = True
        js.history.go(step)


def _entry() -> bool | None:
    """Return whether the current entry is the one above the title, or None if it is neither of the two."""
    return getattr(js.history.state, AWAY, None)
