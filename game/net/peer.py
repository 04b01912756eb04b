"""One peer's channel, as the host knows it: when it was heard, its clock, what it has seen."""

from __future__ import annotations

import math
from collections import deque

from game.core import View
from game.net.clock_offset import ClockOffset
from game.net.fair_table import MAX_WAIT
from game.net.messages import Ping, Pong, Press
from game.net.rate_limit import CLAIMS, CLAIMS_A_SECOND, EFFECTS, EFFECTS_A_SECOND, Allowance

BEAT = 0.5
"""Seconds between two heartbeats."""

FIRST_BEATS = 10
FIRST_BEAT = 0.1
"""Seconds between the first ten, which set the clock."""

OFFER = 1.0
"""Seconds between two offers to a page that has not come in."""

SILENCE = 2.5
"""Seconds without a word after which a page counts as vanished."""

GRACE = 1.5
"""Seconds that the others have to be heard after this page has slept."""


class Sent:
    """When the latest updates were sent. Older ones are forgotten: no press is that old."""

    def __init__(self, now: float) -> None:
        self.number = 0
        self._at = deque([now])

    def send(self, now: float) -> int:
        """The number of the update that is sent `now`."""
        self.number += 1
        self._at.append(now)
        while self._at[0] < now - MAX_WAIT:
            self._at.popleft()
        return self.number

    def at(self, number: int) -> float:
        """When update `number` was sent; long ago, if that is forgotten."""
        back = self.number - number
        return self._at[-1 - back] if back < len(self._at) else -math.inf


class Peer:
    """What the host remembers of one peer; `heard`, `believed` and `next_beat` are times.

    Whoever joins by this connection, which has a `binding` of its own, signs the `nonce`.
    `shown` is the latest View that was sent, `effects` what it may still cause for all, and
    `claims` how often it may still ask for the host, or say that it is host itself.
    """

    def __init__(self, now: float, binding: str, nonce: str) -> None:
        self.binding = binding
        self.nonce = nonce
        self.sent = Sent(now)
        self.shown: View | None = None
        self.effects = Allowance(EFFECTS, EFFECTS_A_SECOND, now)
        self.claims = Allowance(CLAIMS, CLAIMS_A_SECOND, now)
        self.heard = self.believed = now
        self.next_beat = now
        self._beats = 0
        self._asked: deque[float] = deque(maxlen=64)
        self._clock = ClockOffset()
        self._last_press = -1
        self._seen = 0

    @property
    def reach(self) -> float:
        """Seconds after which what was pressed there has very probably arrived, at most MAX_WAIT."""
        return min(MAX_WAIT, self._clock.reach) if self._clock.known else MAX_WAIT

    def ping(self, now: float) -> Ping:
        """The next heartbeat, which asks for the time there."""
        self._beats += 1
        self.next_beat = now + (FIRST_BEAT if self._beats < FIRST_BEATS else BEAT)
        asked = round(now, 4)  # as it will be read
        self._asked.append(asked)
        return Ping(asked)

    def answered(self, pong: Pong, now: float) -> bool:
        """Learn from the answer; False if that was never asked."""
        if pong.asked not in self._asked:
            return False
        self._asked.remove(pong.asked)
        self._clock.heard(pong.asked, pong.at, now)
        self._seen = max(self._seen, pong.seen)
        return True

    def is_next(self, press: Press) -> bool:
        """Whether this press was not heard before."""
        before, self._last_press = self._last_press, max(self._last_press, press.number)
        return press.number > before

    def pressed(self, press: Press, now: float) -> float:
        """When that was pressed, as far as it is believed.

        Never before what that page had seen, and never longer ago than MAX_WAIT.
        """
        claimed = self._clock.ours(press.at) if self._clock.known else now
        return min(now, max(claimed, now - MAX_WAIT, self.sent.at(max(press.seen, self._seen))))
