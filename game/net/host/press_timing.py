"""When a peer made its presses: its clock offset, the delay of its messages, and the updates that it has seen."""

from __future__ import annotations

import math
from collections import deque

from game.net.channel import Channel
from game.net.host.clock_offset import ClockOffset
from game.net.protocol.messages import Pong, Press
from game.transport.route import LONGEST_WAIT

LATE_FOR = 300.0
"""Seconds for which a route counts as lossy, once a message was later than the route's limit."""


class Sent:
    """The send times of the latest updates. Older ones are dropped, because no press refers to them."""

    def __init__(self, now: float) -> None:
        self.number = 0
        self._at = deque([now])

    def send(self, now: float) -> int:
        """Record an update sent at `now`, and return its number."""
        self.number += 1
        self._at.append(now)
        while self._at[0] < now - LONGEST_WAIT:
            self._at.popleft()
        return self.number

    def at(self, number: int) -> float:
        """Return when update `number` was sent; -inf if it is too old to be known."""
        back = self.number - number
        return self._at[-1 - back] if back < len(self._at) else -math.inf


class PressTiming:
    """What the host knows about the presses that arrive over `channel`, from the answered pings.

    `sent` are the updates that the peer got.
    """

    def __init__(self, now: float, channel: Channel) -> None:
        self.channel = channel
        self.sent = Sent(now)
        self._seen = 0
        self._asked: deque[float] = deque(maxlen=64)
        self._clock = ClockOffset()
        self._went = now
        self._wait = channel.pace.wait
        self._late_until = now

    def route_changed(self, now: float) -> None:
        """Note that the route has changed: messages have another delay."""
        self._went = round(now, 4)  # rounded as in a ping
        self._clock.route_changed()
        self._wait = max(self._wait, self.channel.pace.wait)  # an earlier press may still arrive over the old route

    @property
    def reach(self) -> float:
        """Seconds within which a press very probably arrives, at most the limit of its route."""
        if self._clock.trips < self.channel.pace.first_beats:
            return self._wait
        return min(self._wait, self._clock.reach + self.channel.pace.slack)

    def patience(self, now: float) -> float:
        """Return the seconds in which a press arrives; LONGEST_WAIT on a route that was late."""
        return LONGEST_WAIT if now < self._late_until else self.reach

    def asked(self, now: float) -> float:
        """Record a ping sent at `now`. Return that time as the other page will decode it."""
        self._asked.append(round(now, 4))
        return self._asked[-1]

    def answered(self, pong: Pong, now: float) -> bool:
        """Update the clock offset from the answer. Return False if we sent no such ping."""
        if pong.asked not in self._asked:
            return False
        self._asked.remove(pong.asked)
        self._clock.heard(pong.asked, pong.at, now)
        self._seen = max(self._seen, pong.seen)
        if self._clock.reach > self.channel.pace.wait:
            self._late_until = now + LATE_FOR
        if pong.asked >= self._went:
            self._wait = self.channel.pace.wait  # everything sent over the old route has arrived before this answer
        return True

    def pressed(self, press: Press, now: float) -> float:
        """Return the press timestamp in host time, clamped to what the host believes.

        It is never before the newest update that the page had seen, and never further back than the limit of its route.
        """
        claimed = self._clock.ours(press.at) if self._clock.known else now
        credit = max(self._wait, self.patience(now))
        return min(now, max(claimed, now - credit, self.sent.at(max(press.seen, self._seen))))
