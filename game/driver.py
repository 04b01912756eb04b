"""Real time for one Table: the only clock, and one timer that is re-armed after every event."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from game.core import Action, Seat
from game.table import Table, Update

MAX_AGE = 0.25
"""Seconds by which a press may be older than its arrival and still be believed."""


class Driver:
    """Runs `table` on the wall's clock and hands every update to `on_update`.

    Call `close` when the table is left; nothing happens after that.
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
        self._go_on()

    @property
    def now(self) -> float:
        """The table's time, in seconds."""
        return self._clock() - self._began

    def submit(self, seat: Seat, action: Action, age: float = 0.0) -> None:
        """`seat` took `action` `age` seconds ago. Raises IllegalAction if it may not.

        The press counts from its own moment, but never before the latest event.
        """
        pressed = self.now - min(max(age, 0.0), MAX_AGE)
        try:
            self._table.submit(seat, action, max(pressed, self._table.now))
        finally:
            self._go_on()

    def close(self) -> None:
        """Stop the clock."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _go_on(self) -> None:
        self._table.tick(self.now)
        for update in self._table.updates():
            self._on_update(update)
        self.close()
        if (due := self._table.due()) is not None:
            delay = max(0.0, due - self.now)
            self._timer = asyncio.get_running_loop().call_later(delay, self._go_on)
