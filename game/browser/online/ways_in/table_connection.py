"""The connection of this page to one table: its room, the relays that lead to the other pages, and their servers."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random, SystemRandom

from js import navigator

from game.browser.online import seat_store
from game.browser.online.room_driver import RoomDriver
from game.browser.online.vendored import NOSTR, vendored_copy
from game.browser.online.ways_in.only_tab import OnlyTab
from game.browser.page.links import set_fragment
from game.browser.page.tasks import Timer
from game.browser.webrtc.ed25519 import PageEd25519
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.manual_pairing import ManualTransport
from game.browser.webrtc.peer_connection import can_connect
from game.browser.webrtc.room_transport import RoomTransport
from game.browser.webrtc.servers import Servers, chosen, hides_address, invited
from game.browser.webrtc.wall_clock import wall_clock
from game.core import Seat, View
from game.net.guest import Guest
from game.net.guest_updates import Shown
from game.net.invite import Invite, Meeting
from game.net.protocol.messages import Command
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.teammates import Teammate
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.transport.identity import Credentials, new_identity_secret
from game.words.online import connecting as words
from game.words.online.people import GUEST
from game.words.title_screen import NOT_FETCHED

PATIENCE = 10.0
"""Seconds without a relay or a peer after which the page says so."""

DICE = SystemRandom()


class TableConnection:
    """The connection to one table, with its `invite` and `servers`, and with this page's `key` once it is loaded.

    `shown` is called with each update of the room, `trouble` with the reason why other pages are not reached, and
    `replaced` when a newer tab is at this table.
    """

    ed25519: PageEd25519

    def __init__(
        self, shown: Callable[[Shown], None], trouble: Callable[[str], None], replaced: Callable[[], None]
    ) -> None:
        self.key: PageKey | None = None
        self.driver: RoomDriver | None = None
        self.invite: Invite | None = None
        self.servers = Servers()
        self._shown = shown
        self._trouble = trouble
        self._replaced = replaced
        self._only_tab: OnlyTab | None = None
        self._relays: RoomTransport | None = None
        self._searching: RoomTransport | None = None
        self._if_alone: Callable[[], None] = lambda: None
        self._patience = Timer(self._lose_patience)
        self._again = asyncio.Event()

    @property
    def room(self) -> Room | None:
        """The room that this page has joined or opened."""
        return None if self.driver is None else self.driver.room

    @property
    def hosts(self) -> bool:
        """Whether this page hosts the table."""
        return self.room is not None and self.room.host is not None

    @property
    def started(self) -> bool:
        """Whether the game has started."""
        return self.roster is not None and self.roster.started

    @property
    def roster(self) -> Roster | None:
        """The roster; None until it is known."""
        return None if self.room is None else self.room.guest.table.roster

    @property
    def view(self) -> View | None:
        """What this page sees of the game; None until it is known."""
        return None if self.room is None else self.room.guest.table.view

    @property
    def finds_others(self) -> bool:
        """Whether this page needs no relay any more: it hosts the table, or has found a peer over one."""
        return self._relays is not None and (self.hosts or bool(self._relays.peer_count))

    def tell(self, command: Command) -> None:
        """Give the host this `command`. Do nothing without a room."""
        if self.driver is not None:
            guest = self.driver.room.guest
            self.driver.do(lambda _: guest.tell_host(command))

    def deliver(self) -> None:
        """Send the host what the person has pressed."""
        if self.driver is not None:
            self.driver.do(lambda _: None)

    async def load(self) -> PageKey:
        """Load the library of keys and relays on first use, and return this page's key.

        If it cannot be loaded, wait until the person tries again.
        """
        while self.key is None:
            library, _ = await asyncio.gather(vendored_copy(NOSTR), wall_clock.compare())
            if library is None:
                self._again.clear()
                self._trouble(NOT_FETCHED())
                await self._again.wait()
            else:
                self.key, self.ed25519 = PageKey(library), PageEd25519(library)
        return self.key

    def follow(self, invite: Invite) -> None:
        """Note the `invite` of this page's table, also in its address."""
        self.invite, self.servers = replace(invite, watch=False), invited(invite)
        self._only_tab = OnlyTab(invite.token, self._replaced)
        set_fragment(invite.fragment())

    def run(self, room: Room) -> RoomDriver:
        """Run `room`."""
        self.driver = RoomDriver(room, self._shown)
        return self.driver

    def enter(self, meeting: Meeting, room: Room) -> RoomDriver:
        """Run `room`, and find the other pages over relays."""
        assert self.key is not None
        driver, returning = self.run(room), self.roster is not None
        known = self.servers, driver.happened, room.trusts, room.care
        self._relays = RoomTransport(self.key, meeting, *known, returning=returning)
        driver.add(self._relays)
        self.be_patient(self._relays)
        return driver

    def pairing(self) -> ManualTransport:
        """Return a transport for pairing this page with another one by hand. Raises PairingError."""
        assert self.driver is not None and self.key is not None
        own, driver = self.driver.room, self.driver
        known = own.guest.credentials.room, own.guest.credentials.founder, chosen()
        transport = ManualTransport(self.key, *known, driver.happened, own.is_here, self._was_blocked)
        driver.add(transport)
        return transport

    def new_guest(self, room: str, founder: str, *, watch: bool = False) -> Room:
        """Return the room in which this page is a newcomer."""
        assert self.key is not None
        credentials = Credentials.of(room, founder, new_identity_secret(DICE), self.ed25519)
        me, now = self.key.name, time.monotonic()
        return Room(me, Guest(me, own_name(), credentials, DICE, now, watch=watch), self.teammate, DICE, now)

    def teammate(self, character: str, seat: Seat) -> Teammate:
        """Return the teammate for `seat`: the named character, or the default one."""
        plays = CHARACTERS.get(character, CHARACTERS[DEFAULT])
        assert self.room is not None
        host, roster = self.room.host, self.roster
        places = host.lobby.places if host is not None else () if roster is None else roster.places
        people = [other for other, place in enumerate(places) if place.sitter is Sitter.PERSON and other != seat]
        return teammate(plays, Random(secrets.token_hex(16)), people=people)

    def may_connect(self) -> bool:
        """Return whether this page may make peer connections. If not, show why."""
        if hides_address():
            self._trouble(words.HIDES_ADDRESS())
        elif not can_connect():
            self._trouble(words.NO_WEBRTC())
        return can_connect() and not hides_address()

    def be_patient(self, relays: RoomTransport, if_alone: Callable[[], None] | None = None) -> None:
        """After PATIENCE seconds, report that no relay is connected, or forwards anything.

        If no peer was found, call `if_alone`. If the device is offline, report that at once.
        """
        self._searching = relays
        self._if_alone = if_alone or (lambda: self._trouble(words.NOBODY()))
        self._restart_patience()

    def _restart_patience(self) -> None:
        self._patience.start(PATIENCE if navigator.onLine else 0.0)

    def try_again(self) -> None:
        """Load the library again if that failed, and search again for relays and peers."""
        self._again.set()
        if self._searching is not None:
            self._searching.dial()
            self._restart_patience()

    def close(self) -> None:
        """Close all connections of the room. May be called twice."""
        self._patience.stop()
        if self._only_tab is not None:
            self._only_tab.close()
        if self.driver is not None:
            self.driver.close()
        self.driver = None

    def _lose_patience(self) -> None:
        relays = self._searching
        assert relays is not None
        found = bool(relays.peer_count)
        if relays.refusal and not found:
            self._trouble(words.refused_by_relay(relays.refusal))
        elif not relays.answering:
            self._trouble(words.NO_RELAY())
        elif not found and not self.hosts:
            self._if_alone()

    def _was_blocked(self) -> None:
        """Show that a paired page is not reached, unless others are reached over relays."""
        if self._relays is None or not self._relays.peer_count:
            self._trouble(words.NO_WAY_THROUGH())


def own_name() -> str:
    """Return the name that other players see: the saved one, or the default."""
    return seat_store.name() or GUEST()
