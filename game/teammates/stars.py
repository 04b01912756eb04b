"""When a moment is risky enough to spend a throwing star on, with all that may still come."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from game.core import MAX_STARS, Variant
from game.core.variants import STAR_LEVELS

RISKS = ((0.02, 3.2), (0.05, 2.35), (0.10, 1.95), (0.20, 1.6), (0.30, 1.05), (0.33, 0.2))
"""How risks are spread, measured over whole games: a share of all moments, and the risk of
those as a multiple of the mean."""

MOMENTS_A_CARD = 0.8
"""How often each teammate weighs its next card, for every card that is dealt."""

RISK_OF_NOISE = 0.10
"""The mean risk of a moment as a share of the noise of the people, measured likewise."""

DOUBT = 0.3
"""By how much of it the risk that is worth a star is lower with somebody of whom nothing is known;
with more, a stranger would be asked for a star at the first chance, whatever the cards."""

KEEPS_GOING = 0.997
"""The chance that a game is still on after one more moment."""


def worth_a_star(variant: Variant, seats: int, mates: int, levels: int, level: int, cards: int, stars: int) -> float:
    """The risk from which on a star is better spent than kept, as a multiple of the mean risk.

    `cards` are still held at `level`, by all `seats` of which `mates` watch for risks.
    """
    worths = _worths(variant, seats, mates, levels)[level - 1]
    return worths[round(cards * mates * MOMENTS_A_CARD)][stars]


def trust(noise: float, spread: float) -> float:
    """What is left of the risk that is borne with a person whose tempo is believed to within `spread`.

    1 for somebody who is known, whose single waits stray by `noise` and nothing else does; the less,
    the more of what cannot be foreseen is the person and not chance.
    """
    return 1 - DOUBT * (1 - noise / hypot(noise, spread))


@lru_cache(maxsize=8)
def _worths(variant: Variant, seats: int, mates: int, levels: int) -> tuple[list[tuple[float, ...]], ...]:
    """For each level and number of moments left in it: the least risk worth a star, by stars held.

    Worked out from the end of the game backwards. A star also saves the moments that
    its cards would have brought later, each of them at the mean risk.
    """
    spared = seats * mates * MOMENTS_A_CARD - 1
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
