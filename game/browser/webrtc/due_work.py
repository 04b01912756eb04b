"""A timer that is re-armed after all due work is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from game.browser.page.tasks import Timer
from game.transport.liveness import Suspension

SOON = 0.01
"""Seconds within which work counts as due now: it is done at once, without a timer."""


class DueWork:
    """Calls `work` with the current time when `due()` has come, and before that `woke` after a suspension."""

    def __init__(self, work: Callable[[float], None], due: Callable[[], float], woke: Callable[[float], None]) -> None:
        self._work = work
        self._due = due
        self._woke = woke
        self._timer = Timer(self._wake)
        self._suspension = Suspension()
        self._running = self._again = False
        self.closed = False

    def run(self) -> None:
        """Do all due work and re-arm the timer. Nested calls return at once; the outer call repeats the work."""
        self._again = True
        if self._running:
            return
        self._running = True
        try:
            while self._again and not self.closed:
                self._again = False
                self._work(time.monotonic())
        finally:
            self._running = False
        self._arm()

    @contextmanager
    def once(self) -> Iterator[None]:
        """Do all due work once, at the end of the block, however often `run` is called within it."""
        running, self._running = self._running, True
        try:
            yield
        finally:
            self._running = running
        self.run()

    def run_at(self, at: float) -> None:
        """Make sure that the work runs at the time `at`, or earlier."""
        if at <= time.monotonic() + SOON:
            self.run()
        elif at < self._suspension.due:
            self._arm()

    def close(self) -> None:
        """Stop working."""
        self.closed = True
        self._timer.stop()

    def _arm(self) -> None:
        if not self.closed:
            self._suspension.due = self._due()
            self._timer.start_at(self._suspension.due)

    def _wake(self) -> None:
        now = time.monotonic()
        if self._suspension.ended(now):
            self._woke(now)
        self.run()
