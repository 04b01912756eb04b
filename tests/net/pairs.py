"""Two people press at nearly the same time: does what lands first agree with who pressed first?"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from functools import partial

from game.core import LayHand, Play
from game.net.fair import FairTable
from game.table import SIMULTANEITY, Table
from tests.net.pages import CLASSIC, Delays, Net, Page, table

APART = 1.0
"""Seconds between the two presses of a pair, at most."""

CLOCKS = 0.005
"""Seconds within which two presses count as one moment: as well as clocks are known over a network."""


class Landed(Enum):
    """How a pair came out."""

    AS_PRESSED = "as pressed"
    SIMULTANEOUS = "as the simultaneous rule has it"
    IN_DOUBT = "either way, within what the clocks can tell"
    WRONG = "in the wrong order"
    LIFE_LOST = "at the cost of a life that pressing alone would not have cost"


def measure(seed: str, pairs: int, delays: Delays) -> Counter[Landed]:
    """So many pairs of presses at one table of four people."""
    net, pages = table(seed, 4, 4, delays=delays)
    for page in pages:
        page.person.plays = False
    net.run(5)
    return Counter(_pair(net, pages, f"{seed} {number}") for number in range(pairs))


def _pair(net: Net, pages: list[Page], seed: str) -> Landed:
    host, began = pages[0].room.host, net.now + pages[0].skew
    assert host is not None
    game = Table(CLASSIC, 4, seed, {})
    fair = host._fair = FairTable(game, began, deal=0)
    for seat in range(4):
        game.submit(seat, LayHand(), 0.0)
    net.pump(pages[0])
    net.run(0.6)
    lower, higher = sorted(pages, key=lambda page: game.view(page.room.guest.seat).hand)[:2]
    at = net.now + 0.01
    first, second = at + net.dice.uniform(0, APART), at + net.dice.uniform(0, APART)
    for page, when in ((lower, first), (higher, second)):
        net.later(when, partial(_press, net, page))
    net.run(APART + 1.2)
    view = fair.table.view(None)
    landed = [one.seat for one in view.piles[0]]
    lives_lost = 4 - view.lives
    late = first - second  # how long the lower card was pressed after the higher
    costs_a_life = late >= SIMULTANEITY
    in_doubt = abs(late - SIMULTANEITY) < CLOCKS
    if lives_lost != costs_a_life:
        if in_doubt:
            return Landed.IN_DOUBT
        return Landed.LIFE_LOST if lives_lost else Landed.WRONG
    if costs_a_life:
        return Landed.AS_PRESSED if landed[0] == higher.room.guest.seat else Landed.WRONG
    if landed[:2] != [lower.room.guest.seat, higher.room.guest.seat]:
        return Landed.WRONG
    return Landed.AS_PRESSED if late <= 0 else Landed.SIMULTANEOUS


def _press(net: Net, page: Page) -> None:
    view = page.room.guest.view
    assert view is not None
    if view.hand:
        page.room.guest.act(Play(view.hand[0]), net.now + page.skew)
        net.pump(page)
