"""What is believed of how one person waits, and how each of their waits changes it.

The logarithm of a wait is taken to be that of `REACTION + exp(habits)` seconds, give or
take a noise with heavy tails: Student's t with four degrees of freedom, for anybody's mind
can wander. The habits add up: a level, an exponent times the logarithm of the gap, and
what the situation does: how many cards are out for each in the own hand, and whether the
person has only just laid a card.

There are two kinds of people. The practised count steadily and mind nothing but the gap.
Newcomers stray three times as far, mind the situation, and take over the tempo that they
hear. Each kind is a Gaussian belief of its own that every wait moves, and every wait is
evidence for the kind that foretold it better (a bank of filters; the step is Masreliez's
of 1975: by slope and bend of the logarithm of the forecast). A silence counts as a wait
that was at least so long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, exp, log, pi, sqrt
from typing import NamedTuple, Protocol

REACTION = 0.35
"""Seconds to see a card, decide and move: taken as the same for everybody."""

PRIOR_LEVEL = log(6.7)
"""Logarithm of the seconds waited over a gap of ten: the median of people who were timed."""

BETWEEN_PEOPLE = 0.40
"""How far people are from that, as a share."""

HEARD_NOISE = 0.15
"""How far one wait of somebody else is from the tempo that a newcomer takes it for."""

MEMORY_OF_NOISE = 60.0
"""Plays after which earlier ones begin to be forgotten for the noise."""

DRIFT = 0.0001
"""Variance of the level that each play adds: nobody is a metronome."""

DRIFT_A_LEVEL = 0.03**2
"""Variance of the level that each level of the game adds."""

TURNING = 0.03
"""The chance, from level to level, that a person has become one of the other kind."""

LEAN_KEPT = 0.8
"""How much of the surprises so far is kept with every new one: they fade over five plays."""

LEAN_NOTICED = 4.0
"""Standard deviations, added up in that way, at which somebody must have changed tempo."""

CHANGED = 0.10
"""By how much they are then thought to have changed, as a share."""

BOUNDS = ((log(0.2), log(200)), (0.3, 1.9), (-2.0, 2.0), (-2.0, 2.0), (-2.0, 2.0))
"""The least and the most that each of the `Habits` can truly be."""

SHORTEST = 0.05
"""Seconds beyond the reaction that a wait is at least taken to be."""

FARTHEST = 9.0
"""The logarithm of a wait is kept within this."""

MOST_OF_A_BALANCE = log(4)
"""More cards to one than four are felt as four."""

TOO_UNLIKELY = 0.02
"""A kind less likely than that is left out of forecasts."""

SURPRISE = 2.5
"""Deviations at which a practised person's wait is cut off: anybody's mind can wander."""

LAPSES = 0.03
"""The share of a practised person's waits in which it does: four times as far off as usual."""

LIKE_HEAVY = 0.9
"""A normal deviation as the spread of Student's t of four degrees with nearly the same middle half."""

ROOT_HALF, ROOT_OF_CIRCLE = sqrt(0.5), sqrt(2 * pi)

LOG_TENTHS = [log(max(gap, 0.5) / 10) for gap in range(101)]


class Situation(NamedTuple):
    """What a person sees when a stretch of waiting begins.

    `balance` is the logarithm of the cards that the others hold for each of its own, `again`
    says that the stretch began with a card of its own, `left` is the share of the level's
    cards that are still held, from -0.5 for none to 0.5 for all.
    """

    balance: float = 0.0
    again: bool = False
    left: float = 0.0


def situation(own: int, others: int, dealt: int, again: bool) -> Situation:
    """Of somebody who holds `own` cards of all that were `dealt`, while the others hold `others`."""
    balance = log(max(others, 1) / max(own, 1))
    return Situation(max(-MOST_OF_A_BALANCE, min(MOST_OF_A_BALANCE, balance)), again, (own + others) / dealt - 0.5)


ORDINARY = Situation()
"""As many cards out as in the hand, half of all are left, and somebody else's card has just landed."""


