"""The connection of this page to one table: its room, the relays that lead to the other pages, and their servers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from random import Random, SystemRandom

from game.browser.online import seat_store
from game.browser.online.room_driver import RoomDriver
from game.browser.online.stage import ConnectionEvents
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.page.tasks import Tasks
from game.browser.webrtc.peer_connection import can_connect
from game.browser.webrtc.room_transport import RoomTransport
from game.browser.webrtc.servers import Servers, hides_address
from game.core import Seat
from game.net.host.host import Host
from game.net.invite import Invite, Meeting
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.teammates import Teammate
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.transport.identity import Credentials, new_identity_secret
from game.words.online import connecting as words
from game.words.online.people import GUEST

PATIENCE = 10.0
"""Seconds without a relay or a peer after which the page says so."""

DICE = SystemRandom()


class TableConnection:
    """The `room` that this page has joined or opened, with its `invite` and `servers`."""

    def __init__(self, events: ConnectionEvents, library: NostrLibrary) -> None:
        self.room: RoomDriver | None = None
        self.invite: Invite | None = None
        self.servers = Servers()
        self.relays: RoomTransport | None = None
        self._events = events
        self._library = library
        self._patience: asyncio.TimerHandle | None = None

    @property
    def hosts(self) -> bool:
        """Whether this page hosts the table."""
        return self.room is not None and self.room.room.host is not None

    @property
    def started(self) -> bool:
        """Whether the game has started."""
        return self.roster is not None and self.roster.started

    @property
    def roster(self) -> Roster | None:
        """The roster; None until it is known."""
        return None if self.room is None else self.room.room.guest.table.roster

    async def enter(
        self,
        meeting: Meeting,
        room: Callable[[str], Room],
        begin: Callable[[Host, float], None] | None = None,
    ) -> None:
        """Run the room that `room` makes for this page's name, and find the other pages over relays.

        If this page hosts the room, `begin` may start its game.
        """
        key = await self._library.load(lambda: self.enter(meeting, room, begin))
        if key is None:
            return
        running = self.run(room(key.name))
        returning = running.room.guest.table.roster is not None
        self.relays = RoomTransport(key, meeting, self.servers, running, running.trusts, returning=returning)
        running.add(self.relays)
        if returning:
            self._events.show_last_known()
        host = running.room.host
        running.do(lambda now: host is not None and begin is not None and begin(host, now))
        self.be_patient([self.relays])

    def run(self, room: Room) -> RoomDriver:
        """Run `room`."""
        self.room = RoomDriver(room, self._events.shown)
        return self.room

    def new_guest(self, me: str, room: str, founder: str, *, watch: bool = False) -> Room:
        """Return the room in which this page is a newcomer."""
        credentials = Credentials.of(room, founder, new_identity_secret(DICE), self._library.ed25519)
        return Room.enter(me, own_name(), credentials, DICE, self.teammate, time.monotonic(), watch=watch)

    def teammate(self, character: str, seat: Seat) -> Teammate:
        """Return the teammate for `seat`: the named character, or the default one."""
        plays = CHARACTERS.get(character, CHARACTERS[DEFAULT])
        assert self.room is not None
        host, roster = self.room.room.host, self.roster
        places = host.lobby.places if host is not None else () if roster is None else roster.places
        people = [other for other, place in enumerate(places) if place.sitter is Sitter.PERSON and other != seat]
        return teammate(plays, Random(secrets.token_hex(16)), people=people)

    def may_connect(self) -> bool:
        """Return whether this page may make peer connections. If not, show why."""
        if hides_address():
            self._events.stage.trouble(words.HIDES_ADDRESS())
        elif not can_connect():
            self._events.stage.trouble(words.NO_WEBRTC())
        return can_connect() and not hides_address()

    def was_blocked(self) -> None:
        """Show that a paired page is not reached, unless others are reached over relays."""
        if self.relays is None or not self.relays.peers:
            self._events.stage.trouble(words.NO_WAY_THROUGH())

    def be_patient(self, relays: Sequence[RoomTransport], if_alone: Callable[[], None] | None = None) -> None:
        """After PATIENCE seconds, report that no relay is connected, or forwards anything.

        If no peer was found, call `if_alone`.
        """

        def tell() -> None:
            found = any(one.peers for one in relays)
            if not found and (refusal := next((one.refusal for one in relays if one.refusal), "")):
                self._events.stage.trouble(words.refused_by_relay(refusal))
            elif not any(one.answering for one in relays):
                self._events.stage.trouble(words.NO_RELAY())
            elif not found and not self.hosts:
                (if_alone or self._not_found)()

        if self._patience is not None:
            self._patience.cancel()
        self._patience = asyncio.get_running_loop().call_later(PATIENCE, tell)

    def _not_found(self) -> None:
        self._events.stage.trouble(words.NOBODY())

    def close(self) -> None:
        """Close all connections of the room. May be called twice."""
        if self._patience is not None:
            self._patience.cancel()
        if self.room is not None:
            self.room.close()
        self.room = None


class Way:
    """A way to the `table`. It loads the `library` and reports to `events`."""

    def __init__(self, events: ConnectionEvents, library: NostrLibrary, table: TableConnection) -> None:
        self._events = events
        self._library = library
        self._table = table
        self._tasks = Tasks()

    def close(self) -> None:
        """Stop, and stop calling the session. May be called twice."""
        self._tasks.close()


def own_name() -> str:
    """Return the name that other players see: the saved one, or the default."""
    return seat_store.name() or GUEST()
