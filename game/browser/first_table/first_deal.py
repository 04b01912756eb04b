"""The choice of a deal for the tutorial. The deal itself follows the rules. Independent of the page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from game.core import DEALER, Card, Seat, State, Variant, apply, new_game, shuffled

NEWCOMER = 0
LOWEST, HIGHEST = 11, 39
"""The range of the newcomer's card at level 1: it leaves a moment to think, and no long wait."""

LONGEST = {1: 25, 2: 35, 3: 35}
"""The largest gap before a card by level, while more than one player holds cards: nothing happens in such a gap."""

CLOSEST = 5
"""The smallest gap between cards of different players: closer ones are a matter of luck for a newcomer."""


def seed_for_newcomer(seeds: Iterable[str], variant: Variant, seats: int) -> str:
    """Return the first of the `seeds` that suits a newcomer. About one of 350 does."""
    game = new_game(variant, seats)
    return next(seed for seed in seeds if suits_newcomer(game, seed))


def suits_newcomer(game: State, seed: str) -> bool:
    """Whether `seed` deals the newcomer a card in the range at level 1, and no long gaps or close cards."""
    for level, longest in LONGEST.items():
        cards = _dealt(game, seed, level)
        if level == 1 and not any(seat == NEWCOMER and LOWEST <= card <= HIGHEST for card, seat in cards):
            return False
        if not _is_clear(cards) or _longest_gap(cards) > longest:
            return False
    return True


def _dealt(game: State, seed: str, level: int) -> list[tuple[Card, Seat]]:
    """Return the cards of the level in order, each with its seat."""
    state = game._replace(level=level)
    hands = apply(state, DEALER, shuffled(state, seed))[0].hands
    return sorted((card, seat) for seat, hand in enumerate(hands) for card in hand)


def _longest_gap(cards: list[tuple[Card, Seat]]) -> int:
    """Return the largest gap while more than one player holds cards. The last holder plays at once."""
    last = max(number for number, (_, seat) in enumerate(cards) if seat != cards[-1][1])
    return max(after - before for before, after in pairwise([0, *(card for card, _ in cards[: last + 1])]))


def _is_clear(cards: list[tuple[Card, Seat]]) -> bool:
    """Whether no cards of different players are close."""
    return all(after - before >= CLOSEST for (before, one), (after, other) in pairwise(cards) if one != other)