class Clock(Protocol):
    """Somebody's way of waiting, as far as it is known."""

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        """Middle and spread of the logarithm of the seconds waited: Student's t of four degrees."""
        ...


class Habit(NamedTuple):
    """One thing believed of a person, and by how much that may be wrong."""

    value: float
    spread: float


class Habits(NamedTuple):
    """What is believed of how a person waits.

    `level` is the logarithm of seconds over a gap of ten; `balance`, `again` and `left` are
    what a situation adds to the logarithm of a wait.
    """

    level: Habit
    exponent: Habit
    balance: Habit
    again: Habit
    left: Habit


@dataclass(frozen=True, slots=True)
class Kind:
    """What is believed of a person of one kind, and with which chance it is of that kind.

    `noise` is the spread of single waits in the logarithm, known as well as after
    `noise_plays` of them; with heavy tails for who `strays_far`. Who `follows` has a level near
    to what is heard.
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
"""Who counts steadily, as people did who were timed at the table and in the laboratory."""

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
"""Who has hardly played: rounded from 713 waits of 21 people, published as data of the
bachelor's thesis "Mind the Gap" (veghcsanad/The-Mind). The level's spread is that around
the tempo heard."""

Prior = tuple[Kind, ...]
"""What is believed before the first card; the chances of the kinds add up to one."""

ANYBODY: Prior = (PRACTISED, NEWCOMER)
"""What is believed of somebody who is not known."""


class Belief(NamedTuple):
    """What a person can be told of a tempo.

    `seconds` is for each number of a gap of ten, `spread` the share by which that may
    be wrong, `noise` the share by which single waits stray, `plays` how many were seen.
    """

    seconds: float
    spread: float
    exponent: float
    noise: float
    plays: int


class Tempo:
    """The tempo of one person, learned from the waits that everybody at the table saw."""

    def __init__(self, prior: Prior = ANYBODY, pace: float = 1.0) -> None:
        """`pace` is how readily it learns: at 0 it keeps the prior, at 1 it learns freely."""
        self.plays = 0
        self._pace = pace
        self._prior = prior
        self._kinds = [_Filter(kind, pace) for kind in prior]
        self._expected: dict[Situation, tuple[list[Line], dict[int, tuple[float, float]]]] = {}

    @property
    def noise(self) -> float:
        """The share by which one wait strays from the next."""
        return sqrt(sum(kind.chance * kind.noise for kind in self._kinds))

    @property
    def belief(self) -> Belief:
        """What is known of the tempo now, for people to read."""
        kinds = [(kind.chance, kind.mean, kind.known) for kind in self._kinds]
        level = sum(chance * mean[0] for chance, mean, _ in kinds)
        spread = sqrt(sum(chance * (known[0][0] + (mean[0] - level) ** 2) for chance, mean, known in kinds))
        exponent = sum(chance * mean[1] for chance, mean, _ in kinds)
        return Belief(exp(level) / 10, spread, exponent, self.noise, self.plays)

    @property
    def posterior(self) -> Prior:
        """What is known of the tempo now, as the prior of another game."""
        return tuple(kind.posterior for kind in self._kinds)

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        if seen not in self._expected:
            self._expected[seen] = [kind.line(seen) for kind in self._likely()], {}
        lines, known = self._expected[seen]
        if gap not in known:
            known[gap] = _as_one(lines, LOG_TENTHS[gap])
        return known[gap]

    def reckon(self, seconds: float) -> int:
        """The gap that somebody with this tempo most likely has, who waits for `seconds`."""
        level, exponent, *_ = max(self._kinds, key=lambda kind: kind.chance).mean
        beyond = log(max(seconds - REACTION, SHORTEST))
        return max(1, min(100, round(10 * exp((beyond - level) / exponent))))

    def waited(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """A card that was `gap` away was laid after `seconds`, while others held cards."""
        self.plays += 1
        self._learn(gap, seconds, seen, laid=True)

    def silent(self, gap: int, seconds: float, seen: Situation = ORDINARY) -> None:
        """A card that was `gap` away was not laid for `seconds`: its time was later."""
        if seconds > REACTION + SHORTEST:
            self._learn(gap, seconds, seen, laid=False)

    def heard(self, gap: int, seconds: float) -> None:
        """Somebody else laid a card that was `gap` away after `seconds`."""
        if not self._pace or not gap:
            return
        if any(kind.follows for kind in self._likely()):
            self._expected.clear()
        for kind in self._kinds:
            if kind.follows:
                kind.hear(log(max(seconds - REACTION, SHORTEST)) - LOG_TENTHS[gap])

    def next_level(self) -> None:
        """A level is over, and people come back to the next a little different."""
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
"""By what each habit is multiplied, and at last the tempo heard."""

HEARD: Features = (*(0.0 for _ in BOUNDS), 1.0)


def _features(gap: int, seen: Situation) -> Features:
    return 1.0, LOG_TENTHS[gap], seen.balance, float(seen.again), seen.left, 0.0


class Line(NamedTuple):
    """The habits in one situation, along the logarithm of the gap in tenths.

    Their sum is `start + slope * u`, and its variance `known[0] + known[1] * u + known[2] * u * u`.
    """

    chance: float
    start: float
    slope: float
    known: tuple[float, float, float]
    noise: float


def _as_one(lines: Sequence[Line], u: float) -> tuple[float, float]:
    """Middle and spread of the forecasts of some kinds, taken together."""
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
    """The belief of a person of one kind: habits as a Gaussian, and the noise.

    The last habit is not the person's: it is the tempo that it hears.
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
        """The spread of single waits, squared."""
        return self._noise_sum / self._noise_plays

    @property
    def follows(self) -> bool:
        """Whether it takes over the tempo that it hears."""
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

    def line(self, seen: Situation) -> Line:
        """What it comes to in one situation."""
        mean, known = self.mean, self.known
        along, at_ten = self._along((1.0, 0.0, *seen, 0.0))
        start = mean[0] + mean[2] * seen.balance + mean[3] * seen.again + mean[4] * seen.left
        like = 1.0 if self._kind.strays_far else LIKE_HEAVY**2
        about = (like * at_ten, like * 2 * along[1], like * known[1][1])
        return Line(self.chance, start, mean[1], about, like * self.noise)

    def learn(self, features: Features, at: float, laid: bool) -> float:
        """Take in a wait, or one that was at least so long; how likely it was held."""
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
        """Somebody else waited as if it had this level."""
        square = self.known[-1][-1] + HEARD_NOISE**2
        self._move(HEARD, (level - self.mean[-1]) / square, 1 / square)

    def _along(self, features: Features) -> tuple[list[float], float]:
        """How the habits vary with a wait of these features, and how much that varies."""
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
        """Surprises that keep to one side say that the person is not who it was."""
        self._lean = LEAN_KEPT * self._lean + surprise
        if abs(self._lean) > LEAN_NOTICED:
            self.known[0][0] += CHANGED**2 * self._pace
            self.known[1][1] += CHANGED**2 * self._pace
            self._lean = 0.0

    def _learn_noise(self, square: float, spread: float) -> None:
        """Of the surprise squared, the noise is credited with its share of the variance."""
        self._noise_sum += self.noise * (1 + (square - 1) * self.noise / spread)
        self._noise_plays += 1
        if self._noise_plays > MEMORY_OF_NOISE:
            self._noise_sum *= MEMORY_OF_NOISE / self._noise_plays
            self._noise_plays = MEMORY_OF_NOISE


def density_and_later(z: float) -> tuple[float, float]:
    """Of Student's t with four degrees of freedom: the density at `z`, and the chance of more."""
    near = 1 / sqrt(4 + z * z)
    along = z * near
    return 12 * near**5, max(1e-12, 0.5 - along * (0.75 - 0.25 * along * along))
