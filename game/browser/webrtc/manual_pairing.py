"""A channel between two pages paired by hand: people exchange one code in each direction, without relays."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import js

from game.browser.page.dom import js_object, listen
from game.browser.page.features import PATIENCE, REFUSED, RefusedError, ask
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.mesh_transport import Listener, MeshTransport, now
from game.browser.webrtc.servers import Servers
from game.transport.connection import Closed, Flooded, Report, Text
from game.transport.mesh import Mesh
from game.transport.mesh_events import Connected, Event, Left
from game.transport.pairing import Code, PairingError, PairingFault, check_page, pack, unpack

GATHER = 3.0
"""Seconds to gather ICE candidates. The code contains those found by then."""

FINGERPRINT = re.compile(r"^a=fingerprint:(\S+ \S+)", re.MULTILINE)


class Line:
    """The data channel of a manual pairing, as the mesh uses it. It cannot be repaired."""

    making = False

    def __init__(self, channel: Any, close: Callable[[], None]) -> None:
        self._channel = channel
        self._close = close

    def send(self, text: str) -> None:
        if self._channel.readyState == "open":
            self._channel.send(text)

    def mend(self) -> None: ...

    def signalled(self, signal: object) -> None: ...

    def drop(self) -> None: ...

    def close(self) -> None:
        self._close()


class ManualTransport(MeshTransport):
    """One channel to one other page: call `offer` and `accept` on one side, `answer` on the other.

    The offer contains the table's `room` and `founder`. `is_here` returns whether a peer of that name is already
    connected; pairing with it is refused. `failed` is called when both pages have the codes but cannot connect.
    """

    def __init__(
        self,
        key: PageKey,
        room: str,
        founder: str,
        servers: Servers,
        listener: Listener,
        is_here: Callable[[str], bool],
        failed: Callable[[], None],
    ) -> None:
        super().__init__(listener)
        self._me = key.name
        self._room = room
        self._founder = founder
        self._is_here = is_here
        self._failed = failed
        self._peer = ""
        self._theirs = ""
        self._channel: Any = None
        self._is_paired = False
        self._gathered = asyncio.Event()
        self.mesh = Mesh(key, room, lambda *_: Line(self._channel, self._hang_up), is_here, now(), direct=False)
        try:
            self._connection = js.RTCPeerConnection.new(js_object({"iceServers": servers.ice}))
        except REFUSED as error:
            raise PairingError(PairingFault.NO_CONNECTIONS) from error
        self._listening = [
            listen(self._connection, "icegatheringstatechange", self._gathering),
            listen(self._connection, "datachannel", lambda event: self._use(event.channel)),
            listen(self._connection, "connectionstatechange", self._changed),
        ]

    @property
    def connected(self) -> bool:
        """Whether the channel is open."""
        return self._channel is not None and self._channel.readyState == "open"

    async def offer(self) -> str:
        """Return the code for the other page. Raises PairingError."""
        self._use(self._connection.createDataChannel("say"))
        return await self._code("offer", self._connection.createOffer)

    async def answer(self, offer: Code) -> str:
        """Return the code that answers `offer`. Raises PairingError."""
        await self._take(offer)
        return await self._code("answer", self._connection.createAnswer)

    async def accept(self, code: str) -> None:
        """Connect to the page whose `code` answers this page's offer. Raises PairingError."""
        await self._take(unpack(code, "answer"))

    async def _code(self, kind: str, describe: Callable[[], Any]) -> str:
        try:
            described = await ask(describe, PATIENCE)
            await ask(lambda: self._connection.setLocalDescription(described), PATIENCE)
        except (RefusedError, TimeoutError) as error:
            raise PairingError(PairingFault.NO_CONNECTIONS) from error
        try:
            await asyncio.wait_for(self._gathered.wait(), GATHER)
        except TimeoutError:
            pass
        sdp = str(self._connection.localDescription.sdp)
        return pack(Code(kind, self._me, sdp, self._room, self._founder))

    async def _take(self, code: Code) -> None:
        check_page(code, self._is_here)
        # set before the browser applies it, since a channel may open first
        self._peer, self._theirs = code.page, code.sdp
        try:
            said = js_object({"type": code.kind, "sdp": code.sdp})
            await ask(lambda: self._connection.setRemoteDescription(said), PATIENCE)
        except (RefusedError, TimeoutError) as error:
            raise PairingError(PairingFault.UNUSABLE) from error

    def _gathering(self, event: Any) -> None:
        if self._connection.iceGatheringState == "complete":
            self._gathered.set()

    def _use(self, channel: Any) -> None:
        self._channel = channel
        self._listening += [
            listen(channel, "open", lambda _: self._opened()),
            listen(channel, "close", lambda _: self._lost()),
            listen(channel, "message", self._received),
        ]
        if self.connected:
            self._opened()

    def _opened(self) -> None:
        """Begin the channel once. Called twice if it was open before its `open` event."""
        if not self._is_paired:
            self._is_paired = True
            binding = binding_of(str(self._connection.localDescription.sdp), self._theirs)
            self.do(lambda now: self.mesh.pair(self._peer, binding, now))

    def _changed(self, event: Any) -> None:
        state = self._connection.connectionState
        if state == "failed":
            self._failed()
        if state in ("failed", "closed"):
            self._lost()

    def _lost(self) -> None:
        self._report(Closed())
        self.close()

    def _received(self, event: Any) -> None:
        self._report(Text(event.data) if isinstance(event.data, str) else Flooded())

    def _report(self, report: Report) -> None:
        self.do(lambda now: self.mesh.reported(self._peer, report, now))

    def _happened(self, event: Event) -> None:
        match event:
            case Left():
                self._hang_up()
            case Connected() if self._is_here(self._peer):  # by another transport in the meantime
                self.close()
            case _:
                super()._happened(event)

    def _hang_up(self) -> None:
        for stop in self._listening:
            stop()
        self._listening.clear()
        self._connection.close()


def binding_of(*descriptions: str) -> str:
    """Return the DTLS fingerprints of both ends of a connection. A man in the middle cannot have the same ones."""
    found = [fingerprint for sdp in descriptions for fingerprint in FINGERPRINT.findall(sdp)]
    return " ".join(sorted(set(found)))
