"""A robust extended Kalman filter: the posterior of how one person of one kind waits.

The observation of a wait is its logarithm, which is not linear in the predictor: the filter uses its derivative (the
Jacobian). The update is that of Masreliez (1975), with the first and second derivative of the log likelihood. A
silence counts as a censored wait: the true wait is at least that long.
"""

from __future__ import annotations

from dataclasses import replace
from math import erfc, exp, log, pi, sqrt
from typing import NamedTuple

from game.teammates.prior import BETWEEN_PEOPLE, BOUNDS, REACTION, Habit, Habits, Kind, Situation, density_and_tail

HEARD_NOISE = 0.15
"""Standard deviation, in the logarithm, of another player's wait as a measurement of the tempo a newcomer follows."""

NOISE_SAMPLE_SIZE = 60.0
"""Largest effective sample size of the noise estimate, in plays. Beyond it, older plays lose weight."""

DRIFT = 0.0001
"""Process noise: the variance that each play adds to the level, because no person keeps a constant tempo."""

DRIFT_A_LEVEL = 0.03**2
"""Process noise: the variance that each new level of the game adds to the level of the tempo."""

CUSUM_FORGETTING = 0.8
"""Forgetting factor of the CUSUM: each new innovation scales the sum by this, so innovations fade over five plays."""

CUSUM_THRESHOLD = 4.0
"""Threshold of the CUSUM, in standard deviations. Beyond it, the person must have changed tempo."""

CHANGE_NOISE = 0.10
"""Standard deviation of the process noise that a detected change adds to the level and to the exponent. It is about the
relative size of the change.
"""

MAX_PREDICTOR = 9.0
"""Bound on the absolute value of the linear predictor, which is the logarithm of seconds."""

MAX_INNOVATION = 2.5
"""Standard deviations at which a practised person's innovation is clipped: any person's attention can wander."""

LAPSES = 0.03
"""Share of a practised person's waits that are lapses of attention: their deviation is four times as large."""

T_SCALE = 0.9
"""Scale of the Student's t with four degrees of freedom whose interquartile range is nearly that of the unit normal."""

SQRT_HALF, SQRT_TWO_PI = sqrt(0.5), sqrt(2 * pi)


DesignRow = tuple[float, ...]
"""The row of the design matrix for one wait: the factor of each habit, and last that of the followed tempo."""

HEARD: DesignRow = (*(0.0 for _ in BOUNDS), 1.0)


class LinearPredictor(NamedTuple):
    """The linear predictor of one kind in one situation, as a function of `u`, the logarithm of a tenth of the gap.

    Its mean is `start + slope * u`. `variance` has the coefficients of its variance, a polynomial in `u`. `chance` is
    the probability of the kind, and `noise` the variance of single waits.
    """

    chance: float
    start: float
    slope: float
    variance: tuple[float, float, float]
    noise: float


def observation(predictor: float) -> tuple[float, float]:
    """Return the logarithm of the wait in seconds for a linear predictor, and its derivative (the Jacobian)."""
    seconds = exp(max(-MAX_PREDICTOR, min(MAX_PREDICTOR, predictor)))
    return log(REACTION + seconds), seconds / (REACTION + seconds)


