"""The estimate of one person's tempo, learned from waits and silences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp, isfinite, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.teammates.prior import (
    PRACTISED,
    REACTION,
    Situation,
    situation,
)
from game.teammates.story import expected
from game.teammates.tempo import Tempo
from game.words.tempo import tempo as in_words


def after(*waits: tuple[int, float]) -> Tempo:
    tempo = Tempo()
    for gap, seconds in waits:
        tempo.waited(gap, seconds)
    return tempo


def seconds(tempo: Tempo, gap: int) -> float:
    return exp(tempo.expect(gap)[0])


def heavy(dice: Random) -> float:
    """Return a random number with Student's t distribution, four degrees of freedom."""
    return dice.gauss(0, 1) / sqrt(dice.gammavariate(2, 0.5))


def test_the_prior_for_a_gap_of_ten_is_the_measured_median() -> None:
    assert seconds(Tempo(), 10) == pytest.approx(REACTION + 6.7)
    assert in_words(Tempo((replace(PRACTISED, chance=1.0),)).belief) == "0.67 s per step, plus or minus 40%"


@pytest.mark.parametrize("tau", [0.3, 0.67, 1.4])
def test_a_dozen_cards_give_the_tempo_within_a_tenth(tau: float) -> None:
    dice = Random(1)
    tempo = Tempo()
    for _ in range(12):
        gap = dice.randint(1, 30)
        tempo.waited(gap, REACTION + tau * gap * exp(dice.gauss(0, 0.15)))
    assert tempo.belief.seconds == pytest.approx(tau, rel=0.10)
    assert tempo.belief.spread < 0.10


def newcomer(dice: Random, waits: int, tempo: float = 0.3) -> Tempo:
    """Return the tempo of a noisy person who waits longer after an own card, with three cards in each hand."""
    heard = Tempo()
    for number in range(waits):
        gap, again = dice.randint(1, 40), number % 2 == 1
        seconds = REACTION + tempo * gap * exp(0.5 * again + 0.6 * heavy(dice))
        heard.waited(gap, seconds, Situation(0.0, again))
    return heard


def chance_of_a_newcomer(tempo: Tempo) -> float:
    return tempo.posterior[1].chance


def test_a_newcomer_is_recognised_within_two_levels() -> None:
    dice = Random(3)
    expert = after(*[(gap, REACTION + 0.6 * gap * exp(dice.gauss(0, 0.12))) for gap in (3, 20, 8, 14, 30, 6)])
    assert chance_of_a_newcomer(expert) < 0.1
    assert chance_of_a_newcomer(newcomer(dice, 8)) > 0.9


def test_the_forecast_interval_for_a_newcomer_holds_eight_of_ten_waits() -> None:
    dice, within, waits = Random(5), 0, 0
    for _ in range(20):
        tempo = newcomer(dice, 12)
        for _ in range(10):
            gap = dice.randint(2, 40)
            wait = expected(tempo, gap)
            assert wait.least < wait.seconds < wait.most
            within += wait.least <= REACTION + 0.3 * gap * exp(0.6 * heavy(dice)) <= wait.most
            waits += 1
    assert within / waits == pytest.approx(0.8, abs=0.1)


def test_a_situation_is_limited_to_possible_card_counts() -> None:
    assert situation(3, 3, 6, again=True) == Situation(0.0, True, 0.5)
    assert situation(0, 0, 6, again=False) == Situation(0.0, False, -0.5)
    assert situation(1, 30, 60, again=False).balance == situation(1, 9, 60, again=False).balance


SITUATIONS = st.builds(situation, st.integers(0, 12), st.integers(0, 84), st.integers(96, 100), st.booleans())
HEARD = st.tuples(
    st.sampled_from((Tempo.silent, Tempo.waited)), st.integers(0, 100), st.floats(0, 1e6, allow_nan=False), SITUATIONS
)


@given(st.lists(HEARD, max_size=60))
def test_no_sequence_of_events_makes_the_estimate_absurd(
    happened: list[tuple[Callable[[Tempo, int, float, Situation], None], int, float, Situation]],
) -> None:
    tempo = Tempo()
    for learn, gap, waited, seen in happened:
        learn(tempo, gap, waited, seen)
        tempo.heard(gap, waited)
        tempo.next_level()
    belief = tempo.belief
    assert all(map(isfinite, belief))
    assert 0 < belief.noise < 5
    assert sum(kind.chance for kind in tempo.posterior) == pytest.approx(1.0, abs=0.01)
    for gap in (0, 1, 50, 100):
        middle, spread = tempo.expect(gap)
        assert isfinite(middle)
        assert 0 < spread < 50
