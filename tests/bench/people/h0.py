"""The standard person of the benchmark: waits in proportion to the gap, at its own tempo."""

from __future__ import annotations

from math import exp, log1p, sqrt
from random import Random

from game.core import View
from tests.bench.people import Counting, alone

MEDIAN, SIGMA, LEAST, MOST = 0.67, 0.40, 0.25, 1.80
"""Seconds per number over all people: median and sigma of a lognormal, and its bounds."""

QUICKEST, SLOWEST = 0.25, 0.50
"""Seconds to see a card, decide and move: uniform over all people."""

UNSTEADY = 0.20
"""Coefficient of variation of the reaction from card to card."""


def lognormal(dice: Random, cv: float) -> float:
    """Return a random factor with mean 1 and coefficient of variation `cv`."""
    variance = log1p(cv * cv)
    return exp(dice.gauss(-variance / 2, sqrt(variance)))


class H0(Counting):
    """`tau` is in seconds per number, `delta` in seconds; every stretch draws a new wait."""

    def __init__(self, seed: int, cv: float) -> None:
        super().__init__()
        self.dice = Random(f"person {seed}")
        self.cv = cv
        self.tau = min(MOST, max(LEAST, MEDIAN * exp(self.dice.gauss(0, SIGMA))))
        self.delta = self.dice.uniform(QUICKEST, SLOWEST)

    def wait(self, view: View) -> float:
        reaction = self.delta * lognormal(self.dice, UNSTEADY)
        if alone(view):
            return reaction
        return reaction + self.typical(self.gap(view)) * lognormal(self.dice, self.cv)

    def typical(self, gap: int) -> float:
        """Return the mean seconds beyond the reaction."""
        return self.tau * gap
