"""The host's state for one peer: its liveness, its rate limits, its presses, and what it was sent."""

from __future__ import annotations

from game.core import View
from game.net.channel import Channel
from game.net.host.press_timing import PressTiming
from game.net.protocol.messages import Ping
from game.net.roster import Roster
from game.net.succession.deeds import Deed
from game.transport.liveness import Liveness
from game.transport.rate_limit import (
    EFFECTS,
    EFFECTS_A_SECOND,
    LEANS,
    LEANS_A_SECOND,
    TokenBucket,
)


class PeerState:
    """The host's state for one peer.

    `next_beat` is the time of the next heartbeat. `roster`, `deed` and `shown`, a View, were sent last, and `done` is
    the number of its newest command. `effects` limits the rate of its changes that all players see, and `leans` that
    of its leaning.
    """

    def __init__(self, now: float, channel: Channel) -> None:
        self.channel = channel
        self.timing = PressTiming(now, channel)
        self.shown: View | None = None
        self.roster: Roster | None = None
        self.deed: Deed | None = None
        self.effects = TokenBucket(EFFECTS, EFFECTS_A_SECOND, now)
        self.leans = TokenBucket(LEANS, LEANS_A_SECOND, now)
        self.liveness = Liveness(now)
        self.next_beat = now
        self._beats = self.done = 0

    def limit(self, name: str) -> TokenBucket:
        """Return the rate limit `name` of the table of rules."""
        return {"effects": self.effects, "leans": self.leans, "claims": self.channel.claims}[name]

    @property
    def times_out_at(self) -> float:
        """The time at which this peer counts as lost, if nothing arrives until then."""
        return self.liveness.times_out_at(self.channel.pace)

    def route_changed(self, now: float) -> None:
        """Note that the route has changed: restart the liveness timeout and the first heartbeats."""
        self.liveness.begin(now)
        self.timing.route_changed(now)
        self.next_beat = now
        self._beats = 0

    def ping(self, now: float) -> Ping:
        """Return the next heartbeat, which asks for the peer's clock."""
        self._beats += 1
        pace = self.channel.pace
        self.next_beat = now + (pace.first_beat if self._beats < pace.first_beats else pace.beat)
        return Ping(self.timing.asked(now), self.done)

    def is_next(self, number: int) -> bool:
        """Whether the command `number` is new; False for a duplicate or an older one."""
        before, self.done = self.done, max(self.done, number)
        return number > before
