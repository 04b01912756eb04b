"""How this page comes to a table and lets others come: by a link, by a code said aloud, or by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import SystemRandom
from typing import Protocol

from js import history, location

from game.browser.tasks import soon
from game.browser.together import seat_store
from game.browser.together.manual_transport import ManualTransport, PairingError, new_name
from game.browser.together.pairing_sheet import PairingSheet
from game.browser.together.relay_transport import RelayTransport, can_connect, relay_transport
from game.browser.together.room_driver import RoomDriver
from game.browser.together.servers import chosen, invited
from game.browser.together.spoken_code import Caller, Doorkeeper
from game.browser.together.transport import Listener, Transport
from game.core import Seat, Variant
from game.core.variants import MAX_SEATS
from game.net.guest import Shown
from game.net.invite import Invite, InviteError, Meeting, code_meeting, new_code, new_invite, parse_invite
from game.net.room import Room, SavedRoomError
from game.net.roster import Roster
from game.teammates import Teammate
from game.words.together.connecting import NO_RELAY, NO_WAY_THROUGH, NO_WEBRTC, NOBODY
from game.words.together.invite import refused

PATIENCE = 10.0
"""Seconds after which it is told that no relay, or nobody, answers."""

DICE = SystemRandom()


class Hall(Protocol):
    """Where people wait and are told what comes of it."""

    def open_lobby(self) -> None:
        """Let whoever comes wait, and show the invitation if there is one."""

    def shown(self, shown: Shown) -> None:
        """Show this, which the room says."""

    def show_code(self, code: str) -> None:
        """Show the code to say aloud."""

    def trouble(self, sentence: str) -> None:
        """Tell what keeps people from coming; nothing if that is over."""

    def turn_away(self, sentence: str) -> None:
        """There is no place here; say why."""

    def teammate(self, name: str, seat: Seat) -> Teammate:
        """The teammate called `name` for `seat`."""


class Connecting:
    """The ways to the other pages, and the `room` that runs over them once there is one."""

    def __init__(self, hall: Hall) -> None:
        self.room: RoomDriver | None = None
        self.invite: Invite | None = None
        self.me = ""
        self._hall = hall
        self._relays: RelayTransport | None = None
        self._door: RelayTransport | None = None
        self._pairing: PairingSheet | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._here = 1
        self._closed = False

    # --- coming ---------------------------------------------------------------------

    async def host(self) -> None:
        """Open a table, and its lobby."""
        servers = chosen()

        def opened(me: str) -> Room:
            name, key, now = seat_store.name(), seat_store.new_key(), time.monotonic()
            return Room.open(me, name, key, DICE, self._hall.teammate, now, variant=Variant(), seats=MAX_SEATS)

        await self._come(new_invite(DICE, servers.relays, servers.turn), opened)

    async def join(self, link: str) -> None:
        """Come to the table that `link` invites to: into the seat that was ours, if one was."""
        try:
            invite = parse_invite(link)
        except InviteError as error:
            self._hall.turn_away(refused(error))
            return
        saved = seat_store.place(invite.token)

        def entered(me: str) -> Room:
            if saved is not None:
                try:
                    return Room.restore(saved, me, DICE, self._hall.teammate, time.monotonic())
                except SavedRoomError:
                    seat_store.forget_place(invite.token)
            return self._entered(me)

        await self._come(invite, entered)

    async def join_by_hand(self, code: str) -> None:
        """Come to the table of the page that made `code`, with no relay between."""
        home_address()
        self._hall.open_lobby()
        if not self._can_connect():
            return
        ears = _Later()
        way = ManualTransport(new_name(), chosen(), ears, self._was_blocked)
        try:
            answer = await way.answer(code)
        except PairingError as error:
            self._hall.turn_away(str(error))
            return
        self._run(self._entered(way.me), way.me, way, ears).do(lambda now: None)
        self._pairing = PairingSheet(answer, None)

    async def join_by_code(self, meeting: Meeting) -> None:
        """Come to the table whose host has said the code for `meeting`."""
        self._hall.open_lobby()
        door = await self._find_relays(meeting, Caller(self._was_invited))
        if door is not None:
            self._door = door
            door.enter()
            self._be_patient(door)

    def _was_invited(self, fragment: str) -> None:
        async def follow() -> None:
            await self._close_door()
            if not self._closed:
                await self.join(fragment)

        soon(follow())

    def _entered(self, me: str) -> Room:
        return Room.enter(me, seat_store.name(), seat_store.new_key(), DICE, self._hall.teammate, time.monotonic())

    async def _come(self, invite: Invite, room: Callable[[str], Room]) -> None:
        self.invite = invite
        history.replaceState(None, "", location.pathname + location.search + invite.fragment())
        self._hall.open_lobby()
        ears = _Later()
        relays = await self._find_relays(invite.meeting, ears)
        if relays is None:
            return
        self._relays = relays
        running = self._run(room(relays.me), relays.me, relays, ears)
        relays.enter()
        running.do(lambda now: None)
        self._be_patient(relays)

    def _run(self, room: Room, me: str, way: Transport, ears: _Later) -> RoomDriver:
        self.me = me
        running = self.room = ears.room = RoomDriver(room, self._hall.shown)
        running.add(way)
        return running

    # --- letting others come --------------------------------------------------------

    def make_code(self) -> None:
        """Have a code to say aloud, good while the lobby is open."""
        soon(self._open_door())

    def pair(self) -> None:
        """Pair with another page by hand: any number of them, one after the other."""
        soon(self._pair())

    def try_again(self) -> None:
        """Look for the relays and the others again."""
        self._hall.trouble("")
        relays = self._relays or self._door
        if relays is not None:
            relays.dial(at_once=True)
            self._be_patient(relays)

    def met(self, roster: Roster) -> None:
        """These are here now: what was open for those who came can be closed."""
        here = sum(place.here for place in roster.places)
        if here > self._here:
            self._close_pairing()
        self._here = here
        if self._relays is not None and (self._relays.peers or self._hosts):
            self._hall.trouble("")
        if roster.started and self._door is not None:
            soon(self._close_door())

    async def _open_door(self) -> None:
        if self.invite is None or self._door is not None:
            return
        code = new_code(DICE)
        door = await self._find_relays(code_meeting(code), Doorkeeper(self.invite.fragment()))
        if door is not None and not self._started:
            self._door = door
            door.enter()
            self._hall.show_code(code)

    async def _close_door(self) -> None:
        door, self._door = self._door, None
        if door is not None:
            await door.leave()

    async def _pair(self) -> None:
        room = self.room
        if room is None:
            return
        way = ManualTransport(self.me, chosen(), room, self._was_blocked)
        code = await way.offer()
        room.add(way)

        def accept(answer: str) -> None:
            soon(self._accept(way, answer))

        self._close_pairing()
        self._pairing = PairingSheet(code, accept)

    async def _accept(self, way: ManualTransport, answer: str) -> None:
        try:
            await way.accept(answer)
        except PairingError as error:
            if self._pairing is not None:
                self._pairing.say(str(error))

    def _close_pairing(self) -> None:
        pairing, self._pairing = self._pairing, None
        if pairing is not None:
            pairing.close()

    # --- what may go wrong ----------------------------------------------------------

    async def _find_relays(self, meeting: Meeting, ears: Listener) -> RelayTransport | None:
        if not self._can_connect():
            return None
        servers = invited(self.invite) if self.invite else chosen()
        relays = await relay_transport(meeting, servers, ears, self._was_blocked)
        return None if self._closed else relays

    def _can_connect(self) -> bool:
        if not can_connect():
            self._hall.trouble(NO_WEBRTC)
        return can_connect()

    def _be_patient(self, relays: RelayTransport) -> None:
        """Tell after a while that no relay answers, or nobody."""

        def tell() -> None:
            if not relays.answering:
                self._hall.trouble(NO_RELAY)
            elif not relays.peers and not relays.connecting and not self._hosts:
                self._hall.trouble(NOBODY)

        if self._patience is not None:
            self._patience.cancel()
        self._patience = asyncio.get_running_loop().call_later(PATIENCE, tell)

    def _was_blocked(self) -> None:
        if self._relays is None or not self._relays.peers:
            self._hall.trouble(NO_WAY_THROUGH)

    @property
    def _hosts(self) -> bool:
        return self.room is not None and self.room.room.host is not None

    @property
    def _started(self) -> bool:
        roster = None if self.room is None else self.room.room.guest.roster
        return roster is not None and roster.started

    # --- going ----------------------------------------------------------------------

    def stop(self) -> None:
        """Speak with nobody any more."""
        if self._patience is not None:
            self._patience.cancel()
        self._close_pairing()
        if self.room is not None:
            soon(self.room.close())
        self.room = None
        soon(self._close_door())

    def close(self) -> None:
        """Be gone from the page, and from its address."""
        self._closed = True
        self.stop()
        home_address()


def home_address() -> None:
    """Let the address lead to the title again."""
    if location.hash:
        history.replaceState(None, "", location.pathname + location.search)


class _Later:
    """Listener of a room that is about to be there."""

    room: RoomDriver | None = None

    def connected(self, way: Transport, peer: str) -> None:
        if self.room is not None:
            self.room.connected(way, peer)

    def lost(self, way: Transport, peer: str) -> None:
        if self.room is not None:
            self.room.lost(way, peer)

    def heard(self, way: Transport, peer: str, text: str) -> None:
        if self.room is not None:
            self.room.heard(way, peer, text)
