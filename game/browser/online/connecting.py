"""Joining a table and inviting others: by link, by spoken code, or by manual pairing."""

from __future__ import annotations

from functools import partial

from game.browser.online.stage import ConnectionEvents
from game.browser.online.ways_in.code import CodeWay
from game.browser.online.ways_in.link import LinkWay
from game.browser.online.ways_in.listed_table import ListedTable
from game.browser.online.ways_in.manual import ManualWay
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.online.ways_in.table_connection import TableConnection
from game.browser.page.links import set_fragment
from game.browser.page.tasks import Tasks
from game.net.roster import Roster


class Connecting:
    """The connections to other pages: the `table`, and the ways that lead to it.

    Everything that waits runs as a task, so that `stop` cancels it and no later callback reaches the session.
    """

    def __init__(self, events: ConnectionEvents) -> None:
        self._events = events
        self._library = NostrLibrary(events)
        self._tasks = Tasks()
        self.table = TableConnection(events, self._library)
        self.link = LinkWay(events, self._library, self.table)
        self.code = CodeWay(events, self._library, self.table, partial(self.link.join, pressed=True))
        self.manual = ManualWay(events, self._library, self.table)
        self.listed = ListedTable(events, self._library, self.table)
        self._here = 1
        self._stopped = False

    def try_again(self) -> None:
        """Load the library again if that failed, and search again for relays and peers."""
        self._events.stage.trouble("")
        retry = self._library.take_retry()
        if retry is not None:
            self._tasks.start(retry())
        relays = [self.table.relays] if self.table.relays is not None else self.code.relays
        for one in relays:
            one.dial()
        if relays:
            self.table.be_patient(relays)

    def met(self, roster: Roster) -> None:
        """Handle a new roster.

        Close the pairing dialog once somebody has joined, and leave the code's rooms once the game starts.
        """
        here = sum(place.here for place in roster.places)
        if here > self._here:
            self.manual.close_dialog()
        self._here = here
        relays = self.table.relays
        if relays is not None and (relays.peers or self.table.hosts):
            self._events.stage.trouble("")
        self.listed.show(roster)
        if roster.started:
            self.code.leave()

    def stop(self) -> None:
        """Close all connections and stop calling the session. May be called twice."""
        if self._stopped:
            return
        self._stopped = True
        self._tasks.close()
        for way in (self.link, self.manual, self.code, self.listed):
            way.close()
        self.table.close()

    def close(self) -> None:
        """Stop, and remove the table from the page's address. May be called twice."""
        self.stop()
        set_fragment("")
