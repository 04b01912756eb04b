"""The tempo filter against a slow, direct computation of the same update.

The filter has its derivatives in closed form. Here they are finite differences of the log-likelihood, so a wrong sign
or factor in either shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import erfc, exp, gamma, log, pi, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from game.teammates.kalman_filter import (
    CHANGE_NOISE,
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
    PRACTISED,
    REACTION,
    Habit,
    Habits,
    Kind,
    Situation,
)
from game.teammates.tempo import SHORTEST, TRANSITION, Tempo

STEP = 1e-3
"""Step of the finite differences."""

LATER_AT_LEAST = 1e-6
"""Least tail probability to compare. Smaller ones are differences of nearly equal numbers."""

HABITS = ("level", "exponent", "balance", "again", "left")


def surely(kind: Kind, *, level_spread: float = 0.3) -> Kind:
    """Return a certain `kind` that does not follow other players and depends on every situation a little."""
    habits = kind.habits._replace(
        level=Habit(kind.habits.level.value, level_spread),
        balance=Habit(0.2, kind.habits.balance.spread),
        again=Habit(0.3, kind.habits.again.spread),
        left=Habit(-0.25, kind.habits.left.spread),
    )
    return replace(kind, chance=1.0, habits=habits, follows=False)


def exactly(kind: Kind, level_spread: float = 0.0) -> Kind:
    """Return the same kind with no uncertainty except in the level."""
    habits = Habits(*(Habit(habit.value, 0.0) for habit in kind.habits))
    level = Habit(kind.habits.level.value, level_spread)
    return replace(kind, chance=1.0, habits=habits._replace(level=level), follows=False)


# --- Direct computation -----------------------------------------------------------


def normal(z: float) -> float:
    return exp(-z * z / 2) / sqrt(2 * pi)


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


def multipliers(gap: int, seen: Situation) -> tuple[float, ...]:
    """Return the row of the design matrix: the factor of each habit."""
    return 1.0, log(max(gap, 0.5) / 10), seen.balance, float(seen.again), seen.left


class Forecast:
    """The forecast of one kind for one wait, as a function of the prior of the habits."""

    def __init__(self, kind: Kind, gap: int, seen: Situation) -> None:
        self.by = multipliers(gap, seen)
        beyond = exp(sum(habit.value * by for habit, by in zip(kind.habits, self.by, strict=True)))
        self.share = beyond / (REACTION + beyond)
        self.middle = log(REACTION + beyond)
        self.variances = [habit.spread**2 for habit in kind.habits]
        self.variance = sum(v * by * by for v, by in zip(self.variances, self.by, strict=True))
        self.square = kind.noise**2 + self.share**2 * self.variance
        self.spread = sqrt(self.square)

    def z(self, seconds: float) -> float:
        return (log(seconds) - self.middle) / self.spread


def slopes(log_of: Callable[[float], float], z: float) -> tuple[float, float]:
    """Return the first and second derivative of the negative logarithm at `z`, by finite differences."""
    before, here, after = (-log_of(z + side * STEP) for side in (-1, 0, 1))
    return (after - before) / (2 * STEP), (after - 2 * here + before) / STEP**2


def moved(kind: Kind, forecast: Forecast, slope: float, bend: float, drift: float) -> Habits:
    """Return the habits after one Newton step: means moved along the gradient, variances reduced by the curvature."""
    variances = [v + (drift if at == 0 else 0) for at, v in enumerate(forecast.variances)]
    along = [v * by for v, by in zip(variances, forecast.by, strict=True)]
    habits = []
    for habit, variance, way in zip(kind.habits, variances, along, strict=True):
        value = habit.value + way * forecast.share * slope / forecast.spread
        left = variance - way * way * forecast.share**2 * bend / forecast.square
        habits.append(Habit(value, sqrt(left)))
    return Habits(*habits)


def near(habits: Habits) -> list[object]:
    return [pytest.approx(tuple(habit), rel=2e-3, abs=2e-4) for habit in habits]


SITUATIONS = st.builds(Situation, st.floats(-1.3, 1.3), st.booleans(), st.floats(-0.5, 0.5))
GAPS = st.integers(1, 60)


# --- Waits and silences -----------------------------------------------------------


def clipped(surprise: float) -> float:
    return max(-MAX_INNOVATION, min(MAX_INNOVATION, surprise))


def seconds_of(forecast: Forecast, surprise: float, shortest: float = SHORTEST) -> float:
    """Return the wait that is `surprise` standard deviations longer than the forecast."""
    seconds = exp(forecast.middle + surprise * forecast.spread)
    assume(seconds > shortest)
    return seconds


DERIVATIVES: dict[str, tuple[Kind, float, float, Callable[[float], tuple[float, float]]]] = {
    "a newcomer's wait": (NEWCOMER, -3, 3, lambda z: slopes(lambda at: log(students_t(at)), z)),
    "a practised person's wait, which is normal and clipped": (PRACTISED, -4, 4, lambda z: (clipped(z), 1.0)),
    "a newcomer's silence, a censored wait": (NEWCOMER, -2, 3, lambda z: slopes(lambda at: log(students_later(at)), z)),
    "a practised person's silence": (
        *(PRACTISED, -5, MAX_INNOVATION - 0.01),
        lambda z: slopes(lambda at: log(erfc(at / sqrt(2)) / 2), z),
    ),
}
"""What is observed of which kind, the least and most surprise, and the derivatives of its negative log-likelihood."""


@pytest.mark.parametrize("observed", DERIVATIVES)
@given(GAPS, SITUATIONS, st.floats(0, 1))
def test_an_observation_moves_every_habit_along_the_gradient(
    observed: str, gap: int, seen: Situation, share: float
) -> None:
    of, least, most, derivatives = DERIVATIVES[observed]
    silent, surprise = "silence" in observed, least + share * (most - least)
    kind = surely(of)
    forecast, tempo = Forecast(kind, gap, seen), Tempo((kind,))
    seconds = seconds_of(forecast, surprise, REACTION + SHORTEST + 0.01 if silent else SHORTEST)
    (tempo.silent if silent else tempo.waited)(gap, seconds, seen)
    slope, bend = derivatives(surprise)
    drift = 0.0 if silent else DRIFT
    assume(0 <= forecast.share**2 * bend / forecast.square * (forecast.variance + drift) < 0.94)
    assert list(tempo.posterior[0].habits) == near(moved(kind, forecast, slope, bend, drift))
    assert not silent or tempo.posterior[0].noise == pytest.approx(kind.noise)


@given(GAPS, SITUATIONS, st.floats(0.5, 60), st.booleans())
def test_an_observation_is_evidence_for_the_kind_with_the_higher_likelihood(
    gap: int, seen: Situation, seconds: float, silent: bool
) -> None:
    kinds = replace(surely(PRACTISED), chance=0.6), replace(surely(NEWCOMER), chance=0.4)
    tempo = Tempo(kinds)
    practised, newcomer = (Forecast(kind, gap, seen) for kind in kinds)
    z, other = practised.z(seconds), newcomer.z(seconds)
    if silent:
        assume(z < MAX_INNOVATION)
        tempo.silent(gap, seconds, seen)
        weights = 0.6 * erfc(z / sqrt(2)) / 2, 0.4 * students_later(other)
        assume(min(weights) > LATER_AT_LEAST)
    else:
        tempo.waited(gap, seconds, seen)
        steady = (1 - LAPSES) * normal(z) + LAPSES * students_t(z / 4) / 4
        weights = 0.6 * steady / practised.spread, 0.4 * students_t(other) / newcomer.spread
    want = [max(weight / sum(weights), 1e-4) for weight in weights]
    assert [kind.chance for kind in tempo.posterior] == pytest.approx(want, rel=1e-4 if silent else 1e-6)


@given(GAPS, st.floats(-3, 3), st.sampled_from((PRACTISED, NEWCOMER)))
def test_the_noise_estimate_takes_its_share_of_an_innovation(gap: int, surprise: float, of: Kind) -> None:
    kind = surely(of)
    forecast, tempo = Forecast(kind, gap, Situation()), Tempo((kind,))
    tempo.waited(gap, seconds_of(forecast, surprise))
    fall = slopes(lambda z: log(students_t(z)), surprise)[0] * surprise if of is NEWCOMER else clipped(surprise) ** 2
    one = kind.noise**2 * (1 + kind.noise**2 / forecast.square * (fall - 1))
    want = (kind.noise_plays * kind.noise**2 + one) / (kind.noise_plays + 1)
    after = tempo.posterior[0]
    assert after.noise_plays == kind.noise_plays + 1
    assert after.noise**2 == pytest.approx(want, rel=1e-4)


def test_old_plays_lose_weight_in_the_noise_estimate() -> None:
    kind = replace(surely(PRACTISED), noise_plays=NOISE_SAMPLE_SIZE, noise=0.2)
    forecast, tempo = Forecast(kind, 10, Situation()), Tempo((kind,))
    tempo.waited(10, exp(forecast.middle))
    one = 0.04 * (1 - 0.04 / forecast.square)
    assert tempo.posterior[0].noise_plays == NOISE_SAMPLE_SIZE
    assert tempo.posterior[0].noise ** 2 == pytest.approx((60 * 0.04 + one) / 61)


def test_a_silence_as_short_as_a_reaction_changes_nothing() -> None:
    tempo = Tempo()
    tempo.silent(1, REACTION + SHORTEST)
    assert tempo.posterior == Tempo().posterior
    tempo.silent(1, REACTION + SHORTEST + 0.1)
    assert tempo.posterior != Tempo().posterior


# --- Other players' waits, and process noise --------------------------------------


def test_another_players_wait_moves_a_newcomers_level_like_a_kalman_update() -> None:
    """The measured level is the one that the team shares; the newcomer's own level differs from it."""
    kind = replace(NEWCOMER, chance=1.0)
    tempo = Tempo((kind,))
    tempo.heard(20, REACTION + 5.0)
    shared = BETWEEN_PEOPLE**2
    heard = log(5.0) - log(2.0)
    weight = shared / (shared + HEARD_NOISE**2)
    level = tempo.posterior[0].habits.level
    assert level.value == pytest.approx(kind.habits.level.value + weight * (heard - kind.habits.level.value))
    assert level.spread**2 == pytest.approx(kind.habits.level.spread**2 + shared * (1 - weight))


