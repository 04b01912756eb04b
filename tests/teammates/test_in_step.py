"""Win rates of teammates with simulated people: a small part of the benchmark."""

from __future__ import annotations

from functools import cache
from math import exp, log
from statistics import fmean

import pytest

from game.core import Event
from tests.bench.people import Kind
from tests.bench.people.h0 import H0
from tests.bench.people.kinds import Adapting, BecomingExpert, Compressing, Drifting, Newcomer, Wandering
from tests.bench.people.playing import Outcome, evening
from tests.thorough import thorough_after


@cache
def games(kind: Kind, policy: str, seats: int, people: int) -> list[Outcome]:
    return [one for number in range(5000, 5000 + people) for one in evening(kind, policy, number, seats, 0.15)]


def rate(kind: Kind, policy: str, seats: int, people: int = 20) -> float:
    return fmean(one.won for one in games(kind, policy, seats, people))


@pytest.mark.parametrize("seats", thorough_after(1, [2, 3, 4]))
def test_teammates_win_with_unknown_people(seats: int) -> None:
    assert rate(H0, "teammates", seats) >= {2: 0.70, 3: 0.83, 4: 0.93}[seats]


def test_learning_the_tempo_raises_the_win_rate_a_lot() -> None:
    assert rate(H0, "teammates", 2) >= rate(H0, "fixed tempo", 2) + 0.25


@pytest.mark.thorough
def test_other_kinds_of_people_win_nearly_as_often_as_with_an_oracle() -> None:
    """The benchmark aims at nine tenths of the oracle's rate; this test requires three quarters."""
    kinds = (Drifting, Compressing, Wandering)
    ours, told = (fmean(rate(kind, policy, 3, people=10) for kind in kinds) for policy in ("teammates", "oracle"))
    assert ours >= 0.75 * told


def test_newcomers_get_farther_than_a_prior_without_reactions_to_the_situation_takes_them() -> None:
    """The estimator before this one, which knew only level and exponent, took them through 5.03 levels."""
    assert fmean(one.levels for one in games(Newcomer, "teammates", 2, 30)) >= 1.05 * 5.03


def test_a_person_who_becomes_an_expert_gets_farther_in_the_third_game() -> None:
    outcomes = games(BecomingExpert, "teammates", 2, 6)
    assert len(outcomes) == 18
    assert fmean(one.levels for one in outcomes[2::3]) > fmean(one.levels for one in outcomes[::3])


@pytest.mark.thorough
def test_teammates_do_not_speed_up_with_a_person_who_adapts() -> None:
    """The tempo at the end of a whole game is at least 0.85 of the tempo at its start."""
    changes: list[float] = []

    class Watched(Adapting):
        """Adapts equally to earlier and to later players, and records the change of tempo after every card."""

        TO_EARLIER = TO_LATER = 0.2

        def observe(self, event: Event, now: float) -> None:
            super().observe(event, now)
            changes[-1] = log(self.tau / self.first_tau)

    for number in range(40):
        changes.append(0.0)
        evening(Watched, "teammates", number, 2, 0.15)
    assert 0.85 <= exp(fmean(changes)) <= 1.15
