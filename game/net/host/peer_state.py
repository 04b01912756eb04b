"""The host's state for one peer: its rate limits, its presses, and what it was sent."""

from __future__ import annotations

from math import inf

from game.core import View
from game.net.channel import Channel
from game.net.host.press_timing import PressTiming
from game.net.protocol.messages import Content
from game.net.roster import Roster
from game.net.succession.deeds import Deed
from game.transport.rate_limit import (
    EFFECTS,
    EFFECTS_A_SECOND,
    LEANS,
    LEANS_A_SECOND,
    TokenBucket,
)


class PeerState:
    """The host's state for one peer.

    `next_offer` is the time of the next offer to a peer that has not joined. At `hides_at`, a page
    counts as in the background. `roster`, `deed` and `shown`, a View, were sent last, and `untold` follows. `done` is
    the number of its newest command. `effects` limits the rate of its changes that all players see, and `leans` that of
    its leaning.
    """

    def __init__(self, now: float, channel: Channel) -> None:
        self.channel = channel
        self.timing = PressTiming(now, channel)
        self.shown: View | None = None
        self.roster: Roster | None = None
        self.deed: Deed | None = None
        self.untold: list[Content] = []
        self.effects = TokenBucket(EFFECTS, EFFECTS_A_SECOND, now)
        self.leans = TokenBucket(LEANS, LEANS_A_SECOND, now)
        self.next_offer = inf if channel.own else now
        self.hides_at = inf
        self.done = 0

    def limit(self, name: str) -> TokenBucket:
        """Return the rate limit `name` of the table of rules."""
        return {"effects": self.effects, "leans": self.leans, "claims": self.channel.claims}[name]

    def is_next(self, number: int) -> bool:
        """Whether the command `number` is new; False for a duplicate or an older one."""
        before, self.done = self.done, max(self.done, number)
        return number > before
