"""Host search: when to ask other pages for the host, when to reconnect, and when to run for host."""

from __future__ import annotations

import math

from game.core import Seat
from game.net.channel import Channel
from game.net.roster import Roster
from game.transport.backoff import Backoff
from game.transport.route import Pace, slowest

RESTORED_WAIT = 10.0
"""Seconds that a reloaded page searches for its table before it runs for host."""

PATIENCE = 15
"""The delay before the next request grows to 1/PATIENCE of the time without a host.

A channel may stall for a minute and then deliver all requests at once. They must stay within the rate limit.
"""

DOUBTED_AFTER = 5.0
"""Seconds without a host after which a majority of the other pages must hear it, or this page runs for host."""

STUBBORN = 30.0
"""Seconds without a host after which this page ignores that other pages hear it."""

PASSED_OVER = 5.0
"""Seconds that each earlier candidate gets before the next one runs."""

FIRST_BACK_OFF, LONGEST_BACK_OFF = 1.0, 30.0
"""Seconds before the first reconnect, and the longest delay between two: exponential backoff."""

VOTES_AFTER, RESTORED_VOTES_AFTER = 2.0, 5.0
"""Seconds without a host before a page votes or follows another host; longer after a reload.

A short network failure must not depose a host.
"""

LONE_AFTER = 5.0
"""Seconds without a quorum after which a candidate keeps the table alone."""


def turn(seat: Seat | None, host: Seat | None, seats: int) -> int:
    """Return the number of seats between `host` and `seat`, clockwise. None, the big screen, comes last."""
    if seat is None:
        return seats
    return (seat - (-1 if host is None else host) - 1) % seats


class SearchPeer:
    """State of another connected page during a host search.

    `key` is its proven key. The rest are times in seconds: `called` is when we last asked it for the host,
    `sought` when it last said that it searches, too, and `vouched` when it last said that it hears the host.
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.key = ""
        self.called = -math.inf
        self.sought = -math.inf
        self.vouched = -math.inf

    def next_call(self, since: float) -> float:
        """Return when to ask it again, if the search began at `since`."""
        return self.called + max(self.channel.pace.call, (self.called - since) / PATIENCE)

    def vouches(self, now: float) -> bool:
        """Whether its last report that it hears the host is recent enough."""
        return now < self.vouched + self.channel.pace.grace


class SearchTiming:
    """State of the connected pages while this page has no host. All times are in seconds of its own clock."""

    def __init__(self, now: float) -> None:
        self._heard: dict[str, SearchPeer] = {}
        self._backoff = Backoff(FIRST_BACK_OFF, LONGEST_BACK_OFF)
        self.begin(now)

    def begin(self, now: float) -> None:
        """Start a search at `now`."""
        self.since = now
        for one in self._heard.values():
            one.called = -math.inf
        self._backoff.reset()
        self._next_dial = now + self._backoff.delay

    def hears(self, peer: str) -> bool:
        """Whether there is a channel to `peer`."""
        return peer in self._heard

    def connected(self, channel: Channel) -> None:
        """Add a peer, which has just connected."""
        self._heard[channel.peer] = SearchPeer(channel)

    def channels(self) -> list[Channel]:
        """Return the channels to all connected pages."""
        return [one.channel for one in self._heard.values()]

    def channel_to(self, peer: str) -> Channel:
        """Return the channel to `peer`; one without a binding if there is none."""
        return self._heard[peer].channel if peer in self._heard else Channel(peer)

    def lost(self, peer: str) -> None:
        """Remove `peer`, which has disconnected."""
        self._heard.pop(peer, None)

    def forget(self, peer: str) -> None:
        """Forget what `peer` said, but not its channel."""
        if peer in self._heard:
            self._heard[peer] = SearchPeer(self._heard[peer].channel)

    def sought_by(self, peer: str, key: str, now: float) -> None:
        """Note that `peer`, which has proved `key`, searches for a host, too: it does not hear the host any more."""
        one = self._heard[peer]
        one.key, one.sought, one.vouched = key, now, -math.inf

    def vouched(self, peer: str, now: float) -> None:
        """Note that `peer`, a member, hears the host."""
        self._heard[peer].vouched = now

    @property
    def pace(self) -> Pace:
        """The timeouts of the slowest route to a connected page."""
        return slowest(one.channel.pace for one in self._heard.values())

    def due(self) -> float:
        """Return when `calls` or `dials` is next due."""
        return min(self._next_dial, *(one.next_call(self.since) for one in self._heard.values()), math.inf)

    def calls(self, now: float) -> list[str]:
        """Return the peers to ask for the host now."""
        called = [peer for peer, one in self._heard.items() if now >= one.next_call(self.since)]
        for peer in called:
            self._heard[peer].called = now
        return called

    def dials(self, now: float) -> bool:
        """Whether to reconnect now. Delays double up to the longest backoff."""
        if now < self._next_dial:
            return False
        self._backoff.next()
        self._next_dial = now + self._backoff.delay
        return True

    def is_next(self, roster: Roster, me: str, host: str, now: float, *, restored: bool) -> bool:
        """Whether the page with the key `me` runs for host after `host`: it is the first seat that searches.

        Pages in the background come last.
        """
        if self.is_vouched_for(now):
            return False
        missed, seats = now - self.since, len(roster.places)
        people = {place.key: (seat, place) for seat, place in roster.people() if place.key not in roster.sent_away}
        last = people[host][0] if host in people else None
        others = {key: place for key, (_, place) in people.items() if place.here and key not in (me, host)}
        reachable = {key for key, place in others.items() if place.peer in self._heard} | (self.keys() & others.keys())
        seeking = self.keys(now)
        turns = {key: turn(seat, last, seats) + (seats + 1) * place.hidden for key, (seat, place) in people.items()}
        mine = turns.get(me, turn(None, last, seats))
        before = sum(turns[key] < mine for key in seeking & people.keys())
        if before:
            return missed >= PASSED_OVER * before
        if missed < (RESTORED_WAIT if restored and others and not seeking else self.pace.answer):
            return bool(seeking) and seeking >= reachable
        return True

    def keys(self, now: float = -math.inf) -> set[str]:
        """Return the keys of connected pages, or only of those that search for a host at `now`."""
        return {one.key for one in self._heard.values() if one.key and now < one.sought + one.channel.pace.silence}

    def is_vouched_for(self, now: float) -> bool:
        """Whether enough other pages say that they hear the host."""
        missed, seeking = now - self.since, len(self.keys(now))
        vouching = sum(one.vouches(now) for one in self._heard.values())
        if missed >= DOUBTED_AFTER and vouching <= seeking:
            return False
        return vouching > 0 and missed < STUBBORN
