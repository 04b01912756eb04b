"""Channels to other pages, each identified by its peer's name: a mesh in real time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from game.browser.page.tasks import Timer
from game.transport.mesh import Mesh
from game.transport.mesh_events import Connected, Event, Lost, PageEvent, Received, RouteChanged


class MeshTransport:
    """A runner for `mesh`, which a subclass makes. `listener` is called with what happens to its peers."""

    mesh: Mesh

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._timer = Timer(lambda: self.do(self.mesh.wake))
        self._running = False

    @property
    def answering(self) -> bool:
        """Whether any relay is connected."""
        return False

    @property
    def peer_count(self) -> int:
        """The number of peers with a proven key."""
        return self.mesh.peers.proven_count

    def send(self, peer: str, text: str) -> None:
        """Send `text` to `peer`. Do nothing without a channel; drop the peer if its send window is full."""
        self.do(lambda _: self.mesh.send(peer, text))

    def flush(self) -> None:
        """Send all pending messages now, since this page may close at any moment."""
        self.do(self.mesh.flush)

    def close_channel(self, peer: str, *, bans: bool) -> None:
        """Close the channel to `peer` after its last message is sent. If it `bans`, ignore the peer from now on."""
        self.do(lambda now: self.mesh.close_channel(peer, now, bans=bans))

    def close(self) -> None:
        """Stop calling the listener, and close everything once the last messages are acknowledged.

        May be called twice.
        """
        self.do(self.mesh.leave)

    def do(self, step: Callable[[float], object]) -> None:
        """Call `step` with the current time, do all work that follows, and re-arm the timer.

        A call within another one leaves the work to that one.
        """
        step(now())
        if self._running:
            return
        self._running = True
        try:
            while events := self.mesh.tick(now(), online=self.answering):
                for event in events:
                    self._happened(event)
        finally:
            self._running = False
            self._timer.start_at(self.mesh.due)

    def _happened(self, event: Event) -> None:
        if isinstance(event, Connected | RouteChanged | Received | Lost) and not self.mesh.leaves:
            self._listener(self, event)


Listener: TypeAlias = Callable[[MeshTransport, PageEvent], None]
"""Called with what happens to a peer of a transport."""


def now() -> float:
    """Return the time in seconds of the clock that timers use."""
    return asyncio.get_running_loop().time()
