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
from typing import Any

import js
from js import Object
from pyodide.ffi import JsException, create_proxy, to_js

from game.browser.together.servers import Servers
from game.browser.together.transport import Listener
from game.words.together.pairing import DAMAGED_CODE, UNUSABLE_CODE, WANTED_CODE

LONGEST = 20_000
"""Characters in the longest code that is read, and in what it unpacks to."""

GATHER = 3.0
"""Seconds that a page looks for its own addresses; what it has found by then must do."""

LINGER = 300
"""Milliseconds between a last word and the closing of its channel."""


class PairingError(ValueError):
    """A code that leads nowhere; the message says why in one sentence."""


class ManualTransport:
    """One channel to one other page: `offer` and `accept` on one side, `answer` on the other."""

    def __init__(self, me: str, servers: Servers, ears: Listener, failed: Callable[[], None]) -> None:
        self.me = me
        self._ears = ears
        self._failed = failed
        self._peer = ""
        self._channel: Any = None
        self._connection = js.RTCPeerConnection.new(_object({"iceServers": servers.ice}))
        self._gathered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._proxies = {
            "gathering": create_proxy(self._gathering),
            "channel": create_proxy(lambda event: self._use(event.channel)),
            "state": create_proxy(self._changed),
            "open": create_proxy(lambda _: self._opened()),
            "close": create_proxy(lambda _: self._closed()),
            "message": create_proxy(self._heard),
        }
        self._connection.onicegatheringstatechange = self._proxies["gathering"]
        self._connection.ondatachannel = self._proxies["channel"]
        self._connection.onconnectionstatechange = self._proxies["state"]

    async def offer(self) -> str:
        """The code to give to the other page."""
        self._use(self._connection.createDataChannel("say"))
        await self._connection.setLocalDescription(await self._connection.createOffer())
        return await self._code("offer")

    async def answer(self, code: str) -> str:
        """The code to give back to the page that made `code`. Raises PairingError."""
        await self._hear_of(code, "offer")
        await self._connection.setLocalDescription(await self._connection.createAnswer())
        return await self._code("answer")

    async def accept(self, code: str) -> None:
        """Connect with the page that made `code` in answer to ours. Raises PairingError."""
        await self._hear_of(code, "answer")

    def send(self, peer: str, text: str) -> None:
        """Say `text`, if there still is a channel."""
        if self._channel is not None and self._channel.readyState == "open":
            self._channel.send(text)

    def hang_up(self, peer: str) -> None:
        """Close the channel, once the last word is out."""
        js.setTimeout(self._connection.close.bind(self._connection), LINGER)

    def dial(self, at_once: bool = False) -> None:
        """A pairing that is broken can only be made anew by hand."""

    async def leave(self) -> None:
        """Close the channel."""
        await asyncio.sleep(LINGER / 1000)
        self._connection.onicegatheringstatechange = None
        self._connection.ondatachannel = None
        self._connection.onconnectionstatechange = None
        if self._channel is not None:
            self._channel.onopen = self._channel.onclose = self._channel.onmessage = None
        self._connection.close()
        for proxy in self._proxies.values():
            proxy.destroy()

    async def _code(self, kind: str) -> str:
        try:
            await asyncio.wait_for(self._gathered, GATHER)
        except TimeoutError:
            pass
        return pack(kind, self.me, str(self._connection.localDescription.sdp))

    async def _hear_of(self, code: str, kind: str) -> None:
        self._peer, sdp = unpack(code, kind)
        try:
            await self._connection.setRemoteDescription(_object({"type": kind, "sdp": sdp}))
        except JsException as error:
            raise PairingError(UNUSABLE_CODE) from error

    def _gathering(self, event: Any) -> None:
        if self._connection.iceGatheringState == "complete" and not self._gathered.done():
            self._gathered.set_result(None)

    def _use(self, channel: Any) -> None:
        self._channel = channel
        channel.onopen = self._proxies["open"]
        channel.onclose = self._proxies["close"]
        channel.onmessage = self._proxies["message"]
        if channel.readyState == "open":
            self._opened()

    def _opened(self) -> None:
        self._ears.connected(self, self._peer)

    def _closed(self) -> None:
        self._ears.lost(self, self._peer)

    def _changed(self, event: Any) -> None:
        if self._connection.connectionState == "failed":
            self._failed()
            self._closed()

    def _heard(self, event: Any) -> None:
        self._ears.heard(self, self._peer, event.data if isinstance(event.data, str) else "")


def new_name() -> str:
    """A name for a page that no relay has given one."""
    return secrets.token_hex(10)


def pack(kind: str, me: str, sdp: str) -> str:
    """A code that `unpack` reads."""
    packed = zlib.compress(json.dumps([kind, me, sdp]).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(code: str, kind: str) -> tuple[str, str]:
    """Who made `code`, and what it says. Raises PairingError."""
    text = code.partition("=")[2] or code if "#" in code else code
    text = re.sub(r"\s", "", text)
    try:
        packed = base64.urlsafe_b64decode(text[:LONGEST] + "=" * (-len(text) % 4))
        match json.loads(zlib.decompressobj().decompress(packed, LONGEST)):
            case [str(said), str(name), str(sdp)] if re.fullmatch(r"\w{1,40}", name):
                if said == kind:
                    return name, sdp
                raise PairingError(WANTED_CODE[kind])
    except (ValueError, zlib.error, binascii.Error) as error:
        if isinstance(error, PairingError):
            raise
    raise PairingError(DAMAGED_CODE)


def _object(values: dict[str, Any]) -> Any:
    return to_js(values, dict_converter=Object.fromEntries)
