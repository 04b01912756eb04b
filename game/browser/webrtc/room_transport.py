"""The mesh of one room in the page: its relays and its direct connections."""

from __future__ import annotations

import math
from collections.abc import Callable

from pyodide.ffi import JsException, create_proxy, to_js

from game.browser.page.failures import reporting
from game.browser.page.tasks import Tasks
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.mesh_transport import Listener, MeshTransport, now
from game.browser.webrtc.peer_connection import PeerConnection, can_connect
from game.browser.webrtc.relays import Asked, Relays
from game.browser.webrtc.servers import Servers, hides_address
from game.net.invite import Meeting
from game.transport.connection import Report
from game.transport.hashes import topic
from game.transport.mesh import Mesh
from game.transport.mesh_events import Event, Left, Lonely
from game.transport.room_events import RoomEvent
from game.transport.route import Care

KINDS, OF_KINDS = 20_000, 10_000
"""The range of event kinds in use: the first kind and their number. Relays do not store events of these kinds."""

MOST_STORED = 30
"""The most stored events to ask for. A relay that stores events sends them again on every connection."""


class RoomTransport(MeshTransport):
    """The transport of one room for the page with `key`. `listener` is called with what happens to its peers.

    If `direct`, peers get direct connections. If `returning`, this page comes back to its seat, and peers are connected
    over relays without waiting for them. `trusted` returns whether a peer sits at the table, and `care` how soon this
    page has to notice that it is silent.
    """

    def __init__(
        self,
        key: PageKey,
        meeting: Meeting,
        servers: Servers,
        listener: Listener,
        trusted: Callable[[str], bool],
        care: Callable[[str], Care] = lambda _: Care.LEADS,
        *,
        direct: bool = True,
        returning: bool = False,
    ) -> None:
        super().__init__(listener)
        self._key = key
        self._servers = servers
        self._work = Tasks()
        self._topic = topic(meeting.room)
        self._kind = KINDS + int(self._topic[:8], 16) % OF_KINDS
        self._inbox = create_proxy(reporting(self._receive))
        asked = Asked(to_js([self._kind]), self._topic, MOST_STORED, math.inf, key.library.newInbox(self._inbox))
        self._relays = Relays(
            key.library,
            servers.relays_for(self._topic),
            asked,
            lambda: self.do(self.mesh.outbox.relay_opened),
            lambda: self.do(self.mesh.retry),
        )
        direct = direct and can_connect() and not hides_address()
        self.mesh = Mesh(key, meeting.secret, self._connect, trusted, now(), care, direct=direct, returning=returning)
        self.do(lambda _: None)

    @property
    def answering(self) -> bool:
        """Whether any relay is connected."""
        return self._relays.open

    @property
    def refusal(self) -> str:
        """Why a relay rejects what this page sends, if all of them do; otherwise ""."""
        return self._relays.refusal

    def dial(self) -> None:
        """Reconnect lost relays and greet all peers again."""
        if not self.mesh.leaves:
            self._relays.call_lost()
            self.do(self.mesh.outbox.greet)

    def close(self) -> None:
        self._work.close()
        super().close()

    def _receive(self, public: str, number: str, stamped: str, sealed: str, work: int) -> bool | None:
        due = self.mesh.due
        genuine = self.mesh.receive(public, number, stamped, sealed, int(work), now())
        if self.mesh.due < due:
            self.do(lambda _: None)
        return genuine

    def _connect(self, peer: str, offers: bool) -> PeerConnection:
        def may_connect() -> bool:
            return not hides_address() and self.mesh.peers.may_connect(peer, now())

        def report(report: Report) -> None:
            self.do(lambda now: self.mesh.reported(peer, report, now))

        return PeerConnection(offers, self._servers.ice_and_stun, may_connect, report)

    def _happened(self, event: Event) -> None:
        match event:
            case RoomEvent() if event.bits:
                self._work.start(self._publish_with_work(event))
            case RoomEvent():
                self._relays.publish(self._key.event(self._kind, self._tags(event), event.sealed))
            case Lonely():
                self._relays.more()
            case Left():
                self._relays.close()
                self._inbox.destroy()
            case _:
                super()._happened(event)

    async def _publish_with_work(self, one: RoomEvent) -> None:
        try:
            event = await self._key.event_with_work(self._kind, self._tags(one), one.sealed, one.bits)
        except JsException:
            return  # this browser does not support the worker
        self._relays.publish(event)

    def _tags(self, one: RoomEvent) -> list[list[str]]:
        return [["x", self._topic], ["t", one.stamp, str(one.number)]]
