"""The interface of connections to other pages, made over relays or paired by hand."""

from __future__ import annotations

import re
from typing import Protocol

from game.transport.route import Route

FINGERPRINT = re.compile(r"^a=fingerprint:(\S+ \S+)", re.MULTILINE)


class Transport(Protocol):
    """Channels to other pages, each identified by its peer's name."""

    def send(self, peer: str, text: str) -> None:
        """Send `text` to `peer`."""

    def flush(self) -> None:
        """Send all pending messages now, since this page may close at any moment."""

    def binding(self, peer: str) -> str:
        """Return a value that both ends of the channel to `peer` know and that no other channel has."""

    def route(self, peer: str) -> Route:
        """Return the current route to `peer`."""

    def close_channel(self, peer: str) -> None:
        """Close the channel to `peer` after its last message is sent."""

    def dial(self) -> None:
        """Search for all peers again, where the transport can."""

    def close(self) -> None:
        """Stop calling the listener, and close everything after the last message. May be called twice."""


def binding_of(*descriptions: str) -> str:
    """Return the DTLS fingerprints of both ends of a connection. A man in the middle cannot have the same ones."""
    found = [fingerprint for sdp in descriptions for fingerprint in FINGERPRINT.findall(sdp)]
    return " ".join(sorted(set(found)))


class TransportListener(Protocol):
    """Callbacks of a Transport."""

    def connected(self, transport: Transport, peer: str) -> None:
        """Handle that a channel to `peer` is open."""

    def lost(self, transport: Transport, peer: str) -> None:
        """Handle that the channel to `peer` is closed."""

    def route_changed(self, transport: Transport, peer: str, route: Route) -> None:
        """Handle that the route to the connected `peer` changed to `route`."""

    def received(self, transport: Transport, peer: str, text: str) -> None:
        """Handle `text` from `peer`."""
