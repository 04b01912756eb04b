"""What the browser saves of a room, so that a reloaded page returns to its seat by itself."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, cast

from game.core import View
from game.core.codec import of
from game.core.safe_json import read_json
from game.net.guest import Guest
from game.net.host.hosted_game import TeammateFor
from game.net.protocol.fields import Count, Key, Name, printable
from game.net.protocol.wire import VERSION
from game.net.room_endpoint import Room
from game.net.roster import Roster
from game.net.succession.deeds import Deed
from game.transport.identity import Credentials, Ed25519


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """The saved values."""

    room: Annotated[str, printable(64)]
    founder: Key
    secret: Key
    name: Name
    watch: bool
    roster: Roster | None
    view: View | None
    deed: Deed | None
    numbered: Count


SAVED = of(SavedSeat)


class SavedRoomError(ValueError):
    """Text that is not a valid saved room."""


def save(guest: Guest) -> str:
    """Return what the browser saves to restore the room of `guest`."""
    own, table = guest.credentials, guest.table
    view = None if table.view is None else replace(table.view, news=())
    saved = SavedSeat(
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


def is_of_game(saved: str) -> bool:
    """Whether `saved` is a seat in a game that has started. Invalid text is not."""
    try:
        place = _read(saved)
    except SavedRoomError:
        return False
    return place.roster is not None and place.roster.started and place.view is not None


def restore(
    saved: str,
    me: str,
    ed25519: Ed25519,
    dice: Random,
    teammates: TeammateFor,
    now: float,
) -> Room:
    """Restore the room that this browser saved as `saved`.

    Raises SavedRoomError if `saved` is invalid or comes from another version.

    If no other page is there, the table continues as it was.
    """
    place = _read(saved)
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


def _read(saved: str) -> SavedSeat:
    """Return the saved values. Raises SavedRoomError."""
    try:
        match read_json(saved):
            case [version, said] if version == VERSION:
                return cast(SavedSeat, SAVED.read(said))
    except (ValueError, RecursionError) as error:
        raise SavedRoomError(str(error)) from error
    raise SavedRoomError("this place in a room was saved by another version")
