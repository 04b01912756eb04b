"""A Bayesian estimate of how one person waits, updated after each of their waits.

The model of a wait: its logarithm is `log(REACTION + exp(x))` plus noise with heavy tails (Student's t with four
degrees of freedom, or for the practised kind a normal distribution with rare lapses), because any person's
attention can wander. The linear predictor `x` is a sum of habits: a level, an exponent times the logarithm of the
gap, and the effects of the situation: the number of cards that the others hold for each card in the person's own
hand, whether the person has just played a card, and the share of the level's cards that are left.

The estimate is a mixture of two models, one for each kind of people. The practised count steadily, and only the gap
influences them. The noise of newcomers is four times as large a priori, the situation influences them, and they
follow the tempo of the others. Each kind is a Gaussian filter that every wait updates. Every wait also moves the
probability of a kind by the likelihood that the kind gave to the wait (a bank of filters). The update of a filter
is that of Masreliez (1975): it uses the first and second derivative of the log likelihood. A silence counts as a
censored wait: the true wait is at least that long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, exp, log, pi, sqrt
from typing import NamedTuple, Protocol

REACTION = 0.35
"""Seconds to see a card, decide and move: the same for every person in this model."""

PRIOR_LEVEL = log(6.7)
"""Prior mean of the level: logarithm of the seconds for a gap of ten, from the median of people who were timed."""

BETWEEN_PEOPLE = 0.40
"""Standard deviation of the level between people: about the relative deviation from the median."""

HEARD_NOISE = 0.15
"""Standard deviation, in the logarithm, of another player's wait as a measurement of the tempo a newcomer follows."""

MEMORY_OF_NOISE = 60.0
"""Largest effective sample size of the noise estimate, in plays. Beyond it, older plays lose weight."""

DRIFT = 0.0001
"""Process noise: the variance that each play adds to the level, because no person keeps a constant tempo."""

DRIFT_A_LEVEL = 0.03**2
"""Process noise: the variance that each new level of the game adds to the level of the tempo."""

TURNING = 0.03
"""Probability, from one level of the game to the next, that a person has changed to the other kind."""

LEAN_KEPT = 0.8
"""Forgetting factor of the CUSUM: each new innovation scales the sum by this, so innovations fade over five plays."""

LEAN_NOTICED = 4.0
"""Threshold of the CUSUM, in standard deviations. Beyond it, the person must have changed tempo."""

CHANGED = 0.10
"""Standard deviation of the process noise that a detected change adds to the level and to the exponent. It is about the
relative size of the change.
"""

BOUNDS = ((log(0.2), log(200)), (0.3, 1.9), (-2.0, 2.0), (-2.0, 2.0), (-2.0, 2.0))
"""Lower and upper bound of the mean of each of the `Habits`."""

SHORTEST = 0.05
"""Lower bound, in seconds, of a time whose logarithm is taken, in most places of the time beyond the reaction."""

FARTHEST = 9.0
"""Bound on the absolute value of the linear predictor, which is the logarithm of seconds."""

MOST_OF_A_BALANCE = log(4)
"""Bound on the absolute value of a situation's `balance`: a ratio of cards above four has the effect of four."""

TOO_UNLIKELY = 0.02
"""Probability of a kind up to which forecasts ignore it."""

SURPRISE = 2.5
"""Standard deviations at which a practised person's innovation is clipped: any person's attention can wander."""

LAPSES = 0.03
"""Share of a practised person's waits that are lapses of attention: their deviation is four times as large."""

LIKE_HEAVY = 0.9
"""Scale of the Student's t with four degrees of freedom whose interquartile range is nearly that of the unit normal."""

ROOT_HALF, ROOT_OF_CIRCLE = sqrt(0.5), sqrt(2 * pi)

LOG_TENTHS = [log(max(gap, 0.5) / 10) for gap in range(101)]


class Situation(NamedTuple):
    """What a person sees when a stretch of waiting begins.

    `balance` is the logarithm of the number of cards that the others hold for each card in the person's hand. `again`
    tells whether the stretch began with a card of this person. `left` is the share of the level's cards that are still
    in hands, minus a half: from -0.5 for none to 0.5 for all.
    """

    balance: float = 0.0
    again: bool = False
    left: float = 0.0


def situation(own: int, others: int, dealt: int, again: bool) -> Situation:
    """Return the situation of a person with `own` cards of the `dealt` ones, while the others hold `others` in all."""
    balance = log(max(others, 1) / max(own, 1))
    return Situation(max(-MOST_OF_A_BALANCE, min(MOST_OF_A_BALANCE, balance)), again, (own + others) / dealt - 0.5)