def test_simultaneous_cards_count_as_the_shortest_wait() -> None:
    quick, quicker = Tempo((replace(NEWCOMER, chance=1.0),)), Tempo((replace(NEWCOMER, chance=1.0),))
    quick.heard(10, REACTION + SHORTEST)
    quicker.heard(10, 0.0)
    assert quicker.posterior == quick.posterior != Tempo((replace(NEWCOMER, chance=1.0),)).posterior


def test_another_players_card_without_a_gap_changes_nothing() -> None:
    tempo = Tempo()
    tempo.heard(0, 3.0)
    assert tempo.posterior == Tempo().posterior


@pytest.mark.parametrize("pace", [1.0, 0.5])
def test_each_level_adds_process_noise_and_mixes_the_kinds(pace: float) -> None:
    prior = tuple(replace(kind, follows=False) for kind in ANYBODY)
    tempo = Tempo(prior, pace)
    for _ in range(6):
        tempo.waited(10, REACTION + 6.7)
    before = tempo.posterior
    tempo.next_level()
    for kind, was, usual in zip(tempo.posterior, before, prior, strict=True):
        assert kind.chance - was.chance == pytest.approx(TRANSITION * pace * (usual.chance - was.chance))
        drifted = kind.habits.level.spread**2 - was.habits.level.spread**2
        assert drifted == pytest.approx(DRIFT_A_LEVEL * pace)
        assert kind.habits[1:] == was.habits[1:]


