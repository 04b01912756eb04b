"""The tempo filter against a slow, direct computation of the same updates.

The filter has its derivatives in closed form. Here they are finite differences of the log-likelihood, so a wrong sign
or factor in either shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import erfc, exp, gamma, log, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.teammates.kalman_filter import (
    CHANGE_NOISE,
    CUSUM_FORGETTING,
    CUSUM_THRESHOLD,
    DRIFT,
    DRIFT_A_LEVEL,
    HEARD_NOISE,
    LAPSES,
    MAX_INNOVATION,
    NOISE_SAMPLE_SIZE,
)
from game.teammates.prior import (
    ANYBODY,
    BETWEEN_PEOPLE,
    BOUNDS,
    NEWCOMER,
    ORDINARY,
    PRACTISED,
    REACTION,
    Habit,
    Habits,
    Kind,
    Prior,
    Situation,
)
from game.teammates.tempo import SHORTEST, TOO_UNLIKELY, TRANSITION, Tempo

STEP = 1e-3
"""Step of the finite differences."""

MOST_CERTAIN = -6.0
"""Least standard score of a practised person's silence. A shorter one says nothing."""


def normal_later(z: float) -> float:
    """Return the upper tail probability of the normal distribution."""
    return erfc(z / sqrt(2)) / 2


def students_t(z: float) -> float:
    """Return the density of Student's t with four degrees of freedom, by its definition."""
    return gamma(2.5) / (sqrt(4 * pi) * gamma(2)) * float((1 + z * z / 4) ** -2.5)


def students_later(z: float) -> float:
    """Return the upper tail probability at `z`: the density integrated by Simpson's rule."""
    count, end = 400, abs(z)
    width = end / count
    weights = [1 if at in (0, count) else 4 if at % 2 else 2 for at in range(count + 1)]
    inside = width / 3 * sum(weight * students_t(at * width) for at, weight in enumerate(weights))
    return 0.5 - inside if z > 0 else 0.5 + inside


def slopes(density: Callable[[float], float], z: float) -> tuple[float, float]:
    """Return the first and second derivative of the negative logarithm at `z`, by finite differences."""
    before, here, after = (-log(density(z + side * STEP)) for side in (-1, 0, 1))
    return (after - before) / (2 * STEP), (after - 2 * here + before) / STEP**2


def wait_of(predictor: float) -> float:
    """Return the logarithm of a wait."""
    return log(REACTION + exp(predictor))


