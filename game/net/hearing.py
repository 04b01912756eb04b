"""When somebody was heard last, and after which silence they count as vanished."""

from __future__ import annotations

from collections import deque

from game.net.way import Pace

WINDOW = 60
"""Silences that are remembered: half a minute on a line."""

MOST_PATIENCE = 1.5
"""Seconds that a line which loses messages may be silent for longer than another."""


class Hearing:
    """Somebody who was heard `at` this time, and speaks by a way of some pace.

    A line that loses messages brings them late, now and then later still: it is borne
    longer by what its silences of late were longer than two heartbeats.
    """

    def __init__(self, at: float) -> None:
        self.at = at
        self._silences: deque[float] = deque(maxlen=WINDOW)
        self._longest = 0.0

    def heard(self, now: float) -> None:
        """Something was said."""
        self._silences.append(now - self.at)
        self._longest = max(self._silences)
        self.at = now

    def begin(self, now: float) -> None:
        """Count from `now` on, whatever there was before."""
        self.at = now
        self._silences.clear()
        self._longest = 0.0

    def woke(self, pace: Pace, now: float) -> None:
        """This page did not run for a while: whoever is well is heard soon."""
        self.at = max(self.at, now - pace.silence + pace.grace)

    def vanishes(self, pace: Pace) -> float:
        """When they count as vanished, if nothing is heard until then."""
        late = self._longest - 2 * pace.beat
        return self.at + pace.silence + min(max(0.0, late), MOST_PATIENCE)
