"""The peers of one room: who is known, who is remembered or banned, and how many strangers there may be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from pyodide.ffi import JsException

from game.browser.webrtc.keys import PageKey, name_of
from game.browser.webrtc.remote_peer import RemotePeer, RemotePeerEvents
from game.browser.webrtc.servers import Servers, hides_address
from game.transport.newcomer_queue import MOST_BITS
from game.transport.peer_link import SIGNAL, TALK, PeerLink
from game.transport.rate_limit import TokenBucket
from game.transport.recent import Recent
from game.transport.relay_outbox import RelayOutbox
from game.transport.replay_window import ReplayWindow

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


class PeerRegistry:
    """The peers of the page with `key`. `lost` is called for each peer that is dropped.

    `trusted` returns whether a peer sits at the table. If `returning`, peers are connected over relays without waiting
    for a direct connection; without `direct`, there are no such connections.
    """

    def __init__(
        self,
        key: PageKey,
        servers: Servers,
        outbox: RelayOutbox,
        events: RemotePeerEvents,
        trusted: Callable[[str], bool],
        lost: Callable[[RemotePeer], None],
        *,
        direct: bool,
        returning: bool,
    ) -> None:
        self._key = key
        self._servers = servers
        self._outbox = outbox
        self._events = events
        self._trusted = trusted
        self._lost = lost
        self._direct = direct
        self._returning = returning
        self._remotes: dict[str, RemotePeer] = {}
        self._former: Recent[str, ReplayWindow] = Recent(MOST_FORMER)
        self._banned: Recent[str, None] = Recent(MOST_FORMER)
        self._epoch = 1
        self._leaves = False
        self._connections = TokenBucket(CONNECTIONS, CONNECTIONS_A_SECOND, time.monotonic())

    def __iter__(self) -> Iterator[RemotePeer]:
        return iter(tuple(self._remotes.values()))

    def get(self, peer: str) -> RemotePeer | None:
        """Return the peer with this name; None if it is not known."""
        return self._remotes.get(peer)

    def with_key(self, public: str) -> RemotePeer | None:
        """Return the peer with the key `public`; None if it is not known."""
        return self._remotes.get(name_of(public))

    def has(self, remote: RemotePeer) -> bool:
        """Whether `remote` is still the current state of its peer."""
        return self._remotes.get(remote.peer) is remote

    def is_banned(self, public: str) -> bool:
        """Whether the peer with the key `public` was banned."""
        return public in self._banned

    def meet(self, public: str, now: float, before: bool = False, work: int = 0) -> RemotePeer | None:
        """Add a new peer and return it. Return None if `public` is not a valid key."""
        try:
            shared = self._key.shared_with(public)
        except JsException:
            return None
        self._bound([one for one in self if not one.link.proven], MOST_UNPROVEN - 1)
        peer = name_of(public)
        before = before or self._returning or peer in self._former
        link = PeerLink(peer, self._epoch, now, direct=self._direct, before=before)
        remote = RemotePeer(
            link, public, shared, work, self._key.public < public, self._servers, self._events, self._may_connect
        )
        remote.window = self._former.get(peer, remote.window)
        self._remotes[peer] = remote
        link.signal.speak_by(self._outbox.answer_by(now))
        self._outbox.carry(peer, SIGNAL, link.signal)
        return remote

    def replace(self, remote: RemotePeer, now: float) -> RemotePeer:
        """Replace a peer that lost this page and reconnected. A page that leaves repeats its last text, a goodbye."""
        goodbye = remote.link.talk.last_unacknowledged if self._leaves else None
        self.lose(remote, restarted=True)
        met = self.meet(remote.public, now, before=True, work=remote.work)
        assert met is not None  # the key was valid before
        met.link.signal.speak_by(now)
        if goodbye is not None:
            met.link.talk.say(goodbye)
        return met

    def lose(self, remote: RemotePeer, *, restarted: bool = False) -> None:
        """Drop the peer and bump our epoch, so that stale frames are rejected.

        The epoch stays if the peer itself `restarted`, or if it never proved its key: then it received nothing and may
        continue.
        """
        if self.forget(remote):
            self._epoch += remote.link.proven and not restarted
            if remote.link.proven:
                self._former[remote.peer] = remote.window
            self._lost(remote)

    def forget(self, remote: RemotePeer) -> bool:
        """Remove the peer and close its connection. Return whether it was present."""
        if not self.has(remote):
            return False
        del self._remotes[remote.peer]
        for name in (TALK, SIGNAL):
            self._outbox.drop(remote.peer, name)
        remote.connection.close()
        return True

    def leave(self) -> None:
        """Note that this page leaves: what its peers have not acknowledged is its goodbye."""
        self._leaves = True

    @property
    def wait_for_texts(self) -> bool:
        """Whether any peer has unacknowledged messages."""
        return any(one.link.talk.last_unacknowledged is not None for one in self)

    def ban(self, remote: RemotePeer) -> None:
        """Drop a peer that violates the protocol, and ignore its events from now on."""
        self.lose(remote)
        self._banned[remote.public] = None

    def lose_if_closed(self, remote: RemotePeer) -> None:
        """Drop the peer if it has closed its channel."""
        if remote.link.closed_by_peer:
            self.lose(remote)

    def bound_strangers(self) -> None:
        """Drop peers that proved their key and do not sit at the table, if there are too many."""
        self._bound([one for one in self if one.link.proven], MOST_STRANGERS)

    def bound_connections(self) -> None:
        """Drop connections in setup to peers that do not sit at the table, if there are too many."""
        for remote in self._surplus([one for one in self if one.connection.making], MOST_MAKING):
            remote.connection.drop()

    def _may_connect(self, peer: str) -> bool:
        """Whether the settings and the rate limit allow one more direct connection to this peer."""
        if not self._direct or hides_address():
            return False
        return self._trusted(peer) or self._connections.spend(time.monotonic())

    def close(self) -> None:
        """Close all connections. May be called twice."""
        for remote in self:
            remote.connection.close()
        self._remotes.clear()

    def _bound(self, remotes: Sequence[RemotePeer], most: int) -> None:
        """Drop peers that do not sit at the table until at most `most` of `remotes` are left."""
        for remote in self._surplus(remotes, most):
            self.lose(remote)

    def _surplus(self, remotes: Sequence[RemotePeer], most: int) -> list[RemotePeer]:
        """Return which of `remotes` to drop, so that at most `most` remain. Peers at the table do not count.

        The expensive check, whether a peer sits at the table, runs only above the limit.
        """
        if len(remotes) <= most:
            return []
        idle = time.monotonic() - IDLE_AFTER
        strangers = [one for one in remotes if not self._trusted(one.peer)]
        strangers.sort(key=lambda one: (one.link.since > idle, _work(one)))
        return strangers[: max(0, len(strangers) - most)]


def _work(remote: RemotePeer) -> int:
    return min(remote.work, MOST_BITS)
