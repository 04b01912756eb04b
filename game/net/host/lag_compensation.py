"""Lag compensation: a Table that runs slightly behind the clock, so that presses reach it in the order of pressing.

The first press may be the last to arrive. The table therefore runs `wait` seconds behind: before it processes a moment,
all presses of that moment have arrived. For presses that a lossy route delays even longer, the table waits only where
that could save a life.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

from game.core import Action, Dealt, IllegalAction, Seat
from game.table import Table, Update

ROUNDING = 1e-6
"""Rounding error in seconds of sums of times, so that an action is not skipped at the time when it is due."""


@dataclass(frozen=True, slots=True, order=True)
class QueuedPress:
    """A press: `seat` took `action` at the time `at`. `peer` calls it press `number` of deal `deal`."""

    at: float
    order: int
    seat: Seat = field(compare=False)
    action: Action = field(compare=False)
    peer: str = field(compare=False)
    number: int = field(compare=False)
    deal: int = field(compare=False)


class LagCompensatedTable:
    """A `table` with lag compensation. Its time 0 is `began` by the host's clock. Times are in seconds.

    Deals are numbered from `deal`. A press that belongs to an earlier deal is void.
    """

    def __init__(self, table: Table, began: float, deal: int) -> None:
        self.table = table
        self.deal = deal
        self._began = began
        self._order = 0
        self._presses: list[QueuedPress] = []
        self._horizon = began

    def press(self, seat: Seat, action: Action, at: float, peer: str, number: int, deal: int) -> None:
        """Queue a press until the table reaches its time."""
        self._order += 1
        heapq.heappush(self._presses, QueuedPress(at, self._order, seat, action, peer, number, deal))

    def due(self, wait: float) -> float:
        """Return when to call `go_on` next; inf if there is nothing to do."""
        moments = [one.at for one in self._presses[:1]]
        if (due := self.table.due()) is not None:
            moments.append(due + self._began)
        return max(min(moments, default=math.inf), self._horizon) + wait

    def go_on(
        self, now: float, wait: float, patience: float = 0.0
    ) -> tuple[list[tuple[int, Update]], list[QueuedPress]]:
        """Process all that was due `wait` seconds ago. A card that would cost a life waits for `patience` seconds.

        Return the updates, each with the number of its deal, and the presses that had no effect.
        """
        self.table.lag = max(0.0, patience - wait)
        updates, void = self._numbered(), []
        until = max(self._horizon, now - wait + ROUNDING)
        while self._presses and self._presses[0].at <= until:
            press = heapq.heappop(self._presses)
            self._horizon = max(self._horizon, press.at)
            self.table.tick(self._horizon - self._began)
            updates += self._numbered()
            if press.deal != self.deal or not self._submitted(press):
                void.append(press)
            updates += self._numbered()
        self._horizon = until
        self.table.tick(until - self._began)
        return updates + self._numbered(), void

    def skip(self, seconds: float) -> None:
        """Let the table stand still for `seconds`, in which this page was suspended."""
        self._began += seconds
        self._horizon += seconds

    def take(self, seat: Seat, *actions: Action) -> None:
        """Take those of `actions` that are legal for `seat`, on behalf of the table rather than of a press."""
        for action in actions:
            if action in self.table.view(seat).legal:
                self.table.submit(seat, action, self._horizon - self._began)

    def _submitted(self, press: QueuedPress) -> bool:
        at = self._horizon - self._began
        try:
            self.table.submit(press.seat, press.action, at, press.at - self._began)
        except IllegalAction:
            return False
        return True

    def _numbered(self) -> list[tuple[int, Update]]:
        numbered = []
        for update in self.table.updates():
            self.deal += any(isinstance(event, Dealt) for event in update.events)
            numbered.append((self.deal, update))
        return numbered
