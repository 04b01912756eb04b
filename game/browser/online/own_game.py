"""A game that a person plays with teammates at a table of their own, which is open to anyone."""

from __future__ import annotations

import time
from typing import NamedTuple

from game.core import State, Variant
from game.net.host.host import Host
from game.net.open_tables.generated_names import day_of


class OwnGame(NamedTuple):
    """A game with teammates at all seats but the first, with these `names` and `characters`.

    It continues the game in `state`, and deals its level again. If `state` is None, it is a new game.
    """

    variant: Variant
    names: tuple[str, ...]
    characters: tuple[str, ...]
    state: State | None = None

    @property
    def seats(self) -> int:
        """The number of seats."""
        return 1 + len(self.characters)

    def begin(self, host: Host, now: float) -> None:
        """Start the game at the new table of `host`."""
        lobby = host.lobby
        lobby.open_to_anyone(day_of(time.time()))
        for seat, (name, character) in enumerate(zip(self.names, self.characters, strict=True), start=1):
            lobby.fill(seat, character, name)
        host.game.start = self.state
        host.orders.start(now)
