"""Joining by a spoken code: the host makes it, and the guest enters it."""

from __future__ import annotations

import asyncio

from game.browser.online.lobby_screen import LobbyPage
from game.browser.online.visit import Visit
from game.browser.online.ways_in.code_key import can_derive, meeting_by_code
from game.browser.online.ways_in.link import by_link
from game.browser.online.ways_in.spoken_code import CodeGuest, CodeHost
from game.browser.online.ways_in.table_connection import DICE, own_name
from game.browser.webrtc.room_transport import RoomTransport
from game.browser.webrtc.servers import chosen
from game.net.invite import CODE_LASTS, new_code, parse_code, spoken
from game.net.names import clean_name
from game.net.protocol.messages import Why
from game.words.online.invite import CODE_IS_OLD, KNOCKED, NEEDS_HTTPS, NOT_ANSWERED
from game.words.online.people import WHY


async def by_code(visit: Visit, code: str) -> None:
    """Join the table whose host has read out `code`."""
    lobby = visit.open_lobby()
    key = await visit.table.load()
    guest = CodeGuest(clean_name(own_name()), lambda: lobby.set(trouble="", entered="", says=KNOCKED()))
    room = None
    try:
        meeting = await meeting_by_code(code)
        room = RoomTransport(key, meeting, chosen(), guest.happened, lambda peer: False, direct=False)
        visit.table.be_patient(room, lambda: lobby.trouble(NOT_ANSWERED(), spoken(code)))
        answer = await guest.answer
    finally:
        guest.close()
        if room is not None:
            room.close()
    if isinstance(answer, Why):
        visit.turn_away(WHY[answer](), asks_for_code=True)
    else:
        await by_link(visit, answer, pressed=True)


async def offer_code(visit: Visit, lobby: LobbyPage) -> None:
    """Make a spoken code, and ask about each caller who knows it, until the code expires.

    A big screen admits every caller, since only people in the room can see the code, and then makes a new code.
    """
    while can_derive():
        await _offer_code(visit, lobby)
        if not visit.role.is_screen:
            lobby.set(code="", code_says=CODE_IS_OLD())
            return
    lobby.set(code="", code_says=NEEDS_HTTPS())


async def _offer_code(visit: Visit, lobby: LobbyPage) -> None:
    table, code = visit.table, new_code(DICE)
    meeting = await meeting_by_code(parse_code(code))

    def ask(caller: str) -> None:
        if caller and visit.role.is_screen:
            host.answer(True)
        else:
            lobby.set(caller=caller, answer=host.answer)

    assert table.key is not None and table.invite is not None
    host = CodeHost(table.invite.fragment(), ask)
    room = RoomTransport(table.key, meeting, table.servers, host.happened, lambda peer: False, direct=False)
    lobby.show_code(code)
    try:
        await asyncio.sleep(CODE_LASTS)
    finally:
        host.close()
        room.close()
