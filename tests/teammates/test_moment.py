"""The chances of somebody's next card, and the best moment to press between lower and higher ones."""

from __future__ import annotations

from dataclasses import replace
from math import comb, exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import variant
from game.teammates.listening import Seated, Silence
from game.teammates.moment import NEVER, best_moment, risk
from game.teammates.odds import after_silence, first_of, next_card, unseen_ranks
from game.teammates.tempo import PRACTISED, REACTION, Tempo


@given(st.integers(1, 100), st.data())
def test_the_first_of_some_cards_is_where_chance_puts_it(unseen: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, unseen))
    ranks = data.draw(st.integers(1, unseen))
    want = [comb(unseen - 1 - j, count - 1) / comb(unseen, count) for j in range(ranks)]
    assert first_of(count, unseen, ranks) == pytest.approx(want, abs=1e-9)


def test_a_card_that_would_have_come_long_ago_is_not_there() -> None:
    chances, ranks = first_of(3, 50, 30), list(range(51, 81))
    before = list(chances)
    gone = after_silence(chances, ranks, Tempo((replace(PRACTISED, chance=1.0),)), [Silence(50, 7.0)])
    assert chances[0] < 0.01 * before[0]
    assert chances[29] > 0.96 * before[29]
    assert gone == pytest.approx(sum(before) - sum(chances))


def weigh(rank: int, anchor: int = 0, count: int = 1, beyond: int | None = None) -> tuple[float, float]:
    unseen = unseen_ranks(variant("classic"), 1, {rank})
    who = Seated(count, [anchor if beyond is None else beyond], [[]])
    plain = exp(Tempo().expect(rank - anchor)[0])
    return best_moment([next_card(who, Tempo(), unseen, 0, rank, anchor)], plain)


def test_who_surely_has_the_next_card_presses_at_once() -> None:
    wait, danger = weigh(31, anchor=30)
    assert wait == 0.0
    assert danger < 0.01


def test_who_surely_does_not_have_it_waits_for_the_others() -> None:
    unseen = [[41, 42, 43]]
    other = next_card(Seated(3, [40], [[]]), Tempo(), unseen, 0, 44, 40)
    assert best_moment([other], 3.0) == (NEVER, 0.0)


def test_a_higher_card_waits_longer() -> None:
    waits = [weigh(rank, anchor=10, count=4)[0] for rank in range(12, 100)]
    assert waits == sorted(waits)


@given(st.integers(2, 98), st.integers(1, 6))
def test_the_best_moment_is_not_far_from_the_common_tempo(rank: int, count: int) -> None:
    wait, danger = weigh(rank, count=count)
    plain = exp(Tempo().expect(rank)[0])
    assert abs(log(wait / plain)) <= 1.6
    assert 0 <= danger <= 1


def test_the_best_moment_is_the_one_of_least_risk() -> None:
    tempo = Tempo()
    for _ in range(10):
        tempo.waited(10, REACTION + 6.7)
    unseen = unseen_ranks(variant("classic"), 1, {40})
    other = next_card(Seated(3, [20], [[]]), tempo, unseen, 0, 40, 20)
    wait, least = best_moment([other], REACTION + 13.4)
    assert all(risk(wait * share, [other]) >= least - 1e-4 for share in (0.7, 0.85, 0.95, 1.05, 1.15, 1.4))


def test_cards_that_may_lie_before_what_the_pile_has_reached_are_counted_too() -> None:
    """A seat that was never heard of may hold them: as where a pile is reckoned to be farther than it is."""
    unseen = unseen_ranks(variant("classic"), 1, {70})
    other = next_card(Seated(2, [0], [[]]), Tempo(), unseen, 0, 70, 60)
    assert 0 < sum(chance.weight for chance in (*other.lower, *other.higher)) < 1
