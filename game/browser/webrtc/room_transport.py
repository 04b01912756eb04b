"""The mesh of one room in the page: its relays, its direct connections and its timer."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from pyodide.ffi import JsException, create_proxy, to_js

from game.browser.page.failures import reporting
from game.browser.page.tasks import Tasks, Timer
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.peer_connection import PeerConnection, can_connect
from game.browser.webrtc.relays import Asked, Relays
from game.browser.webrtc.servers import Servers, hides_address
from game.browser.webrtc.transport import Listener
from game.net.invite import Meeting
from game.transport.connection import Report
from game.transport.hashes import topic
from game.transport.mesh import Mesh
from game.transport.mesh_events import Event, Left, Lonely, Publish
from game.transport.room_events import RoomEvent

KINDS, OF_KINDS = 20_000, 10_000
"""The range of event kinds in use: the first kind and their number. Relays do not store events of these kinds."""

MOST_STORED = 30
"""The most stored events to ask for. A relay that stores events sends them again on every connection."""


class RoomTransport:
    """The transport of one room for the page with `key`. `listener` is called with what happens to its peers.

    If `direct`, peers get direct connections. If `returning`, this page comes back to its seat, and peers are connected
    over relays without waiting for them. `trusted` returns whether a peer sits at the table.
    """

    def __init__(
        self,
        key: PageKey,
        meeting: Meeting,
        servers: Servers,
        listener: Listener,
        trusted: Callable[[str], bool],
        *,
        direct: bool = True,
        returning: bool = False,
    ) -> None:
        self._key = key
        self._servers = servers
        self._listener = listener
        self._timer = Timer(self._wake)
        self._work = Tasks()
        self._running = False
        self._topic = topic(meeting.room)
        self._kind = KINDS + int(self._topic[:8], 16) % OF_KINDS
        self._inbox = create_proxy(reporting(self._receive))
        asked = Asked(to_js([self._kind]), self._topic, MOST_STORED, math.inf, key.library.newInbox(self._inbox))
        self._relays = Relays(key.library, servers.relays_for(self._topic), asked, self._opened, self._seen)
        direct = direct and can_connect() and not hides_address()
        now = time.monotonic()
        self._mesh = Mesh(key, meeting.secret, self._connect, trusted, now, direct=direct, returning=returning)
        self._go_on()

    # --- interface ------------------------------------------------------------------

    @property
    def answering(self) -> bool:
        """Whether any relay is connected."""
        return self._relays.open

    @property
    def refusal(self) -> str:
        """Why a relay rejects what this page sends, if all of them do; otherwise ""."""
        return self._relays.refusal

    @property
    def peers(self) -> int:
        """The number of peers with a proven key."""
        return self._mesh.peers

    def send(self, peer: str, text: str) -> None:
        """Send `text` to `peer`. Do nothing without a channel; drop the peer if its send window is full."""
        self._mesh.send(peer, text)
        self._go_on()

    def flush(self) -> None:
        self._mesh.flush(time.monotonic())
        self._go_on()

    def close_channel(self, peer: str) -> None:
        self._mesh.close_channel(peer, time.monotonic())
        self._go_on()

    def dial(self) -> None:
        """Reconnect lost relays and greet all peers again."""
        if not self._mesh.leaves:
            self._relays.call_lost()
            self._mesh.greet(time.monotonic())
            self._go_on()

    def close(self) -> None:
        """Stop calling the listener, and close all connections once the last messages are acknowledged."""
        self._work.close()
        self._mesh.leave(time.monotonic())
        self._go_on()

    # --- what relays and direct connections report ------------------------------------

    def _receive(self, public: str, number: str, stamped: str, sealed: str, work: int) -> bool | None:
        due, now = self._mesh.due, time.monotonic()
        genuine = self._mesh.receive(public, number, stamped, sealed, int(work), now)
        if self._mesh.due < due:
            self._go_on()
        return genuine

    def _opened(self) -> None:
        self._mesh.relay_opened(time.monotonic())
        self._go_on()

    def _seen(self) -> None:
        self._mesh.retry(time.monotonic())
        self._go_on()

    def _connect(self, peer: str, offers: bool) -> PeerConnection:
        def may_connect() -> bool:
            return not hides_address() and self._mesh.may_connect(peer, time.monotonic())

        def report(report: Report) -> None:
            self._mesh.reported(peer, report, time.monotonic())
            self._go_on()

        return PeerConnection(offers, self._servers, may_connect, report)

    # --- what the mesh does -----------------------------------------------------------

    def _wake(self) -> None:
        self._mesh.wake(time.monotonic())
        self._go_on()

    def _go_on(self) -> None:
        """Do all due work and re-arm the timer. A call within another one leaves the work to that one."""
        if self._running:
            return
        self._running = True
        try:
            while events := self._mesh.tick(time.monotonic(), online=self._relays.open):
                for event in events:
                    self._happened(event)
        finally:
            self._running = False
            self._timer.start_at(self._mesh.due)

    def _happened(self, event: Event) -> None:
        match event:
            case Publish(one) if one.bits:
                self._work.start(self._publish_with_work(one))
            case Publish(one):
                self._relays.publish(self._key.event(self._kind, self._tags(one), one.sealed))
            case Lonely():
                self._relays.more()
            case Left():
                self._relays.close()
                self._inbox.destroy()
            case _ if not self._mesh.leaves:
                self._listener(self, event)

    async def _publish_with_work(self, one: RoomEvent) -> None:
        try:
            event = await self._key.event_with_work(self._kind, self._tags(one), one.sealed, one.bits)
        except JsException:
            return  # this browser does not support the worker
        self._relays.publish(event)

    def _tags(self, one: RoomEvent) -> list[list[str]]:
        return [["x", self._topic], ["t", one.stamp, str(one.number)]]
