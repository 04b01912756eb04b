"""Pages that find each other over public relays, by trystero; what they say goes from page to page.

The relays see announcements under names that say nothing, and sealed offers of connection.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import js
from pyodide.code import run_js
from pyodide.ffi import create_proxy

from game.browser.dom import js_object
from game.browser.failures import reporting
from game.browser.tasks import soon
from game.browser.together.servers import Servers
from game.browser.together.signalling import Signalling
from game.browser.together.transport import LINGER, Listener, binding_of
from game.net.invite import Meeting
from game.net.way import Way

APP = "one-mind"
ACTION = "say"

SETTLE = 4.0
"""Seconds that a connection may take to be made: entering a room anew would begin it again."""

BLOCKED_AFTER = 10.0
"""Seconds after which it is given up that a page that was found is ever connected."""

SEND = "(action) => (text, target) => void action.send(text, { target }).catch(() => {})"
"""A channel that breaks meanwhile is told of by trystero's leave, so that nothing waits for the send."""


class RelayTransport:
    """One room on the relays. `enter` it once `signalling` is loaded, then `send` to whoever `listener` is told of.

    `blocked` is called when somebody was found, but no connection gets through to anybody.
    """

    def __init__(
        self,
        signalling: Signalling,
        meeting: Meeting,
        servers: Servers,
        listener: Listener,
        blocked: Callable[[], None],
    ) -> None:
        self._signalling = signalling
        self._meeting = meeting
        self._servers = servers
        self._listener = listener
        self._blocked = blocked
        self._waiting: asyncio.TimerHandle | None = None
        self._room: Any = None
        self._action: Any = None
        self._send: Any = None
        self._peers: set[str] = set()
        self._entered = 0.0
        self._leaving: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._joined_proxy = create_proxy(reporting(self._joined))
        self._left_proxy = create_proxy(reporting(self._left))
        self._heard_proxy = create_proxy(reporting(self._heard))
        self._found_proxy = create_proxy(reporting(self._found))
        self._connection = signalling.connection_class()
        self._connection.found = self._found_proxy

    @property
    def answering(self) -> bool:
        """Whether any of the relays can be reached."""
        return self._signalling.answers(self._servers)

    @property
    def connecting(self) -> bool:
        """Whether somebody was found, and there is no channel to anybody yet."""
        return self._waiting is not None

    @property
    def peers(self) -> int:
        """How many pages there is a channel to."""
        return len(self._peers)

    def enter(self) -> None:
        """Be found, and find."""
        self._leaving = None
        self._entered = time.monotonic()
        config = {"appId": APP, "password": self._meeting.secret, "rtcPolyfill": self._connection}
        config |= self._servers.for_trystero()
        self._room = self._signalling.join(js_object(config), self._meeting.room)
        self._action = self._room.makeAction(ACTION)
        self._send = run_js(SEND)(self._action)
        self._action.onMessage = self._heard_proxy
        self._room.onPeerLeave = self._left_proxy
        self._room.onPeerJoin = self._joined_proxy

    def send(self, peer: str, text: str) -> None:
        """Say `text` to `peer`, if there still is a channel."""
        if peer in self._peers:
            self._send(text, peer)

    def binding(self, peer: str) -> str:
        """What both ends of the channel to `peer` know of it, and is of no other channel."""
        connection = getattr(self._room.getPeers(), peer, None)
        return binding_of(connection) if connection else ""

    def way(self, peer: str) -> Way:
        """By which way `peer` is reached now."""
        return Way.DIRECT

    def close_channel(self, peer: str) -> None:
        """Close the channel to `peer`, once the last word is out."""
        if peer in self._peers:
            self._peers.discard(peer)
            connection = getattr(self._room.getPeers(), peer, None)
            if connection:
                asyncio.get_running_loop().call_later(LINGER, connection.close)

    def dial(self, at_once: bool = False) -> None:
        """Look for everybody anew, unless that is being done already."""
        may = self._room is not None and self._leaving is None and self._closing is None
        if may and (at_once or time.monotonic() - self._entered > SETTLE):
            self._leaving = self._signalling.leave(self._room)
            for peer in self._peers:
                asyncio.get_running_loop().call_soon(self._left, peer)
            soon(self._enter_again(self._leaving))

    def close(self) -> None:
        """Be found no more, and tell the listener nothing any more."""
        if self._closing is None:
            self._peers.clear()
            self._stop_waiting()
            if self._room is not None and self._leaving is None:
                self._leaving = self._signalling.leave(self._room)
            self._closing = soon(self._close())

    async def wait_closed(self) -> None:
        """Wait until the room is left that `close` has been called for."""
        if self._closing is not None:
            await asyncio.shield(self._closing)

    async def _close(self) -> None:
        if self._room is not None:
            self._action.onMessage = self._room.onPeerLeave = self._room.onPeerJoin = None
        self._connection.found = None
        if self._leaving is not None:
            await self._leaving
        for proxy in (self._joined_proxy, self._left_proxy, self._heard_proxy, self._found_proxy):
            proxy.destroy()

    async def _enter_again(self, left: asyncio.Task[None]) -> None:
        await left
        if self._closing is None:
            self.enter()

    def _found(self) -> None:
        if self._waiting is None and not self._peers and self._closing is None:
            self._waiting = asyncio.get_running_loop().call_later(BLOCKED_AFTER, self._give_up)

    def _give_up(self) -> None:
        self._waiting = None
        self._blocked()

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _joined(self, peer: str) -> None:
        if self._closing is None:
            self._stop_waiting()
            self._peers.add(peer)
            self._listener.connected(self, peer)

    def _left(self, peer: str) -> None:
        if peer in self._peers:
            self._peers.discard(peer)
            self._listener.lost(self, peer)

    def _heard(self, said: Any, context: Any) -> None:
        peer = context.peerId
        if peer in self._peers:
            # What is not even text is as good as nonsense.
            self._listener.heard(self, peer, said if isinstance(said, str) else "")


def can_connect() -> bool:
    """Whether this browser makes connections between pages at all."""
    return hasattr(js.window, "RTCPeerConnection")
