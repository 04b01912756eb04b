"""One person's tempo, learned from waits and silences."""

from __future__ import annotations

from math import exp, isfinite, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.teammates.tempo import REACTION, SURPRISE, Prior, Tempo
from game.words.tempo import tempo as in_words


def after(*waits: tuple[int, float], pace: float = 1.0) -> Tempo:
    tempo = Tempo(pace=pace)
    for gap, seconds in waits:
        tempo.waited(gap, seconds)
    return tempo


def seconds(tempo: Tempo, gap: int) -> float:
    return REACTION + exp(tempo.expect(gap)[0])


def test_before_the_first_card_a_gap_of_ten_takes_what_it_took_people_who_were_timed() -> None:
    assert seconds(Tempo(), 10) == pytest.approx(REACTION + 6.7)
    assert in_words(Tempo().belief) == "0.67 s a number, give or take 40 %"


@pytest.mark.parametrize("tau", [0.3, 0.67, 1.4])
def test_a_dozen_cards_are_enough_to_know_a_tempo_to_a_tenth(tau: float) -> None:
    dice = Random(1)
    tempo = Tempo()
    for _ in range(12):
        gap = dice.randint(1, 30)
        tempo.waited(gap, REACTION + tau * gap * exp(dice.gauss(0, 0.15)))
    assert tempo.belief.seconds == pytest.approx(tau, rel=0.10)
    assert tempo.belief.spread < 0.10


def test_waiting_in_proportion_to_the_root_of_the_gap_is_learned_too() -> None:
    tempo = after(*[(gap, REACTION + 2 * gap**0.5) for gap in (1, 25, 9, 36, 4, 16) * 4])
    assert tempo.belief.exponent < 0.8
    assert seconds(tempo, 25) == pytest.approx(REACTION + 10, rel=0.12)


def test_a_person_who_speeds_up_is_followed() -> None:
    tempo = after(*[(10, REACTION + 8.0)] * 20)
    for _ in range(20):
        tempo.next_level()
        tempo.waited(10, REACTION + 5.0)
    assert seconds(tempo, 10) == pytest.approx(REACTION + 5.0, rel=0.08)


def test_one_lapse_hardly_counts() -> None:
    steady = after(*[(10, REACTION + 6.0)] * 12)
    before = steady.belief.seconds
    steady.waited(10, 60.0)
    assert steady.belief.seconds < before * 1.10


def test_noise_is_learned() -> None:
    dice = Random(2)
    calm, wild = (after(*[(10, REACTION + 7 * exp(dice.gauss(0, noise))) for _ in range(40)]) for noise in (0.08, 0.30))
    assert calm.noise < 0.12
    assert wild.noise > 0.22


def test_a_long_silence_says_that_somebody_is_slower_and_a_short_one_says_nothing() -> None:
    patient, brief = Tempo(), Tempo()
    patient.silent(10, 12.0)
    brief.silent(10, 1.0)
    assert patient.belief.seconds > 0.80
    assert patient.belief.spread < 0.40
    assert brief.belief == Tempo().belief


def test_at_no_pace_nothing_is_learned_and_at_a_slow_one_less() -> None:
    waits = [(10, REACTION + 12.0)] * 5
    free, slow, never = (after(*waits, pace=pace) for pace in (1.0, 0.05, 0.0))
    assert never.belief.seconds == pytest.approx(0.67)
    assert 0.67 < slow.belief.seconds < free.belief.seconds


def test_what_was_learned_can_be_the_next_prior() -> None:
    learned = after(*[(10, REACTION + 4.0)] * 10)
    again = Tempo(learned.posterior)
    assert again.belief.seconds == pytest.approx(learned.belief.seconds)
    assert again.noise == pytest.approx(learned.noise)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 100), st.floats(0, 1e6, allow_nan=False)), max_size=60))
def test_nothing_that_people_do_makes_a_tempo_absurd(heard: list[tuple[bool, int, float]]) -> None:
    tempo = Tempo()
    for silence, gap, waited in heard:
        (tempo.silent if silence else tempo.waited)(gap, waited)
        tempo.next_level()
    belief = tempo.belief
    assert all(map(isfinite, (belief.seconds, belief.spread, belief.exponent, belief.noise)))
    assert 0 < belief.noise < SURPRISE
    for gap in (0, 1, 50, 100):
        mean, spread = tempo.expect(gap)
        assert isfinite(mean)
        assert 0 < spread < 50


def test_a_prior_is_not_changed_by_what_is_learned() -> None:
    prior = Prior(level=log(5.0))
    Tempo(prior).waited(10, 20.0)
    assert prior == Prior(level=log(5.0))
