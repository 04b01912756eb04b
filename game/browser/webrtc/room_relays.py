"""What this page publishes on the relays of one room: greetings, and the frames for relayed peers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js

from game.browser.page.failures import reporting
from game.browser.page.tasks import Tasks
from game.browser.webrtc.nostr_events import NostrEvents
from game.browser.webrtc.peer_registry import PeerRegistry
from game.browser.webrtc.relays import Asked, Relays
from game.transport.peer_link import TALK
from game.transport.relay_outbox import Batch, RelayOutbox
from game.transport.route import Route

GREETINGS = 0.0, 1.0, 3.0
"""Seconds after joining at which this page announces itself."""

GREET_TOGETHER = 0.1
"""Seconds that the greeting waits after a relay connects, so that one greeting reaches other relays, too."""

GREET_EVERY = 20.0
"""Seconds between later greetings. They also show which relays no longer respond."""

MOST_STORED = 30
"""The most stored events to ask for. A relay that stores events sends them again on every connection."""

MOST_LAST = 3
"""The most events that a page that closes publishes at once."""

MORE_AFTER = 4.0
"""Seconds without any peer after which this page connects to more relays."""


class RoomRelays:
    """Publishes greetings and the batches of `outbox`, encrypted for `peers`, on relays at `urls`.

    `received` is called with each event, `seen` as by Relays, and `go_on` when something is due.
    """

    def __init__(
        self,
        library: Any,
        urls: list[str],
        events: NostrEvents,
        outbox: RelayOutbox,
        peers: PeerRegistry,
        *,
        received: Callable[[str, str, str, str, int], bool | None],
        seen: Callable[[], None],
        go_on: Callable[[], None],
    ) -> None:
        self._events = events
        self._outbox = outbox
        self._peers = peers
        self._go_on = go_on
        self._tasks = Tasks()
        now = time.monotonic()
        self._outbox.greet(*(now + at for at in GREETINGS))
        self._greet_at, self._more_at = now + GREET_EVERY, now + MORE_AFTER
        self._proxy = create_proxy(reporting(received))
        asked = Asked(to_js([events.kind]), events.topic, MOST_STORED, math.inf, library.newInbox(self._proxy))
        self._relays = Relays(library, urls, asked, self._opened, seen)

    @property
    def open(self) -> bool:
        """Whether any relay is connected."""
        return self._relays.open

    @property
    def refusal(self) -> str:
        """Why a relay rejects what this page sends, if all of them do; otherwise ""."""
        return self._relays.refusal

    def tick(self, now: float, *, lonely: bool) -> None:
        """Plan the next greeting. Connect to more relays if this page is `lonely`: no peer was found."""
        if now >= self._greet_at:
            self._outbox.greet(now)
            self._greet_at = now + GREET_EVERY
        if now >= self._more_at:
            self._more_at = float("inf")
            if lonely:
                self._relays.more()

    def publish_due(self, now: float) -> None:
        """Publish all batches that are due."""
        while self.open and (batch := self._outbox.batch(now)) is not None:
            self._publish(batch)

    def flush(self) -> None:
        """Publish the last batches now, regardless of the rate limit.

        They also repeat what direct connections may not deliver any more: that a page closes, closes them, too.
        """
        for remote in self._peers:
            if remote.link.talk.last_unacknowledged is not None:
                remote.link.talk.again()
                self._outbox.carry(remote.peer, TALK, remote.link.talk)
        for _ in range(MOST_LAST):
            if self.open and (batch := self._outbox.last_batch(time.monotonic())) is not None:
                self._publish(batch)
        for remote in self._peers:
            if remote.link.route is not Route.RELAY:
                self._outbox.drop(remote.peer, TALK)

    def greet_with_work(self, bits: int) -> None:
        """Publish a greeting with `bits` of proof of work, which peers under load handle first."""
        self._tasks.start(self._greet_with_work(bits))

    def due(self) -> float:
        """Return when to call `tick` and `publish_due`."""
        return min(self._greet_at, self._more_at, self._outbox.due() if self.open else float("inf"))

    def call_lost(self) -> None:
        """Reconnect the lost relays at once."""
        self._relays.call_lost()

    def stop(self) -> None:
        """Stop computing proofs of work."""
        self._tasks.close()

    def close(self) -> None:
        """Disconnect from all relays."""
        self._relays.close()
        self._proxy.destroy()

    def _opened(self) -> None:
        """Retransmit unacknowledged messages and announce this page, after a relay has connected."""
        self._outbox.again()
        self._outbox.greet_by(time.monotonic() + GREET_TOGETHER)
        self._go_on()

    def _publish(self, batch: Batch) -> None:
        """Publish the frames for each peer as one event."""
        shared = {peer: remote.shared for peer in batch.frames if (remote := self._peers.get(peer)) is not None}
        self._relays.publish(self._events.event(batch.greets, batch.frames, shared))

    async def _greet_with_work(self, bits: int) -> None:
        try:
            event = await self._events.greeting_with_work(bits)
        except JsException:
            return  # this browser does not support the worker
        self._relays.publish(event)
