"""The person's actions in the lobby and at the table, passed to the room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.browser.online import seat_store
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.guest import Guest
from game.net.protocol.messages import Choose, Command, Rename
from game.words.online.lobby import SEATS_TAKEN
from game.words.online.people import GUEST

if TYPE_CHECKING:
    from game.browser.online.ways_in.table_connection import TableConnection


class Commands:
    """Actions for the room of `table`; without a room they do nothing.

    `refused` is called with a message for an action that is impossible.
    """

    def __init__(self, table: TableConnection, refused: Callable[[str], None]) -> None:
        self._table = table
        self._refused = refused

    def rename(self, name: str) -> None:
        """Call this person `name` from now on. An empty name is replaced."""
        seat_store.save_name(name)
        self.tell(Rename(name or GUEST()))

    def deliver(self) -> None:
        """Send the pressed actions to the host."""
        self._as_guest(lambda guest: None)

    def choose(self, choice: Choose) -> None:
        """As the leader, choose this game, if it has enough seats for the people at the table."""
        roster = self._table.roster
        if roster is None:
            return
        people = sum(1 for _ in roster.people())
        chosen, seats = replace(choice.settings, challenge=roster.settings.challenge), choice.seats
        if seats < max(MIN_SEATS, people):
            self._refused(SEATS_TAKEN(people, people=people, most=MAX_SEATS))
            chosen, seats = replace(roster.settings, locked=chosen.locked), len(roster.places)
        self.tell(Choose(chosen, seats))

    def drop_challenge(self) -> None:
        """As the leader, replace the cards of the challenge by shuffled ones."""
        roster = self._table.roster
        if roster is not None:
            self.tell(Choose(replace(roster.settings, challenge=None), len(roster.places)))

    def tell(self, command: Command) -> None:
        """Give the host this `command`."""
        self._as_guest(lambda guest: guest.tell_host(command))

    def _as_guest(self, step: Callable[[Guest], object]) -> None:
        driver = self._table.driver
        if driver is not None:
            driver.do(lambda now: step(driver.room.guest))
