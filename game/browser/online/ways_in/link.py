"""Joining by a link: one page opens a table, and others follow its invitation."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.browser.online import seat_store
from game.browser.online.own_game import OwnGame
from game.browser.online.stage import Question
from game.browser.online.ways_in.table_connection import DICE, Way, own_name
from game.browser.page.links import set_fragment
from game.browser.table.variant_rule import rule_of
from game.browser.title import last_table
from game.browser.webrtc.servers import chosen, invited, settled
from game.core import Variant
from game.core.variants import MAX_SEATS
from game.net.host.host import Host
from game.net.invite import Invite, InviteError, new_invite, parse_invite
from game.net.room_endpoint import Room
from game.net.roster import Challenge
from game.net.saved_room import SavedRoomError, is_of_game, restore
from game.transport.identity import Credentials, new_identity_secret
from game.words.online.clubs import SEAT_THERE
from game.words.online.invite import awaiting, invited_by, refused, small_print
from game.words.title_screen import BACK_TO_TABLE

if TYPE_CHECKING:
    from game.history import challenge as past


class LinkWay(Way):
    """Opens tables, and joins those of other pages."""

    def host(self, *, screen: bool, challenge: past.SharedChallenge | None = None) -> None:
        """Open a table and its lobby: as a `screen` without a seat, or with the deal of a `challenge`."""
        self._events.open_lobby(opens=True)
        seats, variant = (MAX_SEATS, Variant()) if challenge is None else (challenge.seats, challenge.variant)
        deal = None if challenge is None else Challenge(challenge.seed, challenge.result)
        self._tasks.start(self._host(partial(Room.open, variant=variant, seats=seats, screen=screen, challenge=deal)))

    def play(self, game: OwnGame) -> None:
        """Open a table, and play `game` there at once."""
        self._events.return_to_table()
        self._tasks.start(self._host(partial(Room.open, variant=game.variant, seats=game.seats), game.begin))

    def join(self, link: str, *, pressed: bool, listed: bool = False) -> None:
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
            self._events.turn_away(refused(error))
            return
        servers, seat = invited(invite), seat_store.place(invite.token)
        foreign = servers.beyond(chosen() if pressed else settled())
        other_version = seat is None and seat_store.is_of_other_version(invite.token)
        asks_first = listed and seat is not None
        returns = seat is not None and seat.servers == servers.spelled()
        if not asks_first and (returns or (pressed and not foreign and not other_version)):
            self._tasks.start(self._join(invite, watch=invite.watch))
            return

        def come(*, watch: bool) -> None:
            self._tasks.start(self._join(invite, watch=watch))

        sit = None if invite.watch else partial(come, watch=False)
        about, host = invite.about, last_table.last().get(link, "")
        heading = BACK_TO_TABLE(name=host) if host and about is None else invited_by(about, watch=invite.watch)
        question = Question(
            SEAT_THERE() if asks_first else heading,
            awaiting(about, other_version=other_version),
            rule_of(about.variant).full if about else "",
            small_print(about, foreign),
            name=about.name if about else host,
            seats=about.seats if about else 0,
            people=about.people if about else 0,
        )
        self._events.ask(question, sit, partial(come, watch=True))

    async def _host(self, open_room: Callable[..., Room], begin: Callable[[Host, float], None] | None = None) -> None:
        """Open a table with `open_room`, which is Room.open with its options, and let `begin` start its game."""
        if await self._library.load(lambda: self._host(open_room, begin)) is None:
            return
        servers, secret, ed25519 = chosen(), new_identity_secret(DICE), self._library.ed25519
        invite = new_invite(DICE, ed25519.public_key(secret), servers.relays, servers.turn)
        credentials = Credentials.of(invite.meeting.room, invite.founder, secret, ed25519)

        def opened(me: str) -> Room:
            return open_room(me, own_name(), credentials, DICE, self._table.teammate, time.monotonic())

        self._follow(invite)
        await self._table.enter(invite.meeting, opened, begin)

    async def _join(self, invite: Invite, *, watch: bool) -> None:
        seat = seat_store.place(invite.token)

        def entered(me: str) -> Room:
            if seat is not None:
                now, teammate, ed25519 = time.monotonic(), self._table.teammate, self._library.ed25519
                try:
                    return restore(seat.saved, me, ed25519, DICE, teammate, now)
                except SavedRoomError:
                    seat_store.forget_place(invite.token)
            return self._table.new_guest(me, invite.meeting.room, invite.founder, watch=watch)

        returns = seat is not None and is_of_game(seat.saved)
        self._follow(replace(invite, about=None))
        if returns:
            self._events.return_to_table()
        else:
            self._events.open_lobby()
        await self._table.enter(invite.meeting, entered)

    def _follow(self, invite: Invite) -> None:
        """Note the `invite` of this page's table, also in its address."""
        self._table.invite, self._table.servers = replace(invite, watch=False), invited(invite)
        set_fragment(invite.fragment())
