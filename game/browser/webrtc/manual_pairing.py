"""A channel between two pages paired by hand: people exchange one code in each direction, without relays."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import js

from game.browser.page.dom import js_object, listen
from game.browser.page.features import PATIENCE, REFUSED, RefusedError, ask
from game.browser.page.tasks import Timer
from game.browser.webrtc.byte_limit import ByteLimit
from game.browser.webrtc.servers import Servers
from game.browser.webrtc.transport import Listener
from game.transport.mesh_events import Connected, Lost, Received
from game.transport.pairing import Code, PairingError, PairingFault, check_page, pack, unpack
from game.transport.route import Route

GATHER = 3.0
"""Seconds to gather ICE candidates. The code contains those found by then."""

CLOSES_WITHIN = 2.0
"""Seconds in which the data channel delivers the last messages and closes, before the connection is closed."""

FINGERPRINT = re.compile(r"^a=fingerprint:(\S+ \S+)", re.MULTILINE)


class ManualTransport:
    """One channel to one other page: call `offer` and `accept` on one side, `answer` on the other.

    The offer contains the table's `room` and `founder`. `is_here` returns whether a peer of that name is already
    connected; pairing with it is refused. `failed` is called when both pages have the codes but cannot connect.
    """

    def __init__(
        self,
        me: str,
        room: str,
        founder: str,
        servers: Servers,
        listener: Listener,
        is_here: Callable[[str], bool],
        failed: Callable[[], None],
    ) -> None:
        self._me = me
        self._room = room
        self._founder = founder
        self._listener = listener
        self._is_here = is_here
        self._failed = failed
        self._peer = ""
        self._theirs = ""
        self._announced = False
        self._channel: Any = None
        self._closed = False
        self._gathered = asyncio.Event()
        self._limit = ByteLimit()
        try:
            self._connection = js.RTCPeerConnection.new(js_object({"iceServers": servers.ice}))
        except REFUSED as error:
            raise PairingError(PairingFault.NO_CONNECTIONS) from error
        self._hang_up = Timer(self._connection.close)
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

    def send(self, peer: str, text: str) -> None:
        """Send `text` if the channel is open."""
        if self.connected:
            self._channel.send(text)

    def flush(self) -> None:
        """Do nothing: messages never wait here."""

    def close_channel(self, peer: str) -> None:
        """Close the channel after its last message is sent."""
        self.close()

    def close(self) -> None:
        """Stop calling the listener, and close the connection after the last message.

        The data channel closes first, because it still delivers earlier messages. A peer connection does not.
        """
        if self._closed:
            return
        self._closed = True
        for stop in self._listening:
            stop()
        if self.connected:
            self._channel.close()
            self._hang_up.start(CLOSES_WITHIN)
        else:
            self._connection.close()

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
        """Report the channel once. Called twice if the channel was open before its `open` event."""
        if self._announced:
            return
        self._announced = True
        if self._is_here(self._peer):  # connected by another transport in the meantime
            self.close()
        else:
            binding = binding_of(str(self._connection.localDescription.sdp), self._theirs)
            self._listener(self, Connected(self._peer, binding, Route.DIRECT))

    def _lost(self) -> None:
        self.close()
        self._listener(self, Lost(self._peer))

    def _changed(self, event: Any) -> None:
        state = self._connection.connectionState
        if state == "failed":
            self._failed()
        if state in ("failed", "closed"):
            self._lost()

    def _received(self, event: Any) -> None:
        if self._limit.allows(event.data):
            self._listener(self, Received(self._peer, event.data))
        else:
            self._lost()


def binding_of(*descriptions: str) -> str:
    """Return the DTLS fingerprints of both ends of a connection. A man in the middle cannot have the same ones."""
    found = [fingerprint for sdp in descriptions for fingerprint in FINGERPRINT.findall(sdp)]
    return " ".join(sorted(set(found)))