class Person:
    """What the filter knows of a person of one kind: the five habits, and the tempo of the others that it follows."""

    def __init__(self, kind: Kind, pace: float) -> None:
        self.kind, self.pace, self.chance = kind, pace, kind.chance
        self.mean = [*(habit.value for habit in kind.habits), kind.habits.level.value]
        shared = BETWEEN_PEOPLE**2 * pace * kind.follows
        variances = [*(habit.spread**2 * pace for habit in kind.habits), shared]
        self.covariance = [[v if at == to else 0.0 for to in range(6)] for at, v in enumerate(variances)]
        self.covariance[0][0] += shared
        self.covariance[0][5] = self.covariance[5][0] = shared
        self.noise, self.plays, self.cusum = kind.noise**2, kind.noise_plays, 0.0

    def forecast(self, by: tuple[float, ...]) -> tuple[float, float, float, float]:
        """Return the middle of the wait's logarithm, its derivative by the predictor, and both variances."""
        predictor = sum(mean * factor for mean, factor in zip(self.mean, by, strict=True))
        share = (wait_of(predictor + STEP) - wait_of(predictor - STEP)) / (2 * STEP)
        variance = sum(self.covariance[at][to] * by[at] * by[to] for at in range(6) for to in range(6))
        return wait_of(predictor), share, variance, self.noise + share * share * variance

    def move(self, by: tuple[float, ...], slope: float, bend: float) -> None:
        """Move the mean along the gradient, and reduce the variance, by at most 19 twentieths."""
        along = [sum(one * factor for one, factor in zip(row, by, strict=True)) for row in self.covariance]
        variance = sum(one * factor for one, factor in zip(along, by, strict=True))
        bend = min(max(bend, 0.0), 0.95 / variance) if variance else 0.0
        self.mean = [mean + one * slope for mean, one in zip(self.mean, along, strict=True)]
        self.covariance = [
            [one - along[at] * along[to] * bend for to, one in enumerate(row)] for at, row in enumerate(self.covariance)
        ]
        self.mean[:5] = [min(max(mean, least), most) for mean, (least, most) in zip(self.mean, BOUNDS, strict=False)]

    def observe(self, by: tuple[float, ...], at: float, silent: bool) -> float:
        """Learn from a wait or a silence, whose logarithm is `at`. Return its likelihood."""
        middle, share, _, square = self.forecast(by)
        z = (at - middle) / sqrt(square)
        if self.kind.heavy_tails:
            slope, bend = slopes(students_later if silent else students_t, z)
            likelihood = students_later(z) if silent else students_t(z) / sqrt(square)
        else:
            lapse = students_t(z / 4) / 4
            likelihood = ((1 - LAPSES) * exp(-z * z / 2) / sqrt(2 * pi) + LAPSES * lapse) / sqrt(square)
            z = min(max(z, MOST_CERTAIN if silent else -MAX_INNOVATION), MAX_INNOVATION)
            slope, bend = slopes(normal_later, z) if silent else (z, 1.0)
            likelihood = normal_later(z) if silent else likelihood
        if not silent:
            one = self.noise * (1 + (slope * z - 1) * self.noise / square)
            self.noise = (self.plays * self.noise + one) / (self.plays + 1)
            self.plays = min(self.plays + 1, NOISE_SAMPLE_SIZE)
            self.covariance[0][0] += DRIFT * self.pace
        self.move(by, share * slope / sqrt(square), share * share * bend / square)
        self.cusum = CUSUM_FORGETTING * self.cusum + slope
        if abs(self.cusum) > CUSUM_THRESHOLD:
            for habit in (0, 1):
                self.covariance[habit][habit] += CHANGE_NOISE**2 * self.pace
            self.cusum = 0.0
        return likelihood


class Reference:
    """The tempo of a person as a mixture of kinds, with the interface of Tempo."""

    def __init__(self, prior: Prior, pace: float) -> None:
        self.prior, self.pace = prior, pace
        self.kinds = [Person(kind, pace) for kind in prior]

    def waited(self, gap: int, seconds: float, seen: Situation) -> None:
        self._observe(gap, seconds, seen, silent=False)

    def silent(self, gap: int, seconds: float, seen: Situation) -> None:
        if seconds > REACTION + SHORTEST:
            self._observe(gap, seconds, seen, silent=True)

    def _observe(self, gap: int, seconds: float, seen: Situation, silent: bool) -> None:
        if not self.pace:
            return
        at = log(max(seconds, SHORTEST))
        weights = [one.chance * one.observe(factors(gap, seen), at, silent) ** self.pace for one in self.kinds]
        for one, weight in zip(self.kinds, weights, strict=True):
            one.chance = max(weight / sum(weights), 1e-4)

    def heard(self, gap: int, seconds: float) -> None:
        for one in self.kinds:
            if one.kind.follows and gap and self.pace:
                square = one.covariance[5][5] + HEARD_NOISE**2
                surprise = log(max(seconds - REACTION, SHORTEST)) - log(gap / 10) - one.mean[5]
                one.move((0.0, 0.0, 0.0, 0.0, 0.0, 1.0), surprise / square, 1 / square)

    def next_level(self) -> None:
        for one, before in zip(self.kinds, self.prior, strict=True):
            one.covariance[0][0] += DRIFT_A_LEVEL * self.pace
            one.chance += TRANSITION * self.pace * (before.chance - one.chance)

    def expect(self, gap: int, seen: Situation) -> tuple[float, float]:
        """Return the mean and the spread of the mixture of likely kinds; 0.9 makes a normal spread that of a t."""
        likely = [one for one in self.kinds if one.chance > TOO_UNLIKELY]
        forecasts = [one.forecast(factors(gap, seen)) for one in likely]
        shares = [one.chance / sum(one.chance for one in likely) for one in likely]
        spreads = [
            square * (1.0 if one.kind.heavy_tails else 0.81)
            for one, (*_, square) in zip(likely, forecasts, strict=True)
        ]
        middle = sum(share * at for share, (at, *_) in zip(shares, forecasts, strict=True))
        square = sum(share * (at * at + s) for share, (at, *_), s in zip(shares, forecasts, spreads, strict=True))
        return middle, sqrt(square - middle * middle)


