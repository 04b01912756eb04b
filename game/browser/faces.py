"""Who sits there, drawn: the shape of the head is the seat's, the look in it the character's."""

from __future__ import annotations

from game.core import Seat

SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
    "M-5-5H5V5H-5z",
    "M0-6 6 5H-6z",
    "M0-6 6 0 0 6-6 0z",
    "M0 6 6-5H-6z",
    "M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2z",
    "M0-6 6-1.5 3.7 5.5H-3.7L-6-1.5z",
    "M-6 0-3-5H3L6 0 3 5H-3z",
)
"""A mark for every seat, so that colour is never needed."""

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
"""The same marks as heads, in a square of 64 units; a broad line round each makes its corners soft."""

LOWERED = (0, 0, 6, 0, -6, 0, 1, 0)
"""How far below the middle of each head its look is, where a corner is narrow."""

EYES = '<circle class="full" cx="-8" cy="-4" r="2.6"/><circle class="full" cx="8" cy="-4" r="2.6"/>'
SMILE = '<path d="M-7 7q7 6 14 0"/>'
LOOKS = {
    "": EYES + SMILE,
    "Ada": EYES + '<path d="M-6 8q6 3 12 0M-12-11q4-2 8 0M4-11q4-2 8 0"/>',
    "Ben": '<path d="M-14-12q5-5 10-1M14-12q-5-5-10-1"/>'
    '<circle cx="-8" cy="-4" r="4"/><circle cx="8" cy="-4" r="4"/><path class="full" d="M-8 5H8q-1 9-8 9t-8-9z"/>',
    "Cleo": '<path d="M-13-4q5 5 10 0M3-4q5 5 10 0M-3 9q4 3 8-1"/>',
    "Dov": '<path d="M-13-2q5-6 10 0M3-2q5-6 10 0"/><circle class="full" cx="0" cy="9" r="3.4"/>',
    "Edda": '<path class="full" d="M-8-10l1.8 4L-2-4-6.2-2-8 2-9.8-2-14-4-9.8-6zM8-10l1.8 4L14-4 9.8-2 8 2 6.2-2 2-4 6.2-6z"/>'
    + SMILE,
    "Finn": EYES + '<path d="M-14-13l10 4M14-13l-10 4M-6 10q6-4 12 0"/>',
    "Gus": '<circle cx="-8" cy="-3" r="6"/><circle cx="8" cy="-3" r="6"/><path d="M-2-3h4M-8-3v-3M8-3h3M-5 10h10"/>',
}
"""The look of each character by name, and under "" that of a person."""


def face(seat: Seat, character: str) -> str:
    """The face of whoever sits at `seat`: a `character`, or a person if that is empty. Markup of the page."""
    return (
        f'<path class="head" d="{HEADS[seat]}"/>'
        f'<g class="look" transform="translate(0 {LOWERED[seat]})">{LOOKS.get(character, LOOKS[""])}</g>'
    )


def mark(seat: Seat) -> str:
    """The small sign of `seat`: on cards that it laid, and in pictures of a level. Markup of the page."""
    return f'<svg class="mark" viewBox="-8 -8 16 16" aria-hidden="true"><path d="{SHAPES[seat]}"/></svg>'
