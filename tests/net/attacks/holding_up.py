"""Attacks that only wait: play goes on when all have laid their hands."""

from __future__ import annotations

from tests.net.pages import table


def held_up(tries: int) -> int:
    """A guest never lays the hand, so that the table waits for ever: the others want to go on without."""
    won = 0
    for number in range(tries):
        people = 3 + number % 2
        net, pages = table(f"held up {number}", people, people)
        net.run(1)
        pages[-1].person.plays = False
        goes_on = net.run(300, lambda: pages[0].view.level == 2)  # noqa: B023
        won += not goes_on
    return won
