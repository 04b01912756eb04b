"""The choices after a game besides playing the same again: another game, or a seat in the next one."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.page.dom import find, listen


class AfterGame:
    """The buttons of the current table screen. They work until `close`."""

    def __init__(self, gather: Callable[[], None], sit: Callable[[], None]) -> None:
        self._again, self._gather, self._sit = find("again"), find("gather"), find("sit")
        self._seat = sit
        self._listening = [
            listen(self._gather, "click", lambda _: gather()),
            listen(self._sit, "click", lambda _: self._sits()),
        ]

    def show(self, *, leads: bool, may_sit: bool) -> None:
        """Show the choices after a game, for a person who `leads` or for a watcher who `may_sit`."""
        self._again.hidden = self._gather.hidden = not leads
        self._sit.hidden = not may_sit

    def close(self) -> None:
        """Remove the event listeners."""
        for stop in self._listening:
            stop()

    def _sits(self) -> None:
        self._sit.setAttribute("aria-pressed", "true")
        self._seat()
