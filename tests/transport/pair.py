"""Two pages of one room, their relays and a direct connection between them, in virtual time."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random

from game.transport.connection import Opened, Text
from game.transport.mesh import Mesh
from game.transport.mesh_events import Event
from game.transport.peer_link import PeerLink
from game.transport.room_events import RoomEvent
from game.transport.route import Care, Route
from game.transport.timeouts import BEAT, SILENT
from tests.net.relayed import Key

SECRET = "5" * 64

NO_TIMES = [0.0, -1.0, 0.0, SILENT]
"""The times in a frame that echoes nothing."""

LEADS = Care.LEADS, Care.LEADS


class Line:
    """The direct connection to the other page, while it is `open`."""

    making = False

    def __init__(self, pair: Pair, me: int) -> None:
        self.pair, self.me, self.wanted, self.open = pair, me, 0, False

    def send(self, text: str) -> None:
        if self.open:
            self.pair.arriving.append((1 - self.me, Text(text)))

    def mend(self) -> None:
        self.wanted += 1

    def signalled(self, signal: object) -> None: ...

    def drop(self) -> None: ...

    def close(self) -> None:
        self.open = False


class Pair:
    """Two pages of one room.

    While `relays` is True, published events arrive at once; `published` counts them. `happened` holds all other events,
    by page. `woke` counts how often each page woke, for an arrival or because it was due. `care` is each page's care.
    """

    def __init__(
        self, *, direct: bool = False, relays: bool = True, returning: bool = False, care: Sequence[Care] = LEADS
    ) -> None:
        self.woke = [0, 0]
        self.now, self.relays, self.trusts, self.care = 100.0, relays, True, care
        dice = Random(1)
        self.keys = [Key(dice), Key(dice)]
        self.lines = [Line(self, me) for me in (0, 1)]
        self.happened: list[list[Event]] = [[], []]
        self.published = 0
        self.arriving: deque[tuple[int, Text | RoomEvent]] = deque()
        self.pages = [self._page(me, direct, returning) for me in (0, 1)]
        self.run(1.0)

    def _page(self, me: int, direct: bool, returning: bool) -> Mesh:
        key, line = self.keys[me], self.lines[me]
        trusted, care = (lambda _: self.trusts), (lambda _: self.care[me])
        return Mesh(key, SECRET, lambda *_: line, trusted, self.now, care, direct=direct, returning=returning)

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while True:
            while self.arriving:
                self._deliver(*self.arriving.popleft())
            for me, page in enumerate(self.pages):
                events = page.tick(self.now, online=self.relays)
                assert len({isinstance(one, RoomEvent) for one in events}) <= 1, "an answer needs an event of its own"
                for event in events:
                    if isinstance(event, RoomEvent):
                        self.published += 1
                        self.arriving.append((1 - me, event))
                    else:
                        self.happened[me].append(event)
            if not self.arriving:
                due = min(page.due for page in self.pages)
                if due > until:
                    break
                self.now = max(self.now, due)
                for me, page in enumerate(self.pages):
                    self.woke[me] += page.due <= self.now
        self.now = until

    def _deliver(self, to: int, what: Text | RoomEvent) -> None:
        other = self.keys[1 - to]
        self.woke[to] += 1
        if isinstance(what, Text):
            self.pages[to].reported(other.name, what, self.now)
        elif self.relays:
            self.pages[to].receive(other.public, str(what.number), what.stamp, what.sealed, what.bits, self.now)

    def say(self, me: int, *texts: str) -> None:
        for text in texts:
            self.pages[me].send(self.keys[1 - me].name, text)

    def open(self, route: Route = Route.DIRECT) -> None:
        """Open the direct connection, or change its route."""
        for me, line in enumerate(self.lines):
            line.open = True
            self.pages[me].reported(self.keys[1 - me].name, Opened(route), self.now)
        self.run(0.0)

    def pair(self) -> None:
        """Pair the pages by hand."""
        for me, line in enumerate(self.lines):
            line.open = True
            self.pages[me].peers.pair(self.keys[1 - me].name, "fingerprints", self.now)
        self.run(BEAT)

    def link(self, me: int) -> PeerLink:
        """Return what this page knows of the other one."""
        one = self.pages[me].peers.get(self.keys[1 - me].name)
        assert one is not None
        return one.link

    def told(self, me: int) -> list[Event]:
        """Return what has happened to the peer of this page since the last call."""
        told, self.happened[me] = self.happened[me], []
        return told
