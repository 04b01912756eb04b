"""What every way from page to page has in common: over relays, or paired by hand."""

from __future__ import annotations

from typing import Protocol


class Way(Protocol):
    """Channels to other pages, each called by its peer's name."""

    def send(self, peer: str, text: str) -> None:
        """Say `text` to `peer`."""

    def hang_up(self, peer: str) -> None:
        """Close the channel to `peer`, once the last word is out."""

    def dial(self, at_once: bool = False) -> None:
        """Look for everybody anew, if it is time for that."""

    async def leave(self) -> None:
        """Close everything."""


class Ears(Protocol):
    """Who is told what comes by a Way."""

    def connected(self, way: Way, peer: str) -> None:
        """There is a channel to `peer`."""

    def lost(self, way: Way, peer: str) -> None:
        """There is none any more."""

    def heard(self, way: Way, peer: str, text: str) -> None:
        """`peer` said `text`."""
