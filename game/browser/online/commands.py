"""The person's actions in the lobby and at the table, passed to the room."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from game.browser.online import seat_store
from game.browser.online.connecting import Connecting
from game.browser.online.game_choice_form import TableChoice
from game.core import Action, Card, Seat
from game.core.variants import MIN_SEATS
from game.net.guest import Guest
from game.net.host.lobby import SeatsError
from game.net.protocol.messages import (
    Begin,
    Choose,
    DropChallenge,
    Empty,
    Fill,
    Gather,
    HandOver,
    Keep,
    MakeSign,
    Order,
    SendAway,
    Sign,
    TeammateVote,
)
from game.words.language import said
from game.words.online.lobby import NOBODY_ELSE_HOSTS, seats_taken


class Commands:
    """Actions for the room of `connecting`; without a room they do nothing.

    `refused` is called with a message for an action that is impossible.
    """

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
        """Take `action`, pressed `age` seconds ago. Call `deliver` to send it to the host."""
        if self._connecting.table.room is not None:
            self._connecting.table.room.room.guest.act(action, time.monotonic() - age)

    def deliver(self) -> None:
        """Send the pressed actions to the host."""
        self._as_guest(lambda guest, now: None)

    def pressed(self) -> Collection[Card]:
        """Return the cards that this page has played and the host has not confirmed."""
        room = self._connecting.table.room
        return () if room is None else room.room.guest.table.pressed

    def vote(self, seat: Seat, agreed: bool) -> None:
        """Vote for a teammate at `seat`, or withdraw the vote."""
        self._as_guest(lambda guest, now: guest.tell_host(TeammateVote(seat, agreed)))

    def sign(self, sign: Sign) -> None:
        """Make a sign."""
        self._as_guest(lambda guest, now: guest.tell_host(MakeSign(sign)))

    def only_watch(self, watch: bool) -> None:
        """Only watch from now on, or take the next free seat. A host can only watch if another page can host."""
        room = self._connecting.table.room
        host = None if room is None else room.room.host
        if watch and host is not None and not host.may_give_up:
            self._refused(said(NOBODY_ELSE_HOSTS))
        else:
            self._as_guest(lambda guest, now: guest.only_watch(watch))

    # --- as the leader --------------------------------------------------------------

    def choose(self, choice: TableChoice) -> None:
        """Choose this game, if it has enough seats for the people at the table."""
        roster = None if self._connecting.table.room is None else self._connecting.table.room.room.guest.table.roster
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
        """Let the person at `seat` lead."""
        self._order(HandOver(seat))

    def keep(self, name: str) -> None:
        """Let all players save the table under this name."""
        self._order(Keep(name))

    def drop_challenge(self) -> None:
        """Deal other cards than those of the challenge."""
        self._order(DropChallenge())

    def start(self) -> None:
        """Start the game, if nothing prevents it."""
        self._order(Begin())

    def again(self) -> None:
        """Play another game."""
        self._order(Begin())

    def gather(self) -> None:
        """After a game, return all players to the lobby."""
        self._order(Gather())

    def leads(self) -> bool:
        """Whether this page chooses and starts the game."""
        return self._connecting.table.room is not None and self._connecting.table.room.room.guest.table.leads

    def hosts(self) -> bool:
        """Whether this page is the host."""
        return self._connecting.table.room is not None and self._connecting.table.room.room.host is not None

    def _order(self, order: Order) -> None:
        self._as_guest(lambda guest, now: guest.tell_host(order))

    def _as_guest(self, step: Callable[[Guest, float], None]) -> None:
        room = self._connecting.table.room
        if room is not None:
            room.do(lambda now: step(room.room.guest, now))
