"""One peer's channel, as the host knows it: when it was heard, its clock, what it has seen."""

from __future__ import annotations

import math
from collections import deque

from game.core import View
from game.net.clock_offset import ClockOffset
from game.net.election.terms import Proof
from game.net.hearing import Hearing
from game.net.messages import Ping, Pong, Press
from game.net.rate_limit import CLAIMS, CLAIMS_A_SECOND, EFFECTS, EFFECTS_A_SECOND, Allowance
from game.net.way import LONGEST_WAIT, THRIFTY, Pace, Way

MANY_OFFERS = 10
"""Offers after which a page that does not come in is offered a seat only as often as one that is heard by relay.

A line may hang for a minute and then bring all that was said in it at once: no more than one may say.
"""

LATE_FOR = 300.0
"""Seconds for which a line is known to lose messages, once one has come later than its way can bear."""


class Sent:
    """When the latest updates were sent. Older ones are forgotten: no press is that old."""

    def __init__(self, now: float) -> None:
        self.number = 0
        self._at = deque([now])

    def send(self, now: float) -> int:
        """The number of the update that is sent `now`."""
        self.number += 1
        self._at.append(now)
        while self._at[0] < now - LONGEST_WAIT:
            self._at.popleft()
        return self.number

    def at(self, number: int) -> float:
        """When update `number` was sent; long ago, if that is forgotten."""
        back = self.number - number
        return self._at[-1 - back] if back < len(self._at) else -math.inf


class Peer:
    """What the host remembers of one peer; `next_beat` is a time.

    Whoever joins by this connection, which has a `binding` of its own, signs the `nonce`.
    `shown` is the latest View that was sent, `effects` what it may still cause for all, and
    `claims` how often it may still ask for the host, or say that it is host itself; as a
    `rival` it showed that. It was `told` of rosters up to that number, and has `accepted` them.
    """

    def __init__(self, now: float, binding: str, nonce: str, way: Way) -> None:
        self.binding = binding
        self.nonce = nonce
        self.way = way
        self.sent = Sent(now)
        self.shown: View | None = None
        self.effects = Allowance(EFFECTS, EFFECTS_A_SECOND, now)
        self.claims = Allowance(CLAIMS, CLAIMS_A_SECOND, now)
        self.hearing = Hearing(now)
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
        """What the way to this peer can bear."""
        return self.way.pace

    @property
    def vanishes(self) -> float:
        """When this peer counts as vanished, if nothing is heard until then."""
        return self.hearing.vanishes(self.pace)

    def went(self, way: Way, now: float) -> None:
        """This peer is reached by `way` from now on. Its silence and its beats are counted anew."""
        self.way = way
        self.hearing.begin(now)
        self.next_beat = now
        self._went = round(now, 4)  # as a ping says it
        self._beats = self._offers = 0
        self._clock.went()
        self._wait = max(self._wait, self.pace.wait)  # what was pressed before may still come as slowly as until now

    @property
    def reach(self) -> float:
        """Seconds after which what was pressed there has very probably arrived, at most what its way can bear."""
        if self._clock.trips < self.pace.first_beats:
            return self._wait
        return min(self._wait, self._clock.reach + self.pace.slack)

    def patience(self, now: float) -> float:
        """Seconds after which what was pressed there has arrived; many on a line that was late of late."""
        return LONGEST_WAIT if now < self._late_until else self.reach

    def ping(self, now: float) -> Ping:
        """The next heartbeat, which asks for the time there."""
        self._beats += 1
        pace = self.pace
        self.next_beat = now + (pace.first_beat if self._beats < pace.first_beats else pace.beat)
        asked = round(now, 4)  # as it will be read
        self._asked.append(asked)
        return Ping(asked)

    def offered(self, now: float) -> None:
        """A page that has not come in was offered a seat."""
        self._offers += 1
        self.next_beat = now + (self.pace.offer if self._offers < MANY_OFFERS else THRIFTY.offer)

    def answered(self, pong: Pong, now: float) -> bool:
        """Learn from the answer; False if that was never asked."""
        if pong.asked not in self._asked:
            return False
        self._asked.remove(pong.asked)
        self._clock.heard(pong.asked, pong.at, now)
        self._seen = max(self._seen, pong.seen)
        if self._clock.reach > self.pace.wait:
            self._late_until = now + LATE_FOR
        if pong.asked >= self._went:
            self._wait = self.pace.wait  # whatever was said before the way changed has come before this
        return True

    def is_next(self, press: Press) -> bool:
        """Whether this press was not heard before."""
        before, self._last_press = self._last_press, max(self._last_press, press.number)
        return press.number > before

    def pressed(self, press: Press, now: float) -> float:
        """When that was pressed, as far as it is believed.

        Never before what that page had seen, and never longer ago than its way can bear.
        """
        claimed = self._clock.ours(press.at) if self._clock.known else now
        credit = max(self._wait, self.patience(now))
        return min(now, max(claimed, now - credit, self.sent.at(max(press.seen, self._seen))))
