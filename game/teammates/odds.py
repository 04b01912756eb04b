"""What somebody's next card may be, as far as counts and silence tell, and when it would come."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from math import erfc, exp, log

from game.core import Card, Variant
from game.teammates.listening import Seated, Silence
from game.teammates.moment import ROOT_HALF, Chance, Other
from game.teammates.tempo import SHORTEST, Clock

NEARBY = 12
"""Into how many steps a gap is divided: ranks nearer to each other are taken together."""


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


def next_card(who: Seated, clock: Clock, unseen: Sequence[Sequence[int]], pile: int, rank: int, anchor: int) -> Other:
    """The next card that `who` lays on `pile`, as it bears on a card of `rank`.

    `unseen` are the ranks of each pile that anybody may hold, `anchor` is what the pile
    has reached.
    """
    skipped = [bisect_right(ranks, beyond) for ranks, beyond in zip(unseen, who.beyond, strict=True)]
    possible = sum(map(len, unseen)) - sum(skipped)
    gap = max(rank - anchor, 1)
    reach = exp(4 * clock.expect(gap)[1] + 0.4)
    ranks = unseen[pile][skipped[pile] : bisect_right(unseen[pile], anchor + gap * reach)]
    chances = first_of(min(who.count, possible), possible, len(ranks))
    total = 1 - after_silence(chances, ranks, clock, who.silences[pile])
    lower: list[Chance] = []
    higher: list[Chance] = []
    near = 0.0
    for middle, weight in _together(ranks, chances, rank, max(1, gap // NEARBY)):
        near += weight
        if middle != rank and middle - anchor > gap / reach:
            chance = Chance(weight / total, *clock.expect(max(middle - anchor, 0)))
            (lower if middle < rank else higher).append(chance)
    return Other(clock.reaction, lower, higher, max(0.0, 1 - near / total))


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
        if silence.seconds <= clock.reaction + SHORTEST:
            continue
        until = log(silence.seconds - clock.reaction)
        for at in range(bisect_right(ranks, silence.anchor), len(ranks)):
            mean, spread = clock.expect(ranks[at] - silence.anchor)
            above = (until - mean) / spread
            if above < -2.5:
                break
            held = chances[at] * erfc(above * ROOT_HALF) / 2
            gone += chances[at] - held
            chances[at] = held
    return min(gone, 1 - 1e-9)


def _together(ranks: Sequence[int], chances: Sequence[float], rank: int, step: int) -> Iterable[tuple[int, float]]:
    """Ranks and chances, `step` at a time, so that none is taken together with `rank`."""
    if step == 1:
        return zip(ranks, chances, strict=True)
    blocks, at, first = [], 0, bisect_right(ranks, rank - 1)
    ends = (first, bisect_right(ranks, rank), len(ranks))
    for end in ends:
        while at < end:
            until = min(at + step, end)
            blocks.append((ranks[(at + until) // 2], sum(chances[at:until])))
            at = until
    return blocks
