"""Two pages paired by hand: a code each way, carried by whoever sits there, and no relay at all."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import re
import secrets
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

import js
from pyodide.ffi import JsException

from game.browser.dom import js_object, listen
from game.browser.together.servers import Servers
from game.browser.together.transport import LINGER, Listener, binding_of
from game.core.plain import read_json
from game.words.together.pairing import DAMAGED_CODE, UNUSABLE_CODE, WANTED_CODE

LONGEST = 20_000
"""Characters in the longest code that is read, and in what it unpacks to."""

GATHER = 3.0
"""Seconds that a page looks for its own addresses; what it has found by then must do."""


class Code(NamedTuple):
    """What one page tells the other: an "offer" or an "answer", by which page, and of which table."""

    kind: str
    page: str
    sdp: str
    room: str
    founder: str


PARTS = "offer|answer", r"\w{1,40}", r"[\s\S]+", "[0-9a-f]{32}", "[0-9a-f]{64}"
"""What the parts of a code look like, in order."""


class PairingError(ValueError):
    """A code that leads nowhere; the message says why in one sentence."""


class ManualTransport:
    """One channel to one other page: `offer` and `accept` on one side, `answer` on the other.

    `room` and `founder` are those of the table, which the offer tells the
    other page. `failed` is called when the two pages know of each other, but no connection gets through.
    """

    def __init__(
        self, me: str, room: str, founder: str, servers: Servers, listener: Listener, failed: Callable[[], None]
    ) -> None:
        self._me = me
        self._room = room
        self._founder = founder
        self._listener = listener
        self._failed = failed
        self._peer = ""
        self._channel: Any = None
        self._closed = False
        self._gathered = asyncio.Event()
        self._connection = js.RTCPeerConnection.new(js_object({"iceServers": servers.ice}))
        self._listening = [
            listen(self._connection, "icegatheringstatechange", self._gathering),
            listen(self._connection, "datachannel", lambda event: self._use(event.channel)),
            listen(self._connection, "connectionstatechange", self._changed),
        ]

    @property
    def connected(self) -> bool:
        """Whether there is a channel to the other page."""
        return self._channel is not None and self._channel.readyState == "open"

    async def offer(self) -> str:
        """The code to give to the other page."""
        self._use(self._connection.createDataChannel("say"))
        await self._connection.setLocalDescription(await self._connection.createOffer())
        return await self._code("offer")

    async def answer(self, offer: Code) -> str:
        """The code to give back to the page that made `offer`. Raises PairingError."""
        await self._take(offer)
        await self._connection.setLocalDescription(await self._connection.createAnswer())
        return await self._code("answer")

    async def accept(self, code: str) -> None:
        """Connect with the page that made `code` in answer to ours. Raises PairingError."""
        await self._take(unpack(code, "answer"))

    def send(self, peer: str, text: str) -> None:
        """Say `text`, if there still is a channel."""
        if self.connected:
            self._channel.send(text)

    def binding(self, peer: str) -> str:
        """What both ends of the channel know of it, and is of no other channel."""
        return binding_of(self._connection)

    def close_channel(self, peer: str) -> None:
        """Close the channel, once the last word is out."""
        self.close()

    def dial(self, at_once: bool = False) -> None:
        """A pairing that is broken can only be made anew by hand."""

    def close(self) -> None:
        """Tell the listener nothing any more; close the connection, once the last word is out."""
        if self._closed:
            return
        self._closed = True
        for stop in self._listening:
            stop()
        if self.connected:
            asyncio.get_running_loop().call_later(LINGER, self._connection.close)
        else:
            self._connection.close()

    async def _code(self, kind: str) -> str:
        try:
            await asyncio.wait_for(self._gathered.wait(), GATHER)
        except TimeoutError:
            pass
        sdp = str(self._connection.localDescription.sdp)
        return pack(Code(kind, self._me, sdp, self._room, self._founder))

    async def _take(self, code: Code) -> None:
        self._peer = code.page
        try:
            await self._connection.setRemoteDescription(js_object({"type": code.kind, "sdp": code.sdp}))
        except JsException as error:
            raise PairingError(UNUSABLE_CODE) from error

    def _gathering(self, event: Any) -> None:
        if self._connection.iceGatheringState == "complete":
            self._gathered.set()

    def _use(self, channel: Any) -> None:
        self._channel = channel
        self._listening += [
            listen(channel, "open", lambda _: self._opened()),
            listen(channel, "close", lambda _: self._lost()),
            listen(channel, "message", self._heard),
        ]
        if self.connected:
            self._opened()

    def _opened(self) -> None:
        self._listener.connected(self, self._peer)

    def _lost(self) -> None:
        self.close()
        self._listener.lost(self, self._peer)

    def _changed(self, event: Any) -> None:
        if self._connection.connectionState == "failed":
            self._failed()
            self._lost()

    def _heard(self, event: Any) -> None:
        self._listener.heard(self, self._peer, event.data if isinstance(event.data, str) else "")


def new_name() -> str:
    """A name for a page that no relay has given one."""
    return secrets.token_hex(10)


def pack(code: Code) -> str:
    """The text that `unpack` reads."""
    packed = zlib.compress(json.dumps(code).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(text: str, kind: str) -> Code:
    """What a page made, as it was copied; a link that ends with it will do. Raises PairingError."""
    text = text.partition("=")[2] or text if "#" in text else text
    text = re.sub(r"\s", "", text)
    try:
        packed = base64.urlsafe_b64decode(text[:LONGEST] + "=" * (-len(text) % 4))
        said = read_json(zlib.decompressobj().decompress(packed, LONGEST).decode())
    except (ValueError, RecursionError, zlib.error, binascii.Error) as error:
        raise PairingError(DAMAGED_CODE) from error
    if not (isinstance(said, list) and len(said) == len(PARTS) and all(map(_looks_like, PARTS, said))):
        raise PairingError(DAMAGED_CODE)
    code = Code(*said)
    if code.kind != kind:
        raise PairingError(WANTED_CODE[kind])
    return code


def _looks_like(pattern: str, part: object) -> bool:
    return isinstance(part, str) and bool(re.fullmatch(pattern, part, re.ASCII))
