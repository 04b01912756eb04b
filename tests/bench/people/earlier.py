"""The estimator that the teammates had before they knew newcomers, frozen to be compared with.

A person was taken to wait `REACTION + exp(level) * (gap / 10) ** exponent`, give or take a
normal noise on the logarithm. Level and exponent were tracked by a Kalman filter; a silence
counted as a wait that was at least so long. It minded no situation.
"""

from __future__ import annotations

from math import erfc, exp, log, pi, sqrt

from game.teammates.tempo import ORDINARY, Situation, Tempo

REACTION = 0.35
"""Seconds to see a card, decide and move: taken as the same for everybody."""

UNSURE_REACTION = 0.1
"""Seconds by which a reaction may differ, between people and from card to card."""

PRIOR_LEVEL = log(6.7)
"""Logarithm of the seconds waited over a gap of ten: the median of people who were timed."""

PRIOR_SPREAD, PRIOR_EXPONENT_SPREAD = 0.40, 0.20
"""By how much level and exponent were taken to differ between people."""

PRIOR_NOISE = 0.15
"""How far one wait strays from the next, as a share of it, before anything is known."""

NOISE_PLAYS = 6.0
"""How many plays the prior noise is worth."""

MEMORY_OF_NOISE = 60.0
"""Plays after which earlier ones begin to be forgotten for the noise."""

SURPRISE = 2.5
"""Standard deviations at which a wait is cut off: anybody's mind can wander."""

DRIFT = 0.0001
"""Variance of the level that each play adds: nobody is a metronome."""

DRIFT_A_LEVEL = 0.03**2
"""Variance of the level that each level of the game adds."""

LEAN_KEPT = 0.8
"""How much of the surprises so far is kept with every new one: they fade over five plays."""

LEAN_NOTICED = 4.0
"""Standard deviations, added up in that way, at which somebody must have changed tempo."""

CHANGED = 0.10
"""By how much they are then thought to have changed, as a share."""

LEAST_EXPONENT, MOST_EXPONENT = 0.3, 1.7
"""Between the same wait for every gap, nearly, and one that grows much faster than it."""

SHORTEST = 0.05
"""Seconds beyond the reaction that a wait is at least taken to be."""

LOG_TENTHS = [log(max(gap, 0.5) / 10) for gap in range(101)]


SAME_QUARTILES = 1.10
"""Of a normal deviation, and of the spread of Student's t with four degrees of freedom."""


class EarlierTempo(Tempo):
    """The tempo of one person, as it was learned then."""

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
        """The share by which one wait strays from the next."""
        return sqrt(self._noise_sum / self._noise_plays)

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        """The same forecast in the words of today."""
        middle, spread = self.beyond(gap)
        seconds = exp(middle)
        share = seconds / (REACTION + seconds)
        return log(REACTION + seconds), share * spread / SAME_QUARTILES

    def beyond(self, gap: int) -> tuple[float, float]:
        """Mean and deviation of the logarithm of the seconds waited beyond the reaction."""
        if gap not in self._waits:
            u = LOG_TENTHS[gap]
            mean = self._level + self._exponent * u
            known = self._level_var + u * (2 * self._shared + u * self._exponent_var)
            self._waits[gap] = mean, sqrt(known + self._stray(mean))
        return self._waits[gap]

    def heard(self, gap: int, seconds: float) -> None:
        """What others did was nothing to it."""

    def waited(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """A card that was `gap` away was laid after `seconds`, while others held cards."""
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
        """A card that was `gap` away was not laid for `seconds`: its time was later."""
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
        """A level is over, and people come back to the next a little different."""
        self._waits.clear()
        self._level_var += DRIFT_A_LEVEL

    def _stray(self, mean: float) -> float:
        """Variance of the logarithm of one wait, were the person known perfectly."""
        return self._noise_sum / self._noise_plays + (UNSURE_REACTION * exp(-mean)) ** 2

    def _move(self, along_level: float, along_exponent: float, by: float, share: float) -> None:
        self._level += along_level * by
        self._exponent = max(LEAST_EXPONENT, min(MOST_EXPONENT, self._exponent + along_exponent * by))
        self._level_var -= along_level * along_level * share
        self._shared -= along_level * along_exponent * share
        self._exponent_var -= along_exponent * along_exponent * share

    def _notice(self, surprise: float) -> None:
        """Surprises that keep to one side say that the person is not who it was."""
        self._lean = LEAN_KEPT * self._lean + surprise
        if abs(self._lean) > LEAN_NOTICED:
            self._level_var += CHANGED**2
            self._exponent_var += CHANGED**2
            self._lean = 0.0

    def _learn_noise(self, square: float, spread: float) -> None:
        """Of the surprise squared, the noise is credited with its share of the variance."""
        noise = self._noise_sum / self._noise_plays
        self._noise_sum += noise * (1 + (square - 1) * noise / spread)
        self._noise_plays += 1
        if self._noise_plays > MEMORY_OF_NOISE:
            self._noise_sum *= MEMORY_OF_NOISE / self._noise_plays
            self._noise_plays = MEMORY_OF_NOISE


def _tail_pull(above: float) -> float:
    """Mean of a standard normal variable that is known to lie above `above`."""
    return exp(-above * above / 2) / sqrt(2 * pi) / (erfc(above / sqrt(2)) / 2)
