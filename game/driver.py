"""Real time for one Table: the only clock, and one timer that is re-armed after every event."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable

from game.core import Action, Seat
from game.table import Table, Update

MAX_AGE = 0.25
"""Seconds by which a press may be older than its arrival and still be believed."""


class Driver:
    """Runs `table` on the wall's clock and hands every update to `on_update`, in order.

    `on_update` may itself submit or close. Call `close` when the table is left; nothing
    happens after that.
    """

    def __init__(
        self,
        table: Table,
        on_update: Callable[[Update], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._on_update = on_update
        self._clock = clock
        self._began = clock() - table.now
        self._timer: asyncio.TimerHandle | None = None
        self._untold: deque[Update] = deque()
        self._telling = False
        self._closed = False
        self._go_on()

    @property
    def now(self) -> float:
        """The table's time, in seconds."""
        return self._clock() - self._began

    def submit(self, seat: Seat, action: Action, age: float = 0.0) -> None:
        """`seat` took `action` `age` seconds ago. Raises IllegalAction if it may not."""
        if self._closed:
            return
        now = self.now
        believed = min(max(0.0, age), MAX_AGE)
        try:
            self._table.submit(seat, action, now, now - believed)
        finally:
            self._wait(0)
            self._tell()

    def close(self) -> None:
        """Stop the clock."""
        self._closed = True
        self._disarm()

    def _go_on(self) -> None:
        self._table.tick(self.now)
        if (due := self._table.due()) is not None:
            self._wait(due - self.now)
        else:
            self._disarm()
        self._tell()

    def _wait(self, seconds: float) -> None:
        """Go on after so long: at 0 as soon as what was told is to be seen, for then the teammates think."""
        self._disarm()
        delay = math.ceil(1000 * max(0.0, seconds)) / 1000  # a browser's timer knows no less, and is early
        self._timer = asyncio.get_running_loop().call_later(delay, self._go_on)

    def _tell(self) -> None:
        self._untold.extend(self._table.updates())
        if self._telling:
            return  # the loop below is running, and will come to these
        self._telling = True
        try:
            while self._untold and not self._closed:
                self._on_update(self._untold.popleft())
        finally:
            self._telling = False

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
