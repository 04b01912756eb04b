"""Joining a table and inviting others: by link, by spoken code, or by manual pairing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Protocol

import js
from js import history, location
from pyodide.ffi import JsException

from game.browser.online import seat_store
from game.browser.online.code_key import can_derive, meeting_by_code
from game.browser.online.pairing_dialog import PairingSheet
from game.browser.online.room_driver import RoomDriver
from game.browser.online.spoken_code import CodeGuest, CodeHost
from game.browser.page.dom import listen
from game.browser.page.tasks import Tasks
from game.browser.webrtc.ed25519 import PageEd25519
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.manual_pairing import ManualTransport
from game.browser.webrtc.peer_connection import can_connect
from game.browser.webrtc.room_transport import RoomTransport
from game.browser.webrtc.servers import Servers, chosen, invited, settled
from game.browser.webrtc.transport import Listener
from game.browser.webrtc.vendored import NOSTR, vendored_copy
from game.core import Seat, Variant
from game.core.variants import MAX_SEATS
from game.net.code_admission import Caller
from game.net.guest_updates import Shown
from game.net.invite import (
    CODE_LASTS,
    Invite,
    InviteError,
    Meeting,
    code_hours,
    new_code,
    new_invite,
    parse_code,
    parse_invite,
)
from game.net.names import clean_name
from game.net.protocol.messages import Why
from game.net.room_endpoint import Room, SavedRoomError
from game.net.roster import Challenge, Roster
from game.teammates import Teammate
from game.transport.identity import Credentials, new_identity_secret
from game.transport.pairing import Code, PairingError, public_addresses, unpack
from game.words.language import said
from game.words.online import pairing
from game.words.online.connecting import NO_RELAY, NO_WAY_THROUGH, NO_WEBRTC, NOBODY, NOT_FETCHED
from game.words.online.invite import CODE_IS_OLD, KNOCKED, NEEDS_HTTPS, NOT_ANSWERED, invited_by, refused
from game.words.online.people import GUEST, why

if TYPE_CHECKING:
    from game.history import challenge as past

PATIENCE = 10.0
"""Seconds without a relay or a peer after which the page says so."""

DICE = SystemRandom()


class Owner(Protocol):
    """Callbacks of Connecting."""

    def open_lobby(self) -> None:
        """Show the lobby, with the invitation if there is one."""

    def shown(self, shown: Shown) -> None:
        """Show an update from the room."""

    def ask(self, sentence: str, sit: Callable[[], None] | None, watch: Callable[[], None] | None) -> None:
        """Ask whether to follow an invitation, and call the chosen function. None means the choice is not offered."""

    def say(self, sentence: str) -> None:
        """Show the progress of joining."""

    def show_code(self, code: str, words: str = "") -> None:
        """Show the spoken code. If it has expired or is unavailable, `code` is empty and `words` says why."""

    def ask_about(self, caller: Caller | None) -> None:
        """Ask whether to admit `caller`, who knows the code. None withdraws the question."""

    def trouble(self, sentence: str) -> None:
        """Show why others cannot join. An empty sentence clears the message."""

    def turn_away(self, sentence: str) -> None:
        """Show why this page cannot join."""

    def go_home(self) -> None:
        """Show the title screen, after the address stopped naming a table."""

    def teammate(self, name: str, seat: Seat) -> Teammate:
        """Return the teammate called `name` for `seat`."""


class Connecting:
    """The connections to other pages. `room` runs over them once the page has joined or opened one.

    Everything that waits runs as a task, so that `stop` cancels it and no later callback reaches the owner.
    """

    def __init__(self, owner: Owner) -> None:
        self.room: RoomDriver | None = None
        self.invite: Invite | None = None
        self.servers = Servers()
        self.me = ""
        self._owner = owner
        self._tasks = Tasks()
        self._loading = asyncio.Lock()
        self._key: PageKey | None = None
        self._ed25519: PageEd25519
        self._relays: RoomTransport | None = None
        self._code_relays: list[RoomTransport] = []
        self._code_host: CodeHost | None = None
        self._code_guest: CodeGuest | None = None
        self._code_over: asyncio.TimerHandle | None = None
        self._offering = Tasks()
        self._offer: ManualTransport | None = None
        self._sheet: PairingSheet | None = None
        self._again: Callable[[], Coroutine[Any, Any, None]] | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._here = 1
        self._stopped = False
        self._stop_listening = listen(js.window, "popstate", lambda _: self._address_changed())

    # --- joining --------------------------------------------------------------------

    def host(self, *, screen: bool, challenge: past.Challenge | None = None) -> None:
        """Open a table and its lobby: as a `screen` without a seat, or with the deal of a `challenge`."""
        self._tasks.start(self._host(screen, challenge))

    def join(self, link: str, *, pressed: bool, afresh: bool = False) -> None:
        """Join the table of `link`, in this browser's previous seat if there is one.

        If no page is there, the saved game continues, or with `afresh` the lobby opens for a new one.

        The page asks before it connects, with two exceptions: the link was `pressed`, names no other servers than this
        browser uses, and no page of another version has a seat there; or this browser has a seat there, reached over
        the same servers. The question says if only another version has a seat.
        """
        try:
            invite = parse_invite(link)
        except InviteError as error:
            self._owner.turn_away(refused(error))
            return
        servers, kept = invited(invite), seat_store.place(invite.token)
        foreign = servers.beyond(chosen() if pressed else settled())
        other_version = kept is None and seat_store.is_of_other_version(invite.token)
        if (pressed and not foreign and not other_version) or (kept is not None and kept.servers == servers.spelled()):
            self._tasks.start(self._join(invite, watch=invite.watch, afresh=afresh))
            return

        def come(*, watch: bool) -> None:
            self._tasks.start(self._join(invite, watch=watch))

        sit = None if invite.watch else partial(come, watch=False)
        told = invited_by(invite.about, foreign, other_version=other_version)
        self._owner.ask(told, sit, partial(come, watch=True))

    def join_by_hand(self, code: str, *, pressed: bool) -> None:
        """Join the table of the page that made `code`, without relays. Ask first unless the link was `pressed`."""
        try:
            offer = unpack(code, "offer")
        except PairingError as error:
            self._owner.turn_away(pairing.refused(error))
            return
        if pressed:
            self._tasks.start(self._join_by_hand(offer))
        else:
            leads_to = pairing.leads_to(public_addresses(offer.sdp))
            self._owner.ask(leads_to, lambda: self._tasks.start(self._join_by_hand(offer)), None)

    def join_by_code(self, code: str) -> None:
        """Join the table whose host has read out `code`."""
        self._tasks.start(self._join_by_code(code))

    async def _host(self, screen: bool, asked: past.Challenge | None) -> None:
        self._owner.open_lobby()
        if await self._load(lambda: self._host(screen, asked)) is None:
            return
        servers, secret = chosen(), new_identity_secret(DICE)
        invite = new_invite(DICE, self._ed25519.public_key(secret), servers.relays, servers.turn)
        credentials = Credentials.of(invite.meeting.room, invite.founder, secret, self._ed25519)

        def opened(me: str) -> Room:
            name, now, teammate = _own_name(), time.monotonic(), self._owner.teammate
            return Room.open(
                me,
                name,
                credentials,
                DICE,
                teammate,
                now,
                variant=asked.variant if asked else Variant(),
                seats=asked.seats if asked else MAX_SEATS,
                screen=screen,
                challenge=Challenge(asked.seed, asked.result) if asked else None,
            )

        await self._come(invite, opened)

    async def _join(self, invite: Invite, *, watch: bool, afresh: bool = False) -> None:
        kept = seat_store.place(invite.token)

        def entered(me: str) -> Room:
            if kept is not None:
                now, teammate = time.monotonic(), self._owner.teammate
                try:
                    return Room.restore(kept.saved, me, self._ed25519, DICE, teammate, now, afresh=afresh)
                except SavedRoomError:
                    seat_store.forget_place(invite.token)
            return self._entered(me, invite.meeting.room, invite.founder, watch=watch)

        await self._come(replace(invite, about=None), entered)

    async def _join_by_hand(self, offer: Code) -> None:
        home_address()
        self._owner.open_lobby()
        key = await self._load(lambda: self._join_by_hand(offer)) if self._can_connect() else None
        if key is None:
            return
        me = key.name
        room = self._run(self._entered(me, offer.room, offer.founder), me)
        transport = ManualTransport(me, offer.room, offer.founder, chosen(), room, room.is_here, self._was_blocked)
        room.add(transport)
        try:
            answer = await transport.answer(offer)
        except PairingError as error:
            self._owner.turn_away(pairing.refused(error))
            return
        room.do(lambda now: None)
        self._sheet = PairingSheet(answer, None)

    async def _join_by_code(self, code: str) -> None:
        """Knock in the code's rooms of this hour and of the nearest other hour, since either may be the host's hour."""
        self._owner.open_lobby()
        key = await self._load(lambda: self._join_by_code(code))
        if key is None:
            return
        guest = CodeGuest(clean_name(_own_name()), self._knocked, self._was_invited, self._was_refused)
        self._code_guest = guest
        for hour in code_hours(time.time()):
            meeting = await meeting_by_code(code, hour)
            if guest.answered:
                return
            self._enter_code_room(key, meeting, guest)
        self._be_patient(self._code_relays, NOT_ANSWERED)

    def _knocked(self) -> None:
        self._owner.trouble("")
        self._owner.say(said(KNOCKED))

    def _was_invited(self, fragment: str) -> None:
        self._tasks.start(self._follow(fragment))

    def _was_refused(self, reason: Why) -> None:
        self._owner.turn_away(why(reason))

    async def _follow(self, fragment: str) -> None:
        self._close_code_relays()
        self.join(fragment, pressed=True)

    def _entered(self, me: str, room: str, founder: str, *, watch: bool = False) -> Room:
        credentials = Credentials.of(room, founder, new_identity_secret(DICE), self._ed25519)
        now, teammate = time.monotonic(), self._owner.teammate
        return Room.enter(me, _own_name(), credentials, DICE, teammate, now, watch=watch)

    async def _come(self, invite: Invite, room: Callable[[str], Room]) -> None:
        self.invite, self.servers = replace(invite, watch=False), invited(invite)
        history.replaceState(None, "", location.pathname + location.search + invite.fragment())
        self._owner.open_lobby()
        await self._enter(invite.meeting, room)

    async def _enter(self, meeting: Meeting, room: Callable[[str], Room]) -> None:
        key = await self._load(lambda: self._enter(meeting, room))
        if key is None:
            return
        running = self._run(room(key.name), key.name)
        returning = running.room.guest.roster is not None
        relays = RoomTransport(key, meeting, self.servers, running, running.trusts, returning=returning)
        self._relays = relays
        running.add(relays)
        relays.enter()
        running.do(lambda now: None)
        self._be_patient([relays])

    def _run(self, room: Room, me: str) -> RoomDriver:
        self.me = me
        self.room = RoomDriver(room, self._owner.shown)
        return self.room

    # --- inviting -------------------------------------------------------------------

    def make_code(self) -> None:
        """Replace the spoken code by a new one. It is valid for CODE_LASTS seconds while the lobby is open."""
        self._tasks.start(self._make_code())

    def answer(self, let_in: bool) -> None:
        """Admit or refuse the caller that the owner was last asked about."""
        if self._code_host is not None:
            self._code_host.answer(let_in)

    def pair(self) -> None:
        """Start manual pairing with another page. May be repeated, for one page at a time."""
        self._offering.close()
        self._offering = Tasks()
        if not self._stopped:
            self._offering.start(self._pair())

    def try_again(self) -> None:
        """Load the library again if that failed, and search again for relays and peers."""
        self._owner.trouble("")
        again, self._again = self._again, None
        if again is not None:
            self._tasks.start(again())
        relays = [self._relays] if self._relays is not None else self._code_relays
        for one in relays:
            one.dial()
        if relays:
            self._be_patient(relays)

    def met(self, roster: Roster) -> None:
        """Handle a new roster.

        Close the pairing sheet once somebody has joined, and leave the code's rooms once the game starts.
        """
        here = sum(place.here for place in roster.places)
        if here > self._here:
            self._close_sheet()
        self._here = here
        if self._relays is not None and (self._relays.peers or self._hosts):
            self._owner.trouble("")
        if roster.started:
            self._close_code_relays()

    async def _make_code(self) -> None:
        self._close_code_relays()
        if not can_derive():
            self._owner.show_code("", said(NEEDS_HTTPS))
            return
        code = new_code(DICE)
        hour, _ = code_hours(time.time())
        meeting = await meeting_by_code(parse_code(code), hour)
        key = await self._load(None) if self.invite is not None else None
        if key is not None and self.invite is not None and not self._code_relays and not self._started:
            self._code_host = CodeHost(self.invite.fragment(), self._owner.ask_about)
            self._enter_code_room(key, meeting, self._code_host)
            self._code_over = asyncio.get_running_loop().call_later(CODE_LASTS, self._take_code_back)
            self._owner.show_code(code)

    def _take_code_back(self) -> None:
        self._close_code_relays()
        self._owner.show_code("", said(CODE_IS_OLD))

    def _enter_code_room(self, key: PageKey, meeting: Meeting, listener: Listener) -> None:
        servers = self.servers if self.invite else chosen()
        relays = RoomTransport(key, meeting, servers, listener, lambda peer: False, direct=False)
        self._code_relays.append(relays)
        relays.enter()

    def _close_code_relays(self) -> None:
        """Leave the rooms of the spoken code, so that it admits no further callers."""
        for relays in self._code_relays:
            relays.close()
        self._code_relays.clear()
        if self._code_over is not None:
            self._code_over.cancel()
        if self._code_host is not None and not self._stopped:
            self._owner.ask_about(None)
        if self._code_guest is not None:
            self._code_guest.close()
        self._code_over = self._code_host = self._code_guest = None

    async def _pair(self) -> None:
        room = self.room
        if room is None or not self._can_connect():
            return
        if self._offer is not None and not self._offer.connected:
            self._offer.close()
        own = room.room.guest.credentials
        known = own.room, own.founder, chosen()
        offer = self._offer = ManualTransport(self.me, *known, room, room.is_here, self._was_blocked)
        room.add(offer)
        code = await offer.offer()
        self._close_sheet()
        self._sheet = PairingSheet(code, lambda answer: self._tasks.start(self._accept(offer, answer)))

    async def _accept(self, offer: ManualTransport, answer: str) -> None:
        try:
            await offer.accept(answer)
        except PairingError as error:
            if self._sheet is not None:
                self._sheet.say(pairing.refused(error))

    def _close_sheet(self) -> None:
        sheet, self._sheet = self._sheet, None
        if sheet is not None:
            sheet.close()

    # --- errors ---------------------------------------------------------------------

    async def _load(self, again: Callable[[], Coroutine[Any, Any, None]] | None) -> PageKey | None:
        """Load the library and return this page's key.

        If loading fails, return None; then `try_again` runs `again`.
        """
        async with self._loading:
            if self._key is None:
                try:
                    library = await vendored_copy(NOSTR)
                except JsException:
                    self._again = again or self._again
                    self._owner.trouble(said(NOT_FETCHED))
                    return None
                self._ed25519 = PageEd25519(library)
                self._key = PageKey(library)
        return self._key

    def _can_connect(self) -> bool:
        if not can_connect():
            self._owner.trouble(said(NO_WEBRTC))
        return can_connect()

    def _be_patient(self, relays: Sequence[RoomTransport], nobody: str = NOBODY) -> None:
        """Report after PATIENCE seconds if no relay is connected, or no peer was found."""

        def tell() -> None:
            if not any(one.answering for one in relays):
                self._owner.trouble(said(NO_RELAY))
            elif not any(one.peers for one in relays) and not self._hosts:
                self._owner.trouble(said(nobody))

        if self._patience is not None:
            self._patience.cancel()
        self._patience = asyncio.get_running_loop().call_later(PATIENCE, tell)

    def _was_blocked(self) -> None:
        if self._relays is None or not self._relays.peers:
            self._owner.trouble(said(NO_WAY_THROUGH))

    @property
    def _hosts(self) -> bool:
        return self.room is not None and self.room.room.host is not None

    @property
    def _started(self) -> bool:
        roster = None if self.room is None else self.room.room.guest.roster
        return roster is not None and roster.started

    # --- leaving --------------------------------------------------------------------

    def stop(self) -> None:
        """Close all connections and stop calling the owner. May be called twice."""
        if self._stopped:
            return
        self._stopped = True
        self._tasks.close()
        self._offering.close()
        if self._patience is not None:
            self._patience.cancel()
        self._close_sheet()
        self._close_code_relays()
        if self.room is not None:
            self.room.close()
        self.room = None

    def close(self) -> None:
        """Stop, and remove the table from the page's address. May be called twice."""
        self.stop()
        self._stop_listening()
        home_address()

    def _address_changed(self) -> None:
        """Go to the title after the browser's Back button led to an address without a table."""
        if not location.hash:
            self._owner.go_home()


def _own_name() -> str:
    """Return the name that other players see: the saved one, or the default."""
    return seat_store.name() or said(GUEST)


def home_address() -> None:
    """Remove the table from the page's address."""
    if location.hash:
        history.replaceState(None, "", location.pathname + location.search)
