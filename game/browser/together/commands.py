"""What the person at this page does, in the lobby and at the table, said to the room."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from game.browser.together import seat_store
from game.browser.together.connecting import Connecting
from game.browser.together.table_form import TableChoice
from game.core import Action, Card, Seat
from game.core.variants import MIN_SEATS
from game.net.guest import Guest
from game.net.lobby import SeatsError
from game.net.messages import Begin, Choose, DropChallenge, Empty, Fill, Gather, HandOver, Keep, Order, SendAway, Sign
from game.words.language import said
from game.words.together.lobby import NOBODY_ELSE_HOSTS, seats_taken


class Commands:
    """Said to the room of `connecting`; nothing happens while there is none. `refused` is told what cannot be."""

    def __init__(self, connecting: Connecting, refused: Callable[[str], None]) -> None:
        self._connecting = connecting
        self._refused = refused

    # --- as a guest -----------------------------------------------------------------

    def rename(self, name: str) -> None:
        seat_store.keep_name(name)
        self._as_guest(lambda guest, now: guest.rename(name))

    def ready(self, ready: bool) -> None:
        self._as_guest(lambda guest, now: guest.ready(ready))

    def press(self, action: Action, age: float) -> None:
        """Take `action`, pressed `age` seconds ago. Call `deliver` for the host to hear of it."""
        if self._connecting.room is not None:
            self._connecting.room.room.guest.act(action, time.monotonic() - age)

    def deliver(self) -> None:
        """Let the host hear of what was pressed."""
        self._as_guest(lambda guest, now: None)

    def pressed(self) -> Collection[Card]:
        """The cards that this page has laid and the host has not answered for."""
        room = self._connecting.room
        return () if room is None else room.room.guest.pressed

    def vote(self, seat: Seat, agreed: bool) -> None:
        """Be for going on with a teammate at `seat`, or not any more."""
        self._as_guest(lambda guest, now: guest.vote(seat, agreed))

    def sign(self, sign: Sign) -> None:
        """Make a sign."""
        self._as_guest(lambda guest, now: guest.sign(sign))

    def only_watch(self, watch: bool) -> None:
        """Only watch from now on, or sit down as soon as a seat is free. A host needs somebody who is it instead."""
        room = self._connecting.room
        host = None if room is None else room.room.host
        if watch and host is not None and not host.may_give_up:
            self._refused(said(NOBODY_ELSE_HOSTS))
        else:
            self._as_guest(lambda guest, now: guest.only_watch(watch))

    # --- as whoever leads -----------------------------------------------------------

    def choose(self, choice: TableChoice) -> None:
        """Play this game, if there are seats enough for those who sit here."""
        roster = None if self._connecting.room is None else self._connecting.room.room.guest.roster
        if roster is None:
            return
        people = sum(1 for _ in roster.people())
        if choice.seats < max(MIN_SEATS, people):
            self._refused(seats_taken(SeatsError(people)))
            choice = choice._replace(variant=roster.variant, seats=len(roster.places), signs=roster.signs)
        self._order(Choose(choice.variant, choice.seats, choice.signs, choice.locked))

    def fill(self, character: str) -> None:
        self._order(Fill(character))

    def free(self, seat: Seat) -> None:
        self._order(Empty(seat))

    def send_away(self, peer: str) -> None:
        self._order(SendAway(peer))

    def hand_over(self, seat: Seat) -> None:
        """Let whoever sits at `seat` lead."""
        self._order(HandOver(seat))

    def keep(self, name: str) -> None:
        """Let everybody who sits here keep the table under this name."""
        self._order(Keep(name))

    def drop_challenge(self) -> None:
        """Let other cards be dealt than those of the challenge."""
        self._order(DropChallenge())

    def start(self) -> None:
        """Begin the game, if nothing keeps it from that."""
        self._order(Begin())

    def again(self) -> None:
        """Play another game."""
        self._order(Begin())

    def gather(self) -> None:
        """After a game, let everybody come to the lobby."""
        self._order(Gather())

    def leads(self) -> bool:
        """Whether it is for this page to choose the game and to begin it."""
        return self._connecting.room is not None and self._connecting.room.room.guest.leads

    def hosts(self) -> bool:
        """Whether this page keeps the table."""
        return self._connecting.room is not None and self._connecting.room.room.host is not None

    def _order(self, order: Order) -> None:
        self._as_guest(lambda guest, now: guest.order(order))

    def _as_guest(self, step: Callable[[Guest, float], None]) -> None:
        room = self._connecting.room
        if room is not None:
            room.do(lambda now: step(room.room.guest, now))
