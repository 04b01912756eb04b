"""The transport between the pages of one room: discovery over relays, then direct connections where possible.

Without a direct connection, messages go over the relays. A relay sees events under a meaningless topic, signed by keys
that a page creates when it loads. Contents are encrypted twice: with a key derived from the room's secret, and inside
that with the key that the two pages share.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pyodide.ffi import JsException, create_proxy

from game.browser.page.failures import reporting
from game.browser.page.tasks import Tasks
from game.browser.webrtc.keys import LONGEST_SEALED, PageKey, name_of, sealing_key
from game.browser.webrtc.peer_connection import can_connect
from game.browser.webrtc.relay import Asked
from game.browser.webrtc.relays import Relays
from game.browser.webrtc.remote_peer import Neighbour
from game.browser.webrtc.servers import Servers
from game.browser.webrtc.transport import LINGER, Listener
from game.core.safe_json import read_json
from game.net.invite import Meeting
from game.transport.hashes import envelope_key, stamp, topic
from game.transport.newcomer_queue import MOST_BITS, Newcomer, Newcomers
from game.transport.peer_link import SIGNAL, TALK, Contact, Happening
from game.transport.rate_limit import Allowance
from game.transport.relay_outbox import Letter, Post
from game.transport.reliable_stream import BegunAnew, LineError, LineFull
from game.transport.replay_window import ReplayWindow
from game.transport.route import Way

KINDS, OF_KINDS = 20_000, 10_000
"""The range of event kinds in use: the first kind and their number. Relays do not store events of these kinds."""

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

MOST_UNPROVEN, MOST_STRANGERS = 64, 32
"""Limits on peers that do not sit at the table: without a proven key, and with one.

