"""Attacks that only wait: play goes on when all have laid their hands."""

from __future__ import annotations

from game.core import Seat
from tests.net.pages import Page, table

WITHIN = 90.0
"""Seconds after which the table has to go on: a minute of patience, and the others' votes."""


def held_up(tries: int) -> int:
    """A guest never lays the hand, so that the table waits for ever: the others want to go on without."""
    won = 0
    for number in range(tries):
        people = 3 + number % 2
        net, pages = table(f"held up {number}", people, people)
        net.run(1)
        pages[-1].person.plays = False
        assert net.run(120, lambda: pages[0].view.down == {*range(people - 1)})  # noqa: B023
        level = pages[0].view.level
        goes_on = net.run(WITHIN, lambda: _played_for(pages[0], people - 1))  # noqa: B023
        won += not (goes_on and net.run(60, lambda: pages[0].view.level > level))  # noqa: B023
    return won


def _played_for(page: Page, seat: Seat) -> bool:
    roster = page.room.guest.roster
    return roster is not None and roster.places[seat].stands_in
