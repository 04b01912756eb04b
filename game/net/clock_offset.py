"""How a guest's clock differs from ours, and how long its messages are on their way."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

WINDOW = 60
"""Round trips that are remembered: half a minute of heartbeats, so that a drifting clock is followed."""

SLACK = 0.01
"""Seconds added to the longest delay seen, for the one that will be longer."""


class Trip(NamedTuple):
    """A question `asked` and answered `at` a time of theirs, the answer `heard`."""

    asked: float
    at: float
    heard: float


class ClockOffset:
    """One guest's clock, known from round trips.

    The fastest way there and the fastest way back, of one trip or of two, are taken to
    be equally long: what is left between the clocks is their offset.
    """

    def __init__(self) -> None:
        self._trips: deque[Trip] = deque(maxlen=WINDOW)
        self._offset = 0.0
        self._round_trip = 0.0
        self._reach = 0.0

    def heard(self, asked: float, at: float, now: float) -> None:
        """The guest answered `at` its time what we `asked`; the answer came `now`."""
        trip = Trip(asked, at, max(asked, now))
        if self._trips and not self._fits(trip):
            self._trips.clear()  # that clock has been set, or its device has slept
        self._trips.append(trip)
        there = min(trip.at - trip.asked for trip in self._trips)
        back = min(trip.heard - trip.at for trip in self._trips)
        self._offset = (there - back) / 2
        self._round_trip = there + back
        self._reach = max(trip.heard - self.ours(trip.at) for trip in self._trips)

    @property
    def known(self) -> bool:
        """Whether there has been a round trip."""
        return bool(self._trips)

    def ours(self, at: float) -> float:
        """The time here when it was `at` there."""
        return at - self._offset

    @property
    def delay(self) -> float:
        """Seconds that the fastest message is on its way."""
        return self._round_trip / 2

    @property
    def jitter(self) -> float:
        """Seconds that the slowest message from there took longer than the fastest."""
        return self._reach - self.delay

    @property
    def reach(self) -> float:
        """Seconds after which a message sent there has very probably arrived here."""
        return self._reach + SLACK

    def _fits(self, trip: Trip) -> bool:
        return (
            trip.asked <= self.ours(trip.at) + self._round_trip and self.ours(trip.at) <= trip.heard + self._round_trip
        )
