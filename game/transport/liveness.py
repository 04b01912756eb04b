"""Liveness of a page: when its last message arrived, and when it counts as lost. Whether this tab was suspended."""

from __future__ import annotations

import math
from collections import deque

from game.transport.route import Pace
from game.transport.timeouts import MOST_PATIENCE, SUSPENDED

WINDOW = 60
"""The number of remembered gaps between messages: half a minute on a data channel."""

WAKES_AT_MOST_EVERY = 5.0
"""The shortest interval in seconds between two detected suspensions, so that a throttled tab is not one each time."""


class Liveness:
    """The liveness of a page whose last message arrived at the time `at`.

    A lossy route delays messages, sometimes by much. The timeout grows by the amount by which the longest recent gap
    exceeded two heartbeats, at most MOST_PATIENCE.
    """

    def __init__(self, at: float) -> None:
        self.at = at
        self._silences: deque[float] = deque(maxlen=WINDOW)
        self._longest = 0.0

    def heard(self, now: float) -> None:
        """Record that a message arrived."""
        self._silences.append(now - self.at)
        self._longest = max(self._silences)
        self.at = now

    def begin(self, now: float) -> None:
        """Restart the timeout at `now`, and drop all recorded gaps."""
        self.at = now
        self._silences.clear()
        self._longest = 0.0

    def woke(self, pace: Pace, now: float) -> None:
        """Extend the timeout by `grace`, because this tab was suspended: a healthy page sends something soon."""
        self.at = max(self.at, now - pace.silence + pace.grace)

    def times_out_at(self, pace: Pace) -> float:
        """Return when the page counts as lost, if nothing arrives until then."""
        late = self._longest - 2 * pace.beat
        return self.at + pace.silence + min(max(0.0, late), MOST_PATIENCE)


class Suspension:
    """Detects that this tab was suspended: nothing ran for SUSPENDED seconds after its timer was `due`.

    The last suspension was detected at the time `woke`.
    """

    def __init__(self) -> None:
        self.due = math.inf
        self.woke = self._ran = -math.inf

    def ended(self, now: float) -> float:
        """Return for how many seconds this tab was suspended until now; 0 if it was not.

        Call it on timers and on messages, because either may come first.
        """
        # A timer that was due before the last run is overdue, but the tab was not suspended since then.
        late, self._ran = now - max(self.due, self._ran), now
        if late <= SUSPENDED or now <= self.woke + WAKES_AT_MOST_EVERY:
            return 0.0
        self.woke = now
        return late
