"""Clock offset between a guest and the host, and the one-way delay of the guest's messages."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

WINDOW = 60
"""The number of round trips to remember: half a minute on a data channel, to follow a drifting clock."""

RARE = 0.05
"""The share of messages that `usual_reach` leaves out: those that wait while a page is busy or a packet is repeated."""


class Trip(NamedTuple):
    """A ping sent at `asked`, answered at the guest's time `at`, with the answer received at `heard`."""

    asked: float
    at: float
    heard: float


class ClockOffset:
    """An estimate of one guest's clock offset, from round trips.

    The fastest message in each direction, even of two different trips, is assumed to have the same delay. The remaining
    difference between the clocks is their offset. Trips over an earlier route still count for the offset, because only
    the fastest ones matter, but not for `reach`.

    `trips` is the number of remembered round trips over the current route. `reach` is the one-way delay in seconds of
    the slowest of these messages from the guest, and `usual_reach` that of the slowest without the `RARE` ones.
    """

    def __init__(self) -> None:
        self._trips: deque[Trip] = deque(maxlen=WINDOW)
        self._offset = 0.0
        self._round_trip = 0.0
        self.reach = self.usual_reach = 0.0
        self.trips = 0

    def route_changed(self) -> None:
        """Note that messages use another route from now on."""
        self.trips = 0

    def heard(self, asked: float, at: float, now: float) -> None:
        """Record a ping sent at `asked`, answered at the guest's time `at`, with the answer received at `now`."""
        trip = Trip(asked, at, max(asked, now))
        if self._trips and not self._fits(trip):
            self._trips.clear()  # that clock was set, or its device was suspended
            self.trips = 0
        self._trips.append(trip)
        self.trips = min(WINDOW, self.trips + 1)
        there = min(trip.at - trip.asked for trip in self._trips)
        back = min(trip.heard - trip.at for trip in self._trips)
        self._offset = (there - back) / 2
        self._round_trip = there + back
        delays = sorted(trip.heard - self.ours(trip.at) for trip in self._trips_by_this_way())
        self.reach, self.usual_reach = delays[-1], delays[-1 - int(RARE * len(delays))]

    @property
    def known(self) -> bool:
        """Whether there has been a round trip."""
        return bool(self._trips)

    def ours(self, at: float) -> float:
        """Convert the guest's time `at` to our time."""
        return at - self._offset

    def _trips_by_this_way(self) -> list[Trip]:
        return list(self._trips)[-self.trips :]

    def _fits(self, trip: Trip) -> bool:
        return (
            trip.asked <= self.ours(trip.at) + self._round_trip and self.ours(trip.at) <= trip.heard + self._round_trip
        )
