"""The piles with their last cards fanned out, and the discarded cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Keyed, new_element
from game.browser.page.view import Filled
from game.browser.table import svg
from game.browser.table.cards import back_element, card_element
from game.browser.table.seats import standing
from game.core import Card, FaceDown, Laid, View
from game.core.variants import MAX_SEATS
from game.words.cards import pile_label

FANNED, FANNED_BESIDE_ANOTHER = 4, 3
"""Cards visible below the top one: with a single pile, and with several.

Deeper cards are not in the page, to save layout time.
"""

MARKS = tuple(svg.icon(svg.shape(seat), "mark") for seat in range(MAX_SEATS))
"""The mark of each seat on its cards."""


class Piles:
    """The cards in the middle of `table`."""

    def __init__(self, table: Filled) -> None:
        self._piles = Keyed(table["piles"])
        self._cards: dict[str, Keyed] = {}
        self._aside = Keyed(table["aside"])

    def show(self, view: View, pressed: Iterable[Card], names: Sequence[str], fatal: Collection[Card]) -> None:
        """Show the piles, including the cards that this seat has `pressed`, and mark the `fatal` ones."""
        shown = self._piles.show((f"{view.variant.name} {i}" for i in range(len(view.piles))), self._make_pile)
        for pile, (key, element) in enumerate(shown.items()):
            mine = [c for c in pressed if view.variant.pile_of(c) == pile]
            laid = [*view.piles[pile], *(Laid(view.seat or 0, card) for card in mine)]
            self._show_pile(view, pile, laid, element, self._cards[key], fatal)
            element.setAttribute("aria-label", pile_label(view, pile, laid, names))
        aside = {f"{seat} {card}": (seat, card) for seat, card in view.aside}
        self._aside.show(aside, lambda key: _aside_item(view, *aside[key], names))

    def _make_pile(self, key: str) -> Any:
        pile = new_element("div", "pile")
        pile.setAttribute("role", "img")
        self._cards[key] = Keyed(pile)
        return pile

    def _show_pile(
        self, view: View, pile: int, laid: list[Laid | FaceDown], shown: Any, cards: Keyed, fatal: Collection[Card]
    ) -> None:
        fanned = FANNED if len(view.piles) == 1 else FANNED_BESIDE_ANOTHER
        beneath = max(len(laid) - 1 - fanned, 0)
        by_key = {_key(at, one, view): one for at, one in enumerate(laid[beneath:], beneath)}
        for key, card in cards.show(by_key, lambda key: _laid_card(view, pile, by_key[key])).items():
            one = by_key[key]
            card.classList.toggle("fatal", isinstance(one, Laid) and one.card in fatal)
        shown.style.setProperty("--fan", str(max(len(by_key) - 1, 0)))
        shown.dataset.colour = view.variant.piles[pile].colour
        shown.classList.toggle("face-down", pile in view.face_down)


def _key(at: int, laid: Laid | FaceDown, view: View) -> str:
    card = "" if isinstance(laid, FaceDown) else laid.card
    return f"{view.level} {at} {card}"


def _laid_card(view: View, pile: int, laid: Laid | FaceDown) -> Any:
    variant = view.variant
    card = back_element(variant, pile) if isinstance(laid, FaceDown) else card_element(variant, laid.card)
    card.dataset.seat = str(laid.seat)
    card.classList.toggle("own", laid.seat == view.seat)
    card.insertAdjacentHTML("beforeend", MARKS[laid.seat])
    for name, value in standing(laid.seat, view.seat, view.seats).items():  # the card moves from this seat
        card.style.setProperty(name, value)
    return card


def _aside_item(view: View, seat: int, card: Card, names: Sequence[str]) -> Any:
    item, whose = new_element("li"), new_element("small")
    show_sentence(whose, names[seat], names)
    item.append(card_element(view.variant, card), whose)
    return item