ORDINARY = Situation()
"""A neutral situation: the others hold as many cards as the person, half of all are left, another seat played last."""


class Clock(Protocol):
    """A forecast of how one person, or a group of seats, waits."""

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        """Return median and scale of the logarithm of the wait in seconds (Student's t, four degrees of freedom)."""
        ...


class Habit(NamedTuple):
    """A normal estimate of one habit: its mean and its standard deviation."""

    value: float
    spread: float


class Habits(NamedTuple):
    """The estimate of how a person waits: the coefficients of the linear predictor.

    `level` is the logarithm of the seconds for a gap of ten. `exponent` multiplies the logarithm of a tenth of the gap.
    `balance`, `again` and `left` multiply the fields of a `Situation`.
    """

    level: Habit
    exponent: Habit
    balance: Habit
    again: Habit
    left: Habit


@dataclass(frozen=True, slots=True)
class Kind:
    """The estimate of a person on the assumption that it is of one kind, and the probability of that kind.

    `noise` is the standard deviation of single waits in the logarithm, with the weight of `noise_plays` observations.
    `strays_far` gives the noise heavy tails (Student's t). With `follows`, the level is correlated with the tempo of
    the other players.
    """

    chance: float
    habits: Habits
    noise: float
    noise_plays: float
    strays_far: bool = False
    follows: bool = False


PRACTISED = Kind(
    chance=0.8,
    habits=Habits(
        level=Habit(PRIOR_LEVEL, BETWEEN_PEOPLE),
        exponent=Habit(1.0, 0.20),
        balance=Habit(0.0, 0.03),
        again=Habit(0.0, 0.03),
        left=Habit(0.0, 0.10),
    ),
    noise=0.15,
    noise_plays=6.0,
)
"""A person who counts steadily, like the people who were timed at the table and in the laboratory."""

NEWCOMER = Kind(
    chance=0.2,
    habits=Habits(
        level=Habit(PRIOR_LEVEL, 0.35),
        exponent=Habit(1.2, 0.15),
        balance=Habit(0.4, 0.25),
        again=Habit(0.4, 0.15),
        left=Habit(0.0, 0.15),
    ),
    noise=0.60,
    noise_plays=10.0,
    strays_far=True,
    follows=True,
)
"""A person who has hardly played. The values are rounded from 713 waits of 21 people, published as data of the
bachelor's thesis "Mind the Gap" (veghcsanad/The-Mind). The standard deviation of the level is that around the tempo
of the other players.
"""

Prior = tuple[Kind, ...]
"""The prior before the first card: a mixture of kinds whose probabilities add up to one."""

