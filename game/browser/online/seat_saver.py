"""Saves this page's seat at a table, so that a reload returns to it."""

from __future__ import annotations

from js import location

from game.browser.online import seat_store
from game.browser.online.ways_in.table_connection import TableConnection
from game.browser.page.links import JOIN, WATCH
from game.browser.page.tasks import Timer
from game.browser.title import last_table
from game.net import saved_room
from game.net.guest import Guest, Membership
from game.net.roster import Roster

SAVE_AFTER = 0.25
"""Seconds before a change of the seat's state is saved, so that saving does not delay the display."""


class SeatSaver:
    """Saves the seat at `table` after changes: the first time at once, later with a delay."""

    def __init__(self, table: TableConnection) -> None:
        self._table = table
        self._timer = Timer(self.save)
        self._saved = False

    def changed(self) -> None:
        """Save the seat soon."""
        if not self._saved:
            self.save()
        elif not self._timer.pending:
            self._timer.start(SAVE_AFTER)

    def save(self) -> None:
        """Save the seat now, if this page belongs to the table."""
        self.stop()
        room, invite = self._table.room, self._table.invite
        if room is not None and invite is not None and room.guest.membership is Membership.IN:
            seat_store.save_place(invite.token, saved_room.save(room.guest, self._table.servers.spelled()))
            self._saved = True

    def save_pending(self) -> None:
        """Save now what waits to be saved."""
        if self._timer.pending:
            self.save()

    def remember_table(self, guest: Guest, roster: Roster) -> None:
        """Save that this page is at this table with others, so that the title offers to return to it."""
        me = guest.table.seat
        if not location.hash.startswith((JOIN, WATCH)):
            return
        if not any(place.here for seat, place in roster.people() if seat != me):
            last_table.forget()
        elif roster.leader is not None:
            last_table.remember(location.hash, "" if roster.leader == me else roster.places[roster.leader].name)

    def remember_next_host(self, roster: Roster) -> None:
        """Save that the title offers to return to the table that this page, its host, leaves."""
        if roster.next_host is not None and location.hash.startswith(JOIN):
            last_table.remember(location.hash, roster.places[roster.next_host].name)

    def stop(self) -> None:
        """Drop what waits to be saved. May be called twice."""
        self._timer.stop()

    def forget(self) -> None:
        """Delete the saved seat."""
        if self._table.invite is not None:
            seat_store.forget_place(self._table.invite.token)
