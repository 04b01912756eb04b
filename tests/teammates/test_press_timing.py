"""The distribution of another player's next card, and the best time to play between lower and higher ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb, exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import variant
from game.teammates.odds import after_silence, first_of, next_card, unseen_ranks
from game.teammates.press_timing import NEVER, Chance, Other, best_moment, risk
from game.teammates.prior import NEWCOMER, ORDINARY, REACTION, Situation, density_and_tail
from game.teammates.public_history import Seated, Silence
from game.teammates.tempo import Tempo
from tests.teammates.games import practised

KNOWN = practised(log(6.7), 0.0, 0.15)


@given(st.integers(1, 100), st.data())
def test_the_first_of_some_cards_has_the_hypergeometric_distribution(unseen: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, unseen))
    ranks = data.draw(st.integers(1, unseen))
    want = [comb(unseen - 1 - j, count - 1) / comb(unseen, count) for j in range(ranks)]
    assert first_of(count, unseen, ranks) == pytest.approx(want, abs=1e-9)


def weigh(rank: int, anchor: int, count: int = 1) -> tuple[float, float]:
    """Return the wait for a card of `rank` and its risk, next to a seat with `count` cards."""
    (unseen,) = unseen_ranks(variant("classic"), 1, {rank})
    others = [next_card(Seated(count, [anchor], [[]]), Tempo(), [unseen], 0, rank, anchor)]
    wait = best_moment(others, exp(Tempo().expect(rank - anchor)[0]))
    return wait, risk(wait, others)


def test_a_teammate_that_certainly_holds_the_next_card_plays_at_once() -> None:
    wait, danger = weigh(31, anchor=30)
    assert wait == 0.0
    assert danger < 0.01


def test_a_higher_card_waits_longer() -> None:
    waits = [weigh(rank, anchor=10, count=4)[0] for rank in range(12, 100)]
    assert waits == sorted(waits)


def test_the_best_wait_has_the_least_risk() -> None:
    tempo = Tempo()
    for _ in range(10):
        tempo.waited(10, REACTION + 6.7)
    unseen = unseen_ranks(variant("classic"), 1, {40})
    other = next_card(Seated(3, [20], [[]]), tempo, unseen, 0, 40, 20)
    wait = best_moment([other], REACTION + 13.4)
    least = risk(wait, [other])
    assert all(risk(wait * share, [other]) >= least - 1e-4 for share in (0.7, 0.85, 0.95, 1.05, 1.15, 1.4))


def other(lower: float = 0.0, higher: float = 0.0, at: tuple[float, float] = (0.0, 1.0), later: float = 0.0) -> Other:
    """Return another player with the probabilities of a lower and a higher card, `at` these logarithms of times."""
    early, late = (
        [Chance(share, middle, 0.3)] * bool(share) for share, middle in zip((lower, higher), at, strict=True)
    )
    return Other(early, late, later)


FAR, NEAR = log(3.0) + 9.0, log(3.0)


@pytest.mark.parametrize(
    ("others", "plain", "least", "most"),
    [
        ([other(lower=1.0)], 1.0, NEVER, NEVER),  # certainly lower
        ([other(lower=0.9, later=0.1)], 1.0, 0.0, 99.0),  # a small chance that it is not makes the wait finite
        ([other(lower=1.0), other(lower=0.9, later=0.1)], 1.0, 0.0, 99.0),
        ([other(higher=0.5, later=0.5), other(lower=0.5, later=0.5)], 1.0, 0.5, 99.0),  # one possible lower card
        ([other(higher=0.5, at=(0.0, log(0.002)), later=0.5)], 3.0, 0.0, 0.0),  # no lower card
        ([Other([Chance(0.0, 0.0, 0.3)], [], 1.0)], 3.0, 2.999, 3.001),  # no probability: the plain wait
        ([other(0.1, 0.9, (FAR, NEAR))], 3.0, 3.0 * exp(-1.75), 3.0 * exp(-1.45)),  # the bounds of the search
        ([other(0.9, 0.1, (NEAR, FAR))], 3.0, 3.0 * exp(1.45), 3.0 * exp(1.75)),
    ],
)
def test_the_best_moment(others: list[Other], plain: float, least: float, most: float) -> None:
    assert least <= best_moment(others, plain) <= most


def test_playing_at_once_still_has_the_risk_of_an_earlier_higher_card() -> None:
    early = other(higher=0.5, at=(0.0, log(0.002)), later=0.5)
    assert risk(0.0, [early]) < risk(1.0, [early])


def test_cards_before_the_assumed_rank_of_the_pile_count_too() -> None:
    """A seat without a silence may hold them, for example when the estimate of a face-down pile is too high."""
    unseen = unseen_ranks(variant("classic"), 1, {70})
    found = next_card(Seated(2, [0], [[]]), Tempo(), unseen, 0, 70, 60)
    assert 0 < sum(chance.weight for chance in (*found.lower, *found.higher)) < 1


def rates(chances: Sequence[Chance], moment: float) -> tuple[float, float]:
    """Return the density of `chances` at the logarithm of `moment`, and the probability that none came before."""
    found = [(weight, spread, density_and_tail((log(moment) - at) / spread)) for weight, at, spread in chances]
    return sum(w / spread * density for w, spread, (density, _) in found), sum(w * tail for w, _, (_, tail) in found)


@pytest.mark.parametrize("plain", [0.6, 1.0, 2.5])
def test_at_the_best_moment_the_next_card_is_as_likely_higher_as_lower(plain: float) -> None:
    """A higher card is a loss only if the other player holds no lower one, which would be played first."""
    one = Other([Chance(0.5, 0.2, 0.4)], [Chance(0.4, 0.6, 0.3)], 0.1)
    two = Other([Chance(0.1, 0.1, 0.4)], [Chance(0.8, 0.6, 0.4)], 0.1)

    def excess(moment: float) -> float:
        """Return the rate of higher cards minus that of lower ones, given that none was played before `moment`."""
        total = 0.0
        for me, them in ((one, two), (two, one)):
            (lower, still_lower), (higher, still_higher) = rates(me.lower, moment), rates(me.higher, moment)
            their_lower, their_higher = rates(them.lower, moment)[1], rates(them.higher, moment)[1] + them.later
            none_lower = their_higher / (their_lower + their_higher)
            total += (higher * none_lower - lower) / (still_lower + still_higher + me.later)
        return total

    moment = best_moment([one, two], plain)
    assert excess(moment * 0.999) < 0 < excess(moment * 1.001)


@pytest.mark.parametrize(("plain", "best"), [(0.8, 1.18), (1.0, 1.18), (4.0, 3.55), (5.0, 3.55)])
def test_of_two_best_moments_the_one_next_to_the_plain_wait_is_taken(plain: float, best: float) -> None:
    """The cards alternate: lower around 1 s, higher around 1.4 s, lower around 3 s, higher around 4.2 s."""
    lower = [Chance(0.3, log(1.0), 0.08), Chance(0.2, log(3.0), 0.08)]
    other = Other(lower, [Chance(0.3, log(1.4), 0.08), Chance(0.2, log(4.2), 0.08)], 0.0)
    assert best_moment([other], plain) == pytest.approx(best, rel=0.01)


class Counted(list[Other]):
    """Other players that count how often a computation goes through them."""

    passes = 0

    def __iter__(self) -> Iterator[Other]:
        self.passes += 1
        return super().__iter__()


def test_the_search_evaluates_few_moments() -> None:
    """Three more passes check for certain cases and compute the risk."""
    looks = []
    for shift in range(-12, 13):
        others = Counted([Other([Chance(0.5, shift / 10, 0.3)], [Chance(0.5, shift / 10 + 0.5, 0.3)], 0.0)])
        best_moment(others, 1.0)
        looks.append(others.passes - 3)
    assert max(looks) <= 9


def test_the_risks_of_two_players_are_combined() -> None:
    one = other(0.3, 0.4, later=0.3)
    two = Other([Chance(0.2, 0.1, 0.2)], [Chance(0.7, 0.8, 0.4)], 0.1)
    for moment in (0.5, 1.0, 2.0):
        safe = (1 - risk(moment, [one])) * (1 - risk(moment, [two]))
        assert risk(moment, [one, two]) == pytest.approx(1 - safe)


@given(st.floats(0.2, 5.0))
def test_the_risk_is_lower_cards_still_to_come_plus_higher_ones_already_played(moment: float) -> None:
    other = Other([Chance(0.3, 0.0, 0.3), Chance(0.1, 0.5, 0.2)], [Chance(0.5, 1.0, 0.3)], 0.1)

    def later(middle: float, spread: float) -> float:
        return density_and_tail((log(moment) - middle) / spread)[1]

    lower = 0.3 * later(0.0, 0.3) + 0.1 * later(0.5, 0.2)
    higher = 0.5 * (1 - later(1.0, 0.3))
    assert risk(moment, [other]) == pytest.approx(lower + higher, abs=1e-5)


def test_a_silence_leaves_the_risk_of_the_cards_that_it_does_not_rule_out() -> None:
    one = other(0.3, 0.5, later=0.2)

    def later(seconds: float, middle: float) -> float:
        return density_and_tail((log(seconds) - middle) / 0.3)[1]

    for silent in (0.5, 1.0, 1.9):
        lower, higher = 0.3 * later(silent, 0.0), 0.5 * later(silent, 1.0)
        wrong = 0.3 * later(2.0, 0.0) + higher - 0.5 * later(2.0, 1.0)
        assert risk(2.0, [one], silent) == pytest.approx(wrong / (lower + higher + 0.2))
    assert risk(2.0, [one], 1.9) < risk(2.0, [one])


# --- The next card, against enumeration ---------------------------------------------


def test_the_distribution_of_the_next_card_matches_all_possible_hands() -> None:
    """Four cards are unseen and two of them held: every pair is equally likely."""
    unseen = [[11, 13, 15, 16]]
    hands = list(combinations(unseen[0], 2))
    other = next_card(Seated(2, [0], [[]]), Tempo(KNOWN), unseen, 0, 14, 0)
    first = {rank: sum(min(hand) == rank for hand in hands) / len(hands) for rank in unseen[0]}
    assert [chance.weight for chance in other.lower] == pytest.approx([first[11], first[13]])
    assert sum(chance.weight for chance in other.higher) == pytest.approx(first[15] + first[16])
    assert other.later == pytest.approx(0.0, abs=1e-9)


def test_cards_of_another_pile_may_be_in_the_hand_too() -> None:
    unseen = [[11, 12], [21, 22, 23, 24]]
    hands = list(combinations([*unseen[0], *unseen[1]], 2))
    other = next_card(Seated(2, [10, 20], [[], []]), Tempo(KNOWN), unseen, 0, 12, 10)
    assert [chance.weight for chance in other.lower] == pytest.approx([sum(11 in hand for hand in hands) / len(hands)])


def test_a_card_is_expected_by_its_seats_tempo_and_situation() -> None:
    seen = Situation(1.0, True, 0.2)
    clock = Tempo((replace(NEWCOMER, chance=1.0, follows=False),))
    other = next_card(Seated(1, [10], [[]]), clock, [[12, 18]], 0, 14, 10, seen)
    assert [chance[1:] for chance in other.lower] == [clock.expect(2, seen)]
    assert [chance[1:] for chance in other.higher] == [clock.expect(8, seen)]


def test_cards_that_a_seat_cannot_hold_any_more_are_ignored() -> None:
    assert next_card(Seated(1, [12], [[]]), Tempo(KNOWN), [[11, 12, 13, 16]], 0, 14, 10).lower[0].weight == 0.5


def test_a_silence_makes_near_cards_less_likely() -> None:
    clock, silence = Tempo(KNOWN), Silence(10, 3.0, Situation())
    unseen = [[14, 30]]
    other = next_card(Seated(1, [10], [[silence]]), clock, unseen, 0, 20, 10)
    held = [0.5 * density_and_tail((log(3.0) - middle) / spread)[1] for middle, spread in map(clock.expect, (4, 20))]
    assert other.lower[0].weight == pytest.approx(held[0] / sum(held), rel=1e-3)
    assert after_silence([1.0], [11], Steady(1.0), [Silence(10, REACTION)]) == 0.0
    far = [0.5, 0.5]
    after_silence(far, [14, 90], clock, [silence])
    assert far[1] == 0.5
    assert after_silence([1.0], [11], Steady(0.001), [Silence(10, 1e9)]) == 1 - 1e-9
    other = next_card(Seated(1, [10], [[silence]]), clock, [[14, 30, 90]], 0, 20, 10)
    assert sum(chance.weight for chance in (*other.lower, *other.higher)) + other.later == pytest.approx(1.0)
    assert other.later == pytest.approx(other.higher[0].weight)


@pytest.mark.parametrize(("scales", "counts"), [(3.9, True), (4.0, True), (4.1, False)])
def test_a_silence_says_nothing_about_a_card_more_than_four_scales_away(scales: float, counts: bool) -> None:
    chances = [0.5]
    after_silence(chances, [30], Steady(log(20) / scales), [Silence(10, 1.0)])
    assert (chances[0] < 0.5) is counts


class Steady:
    """A clock with one second for each rank, and a constant scale."""

    def __init__(self, spread: float) -> None:
        self.spread = spread

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        return log(gap), self.spread


@pytest.mark.parametrize(("spread", "rank", "unseen"), [(0.1, 40, (17, 18, 89, 90)), (1.0, 10, (1, 2, 73, 74))])
def test_only_cards_within_reach_count(spread: float, rank: int, unseen: tuple[int, ...]) -> None:
    """The reach is a factor of exp(4 * spread + 0.4) on the gap, and at most exp(2), in both directions."""
    other = next_card(Seated(1, [0], [[]]), Steady(spread), [unseen], 0, rank, 0)
    assert other.lower == [Chance(0.25, log(unseen[1]), spread)]
    assert other.higher == [Chance(0.25, log(unseen[2]), spread)]
    assert other.later == pytest.approx(0.25)


@pytest.mark.parametrize(("rank", "unseen", "near"), [(1, (2, 3), 2), (0, (1, 3), 1), (-1, (1, 3), 1)])
def test_a_card_at_or_below_the_next_rank_has_the_reach_of_a_gap_of_one(
    rank: int, unseen: tuple[int, ...], near: int
) -> None:
    """It may be below the assumed rank of a pile, when the estimate of a face-down card is too high."""
    other = next_card(Seated(1, [-2], [[]]), Steady(0.1), [unseen], 0, rank, 0)
    assert [chance.middle for chance in other.higher] == [log(near)]
    assert other.later == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("spread", "anchor", "unseen", "separate"),
    [(0.1, 40, (46, 47, 60), (6, 7)), (1.0, 40, (46, 47, 60), (7,)), (1.0, 0, (9, 10, 11), (9,))],
)
def test_close_ranks_are_merged_but_never_with_our_own(
    spread: float, anchor: int, unseen: tuple[int, ...], separate: tuple[int, ...]
) -> None:
    """Close is half a scale of the wait, so the gaps 6 and 7 are close only with a large scale."""
    other = next_card(Seated(1, [anchor], [[]]), Steady(spread), [unseen], 0, 50 if anchor else 10, anchor)
    assert [chance.middle for chance in other.lower] == [log(gap) for gap in separate]
    assert sum(chance.weight for chance in other.lower) == pytest.approx(2 / 3 if anchor else 1 / 3)


def test_the_unseen_ranks_of_each_pile_are_sorted() -> None:
    extreme = unseen_ranks(variant("extreme"), 1, {1, 100})
    assert extreme == [list(range(2, 51)), list(range(2, 51))]
    assert unseen_ranks(variant("tens"), 2, {15}) == [[11, 12, 13, 14, 16, 17, 18, 19, 20]]


def test_an_empty_pile_has_no_next_card() -> None:
    assert first_of(0, 0, 1) == [0.0]
    assert first_of(2, 2, 2) == [1.0, 0.0]
