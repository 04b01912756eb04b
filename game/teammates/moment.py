"""The best moment to press: when the next card of the others is as likely higher as lower."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

NEVER = float("inf")
"""The moment to press a card when others surely hold lower ones."""

WIDEST = 1.6
"""How far from the plain wait, as a logarithm, the best moment is looked for."""

CLOSE_ENOUGH = 0.03
"""How closely the best moment is hemmed in, as a share of it, before it is read off."""

FIRST_STRIDE = 0.1
"""How far from the plain wait, as a logarithm, is looked first."""

TINY = 1e-12


class Chance(NamedTuple):
    """That somebody's next card is one of some ranks: how likely, and when it would be laid.

    `middle` and `spread` are those of the logarithm of the seconds.
    """

    weight: float
    middle: float
    spread: float


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else's next card: lower than ours, higher, or so far off that it does not matter.

    `later` is the chance of that.
    """

    lower: Sequence[Chance]
    higher: Sequence[Chance]
    later: float


def best_moment(others: Sequence[Other], plain: float) -> tuple[float, float]:
    """Seconds to wait, and the risk of an error that remains.

    `plain` is the wait, in seconds, of somebody with the common tempo. The moment is the
    first at which waiting longer costs more than it gains.
    """
    if not any(other.lower for other in others):
        return 0.0, risk(0.0, others)
    if not any(other.higher or other.later > 1e-9 for other in others):
        return NEVER, 0.0
    start = log(plain)
    low, high, below, above = start - WIDEST, start + WIDEST, -1.0, 1.0
    at, stride = start, FIRST_STRIDE
    while high - low > CLOSE_ENOUGH:
        gain = _balance(exp(at), others)
        if gain > 0 or (gain == 0 and at >= start):
            high, above = at, gain
        else:
            low, below = at, gain
        if low == start - WIDEST or high == start + WIDEST:
            at = max(low, high - stride) if low == start - WIDEST else min(high, low + stride)
            stride *= 2
            if at in (low, high):
                break
        else:
            at = low + (high - low) * max(0.1, min(0.9, -below / ((above - below) or 1.0)))
    moment = exp(low - (high - low) * below / ((above - below) or 1.0))
    return moment, risk(moment, others)


def _balance(moment: float, others: Sequence[Other]) -> float:
    """From -1 to 1: how far the next card laid at `moment` is higher rather than lower."""
    total_lower = total_higher = 0.0
    looks = [_look(moment, other) for other in others]
    for me, (lower, higher, still_lower, still_higher) in enumerate(looks):
        for them, (_, _, their_lower, their_higher) in enumerate(looks):
            if them != me:
                higher *= their_higher / (their_lower + their_higher + TINY)
        quiet = still_lower + still_higher + TINY
        total_lower += lower / quiet
        total_higher += higher / quiet
    total = total_higher + total_lower
    return (total_higher - total_lower) / total if total > TINY else 0.0


def _look(moment: float, other: Other) -> tuple[float, float, float, float]:
    """At `moment`: how fast a lower and a higher card come, and the chances that they did not yet.

    By Student's t with four degrees of freedom, written out: this is what a plan spends its time on.
    """
    at = log(max(moment, 0.001))
    lower, still_lower = _coming(at, other.lower)
    higher, still_higher = _coming(at, other.higher)
    return lower, higher, still_lower, still_higher + other.later


def _coming(at: float, chances: Sequence[Chance]) -> tuple[float, float]:
    """How fast one of `chances` comes at this logarithm of a moment, and that none did yet."""
    comes = still = 0.0
    for weight, middle, spread in chances:
        z = (at - middle) / spread
        near = 1 / sqrt(4 + z * z)
        along = z * near
        square = near * near
        comes += weight / spread * square * square * near
        still += weight * (0.5 - along * (0.75 - 0.25 * along * along))
    return 12 * comes, still


def risk(moment: float, others: Sequence[Other]) -> float:
    """The chance that pressing at `moment` is an error, or that somebody errs before."""
    safe = 1.0
    for other in others:
        _, _, still_lower, still_higher = _look(moment, other)
        passed = sum([chance.weight for chance in other.higher]) + other.later - still_higher
        safe *= 1 - min(1.0, still_lower + passed)
    return 1 - safe
