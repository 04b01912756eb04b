"""The transport between the pages of one room: discovery over relays, then direct connections where possible.

Without a direct connection, messages go over the relays.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable

from game.browser.page.tasks import Timer
from game.browser.webrtc.due_work import DueWork
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.nostr_events import NostrEvents
from game.browser.webrtc.peer_connection import can_connect
from game.browser.webrtc.peer_registry import PeerRegistry
from game.browser.webrtc.relay_inbox import RelayInbox
from game.browser.webrtc.remote_peer import RemotePeer
from game.browser.webrtc.room_relays import RoomRelays
from game.browser.webrtc.servers import Servers, hides_address
from game.browser.webrtc.transport import LINGER, TransportListener
from game.net.invite import Meeting
from game.transport.peer_link import TALK, LinkEvent
from game.transport.relay_outbox import RelayOutbox
from game.transport.reliable_stream import StreamFull
from game.transport.route import Route

PARTING = 1.5
"""Seconds between the last message and the closing of its channel. Over relays it may be delayed by the rate limit."""

LEAVING = 4.0
"""Seconds within which the peers have to acknowledge the last messages of a page that leaves.

Longer than the first retransmission over relays, and than the loss of a direct connection.
"""


class RoomTransport:
    """The transport of one room for the page with `key`. Call `send` for the peers `listener` reports.

    If `direct`, peers get direct connections. If `returning`, this page comes back to its seat, and peers are connected
    over relays without waiting for them. `trusted` returns whether a peer sits at the table.
    """

    def __init__(
        self,
        key: PageKey,
        meeting: Meeting,
        servers: Servers,
        listener: TransportListener,
        trusted: Callable[[str], bool],
        *,
        direct: bool = True,
        returning: bool = False,
    ) -> None:
        self._key = key
        self._listener = listener
        events = NostrEvents(key, meeting)
        self._outbox = RelayOutbox()
        self._remotes = PeerRegistry(
            key,
            servers,
            self._outbox,
            self,
            trusted,
            self._was_lost,
            direct=direct and can_connect() and not hides_address(),
            returning=returning,
        )
        self._leave_by = math.inf
        self._hang_up = Timer(self._close)
        self._work = DueWork(self._do_due_work, self._due, self._woke)
        self._inbox = RelayInbox(key, events, self._remotes, self._outbox, self, self._work)
        self._relays = RoomRelays(
            key.library,
            servers.relays_for(events.topic),
            events,
            self._outbox,
            self._remotes,
            received=self._inbox.receive,
            seen=self._seen,
            go_on=self.go_on,
        )
        self.go_on()

    # --- interface ------------------------------------------------------------------

    @property
    def answering(self) -> bool:
        """Whether any relay is connected."""
        return self._relays.open

    @property
    def refusal(self) -> str:
        """Why a relay rejects what this page sends, if all of them do; otherwise ""."""
        return self._relays.refusal

    @property
    def peers(self) -> int:
        """The number of peers with a proven key."""
        return sum(one.link.proven for one in self._remotes)

    def send(self, peer: str, text: str) -> None:
        """Send `text` to `peer`. Do nothing without a channel; drop the peer if its send window is full."""
        remote = self._remotes.get(peer)
        if remote is None or remote.link.route is None:
            return
        try:
            remote.link.talk.say(text)
        except StreamFull:
            self._remotes.lose(remote)
        self.go_on()

    def flush(self) -> None:
        self._relays.flush()

    def binding(self, peer: str) -> str:
        """Return both public keys, sorted: only these two pages can have sent what arrives on the channel to `peer`."""
        remote = self._remotes.get(peer)
        return "" if remote is None else " ".join(sorted((self._key.public, remote.public)))

    def route(self, peer: str) -> Route:
        remote = self._remotes.get(peer)
        return (remote and remote.link.route) or Route.RELAY

    def close_channel(self, peer: str) -> None:
        remote = self._remotes.get(peer)
        if remote is not None:
            remote.say_goodbye()
            self.go_on()
            asyncio.get_running_loop().call_later(PARTING, self._remotes.forget, remote)

    def dial(self) -> None:
        """Reconnect lost relays and greet all peers again."""
        if not self._leaves:
            self._relays.call_lost()
            self._greet()

    def close(self) -> None:
        """Stop calling the listener, and close all connections once the last messages are acknowledged.

        That takes LEAVING seconds at most. May be called twice.
        """
        if self._leaves:
            return
        self._leave_by = time.monotonic() + LEAVING
        self._remotes.leave()
        self._relays.stop()
        self.go_on()

    @property
    def _leaves(self) -> bool:
        return self._leave_by < math.inf

    def _part(self) -> None:
        """Close all channels, and soon after that all connections."""
        for remote in self._remotes:
            remote.say_goodbye()
            remote.speak(time.monotonic())
        self.flush()
        self._work.close()
        self._hang_up.start(LINGER)

    def _close(self) -> None:
        self._remotes.close()
        self._relays.close()

    # --- callbacks of peers -----------------------------------------------------------

    def received(self, remote: RemotePeer, texts: list[str]) -> None:
        """Pass a peer's texts to the listener, after reporting that it is connected."""
        with self._work.once():
            self._see_to(remote, time.monotonic())
            for text in texts:
                if not self._leaves and self._remotes.has(remote):
                    self._listener.received(self, remote.peer, text)
            self._remotes.lose_if_closed(remote)

    def go_on(self) -> None:
        self._work.run()

    def shut_out(self, remote: RemotePeer) -> None:
        self._remotes.ban(remote)
        self.go_on()

    def restart(self, remote: RemotePeer) -> None:
        """Replace a peer that reports on its direct connection that it lost this page."""
        self._remotes.replace(remote, time.monotonic())
        self.go_on()

    def _was_lost(self, remote: RemotePeer) -> None:
        if remote.link.route is not None and not self._leaves:
            self._listener.lost(self, remote.peer)

    # --- due work -------------------------------------------------------------------

    def _do_due_work(self, now: float) -> None:
        self._relays.tick(now, lonely=not self.peers)
        self._inbox.open_newcomers(now)
        if self.answering and (bits := self._inbox.newcomers.work_due(now)):
            self._relays.greet_with_work(bits)
        for remote in self._remotes:
            if now >= remote.link.due():
                self._see_to(remote, now)
            else:
                remote.speak(now)
        self._relays.publish_due(now)
        if self._leaves and (now >= self._leave_by or not self._remotes.wait_for_texts):
            self._part()

    def _due(self) -> float:
        newcomers = self._inbox.newcomers
        times = [self._leave_by, self._relays.due(), newcomers.due(), *(one.link.due() for one in self._remotes)]
        return min(times + [newcomers.work_due_at()] * self.answering)

    def _woke(self, now: float) -> None:
        for remote in self._remotes:
            remote.link.woke(now)

    def _see_to(self, remote: RemotePeer, now: float) -> None:
        if not self._remotes.has(remote):
            return  # dropped in the meantime
        for happening in list(remote.link.tick(now)):
            self._happened(remote, happening)
        remote.speak(now)

    def _happened(self, remote: RemotePeer, happening: LinkEvent) -> None:
        peer, link = remote.peer, remote.link
        if link.route is Route.RELAY:
            self._outbox.carry(peer, TALK, link.talk)
        else:
            self._outbox.drop(peer, TALK)
        match happening:
            case LinkEvent.LOST:
                self._remotes.lose(remote)
            case _ if self._leaves:
                pass
            case LinkEvent.RETRY:
                self._remotes.bound_connections()
                remote.connection.mend()
            case LinkEvent.CONNECTED:
                self._listener.connected(self, peer)
            case LinkEvent.ROUTE_CHANGED if link.route is not None:
                self._listener.route_changed(self, peer, link.route)

    def _seen(self) -> None:
        """Retry direct connections to relayed peers, and greet all peers to detect stalled relay connections.

        Called when the page becomes visible or the network returns.
        """
        now = time.monotonic()
        for remote in self._remotes:
            if remote.link.route is Route.RELAY:
                remote.link.direct.mend(now)
        self._greet()

    def _greet(self) -> None:
        self._outbox.greet(time.monotonic())
        self.go_on()
