"""A card as the page shows it: a large plain numeral, 6 and 9 underlined."""

from __future__ import annotations

from typing import Any

from js import document

from game.browser.dom import from_template
from game.core import Card, Variant
from game.words.cards import colour_name

TURNS = frozenset("01689")
"""Digits that can be read upside down."""


def card_element(variant: Variant, card: Card, tag: str = "span") -> Any:
    """A `tag` element that shows `card` face up."""
    element = document.createElement(tag)
    element.className = "card"
    element.append(*from_template("card-template").children)
    number, colour = _number(variant, card), _colour(variant, card)
    element.dataset.card = variant.key(card)
    for part in element.querySelectorAll(".corner, .number"):
        part.textContent = number
        part.classList.toggle("underlined", _reads_upside_down(number))
    element.dataset.colour = colour
    element.querySelector(".colour").textContent = colour_name(colour)
    element.style.setProperty("--place", f"{int(number) / (50 if colour else 100):.2f}")
    return element


def back_element(variant: Variant, pile: int) -> Any:
    """A card that lies face down on `pile`."""
    element = document.createElement("span")
    element.className = "card back"
    element.dataset.colour = variant.piles[pile].colour
    return element


def _number(variant: Variant, card: Card) -> str:
    return str(variant.piles[variant.pile_of(card)].number(card))


def _colour(variant: Variant, card: Card) -> str:
    return variant.piles[variant.pile_of(card)].colour


def _reads_upside_down(number: str) -> bool:
    return set(number) <= TURNS and bool({"6", "9"} & set(number))
