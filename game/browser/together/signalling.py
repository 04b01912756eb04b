"""The library that introduces pages to each other, trystero: one copy for each table, closed with it."""

from __future__ import annotations

import asyncio
from typing import Any

from js import Object, Set
from pyodide.ffi import JsException

from game.browser.tasks import soon
from game.browser.together import bounded_connection
from game.browser.together.servers import Servers
from game.browser.together.transport import LINGER
from game.browser.together.vendored import TRYSTERO, vendored_copy

OPEN = 1
"""A WebSocket's readyState when it is open."""

LONGEST_LEAVE = 2.0
"""Seconds that a room may take to be left; it takes 0.1 where everybody can be told."""


class Signalling:
    """A copy of the library. What it opens, it keeps for its next room: only `close` closes it all.

    Must be loaded before anything but `load` and `close`.
    """

    def __init__(self) -> None:
        self._trystero: Any = None
        self._loading = asyncio.Lock()
        self._connections = Set.new()
        self._sent = Set.new()
        self._leaving: set[asyncio.Task[None]] = set()
        self._closed = False

    async def load(self) -> None:
        """Fetch the library, if it is not there yet. Raises JsException."""
        async with self._loading:
            if self._trystero is None:
                self._trystero = await vendored_copy(TRYSTERO)

    @property
    def me(self) -> str:
        """What the other pages call this one."""
        return str(self._trystero.selfId)

    def answers(self, servers: Servers) -> bool:
        """Whether any of the relays of `servers` can be reached."""
        return any(socket.readyState == OPEN for url, socket in self._sockets() if servers.uses(url))

    def connection_class(self) -> Any:
        """What the connections of a room are made of. Its `found` is called when another page has answered."""
        return bounded_connection.owned(self._connections, self._sent)

    def join(self, config: Any, room: str) -> Any:
        """The library's room of this name, entered."""
        return self._trystero.joinRoom(config, room)

    def leave(self, room: Any) -> asyncio.Task[None]:
        """Leave a room that was joined. The task always ends, and well."""
        task = soon(_leave(room))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
        return task

    def close(self) -> None:
        """Close all connections, once the rooms are left that are being left now. May be called twice."""
        if not self._closed and self._trystero is not None:
            soon(self._close())
        self._closed = True

    async def _close(self) -> None:
        await asyncio.gather(*self._leaving)
        await asyncio.sleep(LINGER)
        self._trystero.pauseRelayReconnection()
        for _, socket in self._sockets():
            socket.close()
        for connection in [*self._connections]:
            connection.close()

    def _sockets(self) -> Any:
        return Object.entries(self._trystero.getRelaySockets())


async def _leave(room: Any) -> None:
    try:
        async with asyncio.timeout(LONGEST_LEAVE):
            await room.leave()
    except (JsException, TimeoutError):
        pass  # whoever could not be told will notice