Above the limit, the peers with the least proof of work go first, and of these the oldest. Peers at the table are never
dropped.
"""

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

LATE = 1.0
"""Timer lateness in seconds that means the page was suspended."""

SOON = 0.01
"""Seconds within which an event counts as due now: it is opened at once, without a timer."""

KEY = re.compile("[0-9a-f]{64}")
NUMBER = re.compile("[1-9][0-9]{0,14}", re.ASCII)


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
        listener: Listener,
        trusted: Callable[[str], bool],
        *,
        direct: bool = True,
        returning: bool = False,
    ) -> None:
        self._key = key
        self._secret = meeting.secret
        self._servers = servers
        self._listener = listener
        self._trusted = trusted
        self._direct = direct and can_connect()
        self._returning = returning
        self._topic = topic(meeting.room)
        self._kind = KINDS + int(self._topic[:8], 16) % OF_KINDS
        self._envelope = sealing_key(envelope_key(meeting.secret))
        self._published = 0
        self._post = Post()
        self._relays: Relays | None = None
        self._neighbours: dict[str, Neighbour] = {}
        self._former: dict[str, ReplayWindow] = {}
        self._shut: dict[str, None] = {}
        self._mine = 1
        self._newcomers = Newcomers(time.monotonic())
        self._connections = Allowance(CONNECTIONS, CONNECTIONS_A_SECOND, time.monotonic())
        self._greet_at = self._more_at = float("inf")
        self._timer: asyncio.TimerHandle | None = None
        self._wake_at = float("inf")
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
        return sum(one.contact.proven for one in self._neighbours.values())

    def enter(self) -> None:
        """Connect to the relays and announce this page."""
        now = time.monotonic()
        self._post.greet(*(now + at for at in GREETINGS))
        self._greet_at, self._more_at = now + GREET_EVERY, now + MORE_AFTER
        library = self._key.library
        asked = Asked(self._kind, self._topic, library.newInbox(self._heard_proxy))
        urls = self._servers.relays_for(self._topic)
        self._relays = Relays(library, urls, asked, self._relay_opened, self._seen)
        self.go_on()

    def send(self, peer: str, text: str) -> None:
        """Send `text` to `peer`. Do nothing without a channel; drop the peer if its send window is full."""
        neighbour = self._neighbours.get(peer)
        if neighbour is None or neighbour.contact.way is None:
            return
        try:
            neighbour.contact.talk.say(text)
        except LineFull:
            self._lose(neighbour)
        self.go_on()

    def flush(self) -> None:
        """Publish all pending messages now, regardless of the rate limit."""
        if self.answering and (letter := self._post.last_letter(time.monotonic())) is not None:
            self._publish(letter)

    def binding(self, peer: str) -> str:
        """Return both public keys, sorted: only these two pages can have sent what arrives on the channel to `peer`."""
        neighbour = self._neighbours.get(peer)
        return "" if neighbour is None else " ".join(sorted((self._key.public, neighbour.public)))

    def way(self, peer: str) -> Way:
        """Return the current route to `peer`."""
        neighbour = self._neighbours.get(peer)
        return (neighbour and neighbour.contact.way) or Way.RELAY

    def close_channel(self, peer: str) -> None:
        """Close the channel to `peer` after its last message is sent."""
        neighbour = self._neighbours.get(peer)
        if neighbour is not None:
            neighbour.say_goodbye()
            self.go_on()
            asyncio.get_running_loop().call_later(PARTING, self._forget, neighbour)

    def dial(self) -> None:
        """Reconnect lost relays and greet all peers again."""
        if self._relays is not None and not self._closed:
            self._relays.call_lost()
            self._greet()

    def close(self) -> None:
        """Say goodbye, close all connections and stop calling the listener. May be called twice."""
        if self._closed:
            return
        for neighbour in self._neighbours.values():
            neighbour.say_goodbye()
        self.go_on()
        self.flush()
        self._closed = True
        self._tasks.close()
        if self._timer is not None:
            self._timer.cancel()
        asyncio.get_running_loop().call_later(LINGER, self._close)

    def _close(self) -> None:
        for neighbour in self._neighbours.values():
            neighbour.close()
        self._neighbours.clear()
        if self._relays is not None:
            self._relays.close()
        self._heard_proxy.destroy()

    # --- receiving over relays ------------------------------------------------------

    def _heard(self, public: str, number: str, stamped: str, sealed: str, work: int) -> bool | None:
        """Handle an event that claims to be from the page with the key `public`. Return whether its author is genuine.

        Return None if the event is ignored. The cheapest checks come first. No quota is charged before the stamp is
        verified, and a page's own quota only for events with a part encrypted for this page.
        """
        if self._closed or public == self._key.public or public in self._shut:
            return None
        if not KEY.fullmatch(public) or not NUMBER.fullmatch(number) or len(sealed) > LONGEST_SEALED:
            return False
        if not (sealed.isascii() and stamped.isascii()):
            return False
        if not hmac.compare_digest(stamped, stamp(self._secret, public, int(number), sealed)):
            return False
        event, neighbour, now = Newcomer(public, int(number), sealed, int(work)), self._known(public), time.monotonic()
        if neighbour is None:
            self._newcomers.add(event, now)
            if (due := self._newcomers.due()) <= now + SOON:
                self.go_on()
            elif due < self._wake_at:
                self._set_timer()
            return True
        elif not neighbour.window.is_new(event.number):
            return True
        else:
            genuine = neighbour.opened.spend(now) and self._open(event, neighbour, now)
        self.go_on()
        return genuine

    def _known(self, public: str) -> Neighbour | None:
        return self._neighbours.get(name_of(public))

    def _open(self, event: Newcomer, neighbour: Neighbour | None, now: float) -> bool:
        """Handle the content of an event. Return False if it is forged."""
        match self._read(event.sealed, self._envelope):
            case [bool(greets), dict(parts)]:
                part = parts.get(self._key.name)
                if neighbour is None and (greets or part is not None):
                    neighbour = self._meet(event.public, now, work=event.work)
                if neighbour is not None:
                    return neighbour.public == event.public and self._take(neighbour, event, greets, part, now)
        return True

    def _take(self, neighbour: Neighbour, event: Newcomer, greets: bool, part: object, now: float) -> bool:
        neighbour.work = max(neighbour.work, event.work)
        signal = neighbour.contact.signal
        if greets and not neighbour.contact.proven:
            signal.speak_by(self._post.answer_by(now))
        if part is None:
            return True
        match self._read(part, neighbour.shared):
            case [int(number), dict(frames)] if number == event.number:
                if neighbour.window.accept(number) and neighbour.events.spend(now):
                    if signal.due() < float("inf"):
                        signal.speak_by(now)  # the peer is online: send now what waits for a later time
                    self._take_frames(neighbour, frames, now)
                return True
        return False

    def _read(self, sealed: object, key: Any) -> object:
        """Return the decrypted JSON value, or None if `sealed` was not encrypted with `key` or is not JSON."""
        try:
            return read_json(self._key.opened(sealed, key)) if isinstance(sealed, str) else None
        except (JsException, ValueError, RecursionError):
            return None

    def _take_frames(self, neighbour: Neighbour, frames: Mapping[str, object], now: float) -> None:
        proven = neighbour.contact.proven
        try:
            heard = neighbour.contact.take_relayed(frames, now)
        except LineError:
            return
        except BegunAnew:
            self._take_frames(self._begin_anew(neighbour, now), frames, now)
            return
        if neighbour.contact.proven and not proven:
            self._bound([one for one in self._strangers() if one.contact.proven], MOST_STRANGERS)
        self.tell(neighbour, heard.talk)
        for signal in heard.signals:
            self._bound_making()
            neighbour.signalled(signal)
        self._lose_if_closed(neighbour)

    def tell(self, neighbour: Neighbour, texts: list[str]) -> None:
        """Pass a peer's texts to the listener, after reporting that it is connected."""
        self._see_to(neighbour, time.monotonic())
        for text in texts:
            if not self._closed and self._neighbours.get(neighbour.peer) is neighbour:
                self._listener.heard(self, neighbour.peer, text)
        self._lose_if_closed(neighbour)

    def _lose_if_closed(self, neighbour: Neighbour) -> None:
        if neighbour.contact.closed_by_peer:
            self._lose(neighbour)

    # --- peers that come and go -----------------------------------------------------

    def _meet(self, public: str, now: float, before: bool = False, work: int = 0) -> Neighbour | None:
        """Add a new peer and return it. Return None if `public` is not a valid key."""
        try:
            shared = self._key.shared_with(public)
        except JsException:
            return None
        self._bound([one for one in self._strangers() if not one.contact.proven], MOST_UNPROVEN - 1)
        peer = name_of(public)
        before = before or self._returning or peer in self._former
        contact = Contact(peer, self._mine, now, direct=self._direct, before=before)
        neighbour = Neighbour(contact, public, shared, work, self._key.public < public, self._servers, self)
        neighbour.window = self._former.get(peer, neighbour.window)
        self._neighbours[peer] = neighbour
        contact.signal.speak_by(self._post.answer_by(now))
        self._post.carry(peer, SIGNAL, contact.signal)
        return neighbour

    def _strangers(self) -> list[Neighbour]:
        """Return the peers that do not sit at the table, oldest first."""
        return [one for one in self._neighbours.values() if not self._trusted(one.peer)]

    def _bound(self, neighbours: Sequence[Neighbour], most: int) -> None:
        """Drop the peers with the least proof of work until at most `most` remain."""
        for neighbour in sorted(neighbours, key=_work)[: max(0, len(neighbours) - most)]:
            self._lose(neighbour)

    def _begin_anew(self, neighbour: Neighbour, now: float) -> Neighbour:
        """Replace a peer that lost this page and reconnected."""
        self._lose(neighbour, anew=True)
        met = self._meet(neighbour.public, now, before=True, work=neighbour.work)
        assert met is not None  # the key was valid before
        met.contact.signal.speak_by(now)
        return met

    def _lose(self, neighbour: Neighbour, anew: bool = False) -> None:
        """Drop the peer and bump our epoch, so that stale frames are rejected.

        The epoch stays if the peer itself reported a restart, or if it never proved its key: then it received
        nothing and may continue.
        """
        if self._forget(neighbour):
            self._mine += neighbour.contact.proven and not anew
            if neighbour.contact.proven:
                self._former[neighbour.peer] = neighbour.window
            if len(self._former) > MOST_FORMER:
                del self._former[next(iter(self._former))]
            if neighbour.contact.way is not None and not self._closed:
                self._listener.lost(self, neighbour.peer)

    def _forget(self, neighbour: Neighbour) -> bool:
        """Remove the peer and close its connection. Return whether it was present."""
        if self._neighbours.get(neighbour.peer) is not neighbour:
            return False
        del self._neighbours[neighbour.peer]
        for name in (TALK, SIGNAL):
            self._post.drop(neighbour.peer, name)
        neighbour.close()
        return True

    # --- direct connections ---------------------------------------------------------

    def may_connect(self, neighbour: Neighbour) -> bool:
        """Whether the rate limit allows one more connection to this peer."""
        if not self._direct:
            return False
        return self._trusted(neighbour.peer) or self._connections.spend(time.monotonic())

    def _bound_making(self) -> None:
        making = sorted((one for one in self._strangers() if one.making), key=_work)
        for neighbour in making[:-MOST_MAKING]:
            neighbour.drop_line()

    def shut_out(self, neighbour: Neighbour) -> None:
        """Ban a peer that violates the protocol: drop it and ignore its events."""
        self._lose(neighbour)
        self._shut[neighbour.public] = None
        if len(self._shut) > MOST_FORMER:
            del self._shut[next(iter(self._shut))]
        self.go_on()

    def begin_anew(self, neighbour: Neighbour) -> None:
        """Replace a peer that reports on its direct connection that it lost this page."""
        self._begin_anew(neighbour, time.monotonic())
        self.go_on()

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
            self._post.greet(now)
            self._greet_at = now + GREET_EVERY
        if now >= self._more_at:
            self._more_at = float("inf")
            if self._relays is not None and not self.peers:
                self._relays.more()
        while (event := self._newcomers.next(now)) is not None:
            self._open(event, self._known(event.public), now)
        if self.answering and (bits := self._newcomers.work_due(now)):
            self._tasks.start(self._greet_with_work(bits))
        for neighbour in tuple(self._neighbours.values()):
            self._see_to(neighbour, now)
        while self.answering and (letter := self._post.letter(now)) is not None:
            self._publish(letter)

    def _see_to(self, neighbour: Neighbour, now: float) -> None:
        if self._known(neighbour.public) is not neighbour:
            return  # dropped in the meantime
        for happening in list(neighbour.contact.tick(now)):
            self._happened(neighbour, happening)
        neighbour.speak(now)

    def _happened(self, neighbour: Neighbour, happening: Happening) -> None:
        peer, contact = neighbour.peer, neighbour.contact
        if contact.way is Way.RELAY:
            self._post.carry(peer, TALK, contact.talk)
        else:
            self._post.drop(peer, TALK)
        match happening:
            case Happening.LOST:
                self._lose(neighbour)
            case Happening.LINE:
                self._bound_making()
                neighbour.mend()
            case Happening.CONNECTED:
                self._listener.connected(self, peer)
            case Happening.WENT if contact.way is not None:
                self._listener.went(self, peer, contact.way)

    def _publish(self, letter: Letter) -> None:
        """Encrypt the frames for each peer and publish them as one event."""
        number, parts = self._next_number(), {}
        for peer, frames in letter.frames.items():
            parts[peer] = self._key.seal(json.dumps([number, frames]), self._neighbours[peer].shared)
        sealed = self._sealed(letter.greets, parts)
        if self._relays is not None:
            self._relays.publish(self._key.event(self._kind, self._tags(number, sealed), sealed))

    async def _greet_with_work(self, bits: int) -> None:
        """Publish a greeting with `bits` of proof of work, which peers under load handle first."""
        number, sealed = self._next_number(), self._sealed(True, {})
        try:
            event = await self._key.event_with_work(self._kind, self._tags(number, sealed), sealed, bits)
        except JsException:
            return  # this browser does not support the worker
        if self._relays is not None:
            self._relays.publish(event)

    def _next_number(self) -> int:
        self._published += 1
        return self._published

    def _sealed(self, greets: bool, parts: Mapping[str, str]) -> str:
        return self._key.seal(json.dumps([greets, parts]), self._envelope)

    def _tags(self, number: int, sealed: str) -> list[list[str]]:
        return [["x", self._topic], ["t", stamp(self._secret, self._key.public, number, sealed), str(number)]]

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
            *(one.contact.due() for one in self._neighbours.values()),
        ]
        if self.answering:
            times += [self._post.due(), self._newcomers.work_due_at()]
        self._wake_at = min(times)
        if self._wake_at < float("inf"):
            delay = max(0.0, self._wake_at - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        now = time.monotonic()
        if now > self._wake_at + LATE:
            for neighbour in self._neighbours.values():
                neighbour.contact.woke(now)
        self.go_on()

    def _relay_opened(self) -> None:
        """Retransmit unacknowledged messages and announce this page."""
        self._post.again()
        self._post.greet_by(time.monotonic() + GREET_TOGETHER)
        self.go_on()

    def _seen(self) -> None:
        """Retry direct connections to relayed peers, and greet all peers to detect stalled relay connections.

        Called when the page becomes visible or the network returns.
        """
        now = time.monotonic()
        for neighbour in self._neighbours.values():
            if neighbour.contact.way is Way.RELAY:
                neighbour.contact.mend(now)
        self._greet()

    def _greet(self) -> None:
        self._post.greet(time.monotonic())
        self.go_on()


def _work(neighbour: Neighbour) -> int:
    return min(neighbour.work, MOST_BITS)
