"""The panel in the middle of the table between phases of play: the last events and the next step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import js
from js import document

from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import find, new_element
from game.browser.table.cards import card_element
from game.browser.table.status import token
from game.browser.table.variant_rule import short_rule
from game.core import Variant
from game.words.table import MessageCard, Reader, TableMessage, owner

KEYS = "data-keys"
"""The attribute of the root element once a person has used a keyboard at a table."""


def reader() -> Reader:
    """Return who reads this page: the room before a big screen, or a person with or without a keyboard."""
    root = document.documentElement
    if root.getAttribute("data-role") == "screen":
        return Reader.ROOM
    has_keys = root.hasAttribute(KEYS) or js.matchMedia("(hover: hover) and (pointer: fine)").matches
    return Reader.KEYS if has_keys else Reader.TOUCH


class TableMessagePanel:
    """The panel, which shows one Moment at a time. An unchanged moment is not drawn again."""

    def __init__(self) -> None:
        self._table, self._element, self._piles = find("table"), find("moment"), find("piles")
        self._shown: TableMessage | None = None

    def show(self, moment: TableMessage | None, variant: Variant, names: Sequence[str]) -> None:
        """Show `moment`; None hides the panel."""
        if moment == self._shown:
            return
        self._shown = moment
        self._element.hidden = moment is None
        self._mark({variant.key(one.card) for one in moment.fatal} if moment and moment.kind == "error" else set())
        if moment is None:
            self._table.removeAttribute("data-moment")
            return
        self._table.dataset.moment = self._element.dataset.kind = moment.kind
        show_sentence(self._element.querySelector("h2"), moment.title, names)
        show_sentence(self._element.querySelector("p"), moment.text, names)
        why = self._element.querySelector(".why")
        show_sentence(why, moment.why, names)
        if moment.kind == "start" and (rule := short_rule(variant)):
            why.replaceChildren(*rule)
        self._element.querySelector(".left").replaceChildren(*map(token, moment.tokens))
        cards = self._element.querySelector(".minis")
        cards.hidden = not moment.cards
        cards.replaceChildren(*(_card(one, variant, names) for one in moment.cards))
        for at, card in enumerate(cards.children):
            card.style.setProperty("--after", f"{at / len(moment.cards):.2f}")  # fraction of the whole animation

    def _mark(self, fatal: set[str]) -> None:
        """Mark the `fatal` cards on the piles."""
        for card in self._piles.querySelectorAll("[data-card]"):
            card.classList.toggle("fatal", card.dataset.card in fatal)


def _card(shown: MessageCard, variant: Variant, names: Sequence[str]) -> Any:
    item, whose = new_element("li", "wrong" if shown.wrong else ""), new_element("small")
    show_sentence(whose, owner(shown, names), names)
    item.append(card_element(variant, shown.card), whose)
    return item
