"""A game that a person plays with teammates at a table of their own, which is listed in a club."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from game.core import Variant
from game.net.host.host import Host


class OwnGame(NamedTuple):
    """A game with teammates at all seats but the first, with these `names` and `characters`.

    Its table is listed in the club with the id `club`.
    """

    variant: Variant
    names: tuple[str, ...]
    characters: tuple[str, ...]
    club: str

    @property
    def seats(self) -> int:
        """The number of seats."""
        return 1 + len(self.characters)

    def begin(self, host: Host, now: float) -> None:
        """Start the game at the new table of `host`."""
        lobby = host.lobby
        lobby.settings = replace(lobby.settings, club=self.club)
        for seat, (name, character) in enumerate(zip(self.names, self.characters, strict=True), start=1):
            lobby.fill(seat, character, name)
        host.begin(now)
