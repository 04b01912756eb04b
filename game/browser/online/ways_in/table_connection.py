"""The connection of this page to one table: its room, the relays that lead to the other pages, and their servers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from random import Random, SystemRandom

from game.browser.online import seat_store, strangers
from game.browser.online.room_driver import RoomDriver
from game.browser.online.stage import ConnectionEvents
from game.browser.online.ways_in.chosen_face import chosen_face
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.page.by_relay import is_by_relay
from game.browser.page.tasks import Tasks
from game.browser.webrtc.peer_connection import can_connect
from game.browser.webrtc.room_transport import RoomTransport
from game.browser.webrtc.servers import Servers
from game.core import Seat
from game.net.host.host import Host
from game.net.invite import Invite, Meeting
from game.net.open_tables.generated_names import generated_name_of
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.teammates import Teammate
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.transport.identity import Credentials, new_identity_secret
from game.words.language import gettext
from game.words.online.connecting import NO_RELAY, NO_WAY_THROUGH, NO_WEBRTC, NOBODY, refused_by_relay
from game.words.online.people import GUEST

PATIENCE = 10.0
"""Seconds without a relay or a peer after which the page says so."""

DICE = SystemRandom()


class TableConnection:
    """The `room` that this page has joined or opened, with its `invite` and `servers`.

    `stranger` is the number of the day on which this page joined the table as a stranger; None if it did not.
    """

    def __init__(self, events: ConnectionEvents, library: NostrLibrary) -> None:
        self.room: RoomDriver | None = None
        self.invite: Invite | None = None
        self.servers = Servers()
        self.relays: RoomTransport | None = None
        self.stranger: int | None = None
        self._reword: Callable[[Roster], Roster] | None = None
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
        by_relay = self.stranger is not None and is_by_relay()
        self.relays = RoomTransport(
            key, meeting, self.servers, running, running.trusts, direct=not by_relay, returning=returning
        )
        running.add(self.relays)
        if returning:
            self._events.show_last_known()
        host = running.room.host
        running.do(lambda now: host is not None and begin is not None and begin(host, now))
        self.be_patient([self.relays])

    def run(self, room: Room) -> RoomDriver:
        """Run `room`."""
        self.room = RoomDriver(room, self._events.shown)
        if self._reword is not None:
            room.guest.table.reword(self._reword)
        return self.room

    def reword(self, reword: Callable[[Roster], Roster]) -> None:
        """Replace the names of people that this page shows by those that `reword` gives."""
        self._reword = reword
        if self.room is not None:
            table = self.room.room.guest.table
            self.room.do(lambda _: table.reword(reword))

    def new_guest(self, me: str, room: str, founder: str, *, watch: bool = False) -> Room:
        """Return the room in which this page is a newcomer."""
        secret = new_identity_secret(DICE) if self.stranger is None else strangers.own_secret(DICE)
        credentials = Credentials.of(room, founder, secret, self._library.ed25519)
        name = own_name() if self.stranger is None else generated_name_of(credentials.key, self.stranger)
        return Room.enter(me, name, credentials, DICE, self.teammate, time.monotonic(), watch=watch, face=chosen_face())

    def teammate(self, character: str, seat: Seat) -> Teammate:
        """Return the teammate for `seat`: the named character, or the default one."""
        plays = CHARACTERS.get(character, CHARACTERS[DEFAULT])
        assert self.room is not None
        host, roster = self.room.room.host, self.roster
        places = host.lobby.places if host is not None else () if roster is None else roster.places
        people = [other for other, place in enumerate(places) if place.sitter is Sitter.PERSON and other != seat]
        return teammate(plays, Random(secrets.token_hex(16)), people=people)

    def may_connect(self) -> bool:
        """Return whether this browser supports peer connections. If not, show it."""
        supported = can_connect()
        if not supported:
            self._events.stage.trouble(gettext(NO_WEBRTC))
        return supported

    def was_blocked(self) -> None:
        """Show that a paired page is not reached, unless others are reached over relays."""
        if self.relays is None or not self.relays.peers:
            self._events.stage.trouble(gettext(NO_WAY_THROUGH))

    def be_patient(self, relays: Sequence[RoomTransport], if_alone: Callable[[], None] | None = None) -> None:
        """After PATIENCE seconds, report that no relay is connected, or forwards anything.

        If no peer was found, call `if_alone`.
        """

        def tell() -> None:
            found = any(one.peers for one in relays)
            if not found and (refusal := next((one.refusal for one in relays if one.refusal), "")):
                self._events.stage.trouble(refused_by_relay(refusal))
            elif not any(one.answering for one in relays):
                self._events.stage.trouble(gettext(NO_RELAY))
            elif not found and not self.hosts:
                (if_alone or self._not_found)()

        if self._patience is not None:
            self._patience.cancel()
        self._patience = asyncio.get_running_loop().call_later(PATIENCE, tell)

    def _not_found(self) -> None:
        self._events.stage.trouble(gettext(NOBODY))

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
    return seat_store.name() or gettext(GUEST)
