"""An evening with others: from the invitation through the lobby to the table, and out again."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random, SystemRandom

import js
from js import document, history, location

from game.browser.dom import find, listen
from game.browser.sound import Sound
from game.browser.table_screen import TableScreen
from game.browser.together import kept, phrases
from game.browser.together.by_hand import ByHand, PairingError, new_name
from game.browser.together.choices import Choice
from game.browser.together.codes import Caller, Doorkeeper
from game.browser.together.company import Company
from game.browser.together.lobby import LobbyScreen
from game.browser.together.out import OutScreen
from game.browser.together.pairing import PairingSheet
from game.browser.together.qr import draw_qr
from game.browser.together.relays import Relays, can_connect, find_relays
from game.browser.together.running import RunningRoom
from game.browser.together.servers import chosen, invited
from game.browser.together.soon import soon
from game.browser.together.ways import Ears
from game.core import Action, Dealt, Event, GameLost, LevelCompleted, Seat, Started, Stopped, Variant, View
from game.core.variants import MAX_SEATS
from game.net import words
from game.net.guest import Checked, Out, Searching, Shown, Whereabouts
from game.net.host import Host
from game.net.invite import Invite, InviteError, Meeting, code_meeting, new_code, new_invite, parse_invite
from game.net.messages import Notice, Sign, Signed, Why
from game.net.room import Room, SavedRoomError
from game.net.roster import Roster, Sitter
from game.teammates import Teammate
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.teammates.story import Story, stories

KEEP_AFTER = 0.25
"""Seconds after which the place at the table is kept: nothing that is seen waits for that."""

PATIENCE = 10.0
"""Seconds after which it is told that no relay, or nobody, answers."""

DICE = SystemRandom()


class Evening:
    """One table with others. `home` is called when this page leaves it."""

    def __init__(self, sound: Sound, home: Callable[[], None]) -> None:
        self._sound = sound
        self._home = home
        self._room: RunningRoom | None = None
        self._relays: Relays | None = None
        self._door: Relays | None = None
        self._invite: Invite | None = None
        self._lobby: LobbyScreen | None = None
        self._out: OutScreen | None = None
        self._screen: TableScreen | None = None
        self._company: Company | None = None
        self._names: tuple[str, ...] = ()
        self._pairing: PairingSheet | None = None
        self._me = ""
        self._here = 1
        self._searching = ""
        self._moved: set[Seat] = set()
        self._unsaid: list[str] = []
        self._heard: list[tuple[float, View]] = []
        self._told: list[Story] = []
        self._saving: asyncio.Handle | None = None
        self._patience: asyncio.Handle | None = None
        self._closed = False
        # Solo play's sheet has fields of the same names; it waits outside of the page meanwhile.
        self._setup = find("setup")
        self._setup.remove()
        find("menu-title").textContent = "Menu"
        self._listening = [
            listen(js.window, "beforeunload", lambda _: self._say_goodbye()),
            listen(js.window, "pagehide", lambda _: self._say_goodbye()),
            listen(js.window, "pageshow", lambda event: event.persisted and location.reload()),
        ]

    # --- coming ---------------------------------------------------------------------

    async def host(self) -> None:
        """Open a table, and its lobby."""
        servers = chosen()
        invite = new_invite(DICE, servers.relays, servers.turn)

        def opened(me: str) -> Room:
            name, key, now = kept.name(), kept.new_key(), time.monotonic()
            return Room.open(me, name, key, DICE, self._teammate, now, variant=Variant(), seats=MAX_SEATS)

        await self._come(invite, opened)

    async def join(self, link: str) -> None:
        """Come to the table that `link` invites to: into the seat that was ours, if one was."""
        try:
            invite = parse_invite(link)
        except InviteError as error:
            self._turn_away(str(error))
            return
        saved = kept.place(invite.token)

        def entered(me: str) -> Room:
            now = time.monotonic()
            if saved is not None:
                try:
                    return Room.restore(saved, me, DICE, self._teammate, now)
                except SavedRoomError:
                    kept.forget_place(invite.token)
            return Room.enter(me, kept.name(), kept.new_key(), DICE, self._teammate, now)

        await self._come(invite, entered)

    async def join_by_hand(self, code: str) -> None:
        """Come to the table of the page that made `code`, with no relay between."""
        self._home_address()
        self._open_lobby()
        if not can_connect():
            self._trouble(phrases.NO_WEBRTC)
            return
        ears = _Later()
        way = ByHand(new_name(), chosen(), ears, self._was_blocked)
        try:
            answer = await way.answer(code)
        except PairingError as error:
            self._turn_away(str(error))
            return
        self._me = way.me
        now = time.monotonic()
        room = Room.enter(way.me, kept.name(), kept.new_key(), DICE, self._teammate, now)
        running = self._room = ears.room = RunningRoom(room, self._shown)
        running.add(way)
        running.do(lambda now: None)
        self._pairing = PairingSheet(answer, None)

    async def join_by_code(self, meeting: Meeting) -> None:
        """Come to the table whose host has said the code for `meeting`."""
        self._open_lobby()
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

    async def _come(self, invite: Invite, room: Callable[[str], Room]) -> None:
        self._invite = invite
        history.replaceState(None, "", location.pathname + location.search + invite.fragment())
        self._open_lobby()
        heard = _Later()
        relays = await self._find_relays(invite.meeting, heard)
        if relays is None:
            return
        self._relays, self._me = relays, relays.me
        running = self._room = heard.room = RunningRoom(room(relays.me), self._shown)
        running.add(relays)
        relays.enter()
        running.do(lambda now: None)
        self._be_patient(relays)

    async def _find_relays(self, meeting: Meeting, ears: Ears) -> Relays | None:
        if not can_connect():
            self._trouble(phrases.NO_WEBRTC)
            return None
        servers = invited(self._invite) if self._invite else chosen()
        relays = await find_relays(meeting, servers, ears, self._was_blocked)
        return None if self._closed else relays

    def _be_patient(self, relays: Relays) -> None:
        """Tell after a while that no relay answers, or nobody."""

        def tell() -> None:
            if not relays.answering:
                self._trouble(phrases.NO_RELAY)
            elif not relays.peers and not relays.connecting and self._host is None:
                self._trouble(phrases.NOBODY)

        if self._patience is not None:
            self._patience.cancel()
        self._patience = asyncio.get_running_loop().call_later(PATIENCE, tell)

    def _was_blocked(self) -> None:
        if self._relays is not None and not self._relays.peers:
            self._trouble(phrases.BLOCKED)

    def _trouble(self, sentence: str) -> None:
        if self._lobby is not None:
            self._lobby.trouble(sentence)

    # --- going ----------------------------------------------------------------------

    def leave(self) -> None:
        """Get up for good, and go home."""
        if self._room is not None:
            self._room.leave(Why.LEFT)
        if self._invite is not None:
            kept.forget_place(self._invite.token)
        self._home()

    def close(self) -> None:
        """Be gone from the page."""
        self._closed = True
        self._stop()
        for stop in self._listening:
            stop()
        self._close_screens()
        document.body.append(self._setup)
        find("menu-title").textContent = "Paused"
        self._home_address()

    def _home_address(self) -> None:
        """Let the address lead to the title again."""
        if location.hash:
            history.replaceState(None, "", location.pathname + location.search)

    def _stop(self) -> None:
        """Speak with nobody any more."""
        for timer in (self._patience, self._saving):
            if timer is not None:
                timer.cancel()
        if self._room is not None:
            soon(self._room.close())
        self._room = None
        soon(self._close_door())

    async def _close_door(self) -> None:
        door, self._door = self._door, None
        if door is not None:
            await door.leave()

    def _close_screens(self) -> None:
        for screen in (self._pairing, self._lobby, self._out, self._company, self._screen):
            if screen is not None:
                screen.close()
        self._pairing = self._lobby = self._out = self._company = self._screen = None
        find("table").hidden = True

    def _say_goodbye(self) -> None:
        if self._room is not None:
            self._save()
            self._room.leave(Why.CLOSED)

    def _turn_away(self, sentence: str) -> None:
        """There is no place here; say why."""
        self._stop()
        self._close_screens()
        link = location.hash
        self._out = OutScreen(sentence, lambda: location.reload() if link else self._home(), self._home)

    # --- what is shown --------------------------------------------------------------

    def _shown(self, shown: Shown) -> None:
        match shown:
            case View():
                self._show_view(shown)
            case Roster():
                self._show_roster(shown)
            case Notice(note, seat):
                self._moved.add(seat)
                self._say(words.note(note, seat, self._roster))
            case Signed(seat, sign):
                if self._company is not None:
                    self._company.show_sign(seat, self._names[seat], sign)
            case Searching() if self._playing.guest.whereabouts is Whereabouts.SEEKING:
                self._searching = phrases.SEARCHING
                self._show_company()
            case Checked(fair):
                self._say(words.checked(fair))
            case Out(why):
                if why is not Why.REPLACED and self._invite is not None:
                    kept.forget_place(self._invite.token)
                self._turn_away(words.why(why))

    def _open_lobby(self) -> None:
        if self._lobby is None:
            self._lobby = LobbyScreen(self, kept.name())
            self._lobby.say(phrases.JOINING)
            self._lobby.focus()
        self._lobby.element.querySelector("[data-invite]").hidden = self._invite is None
        if self._invite is not None:
            link = location.origin + location.pathname + self._invite.fragment()
            self._lobby.invite(link)
            soon(draw_qr(self._lobby.element.querySelector(".qr"), link))

    def _show_roster(self, roster: Roster) -> None:
        here = sum(place.here for place in roster.places)
        if here > self._here:
            self._close_pairing()
        self._here = here
        self._searching = ""
        self._keep()
        if self._relays is not None and (self._relays.peers or self._host):
            self._trouble("")
        if roster.started and self._door is not None:
            soon(self._close_door())
        self._show_company()

    def _show_company(self) -> None:
        if self._room is None:
            return
        guest = self._room.room.guest
        if self._company is not None and guest.roster is not None:
            self._company.show(guest.roster, guest.seat, self._me, self._searching)
        elif self._lobby is not None and guest.roster is not None:
            self._lobby.show(guest.roster, guest.seat, self._me, hosts=self._host is not None)
            if self._searching:
                self._lobby.say(self._searching)

    def _show_view(self, view: View) -> None:
        self._keep()
        guest = self._playing.guest
        if self._screen is None:
            self._open_table()
        view = replace(view, news=tuple(event for event in view.news if not self._stops_by_moving(event)))
        if Started() in view.news:
            self._moved.clear()
        screen = self._screen
        assert screen is not None
        if self._hear(view):
            screen.look_back(view, self._told, "")
        screen.show(view, list(guest.pressed.values()))

    def _open_table(self) -> None:
        guest = self._playing.guest
        roster, me = self._roster, guest.seat
        self._names = tuple("You" if seat == me else place.name for seat, place in enumerate(roster.places))
        if self._lobby is not None:
            self._lobby.close()
            self._lobby = None
        find("table").hidden = False
        find("table").dataset.watching = str(me is None).lower()
        self._screen = TableScreen(self._names, self._sound, self._act, self._again, self.leave, self._may_deal)
        self._company = Company(self._vote, self._sign, self._say)
        self._show_company()

    def _stops_by_moving(self, event: Event) -> bool:
        """Whether the table stopped because somebody left or came back, which has been told already."""
        return isinstance(event, Stopped) and event.seat in self._moved

    def _hear(self, view: View) -> bool:
        """Keep what may be looked back on; whether a level has just ended."""
        if any(isinstance(event, Dealt) for event in view.news):
            self._heard.clear()
            if view.level == 1 and not view.blind:
                self._told.clear()
        self._heard.append((time.monotonic(), view))
        ended = any(isinstance(event, LevelCompleted | GameLost) for event in view.news)
        if ended:
            self._told += stories(self._heard)
        return ended and bool(self._told)

    def _say(self, sentence: str) -> None:
        """Tell this in one breath with all that is told in this moment."""
        if not self._unsaid:
            asyncio.get_running_loop().call_soon(self._say_all)
        self._unsaid.append(sentence)

    def _say_all(self) -> None:
        words = " ".join(dict.fromkeys(self._unsaid))
        self._unsaid.clear()
        if self._screen is not None:
            self._screen.say(words)
        elif self._lobby is not None:
            self._lobby.say(words)

    def _keep(self) -> None:
        if self._saving is None:
            self._saving = asyncio.get_running_loop().call_later(KEEP_AFTER, self._save)

    def _save(self) -> None:
        self._saving = None
        room, invite = self._room, self._invite
        if room is not None and invite is not None and room.room.guest.whereabouts is Whereabouts.IN:
            kept.keep_place(invite.token, room.room.saved())

    # --- what is done ---------------------------------------------------------------

    def rename(self, name: str) -> None:
        kept.keep_name(name)
        if self._room is not None:
            self._room.do(lambda now: self._playing.guest.rename(name))

    def ready(self, ready: bool) -> None:
        if self._room is not None:
            self._room.do(lambda now: self._playing.guest.ready(ready))

    def choose(self, choice: Choice) -> None:
        self._as_host(lambda host, now: self._chosen(host, choice))

    def fill(self, name: str) -> None:
        def fill(host: Host, now: float) -> None:
            free = [seat for seat, place in enumerate(host.lobby.places) if place.sitter is Sitter.NOBODY]
            if free:
                host.fill(free[0], name)

        self._as_host(fill)

    def free(self, seat: Seat) -> None:
        self._as_host(lambda host, now: host.free(seat))

    def send_away(self, peer: str) -> None:
        self._as_host(lambda host, now: host.send_away(peer, now))

    def start(self) -> None:
        def start(host: Host, now: float) -> None:
            if not phrases.blocked(self._roster):
                host.close_up()
                host.start(now)

        self._as_host(start)

    def make_code(self) -> None:
        soon(self._open_door())

    def pair(self) -> None:
        """Pair with another page by hand: any number of them, one after the other."""
        soon(self._pair())

    async def _pair(self) -> None:
        room = self._room
        if room is None:
            return
        way = ByHand(self._me, chosen(), room, self._was_blocked)
        code = await way.offer()
        room.add(way)

        def accept(answer: str) -> None:
            soon(self._accept(way, answer))

        self._close_pairing()
        self._pairing = PairingSheet(code, accept)

    async def _accept(self, way: ByHand, answer: str) -> None:
        try:
            await way.accept(answer)
        except PairingError as error:
            if self._pairing is not None:
                self._pairing.say(str(error))

    def _close_pairing(self) -> None:
        pairing, self._pairing = self._pairing, None
        if pairing is not None:
            pairing.close()

    def try_again(self) -> None:
        self._trouble("")
        relays = self._relays or self._door
        if relays is not None:
            relays.dial(at_once=True)
            self._be_patient(relays)

    async def _open_door(self) -> None:
        if self._invite is None or self._door is not None:
            return
        code = new_code(DICE)
        door = await self._find_relays(code_meeting(code), Doorkeeper(self._invite.fragment()))
        if door is not None and self._lobby is not None:
            self._door = door
            door.enter()
            self._lobby.show_code(code)

    def _chosen(self, host: Host, choice: Choice) -> None:
        roster = self._roster
        if choice.locked != roster.locked:
            host.lock(choice.locked)
        if (choice.variant, choice.seats, choice.signs) != (roster.variant, len(roster.places), roster.signs):
            try:
                host.arrange(choice.variant, choice.seats, choice.signs)
            except ValueError as error:
                self._show_company()
                self._say(f"{error}.".capitalize())

    def _act(self, action: Action, age: float) -> None:
        if self._room is not None:
            self._room.do(lambda now: self._playing.guest.act(action, now - age))

    def _vote(self, seat: Seat, agreed: bool) -> None:
        if self._room is not None:
            self._room.do(lambda now: self._playing.guest.vote(seat, agreed))

    def _sign(self, sign: Sign) -> None:
        if self._room is not None:
            self._room.do(lambda now: self._playing.guest.sign(sign))

    def _again(self) -> None:
        self._as_host(lambda host, now: host.again(now))

    def _may_deal(self) -> bool:
        return self._host is not None

    def _as_host(self, step: Callable[[Host, float], None]) -> None:
        host, room = self._host, self._room
        if host is not None and room is not None:
            room.do(lambda now: step(host, now))

    # --- who is who -----------------------------------------------------------------

    @property
    def _playing(self) -> Room:
        assert self._room is not None
        return self._room.room

    @property
    def _host(self) -> Host | None:
        return None if self._room is None else self._room.room.host

    @property
    def _roster(self) -> Roster:
        roster = self._playing.guest.roster
        assert roster is not None
        return roster

    def _teammate(self, name: str, seat: Seat) -> Teammate:
        """Who sits down at `seat`: the character of that name, or whoever is best in step."""
        character = CHARACTERS.get(name.split(" ")[0], CHARACTERS[DEFAULT])
        host = self._host
        places = host.lobby.places if host is not None else self._roster.places
        people = [other for other, place in enumerate(places) if place.sitter is Sitter.PERSON and other != seat]
        return teammate(character, Random(secrets.token_hex(16)), people=people)


class _Later:
    """Ears of a room that is about to be there."""

    room: RunningRoom | None = None

    def connected(self, way: Relays, peer: str) -> None:
        if self.room is not None:
            self.room.connected(way, peer)

    def lost(self, way: Relays, peer: str) -> None:
        if self.room is not None:
            self.room.lost(way, peer)

    def heard(self, way: Relays, peer: str, text: str) -> None:
        if self.room is not None:
            self.room.heard(way, peer, text)
