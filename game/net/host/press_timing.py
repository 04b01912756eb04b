"""When a peer made its presses, and how much lag compensation its seat gets.

The press timestamp follows from the peer's clock offset, the delay of its messages, and the updates that it has seen. A
quarter of a second of lag is always compensated. The rest comes out of the seat's quota per level, whether the seat
uses relays, has a lossy connection, or pretends to have one. Once a seat has used it up, its lag affects only that
seat.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from game.core import Seat
from game.net.channel import Channel
from game.net.host.clock_offset import ClockOffset
from game.net.protocol.messages import Pong, Press
from game.transport.route import LONGEST_WAIT, QUICK, Route

LATE_FOR = 300.0
"""Seconds for which a route counts as lossy, once a message was later than the route's limit."""

FREE = QUICK.wait
"""Seconds of lag compensation that do not count against a quota."""


@dataclass(frozen=True, slots=True)
class Quota:
    """Seconds per level of lag compensation beyond `FREE`.

    `delay` limits how much later the cards of other players land for a seat, and `credit` how much earlier than their
    arrival its own presses count.
    """

    delay: float
    credit: float


DATA_CHANNEL = Quota(delay=1.25, credit=3.0)
"""With 300 ms of delay and 2 % loss, a late press takes about a second: this allows three of them per level."""

QUOTAS = MappingProxyType(
    {Route.DIRECT: DATA_CHANNEL, Route.TURN: DATA_CHANNEL, Route.RELAY: Quota(delay=1.25, credit=6.0)}
)
"""The quota of each route.

With relays, one card of a level waits in full for presses; after that, only a card that would cost a life does. Presses
over relays arrive about 0.4 s later than `FREE`: this allows the twelve cards of the last level.
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
        return self._within(self._clock.reach)

    @property
    def usual_reach(self) -> float:
        """Seconds within which nearly all presses arrive, at most the limit of the route."""
        return self._within(self._clock.usual_reach)

    def _within(self, delay: float) -> float:
        if self._clock.trips < self.channel.pace.first_beats:
            return self._wait
        return min(self._wait, delay + self.channel.pace.slack)

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


class LagQuota:
    """The quota that one seat has used in this level. Changing the route or reloading the page does not renew it."""

    def __init__(self) -> None:
        self._delay = 0.0
        self._credit = 0.0

    def wait(self, peer: PressTiming, *, face_down: bool = False) -> float:
        """Return the seconds that the table waits for presses of the seat at `peer`.

        Face up, a rarely late press costs no life: a card that would cost one waits for `patience` seconds. That would
        betray a card that lies face down, so then the table always waits as long as a press may take.
        """
        return min(peer.reach if face_down else peer.usual_reach, FREE + self._delay_left(peer))

    def patience(self, peer: PressTiming, now: float) -> float:
        """Return the seconds that a card which would cost a life waits for a lower one of that seat."""
        return min(max(peer.patience(now), peer.reach), FREE + self._credit_left(peer))

    def pressed(self, peer: PressTiming, press: Press, now: float) -> float:
        """Return the press timestamp that the host accepts, and charge the credit beyond `FREE`."""
        at = max(peer.pressed(press, now), now - FREE - self._credit_left(peer))
        self._credit += max(0.0, now - at - FREE)
        return at

    def delayed(self, peer: PressTiming) -> None:
        """Charge the delay of another seat's card, which the table held back for presses of this seat."""
        self._delay += max(0.0, self.wait(peer) - FREE)

    def _delay_left(self, peer: PressTiming) -> float:
        return max(0.0, QUOTAS[peer.channel.route].delay - self._delay)

    def _credit_left(self, peer: PressTiming) -> float:
        return max(0.0, QUOTAS[peer.channel.route].credit - self._credit)


class LagQuotas(defaultdict[Seat, LagQuota]):
    """The quotas of all seats in a level. Clear them at the next one. `guests` are the peers by seat."""

    def __init__(self) -> None:
        super().__init__(LagQuota)

    def wait(self, guests: Iterable[tuple[Seat, PressTiming]], *, face_down: bool) -> float:
        """Return the seconds that the table waits for presses of the slowest guest, limited by its quota."""
        return max((self[seat].wait(peer, face_down=face_down) for seat, peer in guests), default=0.0)

    def patience(self, guests: Iterable[tuple[Seat, PressTiming]], now: float) -> float:
        """Return the seconds within which every guest's press arrives, if at all, limited by its quota."""
        return max((self[seat].patience(peer, now) for seat, peer in guests), default=0.0)

    def delayed_by(self, player: Seat, guests: Iterable[tuple[Seat, PressTiming]]) -> None:
        """Charge the delay of the card of `player` to the seats for which the table held it back."""
        for seat, peer in guests:
            if seat != player:
                self[seat].delayed(peer)
