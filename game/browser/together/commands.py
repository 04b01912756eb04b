"""What the person at this page does, in the lobby and at the table, said to the room."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from game.browser.together import seat_store
from game.browser.together.connecting import Connecting
from game.browser.together.table_form import TableChoice
from game.core import Action, Card, Seat
from game.net.guest import Guest
from game.net.host import Host
from game.net.lobby import SeatsError
from game.net.messages import Sign
from game.net.roster import Sitter
from game.words.together.lobby import seats_taken


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

    # --- as the host ----------------------------------------------------------------

    def choose(self, choice: TableChoice) -> None:
        self._as_host(lambda host, now: self._chosen(host, choice))

    def fill(self, name: str) -> None:
        def fill(host: Host, now: float) -> None:
            free = [seat for seat, place in enumerate(host.lobby.places) if place.sitter is Sitter.NOBODY]
            if free:
                host.lobby.fill(free[0], name)

        self._as_host(fill)

    def free(self, seat: Seat) -> None:
        self._as_host(lambda host, now: host.lobby.empty(seat))

    def send_away(self, peer: str) -> None:
        self._as_host(lambda host, now: host.send_away(peer, now))

    def start(self) -> None:
        """Begin the game, if nothing keeps it from that."""
        self._as_host(lambda host, now: host.start(now))

    def again(self) -> None:
        """Play another game."""
        self._as_host(lambda host, now: host.again(now))

    def may_deal(self) -> bool:
        """Whether another game is for this page to begin."""
        return self._connecting.room is not None and self._connecting.room.room.host is not None

    def _chosen(self, host: Host, choice: TableChoice) -> None:
        roster = host.roster
        host.lobby.settings.locked = choice.locked
        if (choice.variant, choice.seats, choice.signs) != (roster.variant, len(roster.places), roster.signs):
            try:
                host.lobby.arrange(choice.variant, choice.seats, choice.signs)
            except SeatsError as error:
                self._refused(seats_taken(error))

    def _as_guest(self, step: Callable[[Guest, float], None]) -> None:
        room = self._connecting.room
        if room is not None:
            room.do(lambda now: step(room.room.guest, now))

    def _as_host(self, step: Callable[[Host, float], None]) -> None:
        room = self._connecting.room
        host = None if room is None else room.room.host
        if room is not None and host is not None:
            room.do(lambda now: step(host, now))
