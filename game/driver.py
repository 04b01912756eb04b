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
"""The largest age of a press in seconds that is accepted when the press arrives; an older press counts as this old."""


SUSPENDED = 1.0
"""Timer lateness in seconds that means that the page was suspended. A throttled page stays below it."""


class Driver:
    """Runs `table` in real time and passes every update to `on_update`, in order, from `start` until `stop`.

    Two kinds of time do not count: while the page was suspended, because its player saw nothing, and while the driver
    was stopped. `on_update` may call `submit` or `stop`.
    """

    def __init__(self, table: Table, on_update: Callable[[Update], None]) -> None:
        self._table = table
        self._on_update = on_update
        self._at = table.now
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._expected = math.inf
        self._untold: deque[Update] = deque()
        self._telling = False
        self.running = False

    @property
    def now(self) -> float:
        """The table's time, in seconds."""
        return time.monotonic() - self._began if self.running else self._at

    def start(self) -> None:
        """Let the table's time go on from where it is."""
        if not self.running:
            self.running = True
            self._began = time.monotonic() - self._at
            self._go_on()

    def submit(self, seat: Seat, action: Action, age: float = 0.0) -> None:
        """Take `action` for `seat`, made `age` seconds ago. Raises IllegalAction if it is not legal.

        A stopped driver ignores it.
        """
        if not self.running:
            return
        self._skip_suspension()
        now = self.now
        believed = min(max(0.0, age), MAX_AGE)
        try:
            self._table.submit(seat, action, now, now - believed)
        finally:
            self._wait(0)
            self._tell()

    def stop(self) -> None:
        """Stop the timer and all updates."""
        self._skip_suspension()
        self._at = self.now
        self.running = False
        self._disarm()

    def _go_on(self) -> None:
        self._skip_suspension()
        self._table.tick(self.now)
        if (due := self._table.due()) is not None:
            self._wait(due - self.now)
        else:
            self._disarm()
        self._tell()

    def _wait(self, seconds: float) -> None:
        """Continue after `seconds`. At 0, the event loop runs first: the page shows updates before teammates plan."""
        self._disarm()
        delay = math.ceil(1000 * max(0.0, seconds)) / 1000  # browser timers have a resolution of 1 ms, and fire early
        self._expected = time.monotonic() + delay
        self._timer = asyncio.get_running_loop().call_later(delay, self._go_on)

    def _tell(self) -> None:
        self._untold.extend(self._table.updates())
        if self._telling:
            return  # the loop below is already running, and delivers these updates
        self._telling = True
        try:
            while self._untold and self.running:
                self._on_update(self._untold.popleft())
        finally:
            self._telling = False

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        self._expected = math.inf

    def _skip_suspension(self) -> None:
        """Stop the table's time from the moment at which the timer was due, if the page was suspended then."""
        late = time.monotonic() - self._expected
        if late > SUSPENDED:
            self._began += late
            self._expected += late
