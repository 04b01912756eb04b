"""A knock at one open table after another, until a host sends the invitation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.browser.online import strangers
from game.browser.online.stage import ConnectionEvents
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.online.ways_in.table_connection import DICE, TableConnection, Way
from game.browser.page.tasks import Timer
from game.browser.webrtc.keys import PageKey, name_of
from game.browser.webrtc.room_transport import RoomTransport
from game.browser.webrtc.servers import chosen
from game.browser.webrtc.transport import Transport
from game.net.open_tables.listing_index import Entry
from game.net.open_tables.table_knock import TableKnock
from game.transport.route import Route
from game.words.language import gettext
from game.words.open_tables.tables import GONE, KNOCKS

ANSWERS_WITHIN, LAST_ANSWERS_WITHIN = 4.0, 12.0
"""Seconds for the answer of a table while there is another way to play, and of the last one."""


class KnockWay(Way):
    """Knocks at open tables, for a seat or only to `watch`.

    The first invitation is passed to `follow`: its fragment and the key of its host. If no host sends one, `otherwise`
    is called. If that is None, the page reports that the table no longer exists.
    """

    def __init__(
        self,
        events: ConnectionEvents,
        library: NostrLibrary,
        table: TableConnection,
        follow: Callable[[str, str], None],
        otherwise: Callable[[], None] | None,
        *,
        watch: bool,
    ) -> None:
        super().__init__(events, library, table)
        self._follow = follow
        self._otherwise = otherwise
        self._watch = watch
        self._knocked = TableKnock("")
        self._lister = ""
        self._left: list[Entry] = []
        self._relays: RoomTransport | None = None
        self._gives_up = Timer(self._next)

    def knock(self, tables: Sequence[Entry]) -> None:
        """Knock at these tables, one after another."""
        self._left = [*tables]
        self._tasks.start(self._knock())

    def close(self) -> None:
        """Stop, and stop calling the session. May be called twice."""
        super().close()
        self._leave()

    async def _knock(self) -> None:
        self._events.open_lobby()
        key = await self._library.load(self._knock)
        if key is not None:
            self._events.stage.say(gettext(KNOCKS))
            self._key: PageKey = key
            self._next()

    def _next(self) -> None:
        """Knock at the next table, if there is one."""
        self._leave()
        if not self._left:
            if self._otherwise is None:
                self._events.turn_away(gettext(GONE))
            else:
                self._otherwise()
            return
        entry = self._left.pop(0)
        own = self._library.ed25519.public_key(strangers.own_secret(DICE))
        self._knocked = TableKnock(name_of(entry.key), own, watch=self._watch)
        self._lister = entry.listing.host
        meeting = entry.listing.meeting
        self._relays = RoomTransport(self._key, meeting, chosen(), self, lambda peer: False, direct=False)
        self._gives_up.start(ANSWERS_WITHIN if self._left or self._otherwise else LAST_ANSWERS_WITHIN)

    def _leave(self) -> None:
        self._gives_up.stop()
        relays, self._relays = self._relays, None
        if relays is not None:
            relays.close()

    def connected(self, transport: Transport, peer: str) -> None:
        """Knock, if `peer` is the host."""
        if (knock := self._knocked.connected(peer)) is not None:
            transport.send(peer, knock)

    def lost(self, transport: Transport, peer: str) -> None:
        self._knocked.lost(peer)
        self._go_on()

    def route_changed(self, transport: Transport, peer: str, route: Route) -> None:
        """Ignore the route."""

    def received(self, transport: Transport, peer: str, text: str) -> None:
        if transport is self._relays:
            self._knocked.heard(peer, text)
            self._go_on()

    def _go_on(self) -> None:
        """Follow the invitation, or try the next table if the host refuses or has disconnected."""
        if self._relays is None:
            return
        if (fragment := self._knocked.invitation) is not None:
            self._gives_up.stop()
            self._tasks.start(self._leave_and_follow(fragment))
        elif self._knocked.is_refused:
            self._gives_up.start(0.0)

    async def _leave_and_follow(self, fragment: str) -> None:
        self._leave()
        self._follow(fragment, self._lister)
