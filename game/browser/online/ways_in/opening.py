"""Opening the table of this page to anyone: strangers find it in the list, knock and sit down."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from game.browser.online import strangers
from game.browser.online.stage import ConnectionEvents
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.online.ways_in.table_connection import TableConnection, Way
from game.browser.page.archives import NotFetched
from game.browser.page.lazy_modules import OPEN_TABLES, fetch_modules
from game.net.open_tables.generated_names import evening, generated_name_of
from game.net.roster import Roster
from game.words.language import gettext
from game.words.online.connecting import NOT_FETCHED


class Listed(Protocol):
    """A table in the list of open tables."""

    def show(self, roster: Roster | None, level: int = 0) -> None:
        """Update the listing to `roster` and the `level`, which is 0 before a game."""

    def close(self) -> None:
        """Withdraw the listing, and ignore further knocks."""


class Opening(Way):
    """The listing of the `table`, while the host has opened it to anyone. `changed` is called when that changes."""

    def __init__(self, events: ConnectionEvents, library: NostrLibrary, table: TableConnection) -> None:
        super().__init__(events, library, table)
        self.changed: Callable[[], None] = lambda: None
        self._listed: Listed | None = None
        self._wanted = False

    @property
    def is_open(self) -> bool:
        """Whether the table is open to anyone."""
        return self._wanted

    def set(self, wanted: bool) -> None:
        """Open this page's table to anyone, or close it again. A table that is not here yet opens once it is."""
        if wanted != self._wanted:
            self._wanted = wanted
            if wanted:
                self._tasks.start(self._open())
            else:
                self._withdraw()
            self.changed()

    def show(self, roster: Roster) -> None:
        """Update the listing to `roster`. It ends when another page becomes host."""
        if not self._wanted:
            return
        if not self._table.hosts:
            self.set(False)
        elif self._listed is not None:
            self._listed.show(roster, self._level(roster))
        else:
            self._tasks.start(self._open())  # the table has been opened before it had a roster

    def close(self) -> None:
        """Withdraw the listing, and stop calling the session. May be called twice."""
        super().close()
        self._withdraw()

    async def _open(self) -> None:
        table = self._table
        key = await self._library.load(None)
        try:
            await fetch_modules(OPEN_TABLES)
        except NotFetched:
            self._events.stage.trouble(gettext(NOT_FETCHED))
            key = None
        if key is None:
            self.set(False)
            return
        table.reword(await strangers.rewording(None))
        if not self._wanted or self._listed is not None or table.room is None or table.invite is None:
            return
        host, roster = table.room.room.host, table.roster
        if host is None or roster is None:
            return
        from game.browser.open_tables.open_table import OpenTable  # not loaded with multiplayer

        if strangers.is_by_relay() and table.relays is not None:
            table.relays.use_relays_only()
        host.lobby.lends_seats = True
        host.lobby.name_newcomer = lambda key: generated_name_of(key, evening(time.time()))
        self._listed = OpenTable(table.invite.fragment(), self._library.new_key(), table.servers)
        self._listed.show(roster, self._level(roster))

    def _level(self, roster: Roster) -> int:
        """Return the level of the game; 0 before it."""
        view = self._table.room.room.guest.table.view if self._table.room is not None else None
        return view.level if roster.started and view is not None else 0

    def _withdraw(self) -> None:
        listed, self._listed = self._listed, None
        if listed is not None:
            listed.close()
        room = self._table.room
        if room is not None and room.room.host is not None:
            room.room.host.lobby.name_newcomer = None
            room.room.host.lobby.lends_seats = False
