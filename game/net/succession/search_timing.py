"""Host search: when to ask other pages for the host, and which pages search or hear the host."""

from __future__ import annotations

import math

from game.net.channel import Channel
from game.transport.route import QUICK, Pace, slowest

PATIENCE = 15
"""The delay before the next request grows to 1/PATIENCE of the time without a host.

A channel may stall for a minute and then deliver all requests at once. They must stay within the rate limit.
"""

DOUBTED_AFTER, STUBBORN = 5.0, 30.0
"""Seconds without a host after which a majority of the other pages must hear it, and after which this page hosts."""


class SearchPeer:
    """Another connected page. The other fields are times in seconds.

    `called` is when we last asked it for the host, `sought` and `vouched` are when it last said that it searches, too,
    and that it hears the host.
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.called = self.sought = self.vouched = -math.inf

    def next_call(self, since: float) -> float:
        """Return when to ask it again, if the search began at `since`."""
        return self.called + max(self.channel.pace.call, (self.called - since) / PATIENCE)


class SearchTiming:
    """The connected pages while this page has no host. All times are in seconds of its own clock."""

    def __init__(self, now: float) -> None:
        self._peers: dict[str, SearchPeer] = {}
        self.begin(now)

    def begin(self, now: float) -> None:
        """Start a search at `now`."""
        self.since, self._looked = now, -math.inf
        for one in self._peers.values():
            one.called = -math.inf

    def connected(self, channel: Channel) -> None:
        """Add a peer, which has just connected."""
        self._peers[channel.peer] = SearchPeer(channel)

    def hears(self, peer: str) -> bool:
        """Whether there is a channel to `peer`."""
        return peer in self._peers

    def channel_to(self, peer: str) -> Channel:
        """Return the channel to `peer`; one without a key if there is none."""
        return self._peers[peer].channel if peer in self._peers else Channel(peer)

    def lost(self, peer: str) -> None:
        """Remove `peer`, which has disconnected."""
        self._peers.pop(peer, None)

    def heard(self, peer: str, now: float, *, hears_host: bool) -> None:
        """Note that `peer` hears the host, or searches for one, too."""
        if (one := self._peers.get(peer)) is not None:
            one.sought, one.vouched = (one.sought, now) if hears_host else (now, -math.inf)

    @property
    def pace(self) -> Pace:
        """The timeouts of the slowest route to a connected page."""
        return slowest(one.channel.pace for one in self._peers.values())

    def due(self) -> float:
        """Return when to look again whom to ask, and whether this page has to host."""
        return self._looked + QUICK.call

    def calls(self, now: float) -> list[str]:
        """Return the peers to ask for the host now."""
        self._looked = now
        called = [peer for peer, one in self._peers.items() if now >= one.next_call(self.since)]
        for peer in called:
            self._peers[peer].called = now
        return called

    def keys(self, now: float = -math.inf) -> set[str]:
        """Return the keys of connected pages, or only of those that search for a host at `now`."""
        return {one.channel.key for one in self._peers.values() if now < one.sought + one.channel.pace.silence}

    def is_vouched_for(self, now: float) -> bool:
        """Whether enough other pages say that they hear the host."""
        missed, seeking = now - self.since, len(self.keys(now))
        vouching = sum(now < one.vouched + one.channel.pace.grace for one in self._peers.values())
        if missed >= DOUBTED_AFTER and vouching <= seeking:
            return False
        return vouching > 0 and missed < STUBBORN
