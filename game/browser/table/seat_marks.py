"""The marks of the seats, shown on their played cards and in charts."""

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
"""A shape for each seat, so that colour is never needed to tell seats apart."""


def mark(seat: Seat) -> str:
    """Return the SVG markup of the mark of `seat`."""
    return f'<svg class="mark" viewBox="-8 -8 16 16" aria-hidden="true"><path d="{SHAPES[seat]}"/></svg>'
