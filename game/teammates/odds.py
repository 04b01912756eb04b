"""The distribution of another player's next card and its time, given card counts and silences."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from math import exp, log

from game.core import Card, Variant
from game.teammates.press_timing import Chance, Other
from game.teammates.prior import ORDINARY, REACTION, Situation, density_and_tail
from game.teammates.public_history import Seated, Silence
from game.teammates.tempo import Clock

SPREAD_APART = 2.0
"""Steps per scale of a wait. Ranks closer together than one step are merged into one candidate."""

MOST_REACH = 2.0
"""Largest distance, as the logarithm of a ratio of gaps, at which a card can matter."""

SURELY_LATER = -4.0
"""Standard score of a silence below which it gives no information about a card."""


@lru_cache(maxsize=64)
def _supply(variant: Variant, level: int) -> tuple[tuple[tuple[int, Card], ...], ...]:
    """Return the cards of a level for each pile, sorted, with their ranks."""
    piles: list[list[tuple[int, Card]]] = [[] for _ in variant.piles]
    for card in variant.supply(level):
        piles[variant.pile_of(card)].append((variant.rank(card), card))
    return tuple(tuple(sorted(pile)) for pile in piles)


def unseen_ranks(variant: Variant, level: int, seen: Collection[Card]) -> list[list[int]]:
    """Return for each pile the sorted ranks of all cards except the `seen` ones."""
    return [[rank for rank, card in pile if card not in seen] for pile in _supply(variant, level)]


def next_card(
    who: Seated,
    clock: Clock,
    unseen: Sequence[Sequence[int]],
    pile: int,
    rank: int,
    anchor: int,
    sees: Situation = ORDINARY,
) -> Other:
    """Return the distribution of the next card that `who` plays on `pile`, relative to our card of `rank`.

    `sees` is the situation of `who`. `unseen` holds, for each pile, the ranks of cards that any other seat may hold.
    `anchor` is the rank that the pile has reached.
    """
    skipped = [bisect_right(ranks, beyond) for ranks, beyond in zip(unseen, who.beyond, strict=True)]
    possible = sum(map(len, unseen)) - sum(skipped)
    gap = max(rank - anchor, 1)
    spread = clock.expect(gap, sees)[1]
    reach = exp(min(4 * spread + 0.4, MOST_REACH))
    ranks = unseen[pile][skipped[pile] : bisect_right(unseen[pile], anchor + gap * reach)]
    chances = first_of(min(who.count, possible), possible, len(ranks))
    total = 1 - after_silence(chances, ranks, clock, who.silences[pile])
    lower: list[Chance] = []
    higher: list[Chance] = []
    near = 0.0
    for middle, weight in _together(ranks, chances, rank, anchor, spread / SPREAD_APART):
        near += weight
        if middle != rank and middle - anchor > gap / reach:
            chance = Chance(weight / total, *clock.expect(middle - anchor, sees))
            (lower if middle < rank else higher).append(chance)
    return Other(lower, higher, max(0.0, 1 - near / total))


def first_of(count: int, unseen: int, ranks: int) -> list[float]:
    """Return for each of a pile's next `ranks` cards the probability that it is the first one a seat holds there.

    The seat holds `count` of the `unseen` cards, and all hands are equally likely.
    """
    chances, chance = [], count / unseen if unseen else 0.0
    for left in range(unseen - 1, unseen - 1 - ranks, -1):
        chances.append(chance)
        chance = chance * (left + 1 - count) / max(left, 1)
    return chances


def after_silence(chances: list[float], ranks: Sequence[int], clock: Clock, silences: Iterable[Silence]) -> float:
    """Multiply `chances` in place by the likelihood of the silences, and return the probability that this removes."""
    gone = 0.0
    for silence in silences:
        if silence.seconds <= REACTION:
            continue
        until = log(silence.seconds)
        for at in range(bisect_right(ranks, silence.anchor), len(ranks)):
            middle, spread = clock.expect(ranks[at] - silence.anchor, silence.saw)
            above = (until - middle) / spread
            if above < SURELY_LATER:
                break
            held = chances[at] * density_and_tail(above)[1]
            gone += chances[at] - held
            chances[at] = held
    return min(gone, 1 - 1e-9)


def _together(
    ranks: Sequence[int], chances: Sequence[float], rank: int, anchor: int, share: float
) -> Iterable[tuple[int, float]]:
    """Yield ranks and probabilities; ranks closer than `share` of their gap are merged, but never with `rank`."""
    at = 0
    for end in (bisect_right(ranks, rank - 1), bisect_right(ranks, rank), len(ranks)):
        while at < end:
            until = min(at + 1 + int(share * max(0, ranks[at] - anchor)), end)
            yield ranks[(at + until) // 2], sum(chances[at:until])
            at = until
