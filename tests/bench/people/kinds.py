"""People of other kinds than H0: they change, their minds wander, or they count differently.

python3 build.py bench teammates --people tests/bench/people/kinds.py
"""

from __future__ import annotations

from math import exp, log

from game.core import Dealt, Event, Played, Started, View
from tests.bench.people.h0 import H0


class Drifting(H0):
    """Comes to every level with a tempo about a tenth off the last one's."""

    def observe(self, event: Event, now: float) -> None:
        super().observe(event, now)
        if isinstance(event, Dealt) and event.level > 1:
            self.tau = min(2.0, max(0.2, self.tau * exp(self.dice.gauss(0, 0.08))))


class Hurrying(H0):
    """Gets faster by a thirtieth from level to level, as people do who warm up."""

    def observe(self, event: Event, now: float) -> None:
        super().observe(event, now)
        if isinstance(event, Dealt) and event.level > 1:
            self.tau *= 0.967


class Compressing(H0):
    """Finds long waits too long: waits in proportion to a power of the gap below one."""

    def __init__(self, seed: int, cv: float) -> None:
        super().__init__(seed, cv)
        self.power = self.dice.uniform(0.5, 0.9)

    def typical(self, gap: int) -> float:
        return self.tau * 10 * float((gap / 10) ** self.power)


class Dwindling(H0):
    """Counts the cards still held, too: the fewer they are, the slower it gets."""

    def __init__(self, seed: int, cv: float) -> None:
        super().__init__(seed, cv)
        self.share = 1.0

    def wait(self, view: View) -> float:
        dealt = view.variant.dealt(view.level, view.seats)
        self.share = sum(view.counts) / dealt
        return super().wait(view)

    def typical(self, gap: int) -> float:
        return self.tau * gap * (1.25 - 0.35 * self.share)


class Wandering(H0):
    """One wait in fifteen its mind is elsewhere, for some seconds."""

    def wait(self, view: View) -> float:
        elsewhere = self.dice.uniform(1, 6) if self.dice.random() < 1 / 15 else 0.0
        return super().wait(view) + elsewhere


class Adapting(H0):
    """Moves a fifth of the way to the tempo of every card that somebody else lays."""

    STEP = 0.2

    def __init__(self, seed: int, cv: float) -> None:
        super().__init__(seed, cv)
        self.first_tau = self.tau
        self._since = 0.0

    def observe(self, event: Event, now: float) -> None:
        match event:
            case Started():
                self._since = now
            case Played(seat, int(card)):
                waited, gap = now - self._since - self.delta, card - self.anchor
                if seat != 0 and gap > 0 and waited > 0.1:
                    apart = log(waited / gap / self.tau)
                    self.tau *= exp(self.STEP * max(-1.0, min(1.0, apart)))
                self._since = now
        super().observe(event, now)
