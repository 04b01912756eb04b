"""The choice of a deal for the tutorial. The deal itself follows the rules. Independent of the page."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import DEALER, Variant, apply, new_game, shuffled

NEWCOMER = 0
LOWEST, HIGHEST = 11, 39
"""The range of the newcomer's card at level 1: it leaves a moment to think, and no long wait."""


def seed_for_newcomer(seeds: Iterable[str], variant: Variant, seats: int) -> str:
    """Return the first of the `seeds` that deals the newcomer a card in this range at level 1."""
    game = new_game(variant, seats)
    hands = ((seed, apply(game, DEALER, shuffled(game, seed))[0].hands) for seed in seeds)
    return next(seed for seed, hand in hands if LOWEST <= hand[NEWCOMER][0] <= HIGHEST)
