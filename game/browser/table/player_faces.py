"""Faces as SVG: the seat determines the shape of the head, the character its calm features: symbols of the page."""

from __future__ import annotations

from functools import cache

from game.browser.page.dom import find
from game.core import Seat

HEADS = (
    "M-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0",
    "M-19-19H19V19H-19z",
    "M0-22 23 18H-23z",
    "M0-25 25 0 0 25-25 0z",
    "M0 22 23-18H-23z",
    "M-10-22H10V-10H22V10H10V22H-10V10H-22V-10H-10z",
    "M0-22 22-5 14 20H-14L-22-5z",
    "M-23 0-12-19H12L23 0 12 19H-12z",
)
"""Heads with the shapes of the seats' marks, in a square of 64 units. A broad outline rounds the corners."""

PLACES = ((0, 1.0), (0, 1.0), (7, 0.84), (0, 0.94), (-6, 0.84), (0, 0.95), (1, 0.95), (0, 0.95))
"""Units that the features are moved down from the centre of each head, and their scale: smaller where it is narrow."""

ROUND_EYES = '<circle class="full eyes" cx="-8" cy="-4" r="3.2"/><circle class="full eyes" cx="8" cy="-4" r="3.2"/>'
BROWS_UP = "M-13.5-11.6q5-4 9.5-1.4M13.5-11.6q-5-4-9.5-1.4"

EXPRESSIONS = {
    "focus": f'{ROUND_EYES}<path d="M-13-10.2q5-3 9.5.8M3.5-9.4q4.5-3.8 9.5-.8M-4 8.6h8"/>',
    "hush": '<path d="M-12.5-4q4.5 3.6 9 0M3.5-4q4.5 3.6 9 0M-12.5-10.8h8.5M4-10.8h8.5M-4.5 8q4.5 2.2 9 0"/>',
    "wince": '<path d="M-12.5-7.4l7 3.2-7 3M12.5-7.4l-7 3.2 7 3M-13.5-10.5q4.5-3.4 9-1.2M13.5-10.5q-4.5-3.4-9-1.2'
    'M-8 10.4q2-3.6 4-.9t4 0 4 0 4-1"/>',
    "joy": '<circle class="cheek" cx="-14" cy="4.5" r="2.8"/><circle class="cheek" cx="14" cy="4.5" r="2.8"/>'
    '<path class="full" d="M-9 4.5H9q-1 10-9 10t-9-10z"/>'
    '<path class="tongue" d="M-5 11.6q5-3.4 10 0-2 2.6-5 2.6t-5-2.6z"/>'
    f'<path d="M-13-2.6q5-6.8 10 0M3-2.6q5-6.8 10 0{BROWS_UP}"/>',
    "wow": f'{ROUND_EYES}<path d="{BROWS_UP}"/><path class="full" d="M-4 9a4 4.6 0 1 0 8 0a4 4.6 0 1 0-8 0"/>',
}
"""The features of each expression but the calm one, around the origin."""

BLINKS = tuple(5.3 * number + 0.25 * (number * number % 7) for number in range(200))
"""When a face blinks, in seconds: 4.5 to 6 s apart, and in every game the same, so that no blink says anything."""

BLINK = 0.13
"""Seconds for which the eyes of a blink are closed."""

LIDS = '<path class="lids" d="M-11-4h6M5-4h6"/>'
"""Closed eyes, which a blink shows in place of the eyes. The browser paints them without a new layout."""


@cache
def face(seat: Seat, character: str) -> str:
    """Return the SVG markup of the face of `character` at `seat`; of the plain one if the page has no such symbol.

    It contains every expression. `data-look` of the `.face` around it tells CSS which one to show. The calm one blinks:
    SMIL wakes the browser when the eyes close and open. A CSS animation would keep it awake, and so does `<animate>`.
    """
    calm = find(f"look-{character}") or find("look-")
    down, scale = PLACES[seat]
    looks = "".join(f'<g class="{name}">{drawing}</g>' for name, drawing in EXPRESSIONS.items())
    blinks = _blinks(seat) if "eyes" in calm.innerHTML else ""
    drawn = f'<g class="calm">{calm.innerHTML}{blinks}</g>{looks}'
    features = f'<g transform="translate(0 {down}) scale({scale})">{drawn}</g>'
    return f'<path class="head" d="{HEADS[seat]}"/><g class="look">{features}</g>'


def _blinks(seat: Seat) -> str:
    begin = ";".join(f"{at + 1 + 2.1 * seat % 5.3:.1f}s" for at in BLINKS)
    return f'{LIDS}<set attributeName="class" to="calm blink" dur="{BLINK}s" begin="{begin}"/>'
