"""Attacks by delay: a seat that waits, stops play or reloads repeatedly."""

from __future__ import annotations

from typing import Any

from game.core import Action, LayHand, Seat, Stop, View
from game.net.protocol.messages import Message
from tests.net.attackers import Crooked
from tests.net.pages import Net, Page, table

WITHIN = 90.0
"""Seconds after which play must continue: a minute of waiting, and the vote."""

LEVEL_WITHIN = 60.0
"""Seconds in which the other players must finish the level, however often one seat interrupts."""

LEVEL = 3
"""The interrupted level. Three people hold nine cards, more than they can play between the interruptions."""


def held_up(tries: int) -> int:
    """Let a guest never concentrate, so that the table waits. The others want to continue without that person."""
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


class Stopper(Crooked):
    """An attacker that stops play as soon as it begins, concentrates at once, and never plays a card."""

    EVERY = 0.25

    def __init__(self, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self._stopped: View | None = None

    def hears(self, peer: str, message: Message, now: float) -> None:
        super().hears(peer, message, now)
        if self.next_mischief < float("inf"):
            self._stops(now)

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + self.EVERY
        self._stops(now)

    def _stops(self, now: float) -> None:
        view = self.guest.table.view
        if view is None or view is self._stopped:
            return
        actions: tuple[Action, ...] = (Stop(), LayHand())
        for action in actions:
            if action in view.legal:
                self._stopped = view
                self.guest.act(action, now)


def stopped(tries: int) -> int:
    """Let a guest stop play repeatedly and concentrate at once, so that no card lands although it is always ready."""
    won = 0
    for number in range(tries):
        net, pages = _at_level(f"stopped {number}", Stopper)
        pages[-1].person.plays = False
        room = pages[-1].room
        assert isinstance(room, Stopper)
        room.sets_about(net.now + pages[-1].skew)
        won += not net.run(LEVEL_WITHIN, lambda: pages[0].view.level > LEVEL)  # noqa: B023
    return won


def reloaded(tries: int) -> int:
    """Let a guest reload its page every second, which makes all players concentrate again."""
    won = 0
    for number in range(tries):
        net, pages = _at_level(f"reloaded {number}", None)
        page, until = pages[-1], net.now + LEVEL_WITHIN
        while net.now < until and pages[0].view.level == LEVEL:
            page = net.reload(page)
            page.person.plays = False
            net.run(1.0)
        won += pages[0].view.level == LEVEL
    return won


def _at_level(seed: str, kind: type[Crooked] | None) -> tuple[Net, list[Page]]:
    """Return three people at `LEVEL`. The last of them has a room of that `kind`."""
    net, pages = table(seed, 3, 3, rooms={2: kind} if kind else {})
    net.run(1)
    assert net.run(300, lambda: pages[0].view.level == LEVEL)
    return net, pages


def _played_for(page: Page, seat: Seat) -> bool:
    roster = page.room.guest.table.roster
    return roster is not None and roster.places[seat].stands_in
