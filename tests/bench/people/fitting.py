"""Fits parameters to some people, to forecast another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import erfc, exp, log, pi, sqrt
from typing import NamedTuple

from game.teammates.prior import NEWCOMER, PRACTISED, PRIOR_LEVEL, Habit, Prior

STEPS = (0.2, 0.1, 0.05)
"""Steps by which figures are tried higher and lower, one after the other."""


ROUNDS = 60
"""Iterations of expectation and maximisation before a line counts as found."""


class Figures(NamedTuple):
    """The fitted parameters of newcomers: see `Kind`. The defaults hold no information about them."""

    own_way: float = 0.4
    exponent: float = 1.0
    balance: float = 0.0
    again: float = 0.0
    noise: float = 0.4

    @property
    def prior(self) -> Prior:
        """The prior with these parameters; all others are those of the teammates."""
        habits = NEWCOMER.habits._replace(
            level=Habit(PRIOR_LEVEL, max(self.own_way, 0.1)),
            exponent=Habit(self.exponent, NEWCOMER.habits.exponent.spread),
            balance=Habit(self.balance, NEWCOMER.habits.balance.spread),
            again=Habit(self.again, NEWCOMER.habits.again.spread),
        )
        newcomer = replace(NEWCOMER, habits=habits, noise=max(self.noise, 0.1))
        return PRACTISED, newcomer


def fitted_figures(score: Callable[[Prior], float]) -> Figures:
    """Return the figures with the best score, found by coordinate search."""
    best, reached = Figures(), score(Figures().prior)
    for step in STEPS:
        better = True
        while better:
            better = False
            for name, value in best._asdict().items():
                for tried in (best._replace(**{name: value + step}), best._replace(**{name: value - step})):
                    if (found := score(tried.prior)) > reached + 1e-4:
                        best, reached, better = tried, found, True
    return best


class Wait(NamedTuple):
    """A card was `gap` ranks away for `seconds`, and then `laid`, or not yet."""

    gap: int
    seconds: float
    laid: bool


def fitted_line(waits: Sequence[Wait]) -> tuple[float, float, float]:
    """Return intercept, slope and deviation of the most likely line: logarithm of seconds over that of the gap.

    By expectation and maximisation: a censored wait counts with its conditional mean and variance.
    """
    start, slope, deviation = 0.0, 1.0, 1.0
    across = [log(wait.gap) for wait in waits]
    middle = sum(across) / len(across)
    width = sum((u - middle) ** 2 for u in across)
    for _ in range(ROUNDS):
        known = [
            _rest(log(max(wait.seconds, 0.01)), wait.laid, start + slope * u, deviation)
            for wait, u in zip(waits, across, strict=True)
        ]
        mean = sum(value for value, _ in known) / len(known)
        slope = sum((u - middle) * (value - mean) for u, (value, _) in zip(across, known, strict=True)) / width
        start = mean - slope * middle
        squares = [(value - start - slope * u) ** 2 + rest for u, (value, rest) in zip(across, known, strict=True)]
        deviation = sqrt(sum(squares) / len(squares))
    return start, slope, deviation


def _rest(at: float, laid: bool, mean: float, deviation: float) -> tuple[float, float]:
    """Return mean and variance of a logarithm that is `at`, or if censored, somewhere above it."""
    if laid:
        return at, 0.0
    z = min((at - mean) / deviation, 6.0)
    pull = exp(-z * z / 2) / sqrt(2 * pi) / (erfc(z / sqrt(2)) / 2)
    return mean + deviation * pull, deviation**2 * max(0.0, 1 - pull * (pull - z))
