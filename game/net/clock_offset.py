"""How a guest's clock differs from ours, and how long its messages are on their way."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

WINDOW = 60
"""Round trips that are remembered: half a minute of heartbeats on a line, so that a drifting clock is followed."""


class Trip(NamedTuple):
    """A question `asked` and answered `at` a time of theirs, the answer `heard`."""

    asked: float
    at: float
    heard: float


class ClockOffset:
    """One guest's clock, known from round trips.

    The fastest way there and the fastest way back, of one trip or of two, are taken to
    be equally long: what is left between the clocks is their offset. Trips by an earlier
    way tell the offset still, the better the faster they were, but not how long a message takes.
    """

    def __init__(self) -> None:
        self._trips: deque[Trip] = deque(maxlen=WINDOW)
        self._offset = 0.0
        self._round_trip = 0.0
        self._reach = 0.0
        self._by_this_way = 0

    def went(self) -> None:
        """Messages go by another way from now on."""
        self._by_this_way = 0

    def heard(self, asked: float, at: float, now: float) -> None:
        """The guest answered `at` its time what we `asked`; the answer came `now`."""
        trip = Trip(asked, at, max(asked, now))
        if self._trips and not self._fits(trip):
            self._trips.clear()  # that clock has been set, or its device has slept
            self._by_this_way = 0
        self._trips.append(trip)
        self._by_this_way = min(WINDOW, self._by_this_way + 1)
        there = min(trip.at - trip.asked for trip in self._trips)
        back = min(trip.heard - trip.at for trip in self._trips)
        self._offset = (there - back) / 2
        self._round_trip = there + back
        self._reach = max(trip.heard - self.ours(trip.at) for trip in self._trips_by_this_way())

    @property
    def known(self) -> bool:
        """Whether there has been a round trip."""
        return bool(self._trips)

    @property
    def trips(self) -> int:
        """How many round trips by this way are remembered."""
        return self._by_this_way

    def ours(self, at: float) -> float:
        """The time here when it was `at` there."""
        return at - self._offset

    @property
    def delay(self) -> float:
        """Seconds that the fastest message is on its way."""
        return self._round_trip / 2

    @property
    def reach(self) -> float:
        """Seconds that the slowest message by this way took from there to here."""
        return self._reach

    def _trips_by_this_way(self) -> list[Trip]:
        return list(self._trips)[-self._by_this_way :]

    def _fits(self, trip: Trip) -> bool:
        return (
            trip.asked <= self.ours(trip.at) + self._round_trip and self.ours(trip.at) <= trip.heard + self._round_trip
        )
