"""Events of pages that have not proven their key: a priority queue, so that a flood of new keys shuts nobody out.

Events go in order of their proof of work (NIP-13), as the introductions of a Tor onion service do. In peace none
waits, and nobody needs a proof. While events wait, pages greet with proofs that grow, so that a page that computes
for a second passes thousands that do not. Members need no place in this queue.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import NamedTuple

from game.net.rate_limit import Allowance

AT_ONCE, A_SECOND = 60, 30
"""Events that are opened. Each costs a decryption and usually a key agreement: 1 ms together, 5 ms on a phone."""

MOST_WAITING = 64
"""Events that wait, one for each key: at `A_SECOND` they wait for two seconds at most."""

MOST_SERVED = 512
"""Keys that are remembered after their event was opened. A key that is new comes before one that proved nothing."""

TOGETHER = 0.1
"""Seconds between two batches of events while some have to wait: what follows from one costs more than opening it."""

PRESSED_FOR = 10.0
"""Seconds after an event had to wait, or came with a proof, in which this page greets with a proof itself."""

FIRST_BITS, MORE_BITS, MOST_BITS = 12, 2, 18
"""Leading zero bits of a proof: the first takes 4,096 hashes, 0.1 s on a phone. Each further one has more, and
no more than the last of these counts: a machine that hashes a thousand times faster than a phone is only its equal."""

MARGIN = 0.001
"""Seconds after which an allowance that just becomes free has become so, whatever floats make of it."""

WORK_EVERY = 3.0
"""Seconds between two greetings with a proof."""


class Newcomer(NamedTuple):
    """A sealed event, numbered by the page whose key is `public`; `work` is the bits of its proof."""

    public: str
    number: int
    sealed: str
    work: int


class Newcomers:
    """The queue, and how hard this page has to work to pass the queues of others.

    Whoever runs it calls `add`, then `next` until there is none, and both again at `due`.
    """

    def __init__(self, now: float) -> None:
        self._opened = Allowance(AT_ONCE, A_SECOND, now)
        self._waiting: OrderedDict[str, Newcomer] = OrderedDict()
        self._served: OrderedDict[str, int] = OrderedDict()
        self._pressed_until = self._work_at = self._next_at = -math.inf
        self._bits = FIRST_BITS

    def add(self, event: Newcomer, now: float) -> None:
        """Queue `event`. The worst one is dropped where too many wait."""
        if event.work:
            self._pressed(now)
        before = self._waiting.pop(event.public, None)
        self._waiting[event.public] = event if before is None or event.work >= before.work else before
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[min(self._waiting.values(), key=self._rank).public]  # the oldest of the worst
            self._pressed(now)

    def next(self, now: float) -> Newcomer | None:
        """The event to open now: of those with most work the newest, and of these a key that was never opened first."""
        if now < self._next_at:
            return None
        if not self._waiting or not self._opened.spend(now):
            if self._waiting:
                self._pressed(now)
            self._next_at = now + TOGETHER if now < self._pressed_until else -math.inf
            return None
        best = max(reversed(self._waiting.values()), key=self._rank)
        del self._waiting[best.public]
        self._served[best.public] = self._served.pop(best.public, 0) + 1
        if len(self._served) > MOST_SERVED:
            self._served.popitem(last=False)
        return best

    def due(self) -> float:
        """When the next event may be opened."""
        return max(self._opened.free_at() + MARGIN, self._next_at) if self._waiting else math.inf

    def work_due(self, now: float) -> int:
        """How many bits the proof of a greeting must have that is to be made now; 0 for none."""
        if now >= self._pressed_until:
            self._pressed_until, self._bits = -math.inf, FIRST_BITS
        elif now >= self._work_at:
            bits, self._bits = self._bits, min(self._bits + MORE_BITS, MOST_BITS)
            self._work_at = now + WORK_EVERY
            return bits
        return 0

    def work_due_at(self) -> float:
        """When `work_due` next asks for a proof."""
        return self._work_at if self._work_at < self._pressed_until else math.inf

    def _pressed(self, now: float) -> None:
        self._pressed_until = now + PRESSED_FOR

    def _rank(self, event: Newcomer) -> tuple[int, int]:
        return min(event.work, MOST_BITS), -self._served.get(event.public, 0)
