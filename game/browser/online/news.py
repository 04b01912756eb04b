"""Announcements about the people and the deal of a table."""

from __future__ import annotations

from game.browser.page.announcer import Announcer
from game.core import OVER, Phase, View
from game.net.guest_updates import Reshuffled
from game.net.protocol.messages import Note, Notice
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.net.shuffle import Verdict
from game.words.online.people import (
    PAUSES,
    RESHUFFLED,
    SITS_NEXT_LEVEL,
    WAITS_FOR_SEAT,
    judged,
    no_direct_line,
    note,
)
from game.words.table import resumed

NEW_HOST = Note.TOOK_OVER, Note.HANDED_OVER, Note.SCREEN_GONE, Note.SCREEN_HIDDEN


class News:
    """Announces notices of the host, who waits for a seat or is reached over a relay, and how the cards were dealt."""

    def __init__(self, announcer: Announcer) -> None:
        self._announcer = announcer
        self._newcomers: set[str] = set()
        self._host_key = ""
        self._waits_for_seat = False
        self._named: set[str] = set()
        self._relayed: list[str] = []

    def tell(self, what: Notice | Verdict | Reshuffled, room: Room, roster: Roster | None) -> None:
        """Announce `what` the host or the deal says."""
        match what:
            case Notice() if roster is not None and what.note not in PAUSES:
                self._announcer.say(_notice(what, room, roster), first=what.note in NEW_HOST, waits=True)
            case Verdict():
                self._announcer.say(judged(what), waits=True)
            case Reshuffled(times):
                self._announcer.say(RESHUFFLED(times, times=times), waits=True)

    def show_roster(self, room: Room, roster: Roster) -> None:
        """Tell the host of a running game once about each newcomer who takes a teammate's seat at the next level.

        A new host makes the news of the last one old.
        """
        if roster.host_key != self._host_key:
            self._host_key = roster.host_key
            self._announcer.withdraw_first()
        if room.host is None or not (roster.started and roster.settings.club):
            return
        lent = sum(place.sitter is Sitter.TEAMMATE for place in roster.places)
        waiting = {*room.host.lobby.waiting[:lent]}
        for one in roster.watchers:
            if one.peer in waiting - self._newcomers:
                self._announcer.say(WAITS_FOR_SEAT(name=one.name), waits=True)
        self._newcomers = waiting

    def show_routes(self, room: Room, *, in_lobby: bool) -> None:
        """Announce once, and not during play, who has no direct connection. The lobby shows it instead."""
        names, view = room.relayed, room.guest.table.view
        if not {*self._relayed} <= {*names}:
            self._announcer.withdraw(no_direct_line(self._relayed))
            self._relayed = []
        if not in_lobby and (view is None or view.phase is Phase.PLAY):
            return
        new = [name for name in names if name not in self._named]
        self._named.update(names)
        if new and not in_lobby:
            self._relayed = new
            self._announcer.say_aside(no_direct_line(new))

    def show_view(self, view: View, room: Room, roster: Roster) -> None:
        """Announce once that this page waits for a seat."""
        waits = roster.settings.club and view.seat is None and not room.guest.watch and view.phase not in OVER
        if waits and not self._waits_for_seat:
            self._waits_for_seat = True
            self._announcer.say(SITS_NEXT_LEVEL(), waits=True)


def _notice(notice: Notice, room: Room, roster: Roster) -> str:
    own = room.guest.table
    is_back = notice.note is Note.BACK and notice.seat == own.seat
    if is_back and own.view and (own.view.phase is not Phase.PLAY or own.view.hand):
        return resumed(own.view)
    return note(notice.note, notice.seat, roster, own.seat)
