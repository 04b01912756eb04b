"""Pairs of nearly simultaneous presses: does the landing order match the order of pressing?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from enum import Enum
from functools import partial
from typing import Any

from game.core import LayHand, Play, Seat
from game.net.host.lag_compensation import LagCompensatedTable
from game.table import SIMULTANEITY, Table
from game.transport.route import LONGEST_WAIT, QUICK, Route
from tests.net.pages import CLASSIC, Delays, Net, Page, idle, table

APART = 1.0
"""The most seconds between the two presses of a pair."""

CLOCKS = 0.005
"""Seconds within which two presses count as simultaneous: the accuracy of clock offsets over a network."""

RELAYED_CLOCKS = 0.1
"""The same for clocks known by relay: a third of the jitter, after half a minute."""


class Landed(Enum):
    """The result of a pair."""

    AS_PRESSED = "as pressed"
    SIMULTANEOUS = "lower first, by the simultaneous rule"
    IN_DOUBT = "either way: at the edge of the rule, within what clocks can tell"
    MISSED = "a life spared: the higher card arrived after the table had waited for it"
    SPARED = "a life spared: taken for simultaneous"
    LIFE_LOST = "a life lost that the simultaneous rule would have spared"
    WRONG = "pressed first, landed second"


RIGHT = (Landed.AS_PRESSED, Landed.SIMULTANEOUS, Landed.IN_DOUBT)


def measure(
    seed: str, tables: int, pairs: int, delays: Delays, relayed: Collection[int] = (), changing: bool = False
) -> Counter[Landed]:
    """Measure this many pairs of presses at each of some tables of four people.

    The seats in `relayed` reach the host by relay; if they are `changing`, they alternate between routes.
    """
    each = (_measure(f"{seed} {number}", pairs, delays, relayed, changing) for number in range(tables))
    return sum(each, Counter[Landed]())


def _measure(seed: str, pairs: int, delays: Delays, relayed: Collection[int], changing: bool) -> Counter[Landed]:
    net, pages = table(seed, 4, 4, delays=delays)
    idle(pages)
    for seat in relayed:
        net.goes(pages[0], pages[seat], Route.RELAY)
    net.run(30 if relayed else 5)
    landed = Counter[Landed]()
    for number in range(pairs):
        if changing:
            for seat in relayed:
                route = net.dice.choice((Route.RELAY, Route.DIRECT))
                net.later(net.now + net.dice.uniform(0, 2 * APART), partial(net.goes, pages[0], pages[seat], route))
        landed[_pair(net, pages, f"{seed} {number}", bool(relayed))] += 1
    return landed


def _pair(net: Net, pages: list[Page], seed: str, relayed: bool) -> Landed:
    game = Table(CLASSIC, 4, seed, {})
    fair = pages[0].host.game.fair = LagCompensatedTable(game, net.clock(pages[0]), deal=0)
    for seat in range(4):
        game.submit(seat, LayHand(), 0.0)
    pages[0].host.game.go_on(net.clock(pages[0]))
    net.pump(pages[0])
    wait = LONGEST_WAIT if relayed else QUICK.wait
    net.run(0.1 + 2 * wait)  # all players see their hands
    lower, higher = sorted(pages, key=lambda page: game.view(page.seat).hand)[:2]
    arrival = _arrival(net, pages[0], fair, higher)
    at = net.now + 0.01
    first, second = at + net.dice.uniform(0, APART), at + net.dice.uniform(0, APART)
    for page, when in ((lower, first), (higher, second)):
        net.later(when, partial(_press, net, page))
    net.run(APART + 0.95 + wait)
    view = fair.table.view(None)
    in_order = [one.seat for one in view.piles[0]] == [lower.seat, higher.seat]
    clocks = RELAYED_CLOCKS if relayed else CLOCKS
    return _judged(
        late=first - second,
        spared=in_order and view.lives == 4,
        clocks=clocks,
        missed=arrival.get("at", 0.0) > first + arrival.get("wait", 0.0) - clocks,
    )


def _arrival(net: Net, host: Page, fair: LagCompensatedTable, page: Page) -> dict[str, float]:
    """Return when the press of `page` arrives at the host, and how long the table waits then, once it has arrived."""
    arrival, press, seat = dict[str, float](), fair.press, page.seat

    def note(by: Seat, *press_of: Any) -> None:
        if by == seat:
            waits = (peer.wait(face_down=False) for _, peer in host.host.peers.guests())
            arrival.update(at=net.now, wait=max(waits))
        press(by, *press_of)

    fair.press = note  # type: ignore[method-assign, assignment]
    return arrival


def _judged(late: float, spared: bool, clocks: float, missed: bool) -> Landed:
    """Return the result for a lower card that was pressed `late` seconds after a higher one.

    The higher one has `missed` the time for which the table waits for it.
    """
    if late <= 0:
        return Landed.AS_PRESSED if spared else Landed.WRONG
    if spared == (late < SIMULTANEITY):
        return Landed.SIMULTANEOUS if spared else Landed.AS_PRESSED
    if abs(late - SIMULTANEITY) < clocks:
        return Landed.IN_DOUBT
    if not spared:
        return Landed.LIFE_LOST
    return Landed.MISSED if missed else Landed.SPARED


def _press(net: Net, page: Page) -> None:
    if page.view.hand:
        net.act(page, Play(page.view.hand[0]))
