"""Host search: when to ask other pages for the host, and which pages search or hear the host."""

from __future__ import annotations

import math

from game.net.channel import Channel, Offer
from game.transport.route import QUICK, Pace, slowest

PATIENCE = 15
"""The delay before the next request grows to 1/PATIENCE of the time without a host.

A channel may stall for a minute and then deliver all requests at once. They must stay within the rate limit.
"""

DOUBTED_AFTER, STUBBORN = 5.0, 30.0
"""Seconds without a host after which a majority of the other pages must hear it, and after which this page hosts."""


class SearchTiming:
    """The `channels` of the page while it has no host. All times are in seconds of its own clock."""

    def __init__(self, now: float) -> None:
        self.channels: dict[str, Channel] = {}
        self.begin(now)

    def begin(self, now: float) -> None:
        """Start a search at `now`."""
        self.since, self._looked = now, -math.inf
        for one in self.channels.values():
            one.called = -math.inf

    def channel_to(self, peer: str) -> Channel:
        """Return the channel to `peer`; one without a key if there is none."""
        return self.channels.get(peer) or Channel(peer)

    @property
    def offers(self) -> dict[str, Offer]:
        """The claims of all pages that host a table, by page."""
        return {one.peer: one.offer for one in self.channels.values() if one.offer is not None}

    def take_offer(self, peer: str) -> Offer | None:
        """Return the claim of `peer`, and forget it."""
        one = self.channel_to(peer)
        offer, one.offer = one.offer, None
        return offer

    @property
    def pace(self) -> Pace:
        """The timeouts of the slowest route to a connected page."""
        return slowest(one.pace for one in self.channels.values())

    def due(self) -> float:
        """Return when to call `calls` again, and to check whether this page has to host."""
        return self._next(self._looked, QUICK)

    def calls(self, now: float) -> list[str]:
        """Return the peers to ask for the host now."""
        self._looked = now
        called = [one for one in self.channels.values() if now >= self._next(one.called, one.pace)]
        for one in called:
            one.called = now
        return [one.peer for one in called]

    def _next(self, called: float, pace: Pace) -> float:
        return called + max(pace.call, (called - self.since) / PATIENCE)

    def keys(self, now: float) -> set[str]:
        """Return the keys of connected pages that search for a host at `now`."""
        return {one.key for one in self.channels.values() if now < one.sought + one.pace.silence}

    def is_vouched_for(self, now: float) -> bool:
        """Whether enough other pages say that they hear the host."""
        missed, seeking = now - self.since, len(self.keys(now))
        vouching = sum(now < one.vouched + one.pace.grace for one in self.channels.values())
        if missed >= DOUBTED_AFTER and vouching <= seeking:
            return False
        return vouching > 0 and missed < STUBBORN
