"""Attacks by delay: a seat that waits, stops play or reloads repeatedly."""

from __future__ import annotations

from game.core import Action, LayHand, Stop, View
from game.net.protocol.messages import Message
from tests.net.attackers import Crooked
from tests.net.attacks.attempts import repeated
from tests.net.pages import Net, Page, table

WITHIN = 90.0
"""Seconds after which play must continue: a minute of waiting, and the vote."""

LEVEL_WITHIN = 60.0
"""Seconds in which the other players must finish the level, however often one seat interrupts."""

LEVEL = 3
"""The interrupted level. Three people hold nine cards, more than they can play between the interruptions."""


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


class Stopper(Crooked):
    """An attacker that stops play as soon as it begins, concentrates at once, and never plays a card."""

    EVERY = 0.25
    _stopped: View | None = None

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


@repeated
def stopped(number: int) -> bool:
    """Let a guest stop play repeatedly and concentrate at once, so that no card lands although it is always ready."""
    net, pages = _at_level(f"stopped {number}", Stopper)
    pages[-1].person.plays = False
    pages[-1].room_as(Stopper).sets_about(net.clock(pages[-1]))
    return not net.run(LEVEL_WITHIN, lambda: pages[0].view.level > LEVEL)


class Hider(Stopper):
    """An attacker whose page goes to the background whenever play is on, and returns once play has stopped for it."""

    def _stops(self, now: float) -> None:
        view, roster = self.guest.table.view, self.guest.table.roster
        if view is None or roster is None:
            return
        if LayHand() not in view.legal:
            self.guest.hide(True)
        elif self.guest.table.seat in roster.hidden:
            self.guest.hide(False)
            self.guest.act(LayHand(), now)


@repeated
def hidden(number: int) -> bool:
    """Let a guest interrupt play by a page that goes to the background, without a press to stop."""
    net, pages = _at_level(f"hidden {number}", Hider)
    pages[-1].person.plays = False
    pages[-1].room_as(Hider).sets_about(net.clock(pages[-1]))
    # A person who keeps the last cards holds up the others without any attack.
    return not net.run(LEVEL_WITHIN, lambda: pages[0].view.level > LEVEL or not any(pages[0].view.counts[:-1]))


@repeated
def reloaded(number: int) -> bool:
    """Let a guest reload its page every second, which makes all players concentrate again."""
    net, pages = _at_level(f"reloaded {number}", None)
    page, until = pages[-1], net.now + LEVEL_WITHIN
    while net.now < until and pages[0].view.level == LEVEL:
        page = net.reload(page)
        page.person.plays = False
        net.run(1.0)
    return pages[0].view.level == LEVEL


def _at_level(seed: str, kind: type[Crooked] | None) -> tuple[Net, list[Page]]:
    """Return three people at `LEVEL`. The last of them has a room of that `kind`."""
    net, pages = table(seed, 3, 3, rooms={2: kind} if kind else {})
    net.run(1)
    assert net.run(300, lambda: pages[0].view.level == LEVEL)
    return net, pages
