"""What the host of a running game hears of newcomers, at a table that is listed in a club."""

from __future__ import annotations

from collections.abc import Callable

from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.words.online.people import WAITS_FOR_SEAT


class Newcomers:
    """Calls `say` once for each newcomer who watches and takes a teammate's seat at the next level."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._told: set[str] = set()

    def show(self, room: Room, roster: Roster) -> None:
        """Tell the host of `room` about the newcomers who wait for a seat of `roster`."""
        if room.host is None or not (roster.started and roster.settings.club):
            return
        lent = sum(place.sitter is Sitter.TEAMMATE for place in roster.places)
        waiting = {*room.host.lobby.waiting[:lent]}
        for one in roster.watchers:
            if one.peer in waiting - self._told:
                self._say(WAITS_FOR_SEAT(name=one.name))
        self._told = waiting