def factors(gap: int, seen: Situation) -> tuple[float, ...]:
    """Return the row of the design matrix: the factor of each habit, and of the tempo that the person follows."""
    return 1.0, log(max(gap, 0.5) / 10), seen.balance, float(seen.again), seen.left, 0.0


def agree(tempo: Tempo, reference: Reference) -> None:
    for ours, theirs in zip(tempo.posterior, reference.kinds, strict=True):
        spreads = [sqrt(max(0.0, theirs.covariance[at][at])) for at in range(5)]
        assert [habit.value for habit in ours.habits] == pytest.approx(theirs.mean[:5], rel=2e-3, abs=2e-4)
        assert [habit.spread for habit in ours.habits] == pytest.approx(spreads, rel=2e-3, abs=2e-4)
        assert (ours.chance, ours.noise) == pytest.approx((theirs.chance, sqrt(theirs.noise)), rel=2e-3)
        assert (ours.noise_plays, ours.follows) == (theirs.plays, False)
    for gap, seen in ((1, ORDINARY), (10, ORDINARY), (60, Situation(-0.7, True, 0.3))):
        assert tempo.expect(gap, seen) == pytest.approx(reference.expect(gap, seen), rel=2e-3, abs=1e-4)


def learn(events: Iterable[tuple[str, int, float, Situation]], prior: Prior, pace: float) -> None:
    """Let both learn from the events, and compare them after each."""
    tempo, reference = Tempo(prior, pace), Reference(prior, pace)
    agree(tempo, reference)
    for what, gap, seconds, seen in events:
        for one in (tempo, reference):
            match what:
                case "waited" | "silent":
                    getattr(one, what)(gap, seconds, seen)
                case "heard":
                    one.heard(gap, seconds)
                case _:
                    one.next_level()
        agree(tempo, reference)


SITUATIONS = st.builds(Situation, st.floats(-1.3, 1.3), st.booleans(), st.floats(-0.5, 0.5))
EVENTS = st.tuples(
    *(st.sampled_from(("waited", "waited", "silent", "heard", "next level")), st.integers(1, 60)),
    *(st.floats(0.2, 60), SITUATIONS),
)


def kind(of: Kind, chance: float, level_spread: float, noise_plays: float, follows: bool) -> Kind:
    """Return a kind of people that depends on every situation a little."""
    values = {"balance": 0.2, "again": 0.3, "left": -0.25}
    habits = {name: Habit(value, getattr(of.habits, name).spread) for name, value in values.items()}
    level = Habit(of.habits.level.value, level_spread)
    habits_of = of.habits._replace(**habits)._replace(level=level)
    return replace(of, chance=chance, habits=habits_of, noise_plays=noise_plays, follows=follows)


KINDS = [
    st.builds(
        kind, st.just(of), st.just(chance), st.floats(0.01, 0.5), st.sampled_from((6.0, 59.5, 60.0)), st.booleans()
    )
    for of, chance in ((PRACTISED, 0.6), (NEWCOMER, 0.4))
]


@given(st.tuples(*KINDS), st.sampled_from((1.0, 0.5)), st.lists(EVENTS, min_size=1, max_size=6))
def test_the_filter_agrees_with_a_direct_computation_of_any_course(
    prior: Prior, pace: float, events: list[tuple[str, int, float, Situation]]
) -> None:
    learn(events, prior, pace)


