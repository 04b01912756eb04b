"""Card elements: a large plain number, with 6 and 9 underlined, and rings that grow with the number."""

from __future__ import annotations

from functools import cache
from html import escape
from math import cos, pi, sin

from game.browser.page.view import At, Markup
from game.core import Card, Pile, Variant
from game.words.cards import COLOURS

TURNS = frozenset("01689")
"""Digits that are also digits upside down."""

RINGS = 10
INNERMOST, OUTERMOST = 31.0, 85.0
"""Radii of the rings, from around the number to the corners. A card is 100 units wide and 140 high."""

CORNERS = {"red": 4}
"""Corners of the rings by colour. All other rings are circles."""


def whole_card(variant: Variant, card: Card, style: str = "", mark: str = "", **attributes: str | bool) -> At:
    """Return the part of a card face up, with its number in a corner, the name of its colour, and a `mark`.

    `style` are CSS classes with a space before each. Names with "--" are style properties.
    """
    pile = variant.piles[variant.pile_of(card)]
    named = escape(COLOURS[pile.colour]()) if pile.colour else ""
    markup = f'{_drawn(pile, card)}{_number("corner", pile, card)}<span class="colour">{named}</span>{mark}'
    return At(Markup(markup), {**_attributes(variant, pile, card, style), **attributes})


def small_card(variant: Variant, card: Card) -> At:
    """Return the part of a small card face up."""
    pile = variant.piles[variant.pile_of(card)]
    return At(Markup(_drawn(pile, card)), _attributes(variant, pile, card))


def back_of(pile: Pile, style: str = "", mark: str = "", **attributes: str | bool) -> At:
    """Return the part of a card face down on `pile`."""
    return At(Markup(mark), {"class": f"card back{style}", "data-card": None, "data-colour": pile.colour, **attributes})


def _attributes(variant: Variant, pile: Pile, card: Card, style: str = "") -> dict[str, str]:
    """Return the attributes of a card. `--place` is its place in its pile's numbers, from 0 to 1."""
    place = f"{pile.number(card) / len(pile.cards):.2f}"
    return {"class": f"card{style}", "data-card": variant.key(card), "data-colour": pile.colour, "--place": place}


def _drawn(pile: Pile, card: Card) -> str:
    """Return the markup of the rings of `card` and its number."""
    path = rings(pile.number(card) / len(pile.cards), CORNERS.get(pile.colour, 0))
    motif = f'<svg class="motif" viewBox="0 0 100 140" aria-hidden="true"><path d="{path}"/></svg>'
    return motif + _number("number", pile, card)


def _number(style: str, pile: Pile, card: Card) -> str:
    number = str(pile.number(card))
    return f'<span class="{style}{" underlined" * reads_upside_down(number)}" translate="no">{number}</span>'


@cache
def rings(share: float, corners: int = 0) -> str:
    """Return an SVG path with `share` of all rings. The outermost one may be partial."""
    parts = []
    for ring in range(RINGS):
        drawn = min(share * RINGS - ring, 1.0)
        if drawn > 0.001:
            radius = INNERMOST + ring * (OUTERMOST - INNERMOST) / (RINGS - 1)
            parts.append(_polygon(radius, drawn, corners) if corners else _arc(radius, drawn))
    return "".join(parts)


def _arc(radius: float, drawn: float) -> str:
    """Return an arc clockwise from the top. A full circle stops just before its start, as SVG requires."""
    x, y = _on_circle(radius, min(drawn, 0.9999))
    return f"M50 {70 - radius:.1f}A{radius:.1f} {radius:.1f} 0 {int(drawn > 0.5)} 1 {x:.2f} {y:.2f}"


def _polygon(radius: float, drawn: float, corners: int) -> str:
    """Return a polygon clockwise from the top. Its last side may be partial."""
    radius *= 1.25  # puts the sides as far from the number as a circle
    sides, rest = divmod(drawn * corners, 1)
    points = [_on_circle(radius, corner / corners) for corner in range(int(sides) + 1)]
    if rest:
        (x, y), (to_x, to_y) = points[-1], _on_circle(radius, (sides + 1) / corners)
        points.append((x + rest * (to_x - x), y + rest * (to_y - y)))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _on_circle(radius: float, turn: float) -> tuple[float, float]:
    return 50 + radius * sin(2 * pi * turn), 70 - radius * cos(2 * pi * turn)


def reads_upside_down(number: str) -> bool:
    """Whether `number` is another number upside down."""
    return set(number) <= TURNS and bool({"6", "9"} & set(number))
