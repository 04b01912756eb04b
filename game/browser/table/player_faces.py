"""Faces as SVG: the seat determines the head's shape, the character the features, which are symbols of the page."""

from __future__ import annotations

from functools import cache

from game.browser.page.dom import find
from game.core import Seat

HEADS = (
    "M-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0",
    "M-19-19H19V19H-19z",
    "M0-21 22 18H-22z",
    "M0-24 24 0 0 24-24 0z",
    "M0 22 22-17H-22z",
    "M-10-22H10V-10H22V10H10V22H-10V10H-22V-10H-10z",
    "M0-22 22-5 14 20H-14L-22-5z",
    "M-23 0-12-19H12L23 0 12 19H-12z",
)
"""Heads with the shapes of the seats' marks, in a square of 64 units. A broad outline rounds the corners."""

LOWERED = (0, 0, 6, 0, -6, 0, 1, 0)
"""Units that the features are moved down from the centre of each head, where a corner is narrow."""


@cache
def face(seat: Seat, character: str) -> str:
    """Return the SVG markup of the face of `character` at `seat`; of the plain one if the page has no such symbol."""
    look = character if find(f"look-{character}") else ""
    features = f'<use class="look" href="#look-{look}" x="-32" y="{LOWERED[seat] - 32}" width="64" height="64"/>'
    return f'<path class="head" d="{HEADS[seat]}"/>{features}'
