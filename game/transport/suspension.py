"""Detection that this tab was suspended."""

from __future__ import annotations

import math

from game.transport.timeouts import SUSPENDED

WAKES_AT_MOST_EVERY = 5.0
"""The shortest interval in seconds between two detected suspensions, so that a throttled tab is not one each time."""


class Suspension:
    """Detects that this tab was suspended: nothing ran for SUSPENDED seconds after its timer was `due`."""

    def __init__(self) -> None:
        self.due = math.inf
        self._woke = self._ran = -math.inf

    def ended(self, now: float) -> float:
        """Return for how many seconds this tab was suspended until now; 0 if it was not.

        Call it on timers and on messages, because either may come first.
        """
        # A timer that was due before the last run is overdue, but the tab was not suspended since then.
        late, self._ran = now - max(self.due, self._ran), now
        if late <= SUSPENDED or now <= self._woke + WAKES_AT_MOST_EVERY:
            return 0.0
        self._woke = now
        return late
