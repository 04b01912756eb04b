"""What every way from page to page has in common: over relays, or paired by hand."""

from __future__ import annotations

from typing import Protocol


class Transport(Protocol):
    """Channels to other pages, each called by its peer's name."""

    def send(self, peer: str, text: str) -> None:
        """Say `text` to `peer`."""

    def hang_up(self, peer: str) -> None:
        """Close the channel to `peer`, once the last word is out."""

    def dial(self, at_once: bool = False) -> None:
        """Look for everybody anew, if it is time for that."""

    async def leave(self) -> None:
        """Close everything."""


class Listener(Protocol):
    """Who is told what comes by a Transport."""

    def connected(self, way: Transport, peer: str) -> None:
        """There is a channel to `peer`."""

    def lost(self, way: Transport, peer: str) -> None:
        """There is none any more."""

    def heard(self, way: Transport, peer: str, text: str) -> None:
        """`peer` said `text`."""
