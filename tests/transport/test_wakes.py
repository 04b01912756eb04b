"""How often the pages of one table wake, and how soon they notice that one is gone, in virtual time."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from game.transport.connection import Opened, Text
from game.transport.mesh import Mesh
from game.transport.mesh_events import Connected, Event, Lost
from game.transport.room_events import RoomEvent
from game.transport.route import Care, Route
from game.transport.timeouts import LOST_WITHIN
from tests.net.relayed import Key
from tests.transport.pair import SECRET

NEAR, RELAYED = (0.02, 0.04), 0.1
"""Seconds that a frame takes: at least and at most over a direct connection, and over relays."""

HOST, PEOPLE = 0, 3


class Line:
    """The direct connection of the page `me` to the page `other`."""

    making = False

    def __init__(self, table: Table, me: int, other: int) -> None:
        self.table, self.me, self.other = table, me, other

    def send(self, text: str) -> None:
        self.table.post(self.table.dice.uniform(*NEAR), self.me, self.other, Text(text))

    def mend(self) -> None: ...

    def signalled(self, signal: object) -> None: ...

    def drop(self) -> None: ...

    def close(self) -> None: ...


class Table:
    """A host and its guests, all connected directly.

    `woke` counts how often each page wakes. Those that are `gone` do nothing any more. `happened` has all events about
    peers, each with its page.
    """

    def __init__(self, seed: int = 1) -> None:
        self.dice, self.now = Random(seed), 100.0
        self.woke, self.gone = Counter[int](), set[int]()
        self.happened: list[tuple[int, Event]] = []
        self._arriving: list[tuple[float, int, int, int, Text | RoomEvent]] = []
        self._keys = [Key(self.dice) for _ in range(PEOPLE)]
        self._index = {key.name: one for one, key in enumerate(self._keys)}
        self.pages = [self._page(me) for me in range(PEOPLE)]
        self._work(*range(PEOPLE))
        self.run(1.0)
        for me, other in permutations(range(PEOPLE), 2):
            self.pages[me].reported(self._keys[other].name, Opened(Route.DIRECT), self.now)
        self._work(*range(PEOPLE))

    def _page(self, me: int) -> Mesh:
        def connect(peer: str, _: bool) -> Line:
            return Line(self, me, self._index[peer])

        def care(peer: str) -> Care:
            return Care.FOLLOWS if me == HOST else Care.LEADS if self._index[peer] == HOST else Care.SELDOM

        return Mesh(self._keys[me], SECRET, connect, lambda _: True, self.now, care)

    def post(self, after: float, by: int, to: int, what: Text | RoomEvent) -> None:
        heapq.heappush(self._arriving, (self.now + after, self.dice.getrandbits(32), by, to, what))

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while True:
            due, page = min((one.due, me) for me, one in enumerate(self.pages) if me not in self.gone)
            arrives = self._arriving[0][0] if self._arriving else until
            if min(due, arrives) >= until:
                break
            self.now = max(self.now, min(due, arrives))
            if arrives <= due:
                page = self._arrived(*heapq.heappop(self._arriving)[2:])
            if page not in self.gone:
                self.woke[page] += 1
                self._work(page)
        self.now = until

    def _arrived(self, by: int, to: int, what: Text | RoomEvent) -> int:
        key = self._keys[by]
        if isinstance(what, Text):
            self.pages[to].reported(key.name, what, self.now)
        else:
            self.pages[to].receive(key.public, str(what.number), what.stamp, what.sealed, what.bits, self.now)
        return to

    def _work(self, *pages: int) -> None:
        for me in pages:
            for event in self._events(self.pages[me]):
                if not isinstance(event, RoomEvent):
                    self.happened.append((me, event))
                    continue
                for other in {*range(PEOPLE)} - {me}:
                    self.post(RELAYED, me, other, event)

    def _events(self, page: Mesh) -> Iterator[Event]:
        while events := page.tick(self.now, online=True):
            yield from events


def test_the_pages_of_an_idle_table_wake_seldom() -> None:
    table = Table()
    table.run(60.0)
    table.woke.clear()
    table.run(120.0)
    assert all(table.woke[page] <= 1.5 * 120.0 for page in range(PEOPLE)), table.woke
    assert [type(event) for _, event in table.happened] == [Connected] * PEOPLE * (PEOPLE - 1)


@pytest.mark.parametrize("who", range(PEOPLE))
def test_a_page_that_is_gone_from_an_idle_table_is_lost_soon(who: int) -> None:
    for seed in range(20):
        table = Table(seed)
        table.run(60.0 + seed / 10)
        table.happened.clear()
        table.gone.add(who)
        table.run(LOST_WITHIN + 2 * NEAR[1])
        noticed = {me for me, event in table.happened if isinstance(event, Lost)}
        assert noticed >= ({1, 2} if who == HOST else {HOST})
