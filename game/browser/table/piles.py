"""What a table shows of the piles with their last cards fanned out, and of the cards set aside."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from game.browser.page.view import At, Each, Parts, Sentence
from game.browser.table import svg
from game.browser.table.cards import back_of, small_card, whole_card
from game.browser.table.seats import standing
from game.core import Card, FaceDown, Laid, Seat, Variant, View
from game.core.variants import MAX_SEATS
from game.words.cards import pile_label

FANNED, FANNED_BESIDE_ANOTHER = 4, 3
"""Cards visible below the top one: with a single pile, and with several.

Deeper cards are not in the page, to save layout time.
"""

MARKS = tuple(svg.icon(svg.shape(seat), "mark") for seat in range(MAX_SEATS))
"""The mark of each seat on its cards."""


def parts_of_piles(view: View, pressed: Iterable[Card], names: tuple[str, ...], fatal: Collection[Card]) -> Parts:
    """Return the piles, including the cards that this seat has `pressed`, where the `fatal` ones are marked."""
    piles = {
        f"{view.variant.name} {pile}": _pile(
            view, pile, [c for c in pressed if view.variant.pile_of(c) == pile], names, fatal
        )
        for pile in range(len(view.piles))
    }
    aside: dict[str, Parts] = {
        f"{seat} {card}": {"card": small_card(view.variant, card), "whose": Sentence(names[seat], names)}
        for seat, card in view.aside
    }
    return {"piles": Each("pile-template", piles), "aside": Each("mini-template", aside)}


def _pile(view: View, pile: int, pressed: Iterable[Card], names: tuple[str, ...], fatal: Collection[Card]) -> Parts:
    laid = [*view.piles[pile], *(Laid(view.seat or 0, card) for card in pressed)]
    fanned = FANNED if len(view.piles) == 1 else FANNED_BESIDE_ANOTHER
    beneath = max(len(laid) - 1 - fanned, 0)
    cards = {
        _key(at, one, view): _laid_card(view.variant, pile, one, (view.seat, view.seats), is_fatal=_card(one) in fatal)
        for at, one in enumerate(laid[beneath:], beneath)
    }
    return {
        "pile": At(
            Each("card-template", cards),
            {
                "class": "pile" + " face-down" * (pile in view.face_down),
                "data-colour": view.variant.piles[pile].colour,
                "aria-label": pile_label(view, pile, laid, names),
                "--fan": str(max(len(cards) - 1, 0)),
            },
        )
    }


def _card(laid: Laid | FaceDown) -> Card | None:
    return None if isinstance(laid, FaceDown) else laid.card


def _key(at: int, laid: Laid | FaceDown, view: View) -> str:
    return f"{view.level} {at} {_card(laid) or ''}"


@lru_cache
def _laid_card(
    variant: Variant, pile: int, laid: Laid | FaceDown, seen: tuple[Seat | None, int], *, is_fatal: bool
) -> Parts:
    """Return a card on `pile`, with the place of its seat as `seen`: by which seat, of how many."""
    own, seats = seen
    style, mark = " own" * (laid.seat == own) + " fatal" * is_fatal, MARKS[laid.seat]
    origin = {"data-seat": str(laid.seat), **standing(laid.seat, own, seats)}
    if isinstance(laid, FaceDown):
        return {"card": back_of(variant.piles[pile], style, mark, **origin)}
    return {"card": whole_card(variant, laid.card, style, mark, **origin)}