class Filter:
    """The posterior of a person on the assumption of one kind: a Gaussian over the habits, and the noise variance.

    The last component of the state is not a habit of this person. It is the tempo of the others that a newcomer
    follows.
    """

    def __init__(self, kind: Kind, pace: float) -> None:
        self.chance = kind.chance
        self._kind = kind
        self._pace = pace
        self.mean = [*(habit.value for habit in kind.habits), kind.habits.level.value]
        self.covariance = [[0.0] * len(HEARD) for _ in HEARD]
        for at, habit in enumerate(kind.habits):
            self.covariance[at][at] = habit.spread**2 * pace
        if kind.follows:
            shared = BETWEEN_PEOPLE**2 * pace
            self.covariance[0][0] += shared
            self.covariance[0][-1] = self.covariance[-1][0] = self.covariance[-1][-1] = shared
        self._cusum = 0.0
        self._noise_plays = kind.noise_plays
        self._noise_sum = kind.noise_plays * kind.noise**2

    @property
    def noise(self) -> float:
        """The variance of single waits in the logarithm."""
        return self._noise_sum / self._noise_plays

    @property
    def follows(self) -> bool:
        """Whether people of this kind follow the tempo of the others."""
        return self._kind.follows

    @property
    def posterior(self) -> Kind:
        """The current estimate, as a prior."""
        habits = Habits(*(Habit(self.mean[at], sqrt(self.covariance[at][at])) for at in range(len(BOUNDS))))
        return replace(
            self._kind,
            chance=self.chance,
            habits=habits,
            noise=sqrt(self.noise),
            noise_plays=self._noise_plays,
            follows=False,
        )

    def predictor(self, seen: Situation) -> LinearPredictor:
        """Return the linear predictor in one situation. A normal forecast is scaled to a Student's t."""
        mean = self.mean
        cross, variance = self._cross_covariance((1.0, 0.0, *seen, 0.0))
        start = mean[0] + mean[2] * seen.balance + mean[3] * seen.again + mean[4] * seen.left
        scale = 1.0 if self._kind.heavy_tails else T_SCALE**2
        polynomial = (scale * variance, scale * 2 * cross[1], scale * self.covariance[1][1])
        return LinearPredictor(self.chance, start, mean[1], polynomial, scale * self.noise)

    def learn(self, design: DesignRow, at: float, censored: bool) -> float:
        """Update on a wait, or on a `censored` one, and return its likelihood under the prediction.

        `at` is the logarithm of the seconds.
        """
        middle, jacobian = observation(sum([mean * by for mean, by in zip(self.mean, design, strict=True)]))
        _, variance = self._cross_covariance(design)
        innovation_variance = self.noise + jacobian * jacobian * variance
        spread = sqrt(innovation_variance)
        z = (at - middle) / spread
        if self._kind.heavy_tails:
            density, tail = density_and_tail(z)
            gradient, curvature = 5 * z / (4 + z * z), 5 * (4 - z * z) / (4 + z * z) ** 2
        else:
            density = (1 - LAPSES) * exp(-z * z / 2) / SQRT_TWO_PI + LAPSES * density_and_tail(z / 4)[0] / 4
            z = max(-6.0 if censored else -MAX_INNOVATION, min(MAX_INNOVATION, z))
            tail = erfc(z * SQRT_HALF) / 2
            gradient, curvature = z, 1.0
        if censored:
            hazard = (density if self._kind.heavy_tails else exp(-z * z / 2) / SQRT_TWO_PI) / tail
            gradient, curvature = hazard, hazard * (hazard - gradient)
        else:
            self._learn_noise(gradient * z, innovation_variance)
            self.covariance[0][0] += DRIFT * self._pace
        self._update(design, jacobian * gradient / spread, jacobian * jacobian * curvature / innovation_variance)
        self._detect_change(gradient)
        return tail if censored else density / spread

    def hear(self, level: float) -> None:
        """Update on another player's wait, as a measurement of the tempo that this person follows."""
        innovation_variance = self.covariance[-1][-1] + HEARD_NOISE**2
        self._update(HEARD, (level - self.mean[-1]) / innovation_variance, 1 / innovation_variance)

    def next_level(self) -> None:
        """Add the process noise of a new level of the game."""
        self.covariance[0][0] += DRIFT_A_LEVEL * self._pace

    def _cross_covariance(self, design: DesignRow) -> tuple[list[float], float]:
        """Return the covariance of the state with the linear predictor of `design`, and that predictor's variance."""
        cross = [sum([row[at] * by for at, by in enumerate(design) if by]) for row in self.covariance]
        return cross, max(0.0, sum([one * by for one, by in zip(cross, design, strict=True)]))

    def _update(self, design: DesignRow, gradient: float, curvature: float) -> None:
        """Move the mean and reduce the covariance, given derivatives of the log likelihood by the linear predictor."""
        cross, variance = self._cross_covariance(design)
        curvature = max(0.0, min(curvature, 0.95 / variance)) if variance else 0.0
        for at, one in enumerate(cross):
            self.mean[at] += one * gradient
            row = self.covariance[at]
            for to, other in enumerate(cross):
                row[to] -= one * other * curvature
        for at, (least, most) in enumerate(BOUNDS):
            self.mean[at] = max(least, min(most, self.mean[at]))

    def _detect_change(self, innovation: float) -> None:
        """Detect a change of tempo by a CUSUM of the innovations, and increase the covariance if there is one."""
        self._cusum = CUSUM_FORGETTING * self._cusum + innovation
        if abs(self._cusum) > CUSUM_THRESHOLD:
            self.covariance[0][0] += CHANGE_NOISE**2 * self._pace
            self.covariance[1][1] += CHANGE_NOISE**2 * self._pace
            self._cusum = 0.0

    def _learn_noise(self, square: float, innovation_variance: float) -> None:
        """Update the noise variance with its share of a squared innovation in units of its variance."""
        self._noise_sum += self.noise * (1 + (square - 1) * self.noise / innovation_variance)
        self._noise_plays += 1
        if self._noise_plays > NOISE_SAMPLE_SIZE:
            self._noise_sum *= NOISE_SAMPLE_SIZE / self._noise_plays
            self._noise_plays = NOISE_SAMPLE_SIZE
