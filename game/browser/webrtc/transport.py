"""The interface of connections to other pages, made over relays or paired by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from game.transport.mesh_events import PageEvent


class Transport(Protocol):
    """Channels to other pages, each identified by its peer's name."""

    def send(self, peer: str, text: str) -> None:
        """Send `text` to `peer`."""

    def flush(self) -> None:
        """Send all pending messages now, since this page may close at any moment."""

    def close_channel(self, peer: str) -> None:
        """Close the channel to `peer` after its last message is sent."""

    def close(self) -> None:
        """Stop calling the listener, and close everything after the last message. May be called twice."""


Listener: TypeAlias = Callable[[Transport, PageEvent], None]
"""Called with what happens to a peer of a transport."""
