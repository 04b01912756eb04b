"""The estimator that the teammates had before they knew newcomers, frozen for comparison.

A person's wait is `REACTION + exp(level) * (gap / 10) ** exponent`, with normal noise on the logarithm. A Kalman
filter tracks level and exponent; a silence is a censored wait. Situations have no effect.
"""

from __future__ import annotations

from math import erfc, exp, log, pi, sqrt

from game.teammates.prior import ORDINARY, Situation
from game.teammates.tempo import Tempo

REACTION = 0.35
"""Seconds to see a card, decide and move: the same for every person."""

UNSURE_REACTION = 0.1
"""Standard deviation of the reaction in seconds, between people and between cards."""

PRIOR_LEVEL = log(6.7)
"""Prior mean of the level: logarithm of the seconds for a gap of ten, from the median of people who were timed."""

PRIOR_SPREAD, PRIOR_EXPONENT_SPREAD = 0.40, 0.20
"""Prior standard deviations of level and exponent between people."""

PRIOR_NOISE = 0.15
"""Prior of the relative standard deviation of single waits."""

NOISE_PLAYS = 6.0
"""Weight of the prior noise, in plays."""

MEMORY_OF_NOISE = 60.0
"""Largest effective sample size of the noise estimate, in plays."""

SURPRISE = 2.5
"""Standard deviations at which an innovation is clipped: any person's attention can wander."""

DRIFT = 0.0001
"""Process noise: the variance that each play adds to the level."""

DRIFT_A_LEVEL = 0.03**2
"""Process noise: the variance that each level of the game adds to the level."""

LEAN_KEPT = 0.8
"""Forgetting factor of the CUSUM: innovations fade over five plays."""

LEAN_NOTICED = 4.0
"""Threshold of the CUSUM, in standard deviations: beyond it the person must have changed tempo."""

CHANGED = 0.10
"""Relative standard deviation that a detected change adds."""

LEAST_EXPONENT, MOST_EXPONENT = 0.3, 1.7
"""From nearly the same wait for every gap, to waits that grow much faster than the gap."""

SHORTEST = 0.05
"""Lower bound, in seconds, of a wait beyond the reaction."""

LOG_TENTHS = [log(max(gap, 0.5) / 10) for gap in range(101)]


SAME_QUARTILES = 1.10
"""Scale of a normal over that of Student's t (four degrees of freedom) with the same interquartile range."""


class EarlierTempo(Tempo):
    """The tempo of one person by the earlier estimator."""

    def __init__(self) -> None:
        super().__init__()
        self._level, self._level_var = PRIOR_LEVEL, PRIOR_SPREAD**2
        self._exponent, self._exponent_var = 1.0, PRIOR_EXPONENT_SPREAD**2
        self._shared = 0.0
        self._lean = 0.0
        self._waits: dict[int, tuple[float, float]] = {}
        self._noise_plays = NOISE_PLAYS
        self._noise_sum = NOISE_PLAYS * PRIOR_NOISE**2

    @property
    def noise(self) -> float:
        """The relative standard deviation of single waits."""
        return sqrt(self._noise_sum / self._noise_plays)

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        """Return the forecast in the current form."""
        middle, spread = self.beyond(gap)
        seconds = exp(middle)
        share = seconds / (REACTION + seconds)
        return log(REACTION + seconds), share * spread / SAME_QUARTILES

    def beyond(self, gap: int) -> tuple[float, float]:
        """Return mean and deviation of the logarithm of the seconds beyond the reaction."""
        if gap not in self._waits:
            u = LOG_TENTHS[gap]
            mean = self._level + self._exponent * u
            known = self._level_var + u * (2 * self._shared + u * self._exponent_var)
            self._waits[gap] = mean, sqrt(known + self._stray(mean))
        return self._waits[gap]

    def heard(self, gap: int, seconds: float) -> None:
        """Other players' waits have no effect."""

    def waited(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """Update on a wait: a card `gap` ranks away was played after `seconds`, while others held cards."""
        self.plays += 1
        self._waits.clear()
        u = LOG_TENTHS[gap]
        mean = self._level + self._exponent * u
        along_level = self._level_var + u * self._shared
        along_exponent = self._shared + u * self._exponent_var
        spread = along_level + u * along_exponent + self._stray(mean)
        surprise = (log(max(seconds - REACTION, SHORTEST)) - mean) / sqrt(spread)
        surprise = max(-SURPRISE, min(SURPRISE, surprise))
        self._move(along_level, along_exponent, surprise / sqrt(spread), 1 / spread)
        self._notice(surprise)
        self._level_var += DRIFT
        self._learn_noise(surprise * surprise, spread)

    def silent(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """Update on a censored wait: a card `gap` ranks away was not played for `seconds`."""
        if seconds <= REACTION + SHORTEST:
            return
        self._waits.clear()
        u = LOG_TENTHS[gap]
        mean = self._level + self._exponent * u
        along_level = self._level_var + u * self._shared
        along_exponent = self._shared + u * self._exponent_var
        spread = along_level + u * along_exponent + self._stray(mean)
        above = (log(seconds - REACTION) - mean) / sqrt(spread)
        if above < -4:
            return
        pull = _tail_pull(min(above, SURPRISE))
        narrower = pull * (pull - min(above, SURPRISE))
        self._move(along_level, along_exponent, pull / sqrt(spread), narrower / spread)
        self._notice(pull)

    def next_level(self) -> None:
        """Add the process noise of a new level."""
        self._waits.clear()
        self._level_var += DRIFT_A_LEVEL

    def _stray(self, mean: float) -> float:
        """Return the variance of the logarithm of one wait, given the person's parameters."""
        return self._noise_sum / self._noise_plays + (UNSURE_REACTION * exp(-mean)) ** 2

    def _move(self, along_level: float, along_exponent: float, by: float, share: float) -> None:
        self._level += along_level * by
        self._exponent = max(LEAST_EXPONENT, min(MOST_EXPONENT, self._exponent + along_exponent * by))
        self._level_var -= along_level * along_level * share
        self._shared -= along_level * along_exponent * share
        self._exponent_var -= along_exponent * along_exponent * share

    def _notice(self, surprise: float) -> None:
        """Detect a change of tempo by a CUSUM of the innovations."""
        self._lean = LEAN_KEPT * self._lean + surprise
        if abs(self._lean) > LEAN_NOTICED:
            self._level_var += CHANGED**2
            self._exponent_var += CHANGED**2
            self._lean = 0.0

    def _learn_noise(self, square: float, spread: float) -> None:
        """Update the noise with its share of the squared innovation."""
        noise = self._noise_sum / self._noise_plays
        self._noise_sum += noise * (1 + (square - 1) * noise / spread)
        self._noise_plays += 1
        if self._noise_plays > MEMORY_OF_NOISE:
            self._noise_sum *= MEMORY_OF_NOISE / self._noise_plays
            self._noise_plays = MEMORY_OF_NOISE


def _tail_pull(above: float) -> float:
    """Return the mean of a standard normal variable that is known to be above `above`."""
    return exp(-above * above / 2) / sqrt(2 * pi) / (erfc(above / sqrt(2)) / 2)
