"""Real time for a Room: one timer, re-armed after every event."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.page.tasks import Timer
from game.browser.webrtc.mesh_transport import MeshTransport, now
from game.net.channel import Channel
from game.net.guest_updates import Shown
from game.net.protocol.messages import Why
from game.net.room_endpoint import Room
from game.transport.mesh_events import Connected, Lost, PageEvent, Received, RouteChanged


class RoomDriver:
    """A runner for `room`, which passes on what its transports receive and sends the room's messages.

    `on_shown` is called with each update to show, in order. Call `close` when the room is left; nothing happens after
    that.
    """

    def __init__(self, room: Room, on_shown: Callable[[Shown], None]) -> None:
        self.room = room
        self._on_shown = on_shown
        self._transports: list[MeshTransport] = []
        self._timer = Timer(self._go_on)
        self._showing = False
        self._closed = False

    def add(self, transport: MeshTransport) -> None:
        """Add a transport. `close` closes it, too."""
        self._transports.append(transport)

    def happened(self, transport: MeshTransport, event: PageEvent) -> None:
        """Handle what has happened to a peer of `transport`. A new channel to a peer replaces an older one."""
        room, known = self.room, self.room.channels.get(event.peer)
        match event:
            case Connected(peer, binding, route, clock):
                channel = Channel(peer, binding, route, clock=clock, carrier=transport)
                self.do(lambda now: room.connected(channel, now))
            case _ if known is None or known.carrier is not transport:
                pass
            case RouteChanged(peer, route):
                self.do(lambda now: room.route_changed(peer, route, now))
            case Received(peer, text):
                self.do(lambda now: room.receive(peer, text, now))
            case Lost(peer):
                self.do(lambda now: room.lost(peer, now))

    def do(self, step: Callable[[float], object]) -> None:
        """Call `step` with the current time, then do all work that follows."""
        if self._closed:
            return
        step(now())
        self._go_on()

    def hand_over(self) -> None:
        """If this page hosts, let another page do so, because this one may be suspended at once."""
        if self.room.host is not None:
            self.do(self.room.hand_over)
            for transport in self._transports:
                transport.flush()

    def leave(self, why: Why) -> None:
        """Send goodbye to all peers at once. The transports stay open until `close`."""
        if not self._closed:
            self.room.leave(why, now())
            self._deliver()
            for transport in self._transports:
                transport.flush()

    def close(self) -> None:
        """Close all transports and ignore further events. May be called twice."""
        self._closed = True
        self._timer.stop()
        for transport in self._transports:
            transport.close()

    def _go_on(self) -> None:
        if now() >= self.room.due():
            self.room.tick(now())
        self._deliver()
        self._timer.start_at(self.room.due())
        if not self._showing:
            self._show_updates()

    def _deliver(self) -> None:
        for out in self.room.outbox(now()):
            if out.text is None:
                out.channel.carrier.close_channel(out.channel.peer, bans=out.channel.is_banned)
            else:
                out.channel.carrier.send(out.channel.peer, out.text)

    def _show_updates(self) -> None:
        """Call `on_shown` for all updates in order. The call may add more."""
        self._showing = True
        try:
            while not self._closed and (updates := self.room.guest.table.updates()):
                for one in updates:
                    if not self._closed:
                        self._on_shown(one)
        finally:
            self._showing = False
