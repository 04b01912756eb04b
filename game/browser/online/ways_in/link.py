"""Joining by a link: one page opens a table, and others follow its invitation."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from game.browser.online import seat_store
from game.browser.online.choice_screen import invitation
from game.browser.online.visit import Visit
from game.browser.online.ways_in.table_connection import DICE, own_name
from game.browser.table.variant_rule import rule_of
from game.browser.title import last_table
from game.browser.webrtc.servers import chosen, invited, settled
from game.core import Variant
from game.core.variants import MAX_SEATS
from game.net.host.host import Host
from game.net.invite import Invite, InviteError, new_invite, parse_invite
from game.net.room_endpoint import Room
from game.net.roster import Challenge
from game.net.saved_room import SavedSeat, restore
from game.teammates.characters import DEFAULT, NAMES
from game.transport.identity import Credentials, new_identity_secret
from game.words.online.clubs import SEAT_THERE
from game.words.online.invite import awaiting, invited_by, refused, small_print
from game.words.title_screen import BACK_TO_TABLE

if TYPE_CHECKING:
    from game.core.record import Game

TEAMMATES = 3
"""The number of computer players at a table that opens for a club."""


async def open_table(
    visit: Visit,
    *,
    screen: bool = False,
    challenge: Game | None = None,
    club: str = "",
) -> None:
    """Open a table and its lobby: as a `screen` without a seat, or with the deal of a `challenge`.

    If the table is for a `club` with this id, begin a game with computer players at once instead.
    """
    if club:
        visit.return_to_table()
    else:
        visit.open_lobby(opens=True)
    table = visit.table
    key = await table.load()
    servers, secret = chosen(), new_identity_secret(DICE)
    invite = new_invite(DICE, table.ed25519.public_key(secret), servers.relays, servers.turn)
    table.follow(invite)
    room = Room.open(
        key.name,
        own_name(),
        Credentials.of(invite.meeting.room, invite.founder, secret, table.ed25519),
        DICE,
        table.teammate,
        time.monotonic(),
        variant=challenge.variant if challenge else Variant(),
        seats=challenge.seats if challenge else 1 + TEAMMATES if club else MAX_SEATS,
        screen=screen,
        challenge=Challenge(challenge.seed, challenge.result) if challenge else None,
    )
    driver, host = table.enter(invite.meeting, room), room.host
    driver.do(lambda now: _begin(host, club, now) if club and host else None)


def _begin(host: Host, club: str, now: float) -> None:
    """Begin a game with computer players at the new table of `host`, which `club` lists."""
    lobby = host.lobby
    lobby.settings = replace(lobby.settings, club=club)
    for seat, name in enumerate(NAMES[:TEAMMATES], start=1):
        lobby.fill(seat, DEFAULT, name)
    host.begin(now)


async def by_link(visit: Visit, link: str, *, pressed: bool, listed: bool = False) -> None:
    """Join the table of `link`, in this browser's previous seat if there is one.

    If no page is there, the saved game continues.

    The page asks before it connects, with two exceptions: the link was `pressed`, names no other servers than this
    browser uses, and no page of another version has a seat there; or this browser has a seat there, reached over
    the same servers. The question says if only another version has a seat. A link that is `listed` in a club may
    lead to any table, so the page also asks before it returns to a seat.
    """
    try:
        invite = parse_invite(link)
    except InviteError as error:
        visit.turn_away(refused(error))
        return
    servers, seat = invited(invite), seat_store.place(invite.token)
    foreign = servers.beyond(chosen() if pressed else settled())
    other_version = seat is None and seat_store.is_of_other_version(invite.token)
    asks_first = listed and seat is not None
    returns = seat is not None and seat.servers == servers.spelled()
    watch = invite.watch
    if asks_first or not (returns or (pressed and not foreign and not other_version)):
        about, host = invite.about, last_table.last().get(link, "")
        heading = BACK_TO_TABLE(name=host) if host and about is None else invited_by(about, watch=watch)
        question = invitation(
            SEAT_THERE() if asks_first else heading,
            awaiting(about, other_version=other_version),
            rule_of(about.variant).full if about else "",
            small_print(foreign),
            name=about.name if about else host,
            seats=about.seats if about else 0,
            people=about.people if about else 0,
        )
        watch = await visit.ask(question, *(["watch"] if watch else ["yes", "watch"])) == "watch"
    await _join(visit, invite, seat, watch=watch)


async def _join(visit: Visit, invite: Invite, seat: SavedSeat | None, *, watch: bool) -> None:
    table = visit.table
    table.follow(replace(invite, about=None))
    if seat is not None and seat.is_of_game:
        visit.return_to_table()
    else:
        visit.open_lobby()
    key = await table.load()
    if seat is not None:
        room = restore(seat, key.name, table.ed25519, DICE, table.teammate, time.monotonic())
    else:
        room = table.new_guest(invite.meeting.room, invite.founder, watch=watch)
    driver = table.enter(invite.meeting, room)
    visit.show_last_known()
    driver.do(lambda now: None)
