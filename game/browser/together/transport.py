"""What connections to other pages have in common, whether made over relays or paired by hand."""

from __future__ import annotations

import re
from typing import Protocol

from game.net.way import Way

LINGER = 0.3
"""Seconds between a last word and the closing of its channel."""

FINGERPRINT = re.compile(r"^a=fingerprint:(\S+ \S+)", re.MULTILINE)


class Transport(Protocol):
    """Channels to other pages, each called by its peer's name."""

    def send(self, peer: str, text: str) -> None:
        """Say `text` to `peer`."""

    def flush(self) -> None:
        """Let all go out that still waits to be said, for this page may be gone the next moment."""

    def binding(self, peer: str) -> str:
        """What both ends of the channel to `peer` know of it, and is of no other channel."""

    def way(self, peer: str) -> Way:
        """By which way `peer` is reached now."""

    def close_channel(self, peer: str) -> None:
        """Close the channel to `peer`, once the last word is out."""

    def dial(self) -> None:
        """Look for everybody anew, if it is time for that."""

    def close(self) -> None:
        """Tell the listener nothing any more; close everything, once the last word is out. May be called twice."""


def binding_of(*descriptions: str) -> str:
    """The fingerprints in what both ends of a connection say of themselves, which nobody in between can have."""
    found = [fingerprint for sdp in descriptions for fingerprint in FINGERPRINT.findall(sdp)]
    return " ".join(sorted(set(found)))


class Listener(Protocol):
    """Who is told what comes by a Transport."""

    def connected(self, transport: Transport, peer: str) -> None:
        """There is a channel to `peer`."""

    def lost(self, transport: Transport, peer: str) -> None:
        """There is none any more."""

    def went(self, transport: Transport, peer: str, way: Way) -> None:
        """What is said to `peer`, who is connected, goes by `way` from now on."""

    def heard(self, transport: Transport, peer: str, text: str) -> None:
        """`peer` said `text`."""
