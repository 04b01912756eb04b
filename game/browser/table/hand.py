"""What a table shows of the person's hand: each card is a button, and only the leading cards can be played.

The others stay buttons that take a press, so that the page can answer it: they are `aria-disabled`.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from game.browser.page.view import At, Each, Parts
from game.browser.table.cards import whole_card
from game.core import Card, Phase, Play, Variant, View
from game.words.cards import PLAY, label

SIZES = (3, "few"), (6, "some"), (7, "seven"), (100, "many")
"""The most cards of each size of a hand."""

BESIDE = 5
"""Cards for which a second leading card counts, since both are large."""

TWO_TIERS = 7
"""Waiting cards from which on a narrow screen shows the later half behind the others."""


def parts_of_hand(view: View, pressed: Collection[Card]) -> Parts:
    """Return the hand without the `pressed` cards, which are moving to the pile, and the note in place of no cards.

    For the fan, it has the number of cards that lead and that wait, as style properties, and its size.
    """
    shown = [card for card in view.hand if card not in pressed]
    leading = view.variant.leading(view.hand)
    leads, waits = ([card for card in shown if (card in leading) is first] for first in (True, False))
    places = {card: place for row in (leads, waits) for place, card in enumerate(row)}
    size = len(shown) + BESIDE * (len(leads) > 1)
    cards = {
        id_of(card): _card(view.variant, card, Play(card) in view.legal, card in leading, places[card], len(waits))
        for card in shown
    }
    fan = {"--leading": str(len(leads)), "--waiting": str(len(waits)), "--tier": str((len(waits) + 1) // 2)}
    return {
        "hand": At(
            Each("hand-card-template", cards),
            {
                **fan,
                "data-holds": next(name for most, name in SIZES if size <= most),
                "data-two-lead": len(leads) > 1 and bool(waits),
                "data-tiers": len(waits) >= TWO_TIERS,
            },
        ),
        "no-cards": not shown and view.seat is not None and view.phase is not Phase.DEAL,
        "watches": not shown and view.seat is None,
    }


def id_of(card: Card) -> str:
    """Return the id of the button of `card`, and its key in the hand."""
    return f"card-{card}"


def card_of(button: Any) -> Card | None:
    """Return the card that `button` plays, or None if it is another button."""
    return int(button.id.removeprefix("card-")) if button.closest(".hand button") else None


@lru_cache
def _card(variant: Variant, card: Card, may_play: bool, leads: bool, place: int, waiting: int) -> Parts:
    is_behind = not leads and waiting >= TWO_TIERS and place >= (waiting + 1) // 2
    style = " leading" * leads + " behind" * is_behind
    name = label(variant, card)
    attributes: dict[str, str | bool] = {
        "aria-label": PLAY(card=name) if may_play else name,
        "aria-disabled": not may_play,
        "id": id_of(card),
        "tabindex": "0" if leads else "-1",
        "--at": str(place),
    }
    return {"card": whole_card(variant, card, style, "", **attributes)}
