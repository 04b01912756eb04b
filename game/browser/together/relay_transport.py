"""Pages that find each other over public relays, by trystero; what they say goes from page to page.

The relays see announcements under names that say nothing, and sealed offers of connection.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import js
from js import Object
from pyodide.code import run_js
from pyodide.ffi import create_proxy, to_js

from game.browser.failures import reporting
from game.browser.tasks import soon
from game.browser.together.servers import Servers
from game.browser.together.transport import Listener
from game.browser.together.vendored import TRYSTERO, vendored
from game.net.invite import Meeting

APP = "one-mind"
ACTION = "say"
OPEN = 1
"""A WebSocket's readyState when it is open."""

SETTLE = 4.0
"""Seconds that a connection may take to be made: entering a room anew would begin it again."""

BLOCKED_AFTER = 10.0
"""Seconds after which it is given up that a page that was found is ever connected."""

LINGER = 0.3
"""Seconds between a last word and the closing of its channel."""

SEND = "(action) => (text, target) => void action.send(text, { target }).catch(() => {})"
"""A channel that breaks meanwhile is told of by trystero's leave, so that nothing waits for the send."""

WATCHED = """() => class Watched extends RTCPeerConnection {
    setRemoteDescription(description) {
        Watched.found?.();
        return super.setRemoteDescription(description);
    }
}"""
"""A connection that says when another page has answered; trystero itself tells only one of the two that it failed."""


class RelayTransport:
    """One room on the relays. `enter` it, then `send` to whoever is told to `ears`.

    `blocked` is called when somebody was found, but no connection gets through to anybody.
    """

    def __init__(
        self, trystero: Any, meeting: Meeting, servers: Servers, ears: Listener, blocked: Callable[[], None]
    ) -> None:
        self.me = str(trystero.selfId)
        self._trystero = trystero
        self._meeting = meeting
        self._servers = servers
        self._ears = ears
        self._blocked = blocked
        self._waiting: asyncio.TimerHandle | None = None
        self._room: Any = None
        self._send: Any = None
        self._peers: set[str] = set()
        self._entered = 0.0
        self._dialling = False
        self._proxies = {
            "joined": create_proxy(reporting(self._joined)),
            "left": create_proxy(reporting(self._left)),
            "heard": create_proxy(reporting(self._heard)),
            "found": create_proxy(reporting(self._found)),
        }
        self._connection = run_js(WATCHED)()
        self._connection.found = self._proxies["found"]

    @property
    def answering(self) -> bool:
        """Whether any of the relays can be reached."""
        sockets = Object.entries(self._trystero.getRelaySockets())
        return any(socket.readyState == OPEN for url, socket in sockets if self._servers.uses(url))

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
        self._entered = time.monotonic()
        config = {"appId": APP, "password": self._meeting.secret, "rtcPolyfill": self._connection}
        config |= self._servers.for_trystero()
        self._room = self._trystero.joinRoom(_object(config), self._meeting.room)
        action = self._room.makeAction(ACTION)
        self._send = run_js(SEND)(action)
        action.onMessage = self._proxies["heard"]
        self._room.onPeerLeave = self._proxies["left"]
        self._room.onPeerJoin = self._proxies["joined"]

    def send(self, peer: str, text: str) -> None:
        """Say `text` to `peer`, if there still is a channel."""
        if peer in self._peers:
            self._send(text, peer)

    def hang_up(self, peer: str) -> None:
        """Close the channel to `peer`, once the last word is out."""
        self._peers.discard(peer)
        connection = getattr(self._room.getPeers(), peer, None)
        if connection:
            asyncio.get_running_loop().call_later(LINGER, connection.close)

    def dial(self, at_once: bool = False) -> None:
        """Look for everybody anew, unless that is being done already."""
        if not self._dialling and (at_once or time.monotonic() - self._entered > SETTLE):
            self._dialling = True
            soon(self._again())

    async def leave(self) -> None:
        """Be found no more."""
        if self._room is None:
            return
        room, self._room = self._room, None
        self._peers.clear()
        self._wait_no_more()
        await room.leave()
        self._connection.found = None
        for proxy in self._proxies.values():
            proxy.destroy()

    async def _again(self) -> None:
        room = self._room
        for peer in list(self._peers):
            self._left(peer)
        await room.leave()
        self._dialling = False
        if self._room is room:
            self.enter()

    def _found(self) -> None:
        if self._waiting is None and not self._peers:
            self._waiting = asyncio.get_running_loop().call_later(BLOCKED_AFTER, self._give_up)

    def _give_up(self) -> None:
        self._waiting = None
        self._blocked()

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _joined(self, peer: str) -> None:
        self._wait_no_more()
        self._peers.add(peer)
        self._ears.connected(self, peer)

    def _left(self, peer: str) -> None:
        if peer in self._peers:
            self._peers.discard(peer)
            self._ears.lost(self, peer)

    def _heard(self, said: Any, context: Any) -> None:
        peer = context.peerId
        if peer in self._peers:
            # What is not even text is as good as nonsense.
            self._ears.heard(self, peer, said if isinstance(said, str) else "")


async def relay_transport(
    meeting: Meeting, servers: Servers, ears: Listener, blocked: Callable[[], None]
) -> RelayTransport:
    """The room of `meeting`, not yet entered."""
    return RelayTransport(await vendored(TRYSTERO), meeting, servers, ears, blocked)


def can_connect() -> bool:
    """Whether this browser makes connections between pages at all."""
    return hasattr(js.window, "RTCPeerConnection")


def _object(values: dict[str, Any]) -> Any:
    return to_js(values, dict_converter=Object.fromEntries)