@pytest.mark.parametrize("pace", [1.0, 0.5])
def test_innovations_of_one_sign_widen_the_estimate_and_mixed_ones_do_not(pace: float) -> None:
    """Two innovations of 2.2 add up to 0.8 * 2.2 + 2.2, just below the CUSUM threshold; three exceed it."""

    def variances(*surprises: float) -> list[tuple[float, float]]:
        kind = replace(surely(PRACTISED, level_spread=0.05), noise_plays=1e6)
        tempo = Tempo((kind,), pace)
        after = []
        for surprise in surprises:
            middle = tempo.expect(10)[0]
            known = tempo.posterior[0]
            forecast = Forecast(known, 10, Situation())
            tempo.waited(10, exp(middle + surprise * forecast.spread))
            habits = tempo.posterior[0].habits
            after.append((habits.level.spread**2, habits.exponent.spread**2))
        return after

    for side in (1, -1):
        happened = variances(*[side * 2.2] * 5)
        for of in zip(*happened, strict=True):
            assert of[1] < of[0] + 2e-4
            assert of[2] - of[1] == pytest.approx(CHANGE_NOISE**2 * pace, rel=0.2)
            assert max(of[3:]) < of[2] + 2e-4  # a detected change is not detected twice
    for of in zip(*variances(2.2, -2.2, 2.2, -2.2, 2.2), strict=True):
        assert max(of) <= of[0] + 1e-4
    assert 2.2 * 1.8 < CUSUM_THRESHOLD < 2.2 * 2.44


