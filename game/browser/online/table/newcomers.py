"""What the host of a game at an open table hears of newcomers."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.online import strangers
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter


class Newcomers:
    """Calls `say` once for each newcomer who watches and takes a teammate's seat at the next level."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._told: set[str] = set()

    def show(self, room: Room, roster: Roster) -> None:
        """Tell the host of `room` about the newcomers who wait for a seat of `roster`."""
        if room.host is None or not (roster.started and roster.is_open):
            return
        lent = sum(place.sitter is Sitter.TEAMMATE for place in roster.places)
        waiting = {*room.host.lobby.waiting[:lent]}
        words = strangers.waits_for_seat(tells_host=True) if waiting - self._told else ""
        if words:
            self._say(words)
        self._told = waiting
