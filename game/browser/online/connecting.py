"""Joining a table and inviting others: by link, by spoken code, or by manual pairing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.browser.online.own_game import OwnGame
from game.browser.online.stage import ConnectionEvents
from game.browser.online.ways_in.code import CodeWay
from game.browser.online.ways_in.link import LinkWay
from game.browser.online.ways_in.manual import ManualWay
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.online.ways_in.opening import Opening
from game.browser.online.ways_in.table_connection import TableConnection, Way
from game.browser.page.links import set_fragment
from game.browser.page.tasks import Tasks
from game.net.roster import Roster

if TYPE_CHECKING:
    from game.net.open_tables.listing_index import Entry


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
        self.opening = Opening(events, self._library, self.table)
        self._knocking: Way | None = None
        self._here = 1
        self._stopped = False

    def knock(self, tables: Sequence[Entry], game: OwnGame | None = None, *, watch: bool = False) -> None:
        """Knock at these open tables, one after another, and join the first one whose host answers.

        Join to `watch`, or at a seat. If no host answers, play the `game` at a table of one's own. Requires the modules
        of the open tables.
        """
        from game.browser.open_tables.knocking import KnockWay  # not loaded with multiplayer

        def follow(fragment: str, lister: str) -> None:
            self.link.join(fragment, pressed=True, lister=lister)

        otherwise = None if game is None else partial(self.link.play, game)
        way = self._knocking = KnockWay(self._events, self._library, self.table, follow, otherwise, watch=watch)
        way.knock(tables)

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
        self.opening.show(roster)
        if roster.started:
            self.code.leave()

    def stop(self) -> None:
        """Close all connections and stop calling the session. May be called twice."""
        if self._stopped:
            return
        self._stopped = True
        self._tasks.close()
        for way in (self.link, self.manual, self.code, self.opening, self._knocking):
            if way is not None:
                way.close()
        self.table.close()

    def close(self) -> None:
        """Stop, and remove the table from the page's address. May be called twice."""
        self.stop()
        set_fragment("")
