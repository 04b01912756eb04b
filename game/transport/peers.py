"""The peers of a mesh: who is known, who is remembered or banned, and how many strangers there may be."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from game.transport.connection import Connect, Connection
from game.transport.newcomer_queue import MOST_BITS
from game.transport.peer_link import PeerLink
from game.transport.rate_limit import TokenBucket
from game.transport.recent import Recent
from game.transport.replay_window import ReplayWindow
from game.transport.room_events import Cipher, name_of

OPENED, OPENED_A_SECOND = 60, 20
"""Rate limit per peer for decrypting events: burst, and rate per second.

A page publishes at most three events per second, four in a burst. Only an attacker who knows the room's secret, with a
relay that forwards unsigned events, can exhaust it.
"""

BYTES, BYTES_A_SECOND = 1_000_000, 64_000
"""Rate limit per peer for what arrives on its direct connection: burst, and rate per second.

Honest pages send some 10,000 bytes a minute. Even at the busiest table, with every guest at its limit, the host sends
less than this to each.
"""

A_TEXT = 256
"""Bytes that a text counts for, added to its length."""

MOST_UNPROVEN, MOST_STRANGERS = 64, 32
"""Limits on peers that do not sit at the table: without a proven key, and with one.

Above the limit, the peers that are idle go first, then those with the least proof of work, and of these the oldest.
Peers at the table, or at its door, are never dropped.
"""

IDLE_AFTER = 10.0
"""Seconds after which a peer that does not sit at the table counts as idle."""

MOST_MAKING = 12
"""Direct connections in setup at one time. Those to peers at the table do not count."""

CONNECTIONS, CONNECTIONS_A_SECOND = 40, 0.5
"""Rate limit for new direct connections to other peers: burst, and rate per second.

Browsers count closed connections for a while, too.
"""

MOST_FORMER = 64
"""Lost peers that are remembered, and banned keys that are remembered.

