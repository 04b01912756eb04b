"""The best time to play a card: when the next card of the others is as likely higher as lower."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

NEVER = float("inf")
"""The time to play a card when others certainly hold lower cards."""

WIDEST = 1.6
"""Half the width of the search interval around the plain wait, in the logarithm of the seconds."""

CLOSE_ENOUGH = 0.06
"""Width of the bracket, in the logarithm, below which the search interpolates linearly and stops."""

FIRST_STRIDE = 0.1
"""First step of the search from the plain wait, in the logarithm. Each step doubles until the root is bracketed."""

TINY = 1e-12


class Chance(NamedTuple):
    """One candidate for another player's next card: its probability, and the distribution of its time.

    `middle` and `spread` are the median and scale of the logarithm of the seconds.
    """

    weight: float
    middle: float
    spread: float


@dataclass(frozen=True, slots=True)
class Other:
    """The distribution of another player's next card: lower than ours, higher, or too far away to matter.

    `later` is the probability of a card that is too far away.
    """

    lower: Sequence[Chance]
    higher: Sequence[Chance]
    later: float


def best_moment(others: Sequence[Other], plain: float) -> float:
    """Return the seconds to wait.

    `plain` is the wait in seconds at the common tempo. The result is the first time from which waiting longer costs
    more than it gains: the root of `_balance` next to the plain wait, bracketed and found by bisection.
    """
    if not any(other.lower for other in others):
        return 0.0
    if not any(other.higher or other.later > 1e-9 for other in others):
        return NEVER
    start = log(plain)
    low, high, below, above = start - WIDEST, start + WIDEST, -1.0, 1.0
    at, stride = start, FIRST_STRIDE
    while high - low > CLOSE_ENOUGH:
        gain = _balance(exp(at), others)
        if gain > 0:
            high, above = at, gain
        elif gain < 0:
            low, below = at, gain
        else:
            low = high = at
        if low == start - WIDEST:
            at = max(low, high - stride)
        elif high == start + WIDEST:
            at = min(high, low + stride)
        else:
            at = (low + high) / 2
        if at in (low, high):
            break
        stride *= 2
    return exp(low - (high - low) * below / (above - below))


def _balance(moment: float, others: Sequence[Other]) -> float:
    """Return the balance at `moment`, from -1 to 1: 1 if the next card is certainly higher, -1 if certainly lower."""
    total_lower = total_higher = 0.0
    looks = [_look(moment, other) for other in others]
    for me, (lower, higher, still_lower, still_higher) in enumerate(looks):
        for them, (_, _, their_lower, their_higher) in enumerate(looks):
            if them != me:
                higher *= their_higher / (their_lower + their_higher + TINY)
        quiet = still_lower + still_higher + TINY
        total_lower += lower / quiet
        total_higher += higher / quiet
    return (total_higher - total_lower) / (total_higher + total_lower + TINY)


def _look(moment: float, other: Other) -> tuple[float, float, float, float]:
    """Return the densities of a lower and of a higher card at `moment`, and the probabilities that they come later.

    The densities are divided by 12. Student's t with four degrees of freedom is written out, because planning spends
    most of its time here.
    """
    at = log(max(moment, 0.001))
    lower, still_lower = _coming(at, other.lower)
    higher, still_higher = _coming(at, other.higher)
    return lower, higher, still_lower, still_higher + other.later


def _coming(at: float, chances: Sequence[Chance]) -> tuple[float, float]:
    """Return the density of `chances` at `at`, the logarithm of a time, and the probability that none came before.

    The density is divided by 12.
    """
    comes = still = 0.0
    for weight, middle, spread in chances:
        z = (at - middle) / spread
        near = 1 / sqrt(4 + z * z)
        along = z * near
        square = near * near
        comes += weight / spread * square * square * near
        still += weight * (0.5 - along * (0.75 - 0.25 * along * along))
    return comes, still


def risk(moment: float, others: Sequence[Other], silent: float = 0.0) -> float:
    """Return the probability that playing at `moment` is a mistake, or that another player makes one before.

    The others have played nothing for the first `silent` seconds.
    """
    safe = 1.0
    for other in others:
        _, _, lower, higher = _look(silent, other)
        _, _, still_lower, still_higher = _look(moment, other)
        safe *= 1 - min(1.0, (still_lower + higher - still_higher) / (lower + higher + TINY))
    return 1 - safe
