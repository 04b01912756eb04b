"""The best moment to press: when the next card of the others is as likely higher as lower."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, log, sqrt
from typing import NamedTuple

ROOT_HALF = sqrt(0.5)
NEVER = float("inf")
"""The moment to press a card when others surely hold lower ones."""

WIDEST = 1.6
"""How far from the plain wait, as a logarithm, the best moment is looked for."""

CLOSE_ENOUGH = 0.004
"""Precision of the best moment, as a share of it."""


class Chance(NamedTuple):
    """That somebody's next card is one of some ranks: how likely, and when it would be laid.

    `mean` and `spread` are those of the logarithm of the seconds beyond the reaction.
    """

    weight: float
    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else's next card: lower than ours, higher, or so far off that it does not matter.

    `never` is the chance that nothing is laid before any moment looked at, `lower_yet`
    the part of the chance that is lower without being among `lower`: it has passed.
    """

    reaction: float
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
        return NEVER, 1.0
    low, high = log(plain) - WIDEST, log(plain) + WIDEST
    at = log(plain)
    below, above = None, None
    while high - low > CLOSE_ENOUGH:
        gain = _balance(exp(at), others)
        if gain > 0 or (gain == 0 and at >= log(plain)):
            high, above = at, gain
        else:
            low, below = at, gain
        at = _between(low, high, below, above)
    moment = exp(at)
    return moment, risk(moment, others)


def _between(low: float, high: float, below: float | None, above: float | None) -> float:
    """Where to look next: where a straight line says, but not too near either end."""
    if below is None:
        return max((low + high) / 2, high - 0.2) if high - low > 0.4 else (low + high) / 2
    if above is None:
        return min((low + high) / 2, low + 0.2) if high - low > 0.4 else (low + high) / 2
    share = -below / (above - below)
    return low + (high - low) * max(0.15, min(0.85, share))


def _balance(moment: float, others: Sequence[Other]) -> float:
    """From -1 to 1: how far the next card laid at `moment` is higher rather than lower."""
    if len(others) == 1:
        lower, higher = _rates(moment, others[0])
        return (higher - lower) / (higher + lower) if higher + lower > 1e-12 else 0.0
    total_lower = total_higher = 0.0
    silent = [_silent(moment, other) for other in others]
    for me, other in enumerate(others):
        lower, higher = _rates(moment, other)
        clear = 1.0
        for them, (still_lower, still_higher) in enumerate(silent):
            if them != me:
                clear *= still_higher / (still_lower + still_higher + 1e-12)
        quiet = sum(silent[me]) + 1e-12
        total_lower += lower / quiet
        total_higher += higher * clear / quiet
    total = total_higher + total_lower
    return (total_higher - total_lower) / total if total > 1e-12 else 0.0


def _rates(moment: float, other: Other) -> tuple[float, float]:
    """How much a lower, and a higher, card is due at `moment`, a second."""
    if moment <= other.reaction:
        return 1e-9, 0.0
    beyond = moment - other.reaction
    at = log(beyond)
    lower = higher = 0.0
    for weight, mean, spread in other.lower:
        z = (at - mean) / spread
        lower += weight / spread * exp(-0.5 * z * z)
    for weight, mean, spread in other.higher:
        z = (at - mean) / spread
        higher += weight / spread * exp(-0.5 * z * z)
    return lower / beyond, higher / beyond


def _silent(moment: float, other: Other) -> tuple[float, float]:
    """The chances that nothing was laid by `moment`, with a lower and with a higher card next."""
    if moment <= other.reaction:
        return sum(c.weight for c in other.lower), sum(c.weight for c in other.higher) + other.later
    at = log(moment - other.reaction)
    lower = sum(w * erfc((at - mean) / spread * ROOT_HALF) for w, mean, spread in other.lower)
    higher = sum(w * erfc((at - mean) / spread * ROOT_HALF) for w, mean, spread in other.higher)
    return lower / 2, higher / 2 + other.later


def risk(moment: float, others: Sequence[Other]) -> float:
    """The chance that pressing at `moment` is an error, or that somebody errs before."""
    safe = 1.0
    for other in others:
        lower, higher = _silent(moment, other)
        passed = sum(c.weight for c in other.higher) + other.later - higher
        safe *= 1 - min(1.0, lower + passed)
    return 1 - safe