A remembered peer that returns is connected over relays at once, without waiting for a direct connection.
"""


class Peer:
    """The peer with the key `public`. Only the peer and this page have the `shared` key, and know the `binding`.

    A peer that is paired by hand has no key, but a name, and the `binding` of its connection.

    `work` is the best proof of work of its events, in bits. `window` holds the event numbers it certainly used: those
    of events whose part for this page was encrypted with the shared key. `closes_at` is when to close its channel, for
    which this page has said goodbye.
    """

    def __init__(
        self, public: str, shared: Any, binding: str, link: PeerLink, connection: Connection, work: int
    ) -> None:
        self.name = name_of(public)
        self.public = public
        self.shared = shared
        self.binding = binding
        self.link = link
        self.connection = connection
        self.window = ReplayWindow()
        self.work = work
        self.opened = TokenBucket(OPENED, OPENED_A_SECOND, link.since)
        self.bytes = TokenBucket(BYTES, BYTES_A_SECOND, link.since)
        self.closes_at = math.inf

    @property
    def is_paired(self) -> bool:
        """Whether people have paired this peer by hand."""
        return self.shared is None


class Peers:
    """The peers of the page with this `cipher`. `lost` is called for each connected peer that is dropped.

    `connect` makes their direct connections, if there are `direct` ones.
    `trusted` returns whether a peer sits at the table. If `returning`, peers are connected over relays without waiting
    for a direct connection.
    """

    def __init__(
        self,
        cipher: Cipher,
        connect: Connect,
        trusted: Callable[[str], bool],
        lost: Callable[[str], None],
        now: float,
        *,
        direct: bool,
        returning: bool,
    ) -> None:
        self._cipher = cipher
        self._connect = connect
        self._trusted = trusted
        self._lost = lost
        self._direct = direct
        self._returning = returning
        self._peers: dict[str, Peer] = {}
        self._former: Recent[str, ReplayWindow] = Recent(MOST_FORMER)
        self._banned: Recent[str, None] = Recent(MOST_FORMER)
        self._epoch = 1
        self._connections = TokenBucket(CONNECTIONS, CONNECTIONS_A_SECOND, now)

    def __iter__(self) -> Iterator[Peer]:
        return iter(tuple(self._peers.values()))

    @property
    def proven_count(self) -> int:
        """The number of peers with a proven key."""
        return sum(one.link.proven for one in self)

    def get(self, name: str) -> Peer | None:
        """Return the peer with this name; None if it is not known."""
        return self._peers.get(name)

    def has(self, one: Peer) -> bool:
        """Whether `one` is still the current state of its peer."""
        return self._peers.get(one.name) is one

    def is_banned(self, public: str) -> bool:
        """Whether the peer with the key `public` was banned."""
        return public in self._banned

    def meet(self, public: str, now: float, *, before: bool = False, work: int = 0) -> Peer | None:
        """Add a new peer and return it. Return None if `public` is not a valid key."""
        try:
            shared = self._cipher.shared_with(public)
        except ValueError:
            return None
        self._bound([one for one in self if not one.link.proven], MOST_UNPROVEN - 1, now)
        name = name_of(public)
        before = before or self._returning or name in self._former
        link = PeerLink(self._epoch, now, direct=self._direct, before=before)
        connection = self._connect(name, self._cipher.public < public)
        binding = " ".join(sorted((self._cipher.public, public)))  # only these two pages share a key
        self._peers[name] = one = Peer(public, shared, binding, link, connection, work)
        one.window = self._former.get(name, one.window)
        return one

    def pair(self, name: str, binding: str, now: float) -> Peer:
        """Add the peer `name`, with which people have paired this page by hand, and return it.

        Its connection is open, and both ends know its `binding`.
        """
        link = PeerLink(self._epoch, now, direct=False, before=False, paired=True)
        self._peers[name] = one = Peer(name, None, binding, link, self._connect(name, False), 0)
        return one

    def replace(self, one: Peer, now: float) -> Peer:
        """Replace a peer that lost this page and reconnected."""
        self.lose(one, restarted=True)
        met = self.meet(one.public, now, before=True, work=one.work)
        assert met is not None  # the key was valid before
        met.link.signal.speak_by(now)
        return met

    def lose(self, one: Peer, *, restarted: bool = False) -> None:
        """Drop the peer and bump our epoch, so that stale frames are rejected.

        The epoch stays if the peer itself `restarted`, or if it never proved its key: then it received nothing and may
        continue.
        """
        if self.has(one):
            self.forget(one)
            self._lose(one, restarted=restarted)

    def pair_again(self, one: Peer, now: float, *, restarted: bool = False) -> None:
        """Drop a peer that was paired by hand, but keep its connection, on which it may return now and then."""
        if not self._connections.spend(now):
            self.lose(one)
            return
        self._lose(one, restarted=restarted)
        again = self.pair(one.name, one.binding, now)
        again.bytes = one.bytes

    def _lose(self, one: Peer, *, restarted: bool) -> None:
        if one.link.proven:
            self._epoch += not restarted
            self._former[one.name] = one.window
        if one.link.route is not None:
            self._lost(one.name)

    def forget(self, one: Peer) -> None:
        """Remove the peer and close its connection, unless it is another one by now."""
        if self.has(one):
            del self._peers[one.name]
            one.connection.close()

    def ban(self, one: Peer) -> None:
        """Drop a peer that violates the protocol, and ignore its events from now on."""
        self.lose(one)
        self.bar(one)

    def bar(self, one: Peer) -> None:
        """Ignore what the peer sends from now on."""
        self._banned[one.public] = None

    def may_connect(self, name: str, now: float) -> bool:
        """Whether one more direct connection to this peer may be made."""
        return self._direct and (self._trusted(name) or self._connections.spend(now))

    def bound_strangers(self, now: float) -> None:
        """Drop peers that proved their key and do not sit at the table, if there are too many."""
        self._bound([one for one in self if one.link.proven], MOST_STRANGERS, now)

    def bound_connections(self, now: float) -> None:
        """Drop connections in setup to peers that do not sit at the table, if there are too many."""
        for one in self._surplus([one for one in self if one.connection.making], MOST_MAKING, now):
            one.connection.drop()

    def _bound(self, peers: Sequence[Peer], most: int, now: float) -> None:
        for one in self._surplus(peers, most, now):
            self.lose(one)

    def _surplus(self, peers: Sequence[Peer], most: int, now: float) -> list[Peer]:
        """Return which of `peers` to drop, so that at most `most` remain. Peers at the table do not count.

        The expensive check, whether a peer sits at the table, runs only above the limit.
        """
        if len(peers) <= most:
            return []
        strangers = [one for one in peers if not self._trusted(one.name)]
        strangers.sort(key=lambda one: (one.link.since > now - IDLE_AFTER, min(one.work, MOST_BITS)))
        return strangers[: max(0, len(strangers) - most)]
