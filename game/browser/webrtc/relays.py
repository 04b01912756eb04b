"""The relays of one room: some of the available ones. Relays that refuse events are replaced."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import js
from js import document
from pyodide.ffi import create_proxy

from game.browser.page.dom import listen
from game.browser.page.failures import reporting
from game.browser.page.tasks import Tasks
from game.transport.backoff import Backoff

AT_ONCE = 4
"""Relays to connect to at first, and how many more when no peer is found."""

CALL, ANSWER = 5_000, 1_500
"""Timeouts in milliseconds: for connecting, and for the relay's reply to a published event."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds before reconnecting: the first delay and the longest."""

LONGEST_ALONE = 3.0
"""The longest delay while no other relay is connected, in seconds. Without a relay, newcomers cannot find this page."""

FLOOD_PAUSE = 30.0
"""Seconds before reconnecting to a relay that has sent too many events."""

SILENT, GONE = "publish timed out", "relay connection"
"""Library errors that mean the relay did not reply. All other errors are the relay's own replies."""


class Asked(NamedTuple):
    """A subscription: the event kinds as a JavaScript array, the topic, and the library's `inbox` for the events.

    `limit` is the most stored events that a relay sends on each connection. A relay that sends more than `most` events
    at once is disconnected for a while.
    """

    kinds: Any
    topic: str
    limit: int
    most: float
    inbox: Any


class Relay:
    """The connection to the relay at `url`, accessed through `library`. It reconnects with backoff until `close`.

    `refusal` is why the relay rejects what this page sends, in its own words; "" once it accepts an event.
    """

    def __init__(self, library: Any, url: str, asked: Asked | None, owner: Relays) -> None:
        self.url = url
        self.refusal = ""
        self._library = library
        self._asked = asked
        self._owner = owner
        self._answers = self._flooded = False
        self._socket: Any = None
        self._lost, self._wanted = asyncio.Event(), asyncio.Event()
        self._pauses = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        self._lost_proxy = create_proxy(self._lost.set)
        self._refused_proxy = create_proxy(reporting(self._refuse))
        self._forged_proxy = create_proxy(reporting(self._forges))
        self._flooded_proxy = create_proxy(reporting(self._floods))
        self._closed = False
        self._tasks = Tasks()
        self._tasks.start(self._stay())

    @property
    def open(self) -> bool:
        """Whether the relay is connected."""
        return self._socket is not None and bool(self._socket.connected)

    def publish(self, event: Any) -> None:
        """Publish `event` to all subscribers of its topic."""
        if self.open:
            self._tasks.start(self._answered(self._socket, self._library.publish(self._socket, event)))

    def call(self) -> None:
        """Reconnect at once, even if the connection seems open."""
        self._pauses.reset()
        self._wanted.set()
        self._lost.set()

    def close(self) -> None:
        """Disconnect permanently. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._tasks.close()
        self._hang_up()
        self._lost_proxy.destroy()
        self._refused_proxy.destroy()
        self._forged_proxy.destroy()
        self._flooded_proxy.destroy()

    async def _stay(self) -> None:
        while True:
            self._lost.clear()
            self._wanted.clear()
            await self._visit()
            self._hang_up()
            flooded, self._flooded = self._flooded, False
            try:
                async with asyncio.timeout(FLOOD_PAUSE if flooded else self._pauses.delay):
                    await self._wanted.wait()
            except TimeoutError:
                self._pauses.next(None if self._owner.open else LONGEST_ALONE)

    async def _visit(self) -> None:
        """Connect, subscribe and wait until the connection is lost."""
        socket = self._socket = self._library.newRelay(self.url, ANSWER, self._refused_proxy)
        socket.onclose = self._lost_proxy
        if await self._library.connect(socket, CALL):
            callbacks = self._refused_proxy, self._forged_proxy, self._flooded_proxy
            if self._asked is not None:
                self._library.subscribe(socket, *self._asked, *callbacks)
            self._owner.opened()
            await self._lost.wait()

    def _hang_up(self) -> None:
        socket, self._socket = self._socket, None
        if socket is not None:
            self._library.disconnect(socket)

    async def _answered(self, socket: Any, answer: Any) -> None:
        """Handle the relay's reply to a published event. If it sends nothing at all, the connection counts as lost."""
        obstacle = str(await answer)
        if not obstacle:
            self._pauses.reset()
            self._answers = True
            self.refusal = ""
        elif obstacle == SILENT:
            if socket is self._socket:
                if self._answers:
                    self._wanted.set()  # it replied until now, so only this connection is stalled: reconnect at once
                self._answers = False
                self._lost.set()
        elif not obstacle.startswith(GONE):
            self._refuse(obstacle)

    def _refuse(self, reason: object) -> None:
        self.refusal = str(reason)
        if self.open:
            self._owner.refused(self)

    def _floods(self) -> None:
        self._flooded = True
        self._lost.set()

    def _forges(self) -> None:
        if self.open:
            self._owner.forged(self)


class Relays:
    """Connections to relays among `urls`, in order, with the subscription `asked`, if there is one.

    `opened` is called on each connect of a relay, and `seen` when the page becomes visible or the network returns.
    """

    def __init__(
        self,
        library: Any,
        urls: Sequence[str],
        asked: Asked | None,
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

    @property
    def refusal(self) -> str:
        """Why a relay rejects what this page sends, if all of them do; otherwise ""."""
        refusals = [relay.refusal for relay in self._relays]
        return refusals[0] if refusals and all(refusals) else ""

    def more(self) -> None:
        """Connect to more relays, if there are any."""
        for _ in range(min(AT_ONCE, len(self._spare))):
            self._use(self._spare.popleft())

    def publish(self, event: Any) -> None:
        """Publish `event` on all relays."""
        for relay in self._relays:
            relay.publish(event)

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
        for relay in self._relays:
            relay.call()
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
