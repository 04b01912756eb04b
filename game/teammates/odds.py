"""What somebody's next card may be, as far as counts and silence tell, and when it would come."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from math import exp, log

from game.core import Card, Variant
from game.teammates.listening import Seated, Silence
from game.teammates.moment import Chance, Other
from game.teammates.tempo import ORDINARY, REACTION, Clock, Situation, density_and_later

SPREAD_APART = 2.0
"""Into how many steps the spread of a wait is divided: ranks nearer to each other are taken together."""

MOST_REACH = 2.0
"""How far off, as a logarithm of the gap, cards matter at most."""

SURELY_LATER = -4.0
"""Spreads before the middle of a wait at which a silence says nothing about it."""


@lru_cache(maxsize=64)
def _supply(variant: Variant, level: int) -> tuple[tuple[tuple[int, Card], ...], ...]:
    """Of each pile the cards of a level with their ranks, in order."""
    piles: list[list[tuple[int, Card]]] = [[] for _ in variant.piles]
    for card in variant.supply(level):
        piles[variant.pile_of(card)].append((variant.rank(card), card))
    return tuple(tuple(sorted(pile)) for pile in piles)


def unseen_ranks(variant: Variant, level: int, seen: Collection[Card]) -> list[list[int]]:
    """Of each pile the ranks of all cards but the `seen`, in order."""
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
    """The next card that `who`, in the situation it `sees`, lays on `pile`, as it bears on a card of `rank`.

    `unseen` are the ranks of each pile that anybody may hold, `anchor` is what the pile
    has reached.
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
            chance = Chance(weight / total, *clock.expect(max(middle - anchor, 0), sees))
            (lower if middle < rank else higher).append(chance)
    return Other(lower, higher, max(0.0, 1 - near / total))


def first_of(count: int, unseen: int, ranks: int) -> list[float]:
    """The chance that each of a pile's next `ranks` cards is the first that a seat holds there.

    The seat holds `count` cards out of `unseen` that may be anywhere, all equally likely.
    """
    chances, chance = [], count / unseen if unseen else 0.0
    for left in range(unseen - 1, unseen - 1 - ranks, -1):
        chances.append(chance)
        chance = chance * (left + 1 - count) / left if left else 0.0
    return chances


def after_silence(chances: list[float], ranks: Sequence[int], clock: Clock, silences: Iterable[Silence]) -> float:
    """Weigh `chances` by how likely each card was to be held back; the chance that is gone."""
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
            held = chances[at] * density_and_later(above)[1]
            gone += chances[at] - held
            chances[at] = held
    return min(gone, 1 - 1e-9)


def _together(
    ranks: Sequence[int], chances: Sequence[float], rank: int, anchor: int, share: float
) -> Iterable[tuple[int, float]]:
    """Ranks and chances: those nearer to each other than a `share` of their gap at once, and none with `rank`."""
    at = 0
    for end in (bisect_right(ranks, rank - 1), bisect_right(ranks, rank), len(ranks)):
        while at < end:
            until = min(at + 1 + int(share * max(0, ranks[at] - anchor)), end)
            yield ranks[(at + until) // 2], sum(chances[at:until])
            at = until
