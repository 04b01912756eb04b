"""A channel between two pages paired by hand: people exchange one code in each direction, without relays."""

from __future__ import annotations

import re
from collections.abc import Callable

from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.mesh_transport import Listener, MeshTransport, now
from game.browser.webrtc.peer_connection import PeerConnection
from game.browser.webrtc.servers import Servers
from game.transport.connection import Closed, Failed, Opened, Report, Signal
from game.transport.mesh import Mesh
from game.transport.mesh_events import Connected, Event, Left
from game.transport.pairing import Code, PairingError, PairingFault, check_page, pack, unpack

GATHER = 3.0
"""Seconds to gather ICE candidates. The code contains those found by then."""

FINGERPRINT = re.compile(r"^a=fingerprint:(\S+ \S+)", re.MULTILINE)

FIRST = 1, 1
"""The only offer of the only attempt to connect."""


class ManualTransport(MeshTransport):
    """One channel to one other page, which cannot be repaired.

    Call `offer` and `accept` on one side, `answer` on the other. The offer contains the table's `room` and `founder`.
    `is_here` returns whether a peer of that name is already connected; pairing with it is refused. `failed` is called
    when both pages have the codes but cannot connect.
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
        self._servers = servers
        self._is_here = is_here
        self._failed = failed
        self._peer = ""
        self._ours = self._theirs = ""
        self._connection = self._new(offers=True)
        self._is_paired = False
        self.mesh = Mesh(key, room, lambda *_: self._connection, is_here, now(), direct=False)

    @property
    def connected(self) -> bool:
        """Whether the channel is open."""
        return self._connection.open

    async def offer(self) -> str:
        """Return the code for the other page. Raises PairingError."""
        await self._connection.offer()
        return self._code("offer", PairingFault.NO_CONNECTIONS)

    async def answer(self, offer: Code) -> str:
        """Return the code that answers `offer`. Raises PairingError."""
        self._take(offer)
        self._connection = self._new(offers=False)
        await self._connection.answer(*FIRST, offer.sdp)
        return self._code("answer", PairingFault.UNUSABLE)

    async def accept(self, code: str) -> None:
        """Connect to the page whose `code` answers this page's offer. Raises PairingError."""
        answer = unpack(code, "answer")
        self._take(answer)
        if not await self._connection.accept(*FIRST, answer.sdp):
            raise PairingError(PairingFault.UNUSABLE)

    def _new(self, *, offers: bool) -> PeerConnection:
        return PeerConnection(offers, self._servers.ice, lambda: True, self._reported, GATHER)

    def _code(self, kind: str, fault: PairingFault) -> str:
        """Return the code with our description. Raises PairingError with the `fault` if there is none."""
        if not self._ours:
            raise PairingError(fault)
        return pack(Code(kind, self._me, self._ours, self._room, self._founder))

    def _take(self, code: Code) -> None:
        check_page(code, self._is_here)
        # set before the browser applies it, since a channel may open first
        self._peer, self._theirs = code.page, code.sdp

    def _reported(self, report: Report) -> None:
        match report:
            case Signal([str(), _, _, str(sdp)]):
                self._ours = sdp
            case Signal():
                pass  # the code is made already
            case Opened():
                if not self._is_paired:
                    self._is_paired = True
                    self.do(lambda now: self.mesh.peers.pair(self._peer, binding_of(self._ours, self._theirs), now))
            case Failed():
                self._failed()
                self._reported(Closed())
            case Closed():
                self.do(lambda now: self.mesh.reported(self._peer, report, now))
                self.close()
            case _:
                self.do(lambda now: self.mesh.reported(self._peer, report, now))

    def _happened(self, event: Event) -> None:
        match event:
            case Left():
                self._connection.close()
            case Connected() if self._is_here(self._peer):  # by another transport in the meantime
                self.close()
            case _:
                super()._happened(event)


def binding_of(*descriptions: str) -> str:
    """Return the DTLS fingerprints of both ends of a connection. A man in the middle cannot have the same ones."""
    found = [fingerprint for sdp in descriptions for fingerprint in FINGERPRINT.findall(sdp)]
    return " ".join(sorted(set(found)))
