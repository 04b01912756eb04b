"""The relays of one room: some of those that may be used, others in place of those that refuse, more if need be."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import js
from js import document

from game.browser.dom import listen
from game.browser.together.relay import Asked, Relay

AT_ONCE = 4
"""Relays that are used at first; and how many more where nobody is found."""


class Relays:
    """Lines to relays among `urls`, the first ones first.

    `opened` is called whenever one of them is there that was not; `seen` when the page is seen
    again, or the network is there again.
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
        self._opened = opened
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
        """Whether any of them can be reached now."""
        return any(relay.open for relay in self._relays)

    def more(self) -> None:
        """Use more of them, if there are."""
        for _ in range(min(AT_ONCE, len(self._spare))):
            self._use(self._spare.popleft())

    def publish(self, event: Any) -> None:
        """Have `event` passed on by all of them."""
        for relay in self._relays:
            relay.publish(event)

    def call(self) -> None:
        """Call all of them anew and at once: the network may be another."""
        for relay in self._relays:
            relay.call()

    def call_lost(self) -> None:
        """Call those at once that are lost."""
        for relay in self._relays:
            if not relay.open:
                relay.call()

    def close(self) -> None:
        """Leave them all. May be called twice."""
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
        self._relays.append(
            Relay(self._library, url, self._asked, self._opened, self._refused, self._forged, self._alone)
        )

    def _alone(self) -> bool:
        return not self.open

    def _refused(self, relay: Relay) -> None:
        """Use another instead, if there is one; else this one may yet be better than none."""
        if self._spare and relay in self._relays:
            self._relays.remove(relay)
            relay.close()
            self._use(self._spare.popleft())

    def _forged(self, relay: Relay) -> None:
        """Use another instead; without a spare one, do without, unless this is the last."""
        if self._spare:
            self._refused(relay)
        elif relay in self._relays and len(self._relays) > 1:
            self._relays.remove(relay)
            relay.close()
