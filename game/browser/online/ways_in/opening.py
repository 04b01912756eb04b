"""Opening the table of this page to anyone: strangers find it in the list, knock and sit down."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from game.browser.online import strangers
from game.browser.online.stage import ConnectionEvents
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.online.ways_in.table_connection import DICE, TableConnection, Way
from game.browser.page.archives import NotFetched
from game.browser.page.by_relay import is_by_relay
from game.browser.page.lazy_modules import OPEN_TABLES, fetch_modules
from game.net.host.lobby import Lobby
from game.net.open_tables.generated_names import day_of
from game.net.roster import Roster
from game.words.language import gettext
from game.words.online.connecting import NOT_FETCHED


class Listed(Protocol):
    """A table in the list of open tables."""

    def show(self, roster: Roster, level: int, waiting: int) -> None:
        """Update the listing to `roster`, the `level`, which is 0 before a game, and who is `waiting` for a seat."""

    def say_gone(self) -> None:
        """Tell readers that this page closes."""

    def close(self) -> None:
        """Withdraw the listing, and refuse further knocks."""


class Opening(Way):
    """The listing of the `table` while it is open to anyone and this page hosts it. The roster says whether it is."""

    def __init__(self, events: ConnectionEvents, library: NostrLibrary, table: TableConnection) -> None:
        super().__init__(events, library, table)
        self._listed: Listed | None = None
        self._loads = self._rewords = False

    @property
    def is_open(self) -> bool:
        """Whether the table is open to anyone."""
        return self._table.roster is not None and self._table.roster.is_open

    @property
    def may_watch(self) -> bool:
        """Whether strangers may also watch the table."""
        return self._table.roster is not None and self._table.roster.may_watch

    @property
    def lister(self) -> str:
        """The key of the person who listed the table, if this person has joined it as a stranger."""
        invite = self._table.invite
        return "" if invite is None else strangers.host_of(invite.token)

    def set(self, wanted: bool) -> None:
        """Open the table that this page hosts to anyone, or close it again."""
        now = day_of(time.time())
        self._change(lambda lobby: lobby.open_to_anyone(now) if wanted else lobby.close_to_strangers())

    def let_watch(self, allowed: bool) -> None:
        """Let strangers watch the table from the list, or no longer."""
        self._change(lambda lobby: lobby.let_strangers_watch(allowed))

    def _change(self, change: Callable[[Lobby], None]) -> None:
        """Change the lobby that this page hosts."""
        room = self._table.room
        host = None if room is None else room.room.host
        if room is not None and host is not None:
            room.do(lambda _: change(host.lobby))

    def show(self, roster: Roster) -> None:
        """Update the listing to `roster`."""
        if roster.is_open and not self._rewords:
            self._rewords = True
            self._tasks.start(self._reword())
        if not roster.is_open or not self._table.hosts:
            self._withdraw()
        elif self._listed is not None:
            self._show_listed(self._listed, roster)
        elif not self._loads:
            self._loads = True
            self._tasks.start(self._list())

    def say_gone(self) -> None:
        """Tell those who look for players that this page closes."""
        if self._listed is not None:
            self._listed.say_gone()

    def close(self) -> None:
        """Withdraw the listing, and stop calling the session. May be called twice."""
        super().close()
        self._withdraw()

    async def _reword(self) -> None:
        """Show the generated names of strangers in the language of the page. A stranger's page does so anyway."""
        if self._table.stranger is None:
            self._table.reword(await strangers.rewording(None))

    async def _list(self) -> None:
        key = await self._library.load(None)
        try:
            await fetch_modules(OPEN_TABLES)
        except NotFetched:
            self._events.stage.trouble(gettext(NOT_FETCHED))
            key = None
        self._loads = False
        table = self._table
        if key is None:
            self.set(False)
        if table.roster is None or not self.is_open or not table.hosts or table.invite is None:
            return
        from game.browser.open_tables.open_table import OpenTable  # not loaded with multiplayer

        if is_by_relay() and table.relays is not None:
            table.relays.use_relays_only()
        own = self._library.ed25519.public_key(strangers.own_secret(DICE))
        self._listed = OpenTable(table.invite, self._library.new_key(), own, table.servers)
        self._show_listed(self._listed, table.roster)

    def _show_listed(self, listed: Listed, roster: Roster) -> None:
        host = self._table.room.room.host if self._table.room is not None else None
        waiting = 0 if host is None else len(host.lobby.waiting)
        listed.show(roster, self._level(roster), waiting)

    def _level(self, roster: Roster) -> int:
        """Return the level of the game; 0 before it."""
        view = self._table.room.room.guest.table.view if self._table.room is not None else None
        return view.level if roster.started and view is not None else 0

    def _withdraw(self) -> None:
        listed, self._listed = self._listed, None
        if listed is not None:
            listed.close()
