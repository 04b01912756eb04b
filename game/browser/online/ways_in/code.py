"""Joining by a spoken code: the host makes it, and the guest enters it."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.online.stage import ConnectionEvents
from game.browser.online.ways_in.code_key import can_derive, meeting_by_code
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.online.ways_in.spoken_code import CodeGuest, CodeHost
from game.browser.online.ways_in.table_connection import DICE, TableConnection, Way, own_name
from game.browser.page.tasks import Timer
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.room_transport import RoomTransport
from game.browser.webrtc.servers import chosen
from game.browser.webrtc.transport import TransportListener
from game.browser.webrtc.wall_clock import wall_clock
from game.net.code_admission import Caller
from game.net.invite import CODE_LASTS, Meeting, code_hours, new_code, parse_code, spoken
from game.net.names import clean_name
from game.net.protocol.messages import Why
from game.words.online.invite import CODE_IS_OLD, KNOCKED, NEEDS_HTTPS, NOT_ANSWERED
from game.words.online.people import WHY


class CodeWay(Way):
    """The rooms of a spoken code. `follow` joins by the fragment of the invitation that a guest received."""

    def __init__(
        self, events: ConnectionEvents, library: NostrLibrary, table: TableConnection, follow: Callable[[str], None]
    ) -> None:
        super().__init__(events, library, table)
        self.relays: list[RoomTransport] = []
        self._follow = follow
        self._host: CodeHost | None = None
        self._guest: CodeGuest | None = None
        self._expiry = Timer(self._expire)
        self._closed = False

    def join(self, code: str) -> None:
        """Join the table whose host has read out `code`."""
        self._tasks.start(self._join(code))

    def make(self) -> None:
        """Replace the spoken code by a new one. It is valid for CODE_LASTS seconds while the lobby is open."""
        self._tasks.start(self._make())

    def answer(self, let_in: bool) -> None:
        """Admit or refuse the caller that the session was last asked about."""
        if self._host is not None:
            self._host.answer(let_in)

    def leave(self) -> None:
        """Refuse all callers that wait, and leave the rooms of the code, so that it admits no further ones."""
        for one in (self._host, self._guest):
            if one is not None:
                one.close()
        for relays in self.relays:
            relays.close()
        self.relays.clear()
        self._expiry.stop()
        self._host = self._guest = None

    def close(self) -> None:
        """Leave the rooms, and stop calling the session. May be called twice."""
        super().close()
        self._closed = True
        self.leave()

    async def _join(self, code: str) -> None:
        """Knock in the code's rooms of this hour and of the nearest other hour, since either may be the host's hour."""
        self._events.open_lobby()
        key = await self._library.load(lambda: self._join(code))
        if key is None:
            return
        guest = self._guest = CodeGuest(clean_name(own_name()), self._knocked, self._was_invited, self._was_refused)
        for hour in code_hours(wall_clock.now()):
            meeting = await meeting_by_code(code, hour)
            if guest.answered:
                return
            self._enter(key, meeting, guest)
        self._table.be_patient(self.relays, lambda: self._events.stage.unanswered(NOT_ANSWERED(), spoken(code)))

    def _ask_about(self, caller: Caller | None) -> None:
        if not self._closed:
            self._events.stage.ask_about(caller)

    def _knocked(self) -> None:
        self._events.stage.trouble("")
        self._events.stage.say(KNOCKED())

    def _was_invited(self, fragment: str) -> None:
        self._tasks.start(self._leave_and_follow(fragment))

    def _was_refused(self, reason: Why) -> None:
        self._events.turn_away(WHY[reason](), asks_for_code=True)

    async def _leave_and_follow(self, fragment: str) -> None:
        self.leave()
        self._follow(fragment)

    async def _make(self) -> None:
        self.leave()
        if not can_derive():
            self._events.stage.show_code("", NEEDS_HTTPS())
            return
        code, table = new_code(DICE), self._table
        hour, _ = code_hours(wall_clock.now())
        meeting = await meeting_by_code(parse_code(code), hour)
        key = await self._library.load(None) if table.invite is not None else None
        if key is not None and table.invite is not None and not self.relays and not table.started:
            self._host = CodeHost(table.invite.fragment(), self._ask_about)
            self._enter(key, meeting, self._host)
            self._expiry.start(CODE_LASTS)
            self._events.stage.show_code(code)

    def _expire(self) -> None:
        self.leave()
        self._events.stage.show_code("", CODE_IS_OLD())

    def _enter(self, key: PageKey, meeting: Meeting, listener: TransportListener) -> None:
        servers = self._table.servers if self._table.invite else chosen()
        self.relays.append(RoomTransport(key, meeting, servers, listener, lambda peer: False, direct=False))
