"""The connection to one relay. It reconnects with exponential backoff until `close`."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple, Protocol

from pyodide.ffi import create_proxy

from game.browser.page.failures import reporting
from game.browser.page.tasks import Tasks
from game.transport.backoff import Backoff

CALL, ANSWER = 5_000, 1_500
"""Timeouts in milliseconds: for connecting, and for the relay's reply to a published event."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds before reconnecting: the first delay and the longest."""

LONGEST_ALONE = 3.0
"""The longest delay while no other relay is connected, in seconds. Without a relay, newcomers cannot find this page."""

SILENT, GONE = "publish timed out", "relay connection"
"""Library errors that mean the relay did not reply. All other errors are the relay's own replies."""


class Asked(NamedTuple):
    """A subscription: the event kind and topic, and the library's `inbox` that receives the events."""

    kind: int
    topic: str
    inbox: Any


class RelayOwner(Protocol):
    """Callbacks of a relay."""

    @property
    def open(self) -> bool:
        """Whether any relay is connected."""

    def opened(self) -> None:
        """Handle that the relay has connected."""

    def refused(self, relay: Relay) -> None:
        """Handle that the relay rejects an event."""

    def forged(self, relay: Relay) -> None:
        """Handle that the relay forwards an event with an invalid signature."""


class Relay:
    """The relay at `url`, accessed through `library`."""

    def __init__(self, library: Any, url: str, asked: Asked, owner: RelayOwner) -> None:
        self.url = url
        self._library = library
        self._asked = asked
        self._owner = owner
        self._answers = False
        self._socket: Any = None
        self._lost, self._wanted = asyncio.Event(), asyncio.Event()
        self._pauses = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        self._lost_proxy = create_proxy(self._lost.set)
        self._refused_proxy = create_proxy(reporting(lambda reason: self._refuse()))
        self._forged_proxy = create_proxy(reporting(self._forges))
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
            self._tasks.start(self._answered(self._socket, self._library.obstacle(self._socket, event)))

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

    async def _stay(self) -> None:
        while True:
            self._lost.clear()
            self._wanted.clear()
            await self._visit()
            self._hang_up()
            try:
                async with asyncio.timeout(self._pauses.delay):
                    await self._wanted.wait()
            except TimeoutError:
                self._pauses.next(None if self._owner.open else LONGEST_ALONE)

    async def _visit(self) -> None:
        """Connect, subscribe and wait until the connection is lost."""
        socket = self._socket = self._library.newRelay(self.url, ANSWER, self._refused_proxy)
        socket.onclose = self._lost_proxy
        if await self._library.reached(socket, CALL):
            self._library.subscribe(socket, *self._asked, self._refused_proxy, self._forged_proxy)
            self._owner.opened()
            await self._lost.wait()

    def _hang_up(self) -> None:
        socket, self._socket = self._socket, None
        if socket is not None:
            self._library.hangUp(socket)

    async def _answered(self, socket: Any, answer: Any) -> None:
        """Handle the relay's reply to a published event. Without a reply, the open connection counts as lost."""
        obstacle = str(await answer)
        if not obstacle:
            self._pauses.reset()
            self._answers = True
        elif obstacle == SILENT:
            if socket is self._socket:
                if self._answers:
                    self._wanted.set()  # it replied until now, so only this connection is stalled: reconnect at once
                self._answers = False
                self._lost.set()
        elif not obstacle.startswith(GONE):
            self._refuse()

    def _refuse(self) -> None:
        if self.open:
            self._owner.refused(self)

    def _forges(self) -> None:
        if self.open:
            self._owner.forged(self)
