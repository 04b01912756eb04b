"""The risk at which a throwing star is worth spending, given the rest of the game."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from game.core import MAX_STARS, Variant
from game.core.variants import STAR_LEVELS

RISKS = ((0.02, 3.0), (0.05, 2.2), (0.10, 1.7), (0.20, 1.25), (0.30, 0.9), (0.33, 0.45))
"""The distribution of risks, measured over whole games: pairs of a fraction of all decisions, and its risk as a
multiple of the mean risk. A teammate decides about a star when its own card is nearly due.
"""

MOMENTS_A_CARD = 0.12
"""How often each teammate decides about a star, per card dealt."""

MEAN_RISK = 0.1
"""The mean risk of a decision with practised people, measured over whole games like `RISKS`.

With newcomers it is twice as high. They do not get a higher threshold, because their games end sooner, and a star that
is left at the end is wasted.
"""

DOUBT = 0.3
"""The share by which the risk threshold is lower for a person whose tempo is unknown.

With a larger share, a teammate would propose a star to a stranger at the first chance, whatever the cards.
"""

KEEPS_GOING = 0.98
"""Probability that a game continues after one more decision."""


def worth_a_star(variant: Variant, seats: int, mates: int, levels: int, level: int, cards: int, stars: int) -> float:
    """Return the risk from which on a star is better spent than saved, as a multiple of the mean risk.

    `cards` is the number of cards still held at `level` by all `seats`. `mates` is the number of teammates that watch
    for risks.
    """
    worths = _worths(variant, seats, mates, levels)[level - 1]
    return worths[round(cards * mates * MOMENTS_A_CARD)][stars]


def trust(noise: float, spread: float) -> float:
    """Return the factor on the risk threshold for a person whose tempo has the standard deviation `spread`.

    `noise` is the standard deviation of single waits. The factor is 1 if the tempo is exactly known. It is smaller, the
    larger the share of the forecast error that comes from the unknown tempo and not from chance.
    """
    return 1 - DOUBT * (1 - noise / hypot(noise, spread))


@lru_cache(maxsize=8)
def _worths(variant: Variant, seats: int, mates: int, levels: int) -> tuple[list[tuple[float, ...]], ...]:
    """Return, for each level and number of decisions left in it, the least risk worth a star, indexed by stars held.

    Computed by backward induction from the end of the game (optimal stopping). A star also removes the decisions that
    its cards would have caused later, each of them at the mean risk.
    """
    spared = seats * mates * MOMENTS_A_CARD
    value = [0.0] * (MAX_STARS + 1)
    tables: list[list[tuple[float, ...]]] = []
    for level in range(levels, 0, -1):
        if level in STAR_LEVELS and variant.stars:
            value = [value[min(held + 1, MAX_STARS)] for held in range(MAX_STARS + 1)]
        table = []
        for _ in range(round(variant.dealt(level, seats) * mates * MOMENTS_A_CARD) + 1):
            least = [9.0] + [value[held] - value[held - 1] - spared for held in range(1, MAX_STARS + 1)]
            table.append(tuple(least))
            value = [
                KEEPS_GOING * (old + sum(share * max(0.0, risk - floor) for share, risk in RISKS))
                for old, floor in zip(value, least, strict=True)
            ]
        tables.append(table)
    return tuple(reversed(tables))
