"""The transport between the pages of one room: discovery over relays, then direct connections where possible.

Without a direct connection, messages go over the relays.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping

from pyodide.ffi import JsException, create_proxy

from game.browser.page.failures import reporting
from game.browser.page.tasks import Tasks
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.peer_connection import can_connect
from game.browser.webrtc.peer_registry import PeerRegistry
from game.browser.webrtc.relay import Asked
from game.browser.webrtc.relays import Relays
from game.browser.webrtc.remote_peer import RemotePeer
from game.browser.webrtc.room_events import RoomEvents
from game.browser.webrtc.servers import Servers
from game.browser.webrtc.transport import LINGER, TransportListener
from game.net.invite import Meeting
from game.transport.liveness import Suspension
from game.transport.newcomer_queue import Newcomer, NewcomerQueue
from game.transport.peer_link import TALK, LinkEvent
from game.transport.relay_outbox import Batch, RelayOutbox
from game.transport.reliable_stream import StreamError, StreamFull, StreamRestarted
from game.transport.route import Route

GREETINGS = 0.0, 1.0, 3.0
"""Seconds after `enter` at which this page announces itself."""

GREET_TOGETHER = 0.1
"""Seconds that the greeting waits after a relay connects, so that one greeting reaches other relays, too."""

GREET_EVERY = 20.0
"""Seconds between later greetings. They also show which relays no longer respond."""

PARTING = 1.5
"""Seconds between the last message and the closing of its channel. Over relays it may be delayed by the rate limit."""

MORE_AFTER = 4.0
"""Seconds without any peer after which this page connects to more relays."""

SOON = 0.01
"""Seconds within which an event counts as due now: it is opened at once, without a timer."""


class RoomTransport:
    """The transport of one room for the page with `key`. Call `enter`, then `send` to the peers `listener` reports.

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
        self._servers = servers
        self._listener = listener
        self._outbox = RelayOutbox()
        self._events = RoomEvents(key, meeting)
        self._remotes = PeerRegistry(
            key,
            servers,
            self._outbox,
            self,
            trusted,
            self._was_lost,
            direct=direct and can_connect(),
            returning=returning,
        )
        self._relays: Relays | None = None
        self._newcomers = NewcomerQueue(time.monotonic())
        self._greet_at = self._more_at = float("inf")
        self._timer: asyncio.TimerHandle | None = None
        self._suspension = Suspension()
        self._going = self._more = self._closed = False
        self._tasks = Tasks()
        self._heard_proxy = create_proxy(reporting(self._heard))

    # --- interface ------------------------------------------------------------------

    @property
    def answering(self) -> bool:
        """Whether any relay is connected."""
        return self._relays is not None and self._relays.open

    @property
    def peers(self) -> int:
        """The number of peers with a proven key."""
        return sum(one.link.proven for one in self._remotes)

    def enter(self) -> None:
        """Connect to the relays and announce this page."""
        now = time.monotonic()
        self._outbox.greet(*(now + at for at in GREETINGS))
        self._greet_at, self._more_at = now + GREET_EVERY, now + MORE_AFTER
        library = self._key.library
        asked = Asked(self._events.kind, self._events.topic, library.newInbox(self._heard_proxy))
        urls = self._servers.relays_for(self._events.topic)
        self._relays = Relays(library, urls, asked, self._relay_opened, self._seen)
        self.go_on()

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
        """Publish all pending messages now, regardless of the rate limit."""
        if self.answering and (batch := self._outbox.last_batch(time.monotonic())) is not None:
            self._publish(batch)

    def binding(self, peer: str) -> str:
        """Return both public keys, sorted: only these two pages can have sent what arrives on the channel to `peer`."""
        remote = self._remotes.get(peer)
        return "" if remote is None else " ".join(sorted((self._key.public, remote.public)))

    def route(self, peer: str) -> Route:
        """Return the current route to `peer`."""
        remote = self._remotes.get(peer)
        return (remote and remote.link.route) or Route.RELAY

    def close_channel(self, peer: str) -> None:
        """Close the channel to `peer` after its last message is sent."""
        remote = self._remotes.get(peer)
        if remote is not None:
            remote.say_goodbye()
            self.go_on()
            asyncio.get_running_loop().call_later(PARTING, self._remotes.forget, remote)

    def dial(self) -> None:
        """Reconnect lost relays and greet all peers again."""
        if self._relays is not None and not self._closed:
            self._relays.call_lost()
            self._greet()

    def close(self) -> None:
        """Say goodbye, close all connections and stop calling the listener. May be called twice."""
        if self._closed:
            return
        for remote in self._remotes:
            remote.say_goodbye()
        self.go_on()
        self.flush()
        self._closed = True
        self._tasks.close()
        if self._timer is not None:
            self._timer.cancel()
        asyncio.get_running_loop().call_later(LINGER, self._close)

    def _close(self) -> None:
        self._remotes.close()
        if self._relays is not None:
            self._relays.close()
        self._heard_proxy.destroy()

    # --- receiving over relays ------------------------------------------------------

    def _heard(self, public: str, number: str, stamped: str, sealed: str, work: int) -> bool | None:
        """Handle an event that claims to be from the page with the key `public`. Return whether its author is genuine.

        Return None if the event is ignored. The cheapest checks come first. No quota is charged before the stamp is
        verified, and a page's own quota only for events with a part encrypted for this page.
        """
        if self._closed or public == self._key.public or self._remotes.is_banned(public):
            return None
        if not self._events.is_genuine(public, number, stamped, sealed):
            return False
        event, remote, now = (
            Newcomer(public, int(number), sealed, int(work)),
            self._remotes.with_key(public),
            time.monotonic(),
        )
        if remote is None:
            self._newcomers.add(event, now)
            if (due := self._newcomers.due()) <= now + SOON:
                self.go_on()
            elif due < self._suspension.due:
                self._set_timer()
            return True
        elif not remote.window.is_new(event.number):
            return True
        else:
            genuine = remote.opened.spend(now) and self._open(event, remote, now)
        self.go_on()
        return genuine

    def _open(self, event: Newcomer, remote: RemotePeer | None, now: float) -> bool:
        """Handle the content of an event. Return False if it is forged."""
        match self._events.read(event.sealed):
            case [bool(greets), dict(parts)]:
                part = parts.get(self._key.name)
                if remote is None and (greets or part is not None):
                    remote = self._remotes.meet(event.public, now, work=event.work)
                if remote is not None:
                    return remote.public == event.public and self._take(remote, event, greets, part, now)
        return True

    def _take(self, remote: RemotePeer, event: Newcomer, greets: bool, part: object, now: float) -> bool:
        remote.work = max(remote.work, event.work)
        signal = remote.link.signal
        if greets and not remote.link.proven:
            signal.speak_by(self._outbox.answer_by(now))
        if part is None:
            return True
        match self._events.read(part, remote.shared):
            case [int(number), dict(frames)] if number == event.number:
                if remote.window.accept(number) and remote.events.spend(now):
                    if signal.due() < float("inf"):
                        signal.speak_by(now)  # the peer is online: send now what waits for a later time
                    self._take_frames(remote, frames, now)
                return True
        return False

    def _take_frames(self, remote: RemotePeer, frames: Mapping[str, object], now: float) -> None:
        proven = remote.link.proven
        try:
            heard = remote.link.take_relayed(frames, now)
        except StreamError:
            return
        except StreamRestarted:
            self._take_frames(self._remotes.replace(remote, now), frames, now)
            return
        if remote.link.proven and not proven:
            self._remotes.bound_strangers()
        self.tell(remote, heard.talk)
        for signal in heard.signals:
            self._remotes.bound_connections()
            remote.signalled(signal)
        self._lose_if_closed(remote)

    def tell(self, remote: RemotePeer, texts: list[str]) -> None:
        """Pass a peer's texts to the listener, after reporting that it is connected."""
        self._see_to(remote, time.monotonic())
        for text in texts:
            if not self._closed and self._remotes.has(remote):
                self._listener.heard(self, remote.peer, text)
        self._lose_if_closed(remote)

    def _lose_if_closed(self, remote: RemotePeer) -> None:
        if remote.link.closed_by_peer:
            self._remotes.lose(remote)

    # --- callbacks of peers -----------------------------------------------------------

    def may_connect(self, remote: RemotePeer) -> bool:
        """Whether the rate limit allows one more connection to this peer."""
        return self._remotes.may_connect(remote)

    def shut_out(self, remote: RemotePeer) -> None:
        """Ban a peer that violates the protocol."""
        self._remotes.ban(remote)
        self.go_on()

    def restart(self, remote: RemotePeer) -> None:
        """Replace a peer that reports on its direct connection that it lost this page."""
        self._remotes.replace(remote, time.monotonic())
        self.go_on()

    def _was_lost(self, remote: RemotePeer) -> None:
        if remote.link.route is not None and not self._closed:
            self._listener.lost(self, remote.peer)

    # --- due work -------------------------------------------------------------------

    def go_on(self) -> None:
        """Do all due work and re-arm the timer. Nested calls return at once; the outer call repeats."""
        self._more = True
        if self._going:
            return
        self._going = True
        try:
            while self._more and not self._closed:
                self._more = False
                self._do_what_is_due(time.monotonic())
        finally:
            self._going = False
        self._set_timer()

    def _do_what_is_due(self, now: float) -> None:
        if now >= self._greet_at:
            self._outbox.greet(now)
            self._greet_at = now + GREET_EVERY
        if now >= self._more_at:
            self._more_at = float("inf")
            if self._relays is not None and not self.peers:
                self._relays.more()
        while (event := self._newcomers.next(now)) is not None:
            self._open(event, self._remotes.with_key(event.public), now)
        if self.answering and (bits := self._newcomers.work_due(now)):
            self._tasks.start(self._greet_with_work(bits))
        for remote in self._remotes:
            self._see_to(remote, now)
        while self.answering and (batch := self._outbox.batch(now)) is not None:
            self._publish(batch)

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
            case LinkEvent.LINE:
                self._remotes.bound_connections()
                remote.mend()
            case LinkEvent.CONNECTED:
                self._listener.connected(self, peer)
            case LinkEvent.WENT if link.route is not None:
                self._listener.route_changed(self, peer, link.route)

    def _publish(self, batch: Batch) -> None:
        """Publish the frames for each peer as one event."""
        shared = {peer: remote.shared for peer in batch.frames if (remote := self._remotes.get(peer)) is not None}
        event = self._events.event(batch.greets, batch.frames, shared)
        if self._relays is not None:
            self._relays.publish(event)

    async def _greet_with_work(self, bits: int) -> None:
        """Publish a greeting with `bits` of proof of work, which peers under load handle first."""
        try:
            event = await self._events.greeting_with_work(bits)
        except JsException:
            return  # this browser does not support the worker
        if self._relays is not None:
            self._relays.publish(event)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        times = [
            self._greet_at,
            self._more_at,
            self._newcomers.due(),
            *(one.link.due() for one in self._remotes),
        ]
        if self.answering:
            times += [self._outbox.due(), self._newcomers.work_due_at()]
        due = self._suspension.due = min(times)
        if due < float("inf"):
            delay = max(0.0, due - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        now = time.monotonic()
        if self._suspension.ends(now):
            for remote in self._remotes:
                remote.link.woke(now)
        self.go_on()

    def _relay_opened(self) -> None:
        """Retransmit unacknowledged messages and announce this page."""
        self._outbox.again()
        self._outbox.greet_by(time.monotonic() + GREET_TOGETHER)
        self.go_on()

    def _seen(self) -> None:
        """Retry direct connections to relayed peers, and greet all peers to detect stalled relay connections.

        Called when the page becomes visible or the network returns.
        """
        now = time.monotonic()
        for remote in self._remotes:
            if remote.link.route is Route.RELAY:
                remote.link.mend(now)
        self._greet()

    def _greet(self) -> None:
        self._outbox.greet(time.monotonic())
        self.go_on()
