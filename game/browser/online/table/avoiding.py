"""The choice not to meet a person again, at a table where strangers may be."""

from __future__ import annotations

from game.browser.online import strangers
from game.browser.online.commands import Commands
from game.browser.online.ways_in.opening import Opening
from game.net.protocol.messages import SendAway
from game.net.room_endpoint import Room
from game.net.roster import Place, Roster


class Avoiding:
    """The people at the table that this person may choose not to meet again, by public key."""

    def __init__(self, commands: Commands, opening: Opening) -> None:
        self._commands = commands
        self._opening = opening
        self._places: dict[str, Place] = {}
        self._host_key = ""
        self._leads = False

    def show(self, room: Room, roster: Roster) -> None:
        """Follow who is at the table."""
        self._host_key = roster.host_key
        self._leads = room.guest.table.leads
        known = strangers.avoided()
        self._places = {
            place.key: place
            for seat, place in roster.people()
            if roster.day_of_names and seat != room.guest.table.seat and self._met_as(place.key) not in known
        }

    @property
    def names(self) -> dict[str, str]:
        """The names of these people, by key."""
        return {key: place.name for key, place in self._places.items()}

    def key_of(self, peer: str) -> str | None:
        """Return the key of the person at the page `peer`; None if that person cannot be avoided."""
        return next((key for key, place in self._places.items() if place.peer == peer), None)

    def avoid(self, key: str) -> None:
        """Do not meet the person with `key` again. If this page leads, also remove that person from the table."""
        strangers.avoid(self._met_as(key))
        place = self._places.pop(key)
        if self._leads:
            self._commands.tell(SendAway(place.peer))

    def _met_as(self, key: str) -> str:
        """Return the key by which this person meets again the one who sits here with `key`."""
        return (self._opening.lister if key == self._host_key else "") or key