WAIT = ("waited", 10, REACTION + 6.7, ORDINARY)
CERTAIN = kind(PRACTISED, 1.0, 0.0, 6.0, False)
EXACT = replace(CERTAIN, habits=Habits(*(Habit(habit.value, 0.0) for habit in PRACTISED.habits)))
COURSES = {
    "a person who speeds up, which the CUSUM detects": ([WAIT] * 3 + [("waited", 10, 3.9, ORDINARY)] * 6, (CERTAIN,)),
    "and one who slows down": ([WAIT] * 3 + [("waited", 10, 13.0, ORDINARY)] * 6, (CERTAIN,)),
    "mixed surprises": ([("waited", 10, 9.5, ORDINARY), ("waited", 10, 5.0, ORDINARY)] * 3, (CERTAIN,)),
    "a precise wait of an unknown person": ([WAIT], (replace(kind(PRACTISED, 1.0, 0.5, 6.0, False), noise=0.001),)),
    "an exactly known person": ([WAIT, ("silent", 10, 30.0, ORDINARY)], (EXACT,)),
    "simultaneous cards, and one without a gap": ([("heard", 10, 0.0, ORDINARY), ("heard", 0, 3.0, ORDINARY)], ANYBODY),
    "a silence as short as a reaction": ([("silent", 1, REACTION + SHORTEST, ORDINARY)], ANYBODY),
    "a card that is nearer than the one before": ([("waited", 0, 0.0, ORDINARY)], ANYBODY),
    "a level after another": ([WAIT] * 6 + [("next level", 0, 0.0, ORDINARY)] * 3, ANYBODY),
    "a very unlikely kind": ([WAIT], (replace(CERTAIN, chance=0.985), replace(NEWCOMER, chance=0.015))),
}


@pytest.mark.parametrize("pace", [1.0, 0.5, 0.0])
@pytest.mark.parametrize("course", COURSES)
def test_the_filter_agrees_in_special_cases(course: str, pace: float) -> None:
    events, prior = COURSES[course]
    learn(events, prior, pace)


@pytest.mark.parametrize("gap", [1, 100])
@pytest.mark.parametrize("seconds", [1e-9, 1e9])
def test_no_habit_leaves_its_bounds(seconds: float, gap: int) -> None:
    tempo = Tempo((kind(NEWCOMER, 1.0, 2.0, 6.0, False),))
    for _ in range(40):
        tempo.waited(gap, seconds, Situation(1.0, True, 0.5))
    for habit, (least, most) in zip(tempo.posterior[0].habits, BOUNDS, strict=True):
        assert least <= habit.value <= most


@given(st.floats(0.0, 120.0))
def test_the_gap_inferred_from_a_wait_is_the_one_with_the_nearest_forecast(seconds: float) -> None:
    tempo = Tempo((replace(CERTAIN, habits=PRACTISED.habits._replace(exponent=Habit(1.3, 0.1))),))
    waits = {gap: exp(tempo.expect(gap)[0]) for gap in range(1, 101)}
    reckoned = waits[tempo.reckon(seconds)]
    assert abs(reckoned - seconds) <= min(abs(wait - seconds) for wait in waits.values()) + 1e-6


def test_the_summary_is_the_mixture_of_both_kinds() -> None:
    kinds = tuple(
        replace(of, chance=chance, habits=of.habits._replace(level=Habit(log(level), 0.2)), follows=False)
        for of, chance, level in ((PRACTISED, 0.7, 5.0), (NEWCOMER, 0.3, 9.0))
    )
    belief = Tempo(kinds).belief
    middle = 0.7 * log(5.0) + 0.3 * log(9.0)
    square = 0.04 + 0.7 * (log(5.0) - middle) ** 2 + 0.3 * (log(9.0) - middle) ** 2
    assert belief.seconds == pytest.approx(exp(middle) / 10)
    assert belief.spread == pytest.approx(sqrt(square))
    assert belief.exponent == pytest.approx(0.7 * 1.0 + 0.3 * 1.2)
    assert belief.noise == pytest.approx(sqrt(0.7 * 0.15**2 + 0.3 * 0.6**2))


def test_waits_count_as_plays_and_silences_do_not() -> None:
    tempo = Tempo()
    for _ in range(3):
        tempo.waited(10, 6.0)
        tempo.silent(10, 6.0)
    assert tempo.belief.plays == 3
