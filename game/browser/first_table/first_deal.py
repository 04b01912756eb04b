"""The choice of a deal for the tutorial. The deal itself follows the rules. Independent of the page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from game.browser.first_table.three_levels import LEVELS
from game.core import DEALER, Card, Seat, State, Variant, apply, new_game, shuffled

NEWCOMER = 0
LOWEST, HIGHEST = 11, 39
"""The range of the newcomer's card at level 1: it leaves a moment to think, and no long wait."""

LONGEST = 25
"""The largest gap before a card at level 1, while more than one player holds cards: nothing happens in such a gap."""

CLOSEST = 5
"""The smallest gap between cards of different players: closer ones are a matter of luck for a newcomer."""


def seed_for_newcomer(seeds: Iterable[str], variant: Variant, seats: int) -> str:
    """Return the first of the `seeds` that suits a newcomer. About one of 270 does."""
    game = new_game(variant, seats)
    return next(seed for seed in seeds if suits_newcomer(game, seed))


def suits_newcomer(game: State, seed: str) -> bool:
    """Whether `seed` deals the newcomer a card in the range at level 1, no long gap there, and no close cards."""
    return _is_short(_dealt(game, seed, 1)) and all(_is_clear(_dealt(game, seed, n)) for n in range(1, LEVELS + 1))


def _dealt(game: State, seed: str, level: int) -> list[tuple[Card, Seat]]:
    """Return the cards of the level in order, each with its seat."""
    state = game._replace(level=level)
    hands = apply(state, DEALER, shuffled(state, seed))[0].hands
    return sorted((card, seat) for seat, hand in enumerate(hands) for card in hand)


def _is_short(cards: list[tuple[Card, Seat]]) -> bool:
    """Whether the newcomer's only card is in the range, and no gap is long. The last card is played at once."""
    own = next(card for card, seat in cards if seat == NEWCOMER)
    gaps = (after - before for before, after in pairwise([0, *(card for card, _ in cards[:-1])]))
    return LOWEST <= own <= HIGHEST and max(gaps) <= LONGEST


def _is_clear(cards: list[tuple[Card, Seat]]) -> bool:
    """Whether no cards of different players are close."""
    return all(after - before >= CLOSEST for (before, one), (after, other) in pairwise(cards) if one != other)