# --- Forecasts --------------------------------------------------------------------


@given(GAPS, SITUATIONS, st.sampled_from((PRACTISED, NEWCOMER)), st.booleans())
def test_a_forecast_has_the_mean_and_spread_of_its_kind(gap: int, seen: Situation, of: Kind, follows: bool) -> None:
    """A normal forecast is given as a Student's t with nearly the same interquartile range."""
    kind = replace(surely(of), follows=follows)
    own = kind.habits.level
    level = Habit(own.value, sqrt(own.spread**2 + BETWEEN_PEOPLE**2) if follows else own.spread)
    forecast = Forecast(replace(kind, habits=kind.habits._replace(level=level)), gap, seen)
    middle, spread = Tempo((kind,)).expect(gap, seen)
    assert middle == pytest.approx(forecast.middle)
    assert spread == pytest.approx(forecast.spread * (1.0 if of is NEWCOMER else 0.9))


@given(GAPS, SITUATIONS, st.floats(0.05, 0.95))
def test_the_forecast_of_two_kinds_has_the_moments_of_their_mixture(gap: int, seen: Situation, chance: float) -> None:
    kinds = replace(surely(PRACTISED), chance=chance), replace(surely(NEWCOMER), chance=1 - chance)
    (one, its), (two, others) = (Tempo((replace(kind, chance=1.0),)).expect(gap, seen) for kind in kinds)
    middle = chance * one + (1 - chance) * two
    square = chance * (its**2 + one**2) + (1 - chance) * (others**2 + two**2) - middle**2
    assert Tempo(kinds).expect(gap, seen) == pytest.approx((middle, sqrt(square)), rel=1e-6)


def test_a_very_unlikely_kind_is_left_out_of_forecasts() -> None:
    kinds = replace(surely(PRACTISED), chance=0.985), replace(surely(NEWCOMER), chance=0.015)
    assert Tempo(kinds).expect(10) == pytest.approx(Tempo((replace(kinds[0], chance=1.0),)).expect(10))


@given(st.floats(0.0, 120.0))
def test_the_gap_inferred_from_a_wait_is_the_one_with_the_nearest_forecast(seconds: float) -> None:
    kind = surely(PRACTISED)
    tempo = Tempo((replace(kind, habits=kind.habits._replace(exponent=Habit(1.3, 0.1))),))
    waits = {gap: exp(tempo.expect(gap)[0]) for gap in range(1, 101)}
    reckoned = waits[tempo.reckon(seconds)]
    assert abs(reckoned - seconds) <= min(abs(wait - seconds) for wait in waits.values()) + 1e-6


def test_the_summary_is_the_mixture_of_both_kinds() -> None:
    kinds = tuple(
        replace(surely(kind), chance=chance, habits=kind.habits._replace(level=Habit(log(level), 0.2)))
        for kind, chance, level in ((PRACTISED, 0.7, 5.0), (NEWCOMER, 0.3, 9.0))
    )
    belief = Tempo(kinds).belief
    middle = 0.7 * log(5.0) + 0.3 * log(9.0)
    square = 0.04 + 0.7 * (log(5.0) - middle) ** 2 + 0.3 * (log(9.0) - middle) ** 2
    assert belief.seconds == pytest.approx(exp(middle) / 10)
    assert belief.spread == pytest.approx(sqrt(square))
    assert belief.exponent == pytest.approx(0.7 * 1.0 + 0.3 * 1.2)
    assert belief.noise == pytest.approx(sqrt(0.7 * 0.15**2 + 0.3 * 0.6**2))


@pytest.mark.parametrize(("seconds", "gap"), [*product((1e-9, 1e9), (1, 100))])
def test_no_habit_leaves_its_bounds(seconds: float, gap: int) -> None:
    tempo = Tempo((replace(surely(NEWCOMER, level_spread=2.0)),))
    for _ in range(40):
        tempo.waited(gap, seconds, Situation(1.0, True, 0.5))
    for habit, (least, most) in zip(tempo.posterior[0].habits, BOUNDS, strict=True):
        assert least <= habit.value <= most


