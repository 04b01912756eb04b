"""A direct connection to a peer: one RTCPeerConnection at a time, with ICE restarts. `signal` is its signalling."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import js

from game.browser.page.dom import js_object, listen
from game.browser.page.features import REFUSED, feature
from game.browser.page.tasks import Tasks
from game.browser.webrtc.candidate_batch import GATHER, MOST_CANDIDATES, CandidateBatch
from game.transport.connection import Closed, Failed, Flooded, Opened, Report, Signal, Text
from game.transport.route import Route

MOST_WAITING = 200_000
"""Bytes in the data channel's send buffer above which `send` drops the text.

A dropped text is retransmitted, or sent by another route.
"""

MEND_AGAIN = 2.0
"""Minimum seconds between two ICE restarts that the peer requests."""

LONGEST_SDP = 10_000


def can_connect() -> bool:
    """Whether this browser supports WebRTC."""
    return feature(js.window, "RTCPeerConnection") is not None


class PeerConnection:
    """A direct connection. `mend` connects or restarts ICE; `signalled` takes the peer's signals.

    The page that `offers` makes every offer; the other one requests offers from it. `servers` are its STUN and TURN
    servers. `may_connect` returns whether the rate limit allows one more connection. `report` is called with what
    happens, and with signals for the peer: a description after `gather` seconds, or once all candidates are in it.
    """

    def __init__(
        self,
        offers: bool,
        servers: Sequence[Mapping[str, str]],
        may_connect: Callable[[], bool],
        report: Callable[[Report], None],
        gather: float = GATHER,
    ) -> None:
        self._offers = offers
        self._servers = servers
        self._may_connect = may_connect
        self._report = report
        self._gather = gather
        self._gathered = asyncio.Event()
        self._connection: Any = None
        self._channel: Any = None
        self._attempt = self._round = 0
        self._candidates = CandidateBatch(self._signal_candidates)
        self._mended = -MEND_AGAIN
        self._listening: list[Callable[[], None]] = []
        self._turn = asyncio.Lock()
        self._at_work: asyncio.Task[Any] | None = None
        self._tasks = Tasks()

    @property
    def open(self) -> bool:
        """Whether the data channel is open."""
        return self._channel is not None and self._channel.readyState == "open"

    @property
    def making(self) -> bool:
        """Whether a connection exists that is not open yet."""
        return self._connection is not None and not self.open

    def send(self, text: str) -> None:
        """Send `text` if the channel is open and its buffer has room."""
        if self.open and self._channel.bufferedAmount < MOST_WAITING:
            self._channel.send(text)

    def mend(self) -> None:
        """Connect, or restart ICE. The page that does not offer asks the peer to."""
        if self._offers:
            self._tasks.start(self.offer())
        else:
            self._report(Signal(["again"]))

    def signalled(self, signal: object) -> None:
        """Handle a signal from the peer. Malformed signals are ignored."""
        match signal:
            case ["offer", int(attempt), int(round), str(sdp)] if not self._offers and len(sdp) <= LONGEST_SDP:
                self._tasks.start(self.answer(attempt, round, sdp))
            case ["answer", int(attempt), int(round), str(sdp)] if self._offers and len(sdp) <= LONGEST_SDP:
                self._tasks.start(self._accept_or_drop(attempt, round, sdp))
            case ["candidates", int(attempt), list(found)] if len(found) <= MOST_CANDIDATES:
                self._tasks.start(self._consider(attempt, found))
            case ["again"] if self._offers and time.monotonic() >= self._mended + MEND_AGAIN:
                self._tasks.start(self.offer())
            case ["gone", int(attempt)] if self._offers and attempt == self._attempt and self.open:
                self._lost()

    def drop(self) -> None:
        """Close the connection. A new one may be made."""
        connection, self._connection, self._channel = self._connection, None, None
        for stop in self._listening:
            stop()
        self._listening.clear()
        self._candidates.hold()
        if connection is not None:
            connection.close()
        if self._at_work is not None and self._at_work is not asyncio.current_task():
            self._at_work.cancel()  # a promise of a closed connection never settles

    def close(self) -> None:
        """Close the connection permanently. May be called twice."""
        self._tasks.close()
        self.drop()

    # --- connecting -----------------------------------------------------------------

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        async with self._turn:
            self._at_work = asyncio.current_task()
            try:
                yield
            finally:
                self._at_work = None

    async def offer(self) -> None:
        """Connect, or restart ICE, with a new offer."""
        async with self._in_turn():
            self._mended = time.monotonic()
            try:
                if not self.open:
                    if not self._may_connect():
                        return
                    self._make(self._attempt + 1)
                    self._use(self._connection.createDataChannel("direct"))
                self._round += 1
                options = js_object({"iceRestart": self._round > 1})
                offer = await self._connection.createOffer(options)
                await self._describe("offer", offer)
            except REFUSED:
                self.drop()  # the relays carry the messages, and PeerLink tries again later

    async def answer(self, attempt: int, round: int, sdp: str) -> None:
        """Answer the peer's offer number `round` of this `attempt` to connect."""
        async with self._in_turn():
            try:
                if self._connection is None or attempt != self._attempt:
                    if round > 1:
                        self._report(Signal(["gone", attempt]))
                        return
                    if not self._may_connect():
                        return
                    self._make(attempt)
                self._round = round
                await self._connection.setRemoteDescription(js_object({"type": "offer", "sdp": sdp}))
                await self._describe("answer", await self._connection.createAnswer())
            except REFUSED:
                self.drop()

    async def accept(self, attempt: int, round: int, sdp: str) -> bool:
        """Take the peer's answer to our newest offer. Return False if the browser refuses it."""
        async with self._in_turn():
            if self._connection is None or (attempt, round) != (self._attempt, self._round):
                return True
            try:
                await self._connection.setRemoteDescription(js_object({"type": "answer", "sdp": sdp}))
            except REFUSED:
                return False
            return True

    async def _accept_or_drop(self, attempt: int, round: int, sdp: str) -> None:
        if not await self.accept(attempt, round, sdp):
            self.drop()

    async def _consider(self, attempt: int, found: list[object]) -> None:
        async with self._in_turn():
            for one in found:
                match one:
                    case [str(candidate), mid, index] if self._connection is not None and attempt == self._attempt:
                        fields = {"candidate": candidate, "sdpMid": mid, "sdpMLineIndex": index}
                        try:
                            await self._connection.addIceCandidate(js_object(fields))
                        except REFUSED:
                            pass  # a candidate of an earlier offer, or unusable

    def _make(self, attempt: int) -> None:
        """Replace the connection with a new one without descriptions."""
        was_open = self.open
        self.drop()
        if was_open:
            self._report(Closed())
        self._attempt, self._round = attempt, 0
        connection = self._connection = js.RTCPeerConnection.new(js_object({"iceServers": self._servers}))
        self._listening += [
            listen(connection, "icecandidate", lambda event: self._candidates.add(event.candidate)),
            listen(connection, "icegatheringstatechange", lambda _: self._gathering()),
            listen(connection, "datachannel", lambda event: self._use(event.channel)),
            listen(connection, "connectionstatechange", lambda _: self._changed()),
        ]

    async def _describe(self, kind: str, description: Any) -> None:
        """Set the local description and signal it, including the ICE candidates that are found soon."""
        connection = self._connection
        self._candidates.hold()
        self._gathered.clear()
        await connection.setLocalDescription(description)
        try:
            await asyncio.wait_for(self._gathered.wait(), self._gather)
        except TimeoutError:
            pass
        if connection is self._connection:
            self._candidates.release()
            self._report(Signal([kind, self._attempt, self._round, str(connection.localDescription.sdp)]))

    def _gathering(self) -> None:
        if self._connection.iceGatheringState == "complete":
            self._gathered.set()

    def _signal_candidates(self, found: list[list[Any]]) -> None:
        self._report(Signal(["candidates", self._attempt, found]))

    # --- state changes --------------------------------------------------------------

    def _use(self, channel: Any) -> None:
        if self._channel is not None:
            self._report(Flooded())  # a correct peer opens only one
            return
        self._channel = channel
        self._listening += [
            listen(channel, "open", lambda _: self._opened()),
            listen(channel, "close", lambda _: self._lost()),
            listen(channel, "message", self._received),
        ]
        if self.open:
            self._opened()

    def _opened(self) -> None:
        self._report(Opened(route_of(self._connection)))

    def _changed(self) -> None:
        state = str(self._connection.connectionState)
        if state == "connected" and self.open:
            self._opened()  # the route may have changed
        elif state == "failed":
            self._report(Failed())
        elif state == "closed":
            self._lost()

    def _lost(self) -> None:
        self.drop()
        self._report(Closed())

    def _received(self, event: Any) -> None:
        self._report(Text(event.data) if isinstance(event.data, str) else Flooded())


def route_of(connection: Any) -> Route:
    """Return whether `connection` is direct or goes through TURN. Browsers without this information count as direct."""
    try:
        pair = connection.sctp.transport.iceTransport.getSelectedCandidatePair()
        ends = {str(pair.local.type), str(pair.remote.type)}
    except REFUSED:
        return Route.DIRECT
    return Route.TURN if "relay" in ends else Route.DIRECT
