"""The person's hand: each card is a button, and only the leading cards can be played."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from game.browser.page.dom import Keyed, find
from game.browser.table.cards import card_element
from game.core import Card, Play, Variant, View
from game.words.cards import label, play_label


class Hand:
    """The cards of the person at this page."""

    def __init__(self) -> None:
        self._element = find("hand")
        self._cards = Keyed(self._element)
        self._playable: dict[str, Any] = {}
        self._plays: dict[str, Play] = {}

    def show(self, view: View, pressed: Collection[Card]) -> None:
        """Show the hand without the `pressed` cards, which are moving to the pile."""
        variant = view.variant
        self._plays = {_id(a.card): a for a in view.legal if isinstance(a, Play)}
        cards = {_id(card): card for card in view.hand if card not in pressed}
        leading = variant.leading(view.hand)
        shown = self._cards.show(cards, lambda key: _card_button(variant, cards[key], key))
        for key, button in shown.items():
            may_play = key in self._plays
            button.disabled = not may_play
            button.setAttribute("aria-label", (play_label if may_play else label)(variant, cards[key]))
            button.classList.toggle("leading", cards[key] in leading)
        self._playable = {key: button for key, button in shown.items() if key in self._plays}
        front = sum(card in leading for card in cards.values())
        self._element.style.setProperty("--leading", str(front))
        self._element.style.setProperty("--waiting", str(len(cards) - front))

    def drop(self, cards: Iterable[Card]) -> None:
        """Hide `cards` at once. The next `show` decides whether they stay hidden."""
        for key in map(_id, cards):
            self._cards.hide(key)  # first, since the person waits for it
            self._plays.pop(key, None)
            self._playable.pop(key, None)

    @property
    def playable(self) -> list[Any]:
        """The buttons of the cards that can be played now, in order."""
        return [*self._playable.values()]

    def play_of(self, button: Any) -> Play | None:
        """Return the action of `button`, or None."""
        return self._plays.get(button.id)


def _id(card: Card) -> str:
    return f"card-{card}"


def _card_button(variant: Variant, card: Card, key: str) -> Any:
    button = card_element(variant, card, "button")
    button.type = "button"
    button.id = key
    return button
