"""What the browser saves of a room, so that a reloaded page returns to its seat by itself."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, cast

from game.core import View
from game.core.codec import of
from game.core.safe_json import read_json
from game.net.fields import Count, Key, Name, printable
from game.net.guest import Guest
from game.net.host.hosted_game import TeammateFor
from game.net.protocol.wire import VERSION
from game.net.room_endpoint import Room
from game.net.roster import Roster
from game.net.succession.deeds import Deed
from game.transport.identity import Credentials, Ed25519

LONGEST_SERVERS = 8000
"""The most characters of the addresses of all servers."""


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """The saved values, and the `servers` over which the table was reached."""

    servers: Annotated[str, printable(LONGEST_SERVERS)]
    room: Annotated[str, printable(64)]
    founder: Key
    secret: Key
    name: Name
    watch: bool
    roster: Roster | None
    view: View | None
    deed: Deed | None
    numbered: Count

    @property
    def is_of_game(self) -> bool:
        """Whether it is a seat in a game that has started."""
        return self.roster is not None and self.roster.started and self.view is not None


SAVED = of(SavedSeat)


def save(guest: Guest, servers: str = "") -> str:
    """Return what the browser saves to restore the room of `guest`, which is reached over these `servers`."""
    own, table = guest.credentials, guest.table
    view = None if table.view is None else replace(table.view, news=())
    saved = SavedSeat(
        servers,
        own.room,
        own.founder,
        own.secret,
        guest.name,
        guest.watch,
        table.roster,
        view,
        guest.search.deed,
        guest.search.numbered,
    )
    return json.dumps([VERSION, SAVED.write(saved)])


def read_seat(saved: str) -> SavedSeat | None:
    """Return the seat that this browser saved as `saved`; None if that is damaged, or of another version."""
    try:
        match read_json(saved):
            case [version, said] if version == VERSION:
                return cast(SavedSeat, SAVED.read(said))
    except (ValueError, RecursionError):
        pass
    return None


def restore(
    place: SavedSeat,
    me: str,
    ed25519: Ed25519,
    dice: Random,
    teammates: TeammateFor,
    now: float,
) -> Room:
    """Restore the room of the saved `place`. If no other page is there, the table continues as it was."""
    guest = Guest(
        me,
        place.name,
        Credentials.of(place.room, place.founder, place.secret, ed25519),
        dice,
        now,
        watch=place.watch,
        roster=place.roster,
        view=place.view,
        deed=place.deed,
        numbered=place.numbered,
    )
    return Room(me, guest, teammates, dice, now)