# --- Covariance -------------------------------------------------------------------


@pytest.mark.parametrize("pace", [1.0, 0.5])
def test_every_wait_adds_process_noise_to_the_level_only(pace: float) -> None:
    tempo = Tempo((exactly(PRACTISED),), pace)
    tempo.waited(10, REACTION + 6.7)
    assert tempo.posterior[0].habits.level.spread ** 2 == pytest.approx(DRIFT * pace, rel=0.02)
    assert tempo.posterior[0].habits.exponent.spread == 0.0


def test_one_wait_never_removes_more_than_19_twentieths_of_the_variance() -> None:
    tempo = Tempo((replace(exactly(PRACTISED, level_spread=0.5), noise=0.001),))
    tempo.waited(10, REACTION + 6.7)
    assert tempo.posterior[0].habits.level.spread ** 2 == pytest.approx(0.05 * (0.25 + DRIFT), rel=1e-3)


def test_a_silence_does_not_change_an_exactly_known_person() -> None:
    tempo = Tempo((exactly(PRACTISED),))
    before = tempo.posterior[0].habits
    tempo.silent(10, 30.0)
    assert tempo.posterior[0].habits == before


def test_a_low_pace_also_reduces_the_evidence_for_a_kind() -> None:
    kinds = replace(exactly(PRACTISED), chance=0.5), replace(exactly(NEWCOMER), chance=0.5)
    odds = []
    for pace in (1.0, 0.5):
        tempo = Tempo(kinds, pace)
        tempo.waited(10, REACTION + 8.0)
        practised, newcomer = tempo.posterior
        odds.append(practised.chance / newcomer.chance)
    assert odds[1] == pytest.approx(sqrt(odds[0]))


@given(st.sampled_from((2, 40)), st.floats(-1.2, 1.2), GAPS)
def test_a_wait_correlates_level_and_exponent(waited: int, surprise: float, gap: int) -> None:
    """A person who was late with a distant card may be slow or weigh distant cards more: near cards tell which."""
    kind = surely(NEWCOMER)
    forecast = Forecast(kind, waited, Situation())
    tempo = Tempo((kind,))
    tempo.waited(waited, exp(forecast.middle + surprise * forecast.spread))
    after = tempo.posterior[0]
    _, bend = slopes(lambda z: log(students_t(z)), surprise)
    level, exponent = forecast.variances[0] + DRIFT, forecast.variances[1]
    both = -level * exponent * forecast.by[1] * forecast.share**2 * bend / forecast.square
    then = Forecast(after, gap, Situation())
    variance = then.variance + 2 * both * then.by[1]
    spread = sqrt(after.noise**2 + then.share**2 * variance)
    assert tempo.expect(gap)[1] == pytest.approx(spread, rel=2e-3)


def test_a_newcomers_own_wait_also_updates_the_tempo_it_follows() -> None:
    """The newcomer's own level and the shared one: two numbers measured by their sum, then the shared one by itself."""
    kind = replace(exactly(NEWCOMER, level_spread=0.3), follows=True)
    tempo = Tempo((kind,))
    tempo.waited(10, REACTION + 9.0)
    moved_by = tempo.posterior[0].habits.level.value - kind.habits.level.value
    shared, own = BETWEEN_PEOPLE**2, 0.3**2 + BETWEEN_PEOPLE**2 + DRIFT
    heard_level = kind.habits.level.value + moved_by * shared / own
    left = (own - tempo.posterior[0].habits.level.spread ** 2) / own**2
    covariance, variance = shared - own * shared * left, shared - shared * shared * left
    tempo.heard(10, REACTION + 3.0)
    step = covariance / (variance + HEARD_NOISE**2) * (log(3.0) - heard_level)
    assert tempo.posterior[0].habits.level.value == pytest.approx(kind.habits.level.value + moved_by + step)


def test_a_prior_for_a_remembered_person_does_not_follow_others() -> None:
    assert [kind.follows for kind in Tempo().posterior] == [False, False]


def test_waits_count_as_plays_and_silences_do_not() -> None:
    tempo = Tempo()
    assert tempo.belief.plays == 0
    for _ in range(3):
        tempo.waited(10, 6.0)
        tempo.silent(10, 6.0)
    assert tempo.belief.plays == 3
