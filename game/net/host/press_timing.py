"""When a peer made its presses, and how much lag compensation its seat gets.

The press timestamp follows from the peer's clock offset, the delay of its messages, and the updates that it has seen. A
quarter of a second of lag is always compensated. Beyond it, only a card that would cost a life waits. That comes out of
the seat's quota per level, whether the seat uses relays, has a lossy connection, or pretends to have one. Once a seat
has used it up, its lag affects only that seat.
"""

from __future__ import annotations

import math
from collections import deque
from types import MappingProxyType

from game.net.channel import Channel
from game.net.protocol.messages import Press
from game.transport.route import LONGEST_WAIT, QUICK, Route

LATE_FOR = 300.0
"""Seconds for which a route counts as lossy, once a message was later than the route's limit."""

FREE = QUICK.wait
"""Seconds of lag compensation that do not count against a quota."""

QUOTAS = MappingProxyType({Route.DIRECT: 3.0, Route.TURN: 3.0, Route.RELAY: 6.0})
"""Seconds per level, beyond `FREE`, by which the presses of a seat count earlier than their arrival, for each route.

Over a data channel with 300 ms of delay and 2 % loss, a late press takes about a second: this allows three of them per
level. Over relays, presses arrive about 0.4 s later than `FREE`: this allows the twelve cards of the last level.
"""


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
    """What the host knows about the presses that arrive over `channel`, from the clock of its link.

    `sent` are the updates that the peer got.
    """

    def __init__(self, now: float, channel: Channel) -> None:
        self.channel = channel
        self.sent = Sent(now)
        self._clock = channel.clock

    @property
    def reach(self) -> float:
        """Seconds within which a press very probably arrives, at most the limit of its route."""
        return self._within(self._clock.reach)

    @property
    def usual_reach(self) -> float:
        """Seconds within which nearly all presses arrive, at most the limit of the route."""
        return self._within(self._clock.usual_reach)

    def _within(self, delay: float) -> float:
        clock = self._clock
        return clock.wait if clock.trips < clock.pace.first_beats else min(clock.wait, delay + clock.pace.slack)

    def wait(self, *, face_down: bool) -> float:
        """Return the seconds that the table waits for presses of this peer before any card lands.

        Face up, a late press costs no life: a card that would cost one waits for `patience` seconds. That would betray
        a card that lies face down, so then the table always waits as long as a press may take.
        """
        return self.reach if face_down else min(self.usual_reach, FREE)

    def patience(self, now: float) -> float:
        """Return the seconds in which a press arrives; LONGEST_WAIT on a route that was late."""
        return LONGEST_WAIT if now < self._clock.late_at + LATE_FOR else self.reach

    def pressed(self, press: Press, now: float) -> float:
        """Return the press timestamp in host time, clamped to what the host believes.

        It is never before the newest update that the page had seen, and never further back than the limit of its route.
        """
        claimed = self._clock.ours(press.at) if self._clock.known else now
        credit = max(self._clock.wait, self.patience(now))
        return min(now, max(claimed, now - credit, self.sent.at(press.seen)))


class LagQuota:
    """The quota that one seat has used in this level. Changing the route or reloading the page does not renew it."""

    def __init__(self) -> None:
        self._credit = 0.0

    def patience(self, peer: PressTiming, now: float) -> float:
        """Return the seconds that a card which would cost a life waits for a lower one of that seat."""
        return min(max(peer.patience(now), peer.reach), FREE + self._credit_left(peer))

    def pressed(self, peer: PressTiming, press: Press, now: float) -> float:
        """Return the press timestamp that the host accepts, and charge the credit beyond `FREE`."""
        at = max(peer.pressed(press, now), now - FREE - self._credit_left(peer))
        self._credit += max(0.0, now - at - FREE)
        return at

    def _credit_left(self, peer: PressTiming) -> float:
        return max(0.0, QUOTAS[peer.channel.route] - self._credit)
