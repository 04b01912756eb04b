"""The cards of one deal that a page has seen, by seat: its own hand, and all cards played or set aside.

They serve to verify the deal, and to save the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.core import Card, LevelCompleted, LifeLost, Phase, Played, Seat, StarUsed, State, View, shuffled
from game.core.cards import Laid


class SeenCards:
    """Evidence about the deal of the level that `state` is about to deal.

    Call `hear` with every View of that deal, then `matches` with the seed that should have dealt it. `cards` are the
    cards shown of each seat.
    """

    def __init__(self, state: State) -> None:
        self.dealt_from = state
        self.cards: dict[Seat, set[Card]] = {}
        self._all_shown = self._lost = False

    @property
    def is_complete(self) -> bool:
        """Whether the cards shown are enough to judge the deal.

        After a completed level every card has been shown. In a lost game some hands stay hidden; those cards
        changed nothing, because every card that cost a life is set aside face up.
        """
        return self._all_shown or self._lost

    def hear(self, view: View) -> None:
        """Record the cards that `view` shows of each seat."""
        if view.seat is not None:
            self.cards.setdefault(view.seat, set()).update(view.hand)
        for seat, card in _public_cards(view):
            self.cards.setdefault(seat, set()).add(card)
        completed = any(isinstance(event, LevelCompleted) for event in view.news)
        self._all_shown |= completed or view.phase in (Phase.REVEAL, Phase.WON)
        self._lost |= view.phase is Phase.LOST

    def matches(self, seed: str) -> bool:
        """Return whether `seed` deals each seat the cards that were shown as its own, and no others if all were."""
        state = self.dealt_from
        deck = shuffled(state, seed).deck[: state.variant.dealt(state.level, state.seats)]
        dealt = {seat: set(deck[seat :: state.seats]) for seat in range(state.seats)}
        if self._all_shown:
            return self.cards == dealt
        return all(cards <= dealt.get(seat, set()) for seat, cards in self.cards.items())


def _public_cards(view: View) -> Iterator[tuple[Seat, Card]]:
    """Yield all cards that lie face up, and those in the news: after a level's last card the piles are empty."""
    if view.phase is not Phase.DEAL:
        yield from (lying for pile in view.piles for lying in pile if isinstance(lying, Laid))
        yield from view.aside
    for event in view.news:
        match event:
            case Played(seat, int(card)):
                yield seat, card
            case LifeLost(_, laid) | StarUsed(laid):
                yield from laid