ANYBODY: Prior = (PRACTISED, NEWCOMER)
"""The prior for an unknown person."""


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
        self._kinds = [_Filter(kind, pace) for kind in prior]
        self._expected: dict[Situation, tuple[list[RegressionLine], dict[int, tuple[float, float]]]] = {}

    @property
    def noise(self) -> float:
        """The relative standard deviation of single waits."""
        return sqrt(sum(kind.chance * kind.noise for kind in self._kinds))

    @property
    def belief(self) -> Belief:
        """A summary of the current estimate, for display."""
        kinds = [(kind.chance, kind.mean, kind.known) for kind in self._kinds]
        level = sum(chance * mean[0] for chance, mean, _ in kinds)
        spread = sqrt(sum(chance * (known[0][0] + (mean[0] - level) ** 2) for chance, mean, known in kinds))
        exponent = sum(chance * mean[1] for chance, mean, _ in kinds)
        return Belief(exp(level) / 10, spread, exponent, self.noise, self.plays)

    @property
    def posterior(self) -> Prior:
        """The current estimate, as the prior of another game."""
        return tuple(kind.posterior for kind in self._kinds)

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        if seen not in self._expected:
            self._expected[seen] = [kind.line(seen) for kind in self._likely()], {}
        lines, known = self._expected[seen]
        if gap not in known:
            known[gap] = _as_one(lines, LOG_TENTHS[gap])
        return known[gap]

    def reckon(self, seconds: float) -> int:
        """Return the most likely gap, in ranks, of a person with this tempo who waits for `seconds`."""
        level, exponent, *_ = max(self._kinds, key=lambda kind: kind.chance).mean
        beyond = log(max(seconds - REACTION, SHORTEST))
        return max(1, min(100, round(10 * exp((beyond - level) / exponent))))

    def waited(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """Update on a wait: the person played a card `gap` ranks away after `seconds`, while others held cards."""
        self.plays += 1
        self._learn(gap, seconds, seen, laid=True)

    def silent(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """Update on a censored wait: the person did not play a card `gap` ranks away for `seconds`."""
        if seconds > REACTION + SHORTEST:
            self._learn(gap, seconds, seen, laid=False)

    def heard(self, gap: int, seconds: float) -> None:
        """Update on another player's wait: that player played a card `gap` ranks away after `seconds`."""
        if not self._pace or not gap:
            return
        if any(kind.follows for kind in self._likely()):
            self._expected.clear()
        for kind in self._kinds:
            if kind.follows:
                kind.hear(log(max(seconds - REACTION, SHORTEST)) - LOG_TENTHS[gap])

    def next_level(self) -> None:
        """Add the process noise of a new level: people return to it with a slightly different tempo."""
        self._expected.clear()
        for kind, before in zip(self._kinds, self._prior, strict=True):
            kind.known[0][0] += DRIFT_A_LEVEL * self._pace
            kind.chance += TURNING * self._pace * (before.chance - kind.chance)

    def _likely(self) -> list[_Filter]:
        return [kind for kind in self._kinds if kind.chance > TOO_UNLIKELY]

    def _learn(self, gap: int, seconds: float, seen: Situation, laid: bool) -> None:
        if not self._pace:
            return
        self._expected.clear()
        features, at = _features(gap, seen), log(max(seconds, SHORTEST))
        for kind in self._kinds:
            kind.chance *= kind.learn(features, at, laid) ** self._pace
        total = sum(kind.chance for kind in self._kinds)
        for kind in self._kinds:
            kind.chance = max(kind.chance / total, 1e-4)


Features = tuple[float, ...]
"""The row of the design matrix for one wait: the factor of each habit, and last that of the followed tempo."""

HEARD: Features = (*(0.0 for _ in BOUNDS), 1.0)


def _features(gap: int, seen: Situation) -> Features:
    return 1.0, LOG_TENTHS[gap], seen.balance, float(seen.again), seen.left, 0.0


class RegressionLine(NamedTuple):
    """The linear predictor of one kind in one situation, as a function of `u`, the logarithm of a tenth of the gap.

    Its mean is `start + slope * u`, and its variance is `known[0] + known[1] * u + known[2] * u * u`. `chance` is the
    probability of the kind, and `noise` the variance of single waits.
    """

    chance: float
    start: float
    slope: float
    known: tuple[float, float, float]
    noise: float


def _as_one(lines: Sequence[RegressionLine], u: float) -> tuple[float, float]:
    """Return median and scale of the mixture of forecasts at `u`, by matching its first two moments."""
    middle = square = total = 0.0
    for chance, start, slope, (at_ten, along, bent), noise in lines:
        seconds = exp(max(-FARTHEST, min(FARTHEST, start + slope * u)))
        share = seconds / (REACTION + seconds)
        at = log(REACTION + seconds)
        total += chance
        middle += chance * at
        square += chance * (at * at + noise + share * share * max(0.0, at_ten + u * (along + u * bent)))
    middle /= total
    return middle, sqrt(square / total - middle * middle)


class _Filter:
    """The posterior of a person on the assumption of one kind: a Gaussian over the habits, and the noise variance.

    The last component of the state is not a habit of this person. It is the tempo of the others that a newcomer
    follows.
    """

    def __init__(self, kind: Kind, pace: float) -> None:
        self.chance = kind.chance
        self._kind = kind
        self._pace = pace
        self.mean = [*(habit.value for habit in kind.habits), kind.habits.level.value]
        self.known = [[0.0] * len(HEARD) for _ in HEARD]
        for at, habit in enumerate(kind.habits):
            self.known[at][at] = habit.spread**2 * pace
        if kind.follows:
            shared = BETWEEN_PEOPLE**2 * pace
            self.known[0][0] += shared
            self.known[0][-1] = self.known[-1][0] = self.known[-1][-1] = shared
        self._lean = 0.0
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
        habits = Habits(*(Habit(self.mean[at], sqrt(self.known[at][at])) for at in range(len(BOUNDS))))
        return replace(
            self._kind,
            chance=self.chance,
            habits=habits,
            noise=sqrt(self.noise),
            noise_plays=self._noise_plays,
            follows=False,
        )

    def line(self, seen: Situation) -> RegressionLine:
        """Return the linear predictor in one situation. A normal forecast is scaled to a Student's t."""
        mean, known = self.mean, self.known
        along, at_ten = self._along((1.0, 0.0, *seen, 0.0))
        start = mean[0] + mean[2] * seen.balance + mean[3] * seen.again + mean[4] * seen.left
        like = 1.0 if self._kind.strays_far else LIKE_HEAVY**2
        about = (like * at_ten, like * 2 * along[1], like * known[1][1])
        return RegressionLine(self.chance, start, mean[1], about, like * self.noise)

    def learn(self, features: Features, at: float, laid: bool) -> float:
        """Update on a wait, or on a censored wait unless `laid`, and return its likelihood under the prediction.

        `at` is the logarithm of the seconds.
        """
        total = sum([mean * feature for mean, feature in zip(self.mean, features, strict=True)])
        seconds = exp(max(-FARTHEST, min(FARTHEST, total)))
        share = seconds / (REACTION + seconds)
        _, variance = self._along(features)
        square = self.noise + share * share * variance
        middle, spread = log(REACTION + seconds), sqrt(square)
        z = (at - middle) / spread
        if self._kind.strays_far:
            density, later = density_and_later(z)
            fall, bend = 5 * z / (4 + z * z), 5 * (4 - z * z) / (4 + z * z) ** 2
        else:
            density = (1 - LAPSES) * exp(-z * z / 2) / ROOT_OF_CIRCLE + LAPSES * density_and_later(z / 4)[0] / 4
            z = max(-SURPRISE if laid else -6.0, min(SURPRISE, z))
            later = erfc(z * ROOT_HALF) / 2
            fall, bend = z, 1.0
        if laid:
            slope = fall
            self._learn_noise(fall * z, square)
            self.known[0][0] += DRIFT * self._pace
        else:
            slope = (density if self._kind.strays_far else exp(-z * z / 2) / ROOT_OF_CIRCLE) / later
            bend = slope * (slope - fall)
        self._move(features, share * slope / spread, share * share * bend / square)
        self._notice(slope)
        return density / spread if laid else later

    def hear(self, level: float) -> None:
        """Update on another player's wait, as a measurement of the tempo that this person follows."""
        square = self.known[-1][-1] + HEARD_NOISE**2
        self._move(HEARD, (level - self.mean[-1]) / square, 1 / square)

    def _along(self, features: Features) -> tuple[list[float], float]:
        """Return the covariance of the state with the linear predictor of `features`, and that predictor's variance."""
        along = [sum([row[at] * feature for at, feature in enumerate(features) if feature]) for row in self.known]
        return along, max(0.0, sum([way * feature for way, feature in zip(along, features, strict=True)]))

    def _move(self, features: Features, slope: float, bend: float) -> None:
        along, variance = self._along(features)
        bend = max(0.0, min(bend, 0.95 / variance)) if variance else 0.0
        for at, way in enumerate(along):
            self.mean[at] += way * slope
            row = self.known[at]
            for other, across in enumerate(along):
                row[other] -= way * across * bend
        for at, (least, most) in enumerate(BOUNDS):
            self.mean[at] = max(least, min(most, self.mean[at]))

    def _notice(self, surprise: float) -> None:
        """Detect a change of tempo by a CUSUM of the innovations, and increase the covariance if there is one."""
        self._lean = LEAN_KEPT * self._lean + surprise
        if abs(self._lean) > LEAN_NOTICED:
            self.known[0][0] += CHANGED**2 * self._pace
            self.known[1][1] += CHANGED**2 * self._pace
            self._lean = 0.0

    def _learn_noise(self, square: float, spread: float) -> None:
        """Update the noise variance with its share of a squared innovation; `spread` is the predicted variance."""
        self._noise_sum += self.noise * (1 + (square - 1) * self.noise / spread)
        self._noise_plays += 1
        if self._noise_plays > MEMORY_OF_NOISE:
            self._noise_sum *= MEMORY_OF_NOISE / self._noise_plays
            self._noise_plays = MEMORY_OF_NOISE


def density_and_later(z: float) -> tuple[float, float]:
    """Return the density at `z` and the probability of more, for Student's t with four degrees of freedom."""
    near = 1 / sqrt(4 + z * z)
    along = z * near
    return 12 * near**5, max(1e-12, 0.5 - along * (0.75 - 0.25 * along * along))
