"""The host's state for one peer: its liveness, its clock offset, and the latest update that it has seen."""

from __future__ import annotations

import math
from collections import deque

from game.core import View
from game.net.channel import Channel
from game.net.election.terms import Proof
from game.net.host.clock_offset import ClockOffset
from game.net.protocol.messages import Ping, Pong, Press
from game.transport.liveness import Liveness
from game.transport.rate_limit import CLAIMS, CLAIMS_A_SECOND, EFFECTS, EFFECTS_A_SECOND, TokenBucket
from game.transport.route import LONGEST_WAIT, THRIFTY, Pace

MANY_OFFERS = 10
"""Offers after which the interval of further offers to a page that does not join is that of the relay route.

A data channel may stall for a minute and then deliver all messages at once. They must stay within the rate limit.
"""

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


class PeerState:
    """The host's state for one peer.

    A page that joins over the `channel` signs the `nonce`. `next_beat` is the time of the next
    heartbeat. `shown` is the last View that was sent. `effects` limits the rate of its changes that all players see,
    and `claims` the rate of its requests for the host and its own host claims. `rival` is the proof of its last host
    claim. `told` is the number of the newest roster sent to it, and `accepted` that of the newest one it has signed.
    """

    def __init__(self, now: float, channel: Channel, nonce: str) -> None:
        self.channel = channel
        self.nonce = nonce
        self.sent = Sent(now)
        self.shown: View | None = None
        self.effects = TokenBucket(EFFECTS, EFFECTS_A_SECOND, now)
        self.claims = TokenBucket(CLAIMS, CLAIMS_A_SECOND, now)
        self.liveness = Liveness(now)
        self.rival: Proof | None = None
        self.told = self.accepted = 0
        self.next_beat = now
        self._beats = self._offers = 0
        self._asked: deque[float] = deque(maxlen=64)
        self._clock = ClockOffset()
        self._last_press = -1
        self._seen = 0
        self._went = now
        self._wait = self.pace.wait
        self._late_until = now

    @property
    def pace(self) -> Pace:
        """The timeouts of the route to this peer."""
        return self.channel.pace

    @property
    def times_out_at(self) -> float:
        """The time at which this peer counts as lost, if nothing arrives until then."""
        return self.liveness.times_out_at(self.pace)

    def route_changed(self, now: float) -> None:
        """Note that the route has changed: restart the liveness timeout and the first heartbeats."""
        self.liveness.begin(now)
        self.next_beat = now
        self._went = round(now, 4)  # rounded as in a ping
        self._beats = self._offers = 0
        self._clock.route_changed()
        self._wait = max(self._wait, self.pace.wait)  # an earlier press may still arrive over the slower old route

    @property
    def reach(self) -> float:
        """Seconds within which a press from this peer very probably arrives, at most the limit of its route."""
        if self._clock.trips < self.pace.first_beats:
            return self._wait
        return min(self._wait, self._clock.reach + self.pace.slack)

    def patience(self, now: float) -> float:
        """Return the seconds within which a press from this peer arrives; LONGEST_WAIT on a route that was late."""
        return LONGEST_WAIT if now < self._late_until else self.reach

    def ping(self, now: float) -> Ping:
        """Return the next heartbeat, which asks for the peer's clock."""
        self._beats += 1
        pace = self.pace
        self.next_beat = now + (pace.first_beat if self._beats < pace.first_beats else pace.beat)
        asked = round(now, 4)  # as the other page will decode it
        self._asked.append(asked)
        return Ping(asked)

    def offered(self, now: float) -> None:
        """Record that this page, which has not joined, was offered a seat, and schedule the next offer."""
        self._offers += 1
        self.next_beat = now + (self.pace.offer if self._offers < MANY_OFFERS else THRIFTY.offer)

    def answered(self, pong: Pong, now: float) -> bool:
        """Update the clock offset from the answer. Return False if we sent no such ping."""
        if pong.asked not in self._asked:
            return False
        self._asked.remove(pong.asked)
        self._clock.heard(pong.asked, pong.at, now)
        self._seen = max(self._seen, pong.seen)
        if self._clock.reach > self.pace.wait:
            self._late_until = now + LATE_FOR
        if pong.asked >= self._went:
            self._wait = self.pace.wait  # everything sent over the old route has arrived before this answer
        return True

    def is_next(self, press: Press) -> bool:
        """Whether this press is new; False for a duplicate or an older one."""
        before, self._last_press = self._last_press, max(self._last_press, press.number)
        return press.number > before

    def pressed(self, press: Press, now: float) -> float:
        """Return the press timestamp in host time, clamped to what the host believes.

        It is never before the newest update that the page had seen, and never further back than the limit of its route.
        """
        claimed = self._clock.ours(press.at) if self._clock.known else now
        credit = max(self._wait, self.patience(now))
        return min(now, max(claimed, now - credit, self.sent.at(max(press.seen, self._seen))))
