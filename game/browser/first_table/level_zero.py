"""Level 0 of the tutorial: three open cards that are laid in order, without teammates. Independent of the page."""

from __future__ import annotations

from dataclasses import replace

from game.core import Card, FaceDown, Laid, LevelCompleted, Phase, Play, Played, View

CARDS = 7, 24, 61
"""The cards of level 0."""


def opening(view: View) -> View:
    """Return level 0 of the game whose first deal is `view`: this person alone holds cards, and play has begun."""
    counts = tuple(len(CARDS) * (seat == view.seat) for seat in range(view.seats))
    piles: tuple[tuple[Laid | FaceDown, ...], ...] = ((),)
    level = replace(view, level=0, phase=Phase.PLAY, hand=CARDS, counts=counts, piles=piles, news=())
    return replace(level, legal=frozenset({Play(CARDS[0])}), down=frozenset(), raised=frozenset())


def laid(view: View, card: Card) -> View:
    """Return level 0 after its lowest `card` was laid. The last one completes it."""
    seat = view.seat or 0
    hand = view.hand[1:]
    counts = tuple(number - (each == seat) for each, number in enumerate(view.counts))
    view = replace(
        view, hand=hand, counts=counts, piles=((*view.piles[0], Laid(seat, card)),), news=(Played(seat, card),)
    )
    if hand:
        return replace(view, legal=frozenset({Play(hand[0])}))
    return replace(view, legal=frozenset(), phase=Phase.FOCUS, news=(*view.news, LevelCompleted(0, None)))
