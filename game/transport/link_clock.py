"""Clock offset between this page and a peer, and the one-way delay of what the peer sends."""

from __future__ import annotations

import math
from collections import deque
from typing import NamedTuple

from game.transport.reliable_stream import StreamError
from game.transport.route import QUICK, Pace
from game.transport.timeouts import BEAT, SELDOM_SILENT, SILENT

WINDOW = 60
"""The most round trips to remember: half a minute during play, to follow a drifting clock."""

RARE = 0.05
"""The share of messages that `usual_reach` leaves out: those that wait while a page is busy or a packet is repeated."""

ROUNDING = 0.001
"""Seconds by which rounded times may contradict each other although no clock was set."""

MOST_SENT = 64
"""The most of our times that a peer may still echo."""


class Stamp(NamedTuple):
    """The times in a frame: it is sent `at`, and echoes the frame sent at `asked`, the newest that its sender `got`.

    Its sender is silent for less than `silence` seconds after it, on a data channel that works.
    """

    at: float
    asked: float
    got: float
    silence: float = SILENT


class Trip(NamedTuple):
    """A frame sent at `asked`, and the frame that echoed it, `heard` here. The peer's times are `got` and `at`."""

    asked: float
    got: float
    at: float
    heard: float


class LinkClock:
    """An estimate of one peer's clock offset, from the times in the frames of a link.

    The fastest frame in each direction, even of two different trips, is assumed to have the same delay. The remaining
    difference between the clocks is their offset. Trips over an earlier route still count for the offset, because only
    the fastest ones matter, but not for `reach`.

    `trips` is the number of remembered round trips over the current route. `reach` is the one-way delay in seconds of
    the slowest of these frames from the peer, and `usual_reach` that of the slowest without the `RARE` ones. The host
    waits `wait` seconds at most: `late_at` is when `reach` last exceeded that. After a change of route, `wait` is that
    of the slower one, until all that was sent over the former route has arrived.
    """

    def __init__(self, pace: Pace = QUICK) -> None:
        self.pace = pace
        self.wait = pace.wait
        self._trips: deque[Trip] = deque(maxlen=WINDOW)
        self._sent: deque[float] = deque(maxlen=MOST_SENT)
        self._theirs, self._got = -1.0, 0.0
        self._offset = 0.0
        self._round_trip = 0.0
        self.reach = self.usual_reach = 0.0
        self.late_at = -math.inf
        self.trips = 0

    def route_changed(self, pace: Pace) -> None:
        """Use the timeouts of a new route. From now on, ignore echoes of frames that were sent over the former one."""
        self.pace = pace
        self.wait = max(self.wait, pace.wait)
        self.trips = 0
        self._sent.clear()

    def stamp(self, now: float, silence: float = SILENT) -> Stamp:
        """Return the times for a frame that is sent `now`, before a `silence` of this page."""
        self._sent.append(round(now, 4))
        return Stamp(self._sent[-1], self._theirs, self._got, silence)

    def take(self, stamp: Stamp, now: float) -> None:
        """Handle the times in a frame that has arrived over the current route. An unknown echo is ignored."""
        self._theirs, self._got = stamp.at, round(now, 4)
        settled = self.trips >= self.pace.first_beats
        if stamp.asked in self._sent and not (settled and now < self._trips[-1].heard + BEAT / 2):
            self._note(Trip(stamp.asked, stamp.got, stamp.at, max(stamp.asked, now)))
            self.wait = self.pace.wait
            if self.reach > self.wait:
                self.late_at = now

    def _note(self, trip: Trip) -> None:
        if self._trips and not self._fits(trip):
            self._trips.clear()  # that clock was set, or its device was suspended
            self.trips = 0
        self._trips.append(trip)
        while len(self._trips) > self.pace.first_beats and self._trips[0].heard < trip.heard - self.pace.memory:
            self._trips.popleft()
        self.trips = min(len(self._trips), self.trips + 1)
        there = min(trip.got - trip.asked for trip in self._trips)
        back = min(trip.heard - trip.at for trip in self._trips)
        self._offset = (there - back) / 2
        self._round_trip = there + back
        delays = sorted(trip.heard - self.ours(trip.at) for trip in list(self._trips)[-self.trips :])
        self.reach, self.usual_reach = delays[-1], delays[-1 - int(RARE * len(delays))]

    @property
    def known(self) -> bool:
        """Whether there has been a round trip."""
        return bool(self._trips)

    def ours(self, at: float) -> float:
        """Convert the peer's time `at` to our time."""
        return at - self._offset

    def _fits(self, trip: Trip) -> bool:
        longest = self._round_trip + ROUNDING
        return trip.asked <= self.ours(trip.got) + longest and self.ours(trip.at) <= trip.heard + longest


def read_stamp(said: object) -> Stamp:
    """Return the times in a frame. Raises StreamError."""
    match said:
        case [int() | float() as at, int() | float() as asked, int() | float() as got, int() | float() as silence]:
            if all(abs(one) < 1e9 for one in (at, asked, got, silence)):
                return Stamp(at, asked, got, min(max(SILENT, silence), SELDOM_SILENT))
    raise StreamError("not the times of a frame")
