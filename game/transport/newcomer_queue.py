"""Priority queue of events from pages that have not proved their key, so that a flood of new keys blocks no newcomer.

Events are ordered by proof of work (NIP-13), like the introductions of a Tor onion service. Without a flood, no event
waits and none needs a proof. While events wait, pages greet with increasing proofs, so that a page that computes for a
second overtakes thousands that do not. Members bypass this queue.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from game.transport.rate_limit import TokenBucket
from game.transport.recent import Recent

AT_ONCE, A_SECOND = 60, 30
"""The most events to open, in a burst and per second.

Each costs a decryption and usually a key agreement: 1 ms together, 5 ms on a phone.
"""

MOST_WAITING = 64
"""The most waiting events, one for each key. At `A_SECOND`, they wait for two seconds at most."""

MOST_SERVED = 512
"""The number of keys to remember after their event was opened. A new key precedes a known one with equal work."""

TOGETHER = 0.1
"""Seconds between batches while events wait. Handling the result of an event costs more than opening it."""

PRESSED_FOR = 10.0
"""Seconds for which this page greets with a proof, after an event had to wait or came with a proof."""

FIRST_BITS, MORE_BITS, MOST_BITS = 12, 2, 18
"""Leading zero bits of a proof: those of the first one, the increase for each further one, and the maximum.

The first proof takes 4,096 hashes, 0.1 s on a phone. Bits beyond the maximum do not count, so a machine that hashes a
thousand times faster than a phone has no advantage over it.
"""

WORK_EVERY = 3.0
"""Seconds between two greetings with a proof."""


class Newcomer(NamedTuple):
    """An encrypted event with its sender's sequence number and `public` key; `work` is the bits of its proof."""

    public: str
    number: int
    sealed: str
    work: int


class NewcomerQueue:
    """The queue, and the proof of work that this page needs to pass the queues of other pages.

    The caller calls `add`, then `next` until it returns None, and `next` again at `due`.
    """

    def __init__(self, now: float) -> None:
        self._opened = TokenBucket(AT_ONCE, A_SECOND, now)
        self._waiting: dict[str, Newcomer] = {}
        self._served: Recent[str, int] = Recent(MOST_SERVED)
        self._pressed_until = self._work_at = self._next_at = -math.inf
        self._bits = FIRST_BITS

    def add(self, event: Newcomer, now: float) -> None:
        """Queue `event`. If too many events wait, drop the one with the lowest priority."""
        if event.work:
            self._pressed(now)
        before = self._waiting.pop(event.public, None)
        self._waiting[event.public] = event if before is None or event.work >= before.work else before
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[min(self._waiting.values(), key=self._rank).public]  # the oldest of the lowest rank
            self._pressed(now)

    def next(self, now: float) -> Newcomer | None:
        """Return the event to open now: the one with most work, then from a key opened least often, then the newest."""
        if now < self._next_at:
            return None
        if not self._waiting or not self._opened.spend(now):
            if self._waiting:
                self._pressed(now)
            self._next_at = now + TOGETHER if now < self._pressed_until else -math.inf
            return None
        best = max(reversed(self._waiting.values()), key=self._rank)
        del self._waiting[best.public]
        self._served[best.public] = self._served.get(best.public, 0) + 1
        return best

    def due(self) -> float:
        """Return when the next event may be opened."""
        return max(self._opened.free_at(), self._next_at) if self._waiting else math.inf

    def work_due(self, now: float) -> int:
        """Return the bits that the proof of a greeting must have now; 0 if no such greeting is due."""
        if now >= self._pressed_until:
            self._pressed_until, self._bits = -math.inf, FIRST_BITS
        elif now >= self._work_at:
            bits, self._bits = self._bits, min(self._bits + MORE_BITS, MOST_BITS)
            self._work_at = now + WORK_EVERY
            return bits
        return 0

    def work_due_at(self) -> float:
        """Return when `work_due` next asks for a proof."""
        return self._work_at if self._work_at < self._pressed_until else math.inf

    def _pressed(self, now: float) -> None:
        self._pressed_until = now + PRESSED_FOR

    def _rank(self, event: Newcomer) -> tuple[int, int]:
        return min(event.work, MOST_BITS), -self._served.get(event.public, 0)
