"""A Bayesian estimate of how one person waits, updated after each of their waits.

The estimate is a mixture of two models, one for each kind of people. The practised count steadily, and only the gap
influences them. The noise of newcomers is four times as large a priori, the situation influences them, and they
follow the tempo of the others. Each kind is a filter that every wait updates. Every wait also moves the probability
of a kind by the likelihood that the kind gave to the wait (a bank of filters).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple, Protocol

from game.teammates.kalman_filter import DesignRow, Filter, LinearPredictor, observation
from game.teammates.prior import ANYBODY, ORDINARY, REACTION, Prior, Situation

TRANSITION = 0.03
"""Probability, from one level of the game to the next, that a person has changed to the other kind."""

SHORTEST = 0.05
"""Lower bound, in seconds, of a time whose logarithm is taken, in most places of the time beyond the reaction."""

TOO_UNLIKELY = 0.02
"""Probability of a kind up to which forecasts ignore it."""

LOG_TENTHS = [log(max(gap, 0.5) / 10) for gap in range(101)]


class Clock(Protocol):
    """A forecast of how one person, or a group of seats, waits."""

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        """Return median and scale of the logarithm of the wait in seconds (Student's t, four degrees of freedom)."""
        ...


class Belief(NamedTuple):
    """A summary of the estimate, for display.

    `seconds` is the time for each number of a gap of ten, and `spread` its relative standard deviation. `noise` is the
    relative standard deviation of single waits, and `plays` is the number of waits in the estimate.
    """

    seconds: float
    spread: float
    exponent: float
    noise: float
    plays: int


class Tempo:
    """The tempo of one person, estimated from waits that are public at the table."""

    def __init__(self, prior: Prior = ANYBODY, pace: float = 1.0) -> None:
        """Start from `prior`. `pace` scales the updates: at 0 the estimate stays at the prior, at 1 it learns fully."""
        self.plays = 0
        self._pace = pace
        self._prior = prior
        self._filters = [Filter(kind, pace) for kind in prior]
        self._forecasts: dict[Situation, tuple[list[LinearPredictor], dict[int, tuple[float, float]]]] = {}

    @property
    def noise(self) -> float:
        """The relative standard deviation of single waits."""
        return sqrt(sum(kind.chance * kind.noise for kind in self._filters))

    @property
    def belief(self) -> Belief:
        """A summary of the current estimate, for display."""
        kinds = [(kind.chance, kind.mean, kind.covariance) for kind in self._filters]
        level = sum(chance * mean[0] for chance, mean, _ in kinds)
        spread = sqrt(sum(chance * (covariance[0][0] + (mean[0] - level) ** 2) for chance, mean, covariance in kinds))
        exponent = sum(chance * mean[1] for chance, mean, _ in kinds)
        return Belief(exp(level) / 10, spread, exponent, self.noise, self.plays)

    @property
    def posterior(self) -> Prior:
        """The current estimate, as the prior of another game."""
        return tuple(kind.posterior for kind in self._filters)

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        if seen not in self._forecasts:
            self._forecasts[seen] = [kind.predictor(seen) for kind in self._likely()], {}
        predictors, forecasts = self._forecasts[seen]
        if gap not in forecasts:
            forecasts[gap] = _moments(predictors, LOG_TENTHS[gap])
        return forecasts[gap]

    def reckon(self, seconds: float) -> int:
        """Return the most likely gap, in ranks, of a person with this tempo who waits for `seconds`."""
        level, exponent, *_ = max(self._filters, key=lambda kind: kind.chance).mean
        beyond = log(max(seconds - REACTION, SHORTEST))
        return max(1, min(100, round(10 * exp((beyond - level) / exponent))))

    def waited(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """Update on a wait: the person played a card `gap` ranks away after `seconds`, while others held cards."""
        self.plays += 1
        self._learn(gap, seconds, seen, censored=False)

    def silent(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """Update on a censored wait: the person did not play a card `gap` ranks away for `seconds`."""
        if seconds > REACTION + SHORTEST:
            self._learn(gap, seconds, seen, censored=True)

    def heard(self, gap: int, seconds: float) -> None:
        """Update on another player's wait: that player played a card `gap` ranks away after `seconds`."""
        if not self._pace or not gap:
            return
        if any(kind.follows for kind in self._likely()):
            self._forecasts.clear()
        for kind in self._filters:
            if kind.follows:
                kind.hear(log(max(seconds - REACTION, SHORTEST)) - LOG_TENTHS[gap])

    def next_level(self) -> None:
        """Add the process noise of a new level: people return to it with a slightly different tempo."""
        self._forecasts.clear()
        for kind, before in zip(self._filters, self._prior, strict=True):
            kind.next_level()
            kind.chance += TRANSITION * self._pace * (before.chance - kind.chance)

    def _likely(self) -> list[Filter]:
        return [kind for kind in self._filters if kind.chance > TOO_UNLIKELY]

    def _learn(self, gap: int, seconds: float, seen: Situation, censored: bool) -> None:
        if not self._pace:
            return
        self._forecasts.clear()
        design, at = _design(gap, seen), log(max(seconds, SHORTEST))
        for kind in self._filters:
            kind.chance *= kind.learn(design, at, censored) ** self._pace
        total = sum(kind.chance for kind in self._filters)
        for kind in self._filters:
            kind.chance = max(kind.chance / total, 1e-4)


def _design(gap: int, seen: Situation) -> DesignRow:
    return 1.0, LOG_TENTHS[gap], seen.balance, float(seen.again), seen.left, 0.0


def _moments(predictors: Sequence[LinearPredictor], u: float) -> tuple[float, float]:
    """Return median and scale of the mixture of forecasts at `u`, by matching its first two moments."""
    middle = square = total = 0.0
    for chance, start, slope, (constant, linear, quadratic), noise in predictors:
        at, jacobian = observation(start + slope * u)
        total += chance
        middle += chance * at
        variance = max(0.0, constant + u * (linear + u * quadratic))
        square += chance * (at * at + noise + jacobian * jacobian * variance)
    middle /= total
    return middle, sqrt(square / total - middle * middle)
