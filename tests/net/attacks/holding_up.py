"""Attacks by delay: a seat that waits."""

from __future__ import annotations

from tests.net.attacks.attempts import repeated
from tests.net.pages import table

WITHIN = 90.0
"""Seconds after which play must continue: a minute of waiting, and the vote."""


@repeated
def held_up(number: int) -> bool:
    """Let a guest never concentrate, so that the table waits. The others want to continue without that person."""
    people = 3 + number % 2
    net, pages = table(f"held up {number}", people, people)
    net.run(1)
    pages[-1].person.plays = False
    assert net.run(120, lambda: pages[0].view.down == {*range(people - 1)})
    level = pages[0].view.level
    goes_on = net.run(WITHIN, lambda: pages[0].roster.places[people - 1].stands_in)
    return not (goes_on and net.run(60, lambda: pages[0].view.level > level))
