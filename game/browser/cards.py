"""A card as the page shows it: a large plain numeral, 6 and 9 underlined, and rings that grow with the number."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Any

from js import document

from game.browser.dom import from_template
from game.core import Card, Variant
from game.words.cards import colour_name

TURNS = frozenset("01689")
"""Digits that can be read upside down."""

RINGS = 10
INNERMOST, OUTERMOST = 31.0, 85.0
"""Radii in units of which a card is 100 wide and 140 high: round the numeral, and as far as the corners."""

CORNERS = {"red": 4}
"""How many corners the rings of a colour have; all others are round."""


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
    share = int(number) / len(variant.piles[variant.pile_of(card)].cards)
    element.style.setProperty("--place", f"{share:.2f}")
    element.querySelector(".motif path").setAttribute("d", rings(share, CORNERS.get(colour, 0)))
    return element


def back_element(variant: Variant, pile: int) -> Any:
    """A card that lies face down on `pile`."""
    element = document.createElement("span")
    element.className = "card back"
    element.dataset.colour = variant.piles[pile].colour
    return element


@cache
def rings(share: float, corners: int = 0) -> str:
    """A path of as many rings as `share` of all of them, the outermost drawn as far as it goes."""
    parts = []
    for ring in range(RINGS):
        drawn = min(share * RINGS - ring, 1.0)
        if drawn > 0.001:
            radius = INNERMOST + ring * (OUTERMOST - INNERMOST) / (RINGS - 1)
            parts.append(_polygon(radius, drawn, corners) if corners else _arc(radius, drawn))
    return "".join(parts)


def _arc(radius: float, drawn: float) -> str:
    """From the top clockwise; a whole circle cannot end where it begins, so it ends just before."""
    x, y = _on_circle(radius, min(drawn, 0.9999))
    return f"M50 {70 - radius:.1f}A{radius:.1f} {radius:.1f} 0 {int(drawn > 0.5)} 1 {x:.2f} {y:.2f}"


def _polygon(radius: float, drawn: float, corners: int) -> str:
    """From the top clockwise along the sides, the last of them in part."""
    radius *= 1.25  # its sides are as far from the numeral as a circle would be
    sides, rest = divmod(drawn * corners, 1)
    points = [_on_circle(radius, corner / corners) for corner in range(int(sides) + 1)]
    if rest:
        (x, y), (to_x, to_y) = points[-1], _on_circle(radius, (sides + 1) / corners)
        points.append((x + rest * (to_x - x), y + rest * (to_y - y)))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _on_circle(radius: float, turn: float) -> tuple[float, float]:
    return 50 + radius * sin(2 * pi * turn), 70 - radius * cos(2 * pi * turn)


def _number(variant: Variant, card: Card) -> str:
    return str(variant.piles[variant.pile_of(card)].number(card))


def _colour(variant: Variant, card: Card) -> str:
    return variant.piles[variant.pile_of(card)].colour


def _reads_upside_down(number: str) -> bool:
    return set(number) <= TURNS and bool({"6", "9"} & set(number))
