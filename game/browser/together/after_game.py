"""What there is to choose after a game, beside another of the same: a different game, or a seat in the next one."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.dom import find, listen


class AfterGame:
    """The buttons of a table that is shown; they are heard until `close`."""

    def __init__(self, gather: Callable[[], None], sit: Callable[[], None]) -> None:
        self._again, self._gather, self._sit = find("again"), find("gather"), find("sit")
        self._seat = sit
        self._listening = [
            listen(self._gather, "click", lambda _: gather()),
            listen(self._sit, "click", lambda _: self._sits()),
        ]

    def show(self, *, leads: bool, may_sit: bool) -> None:
        """Show, at the end of a game, what may be chosen by whoever `leads`, and by a watcher who `may_sit`."""
        self._again.hidden = self._gather.hidden = not leads
        self._sit.hidden = not may_sit

    def close(self) -> None:
        """Listen no longer."""
        for stop in self._listening:
            stop()

    def _sits(self) -> None:
        self._sit.setAttribute("aria-pressed", "true")
        self._seat()
