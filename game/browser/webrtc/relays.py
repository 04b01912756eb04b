"""The relays of one room: some of the available ones. Relays that refuse events are replaced."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import js
from js import document

from game.browser.page.dom import listen
from game.browser.webrtc.relay import Asked, Relay

AT_ONCE = 4
"""Relays to connect to at first, and how many more when no peer is found."""


class Relays:
    """Connections to relays among `urls`, in order.

    `opened` is called on each connect of a relay, and `seen` when the page becomes visible or the network returns.
    """

    def __init__(
        self,
        library: Any,
        urls: Sequence[str],
        asked: Asked,
        opened: Callable[[], None],
        seen: Callable[[], None],
    ) -> None:
        self._library = library
        self._asked = asked
        self.opened = opened
        self._seen = seen
        self._spare = deque(urls)
        self._relays: list[Relay] = []
        self._closed = False
        self._listening = [
            listen(js.window, "online", lambda _: self._online()),
            listen(document, "visibilitychange", lambda _: document.hidden or self._seen()),
        ]
        self.more()

    @property
    def open(self) -> bool:
        """Whether any relay is connected."""
        return any(relay.open for relay in self._relays)

    def more(self) -> None:
        """Connect to more relays, if there are any."""
        for _ in range(min(AT_ONCE, len(self._spare))):
            self._use(self._spare.popleft())

    def publish(self, event: Any) -> None:
        """Publish `event` on all relays."""
        for relay in self._relays:
            relay.publish(event)

    def call(self) -> None:
        """Reconnect all relays at once, since the network may have changed."""
        for relay in self._relays:
            relay.call()

    def call_lost(self) -> None:
        """Reconnect the lost relays at once."""
        for relay in self._relays:
            if not relay.open:
                relay.call()

    def close(self) -> None:
        """Disconnect from all relays. May be called twice."""
        if self._closed:
            return
        self._closed = True
        for stop in self._listening:
            stop()
        for relay in self._relays:
            relay.close()

    def _online(self) -> None:
        self.call()
        self._seen()

    def _use(self, url: str) -> None:
        self._relays.append(Relay(self._library, url, self._asked, self))

    def refused(self, relay: Relay) -> None:
        """Replace a relay that rejects events. Without a spare, keep it: it may still deliver some."""
        if self._spare and relay in self._relays:
            self._relays.remove(relay)
            relay.close()
            self._use(self._spare.popleft())

    def forged(self, relay: Relay) -> None:
        """Replace a relay that forwards forged events. Without a spare, disconnect it unless it is the last."""
        if self._spare:
            self.refused(relay)
        elif relay in self._relays and len(self._relays) > 1:
            self._relays.remove(relay)
            relay.close()
