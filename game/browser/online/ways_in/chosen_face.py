"""The face that a person has chosen to be seen with. The page of the other players draws it by its number."""

from __future__ import annotations

from js import document

from game.browser.page import storage
from game.browser.page.dom import find
from game.net.roster import FACES

CHOSEN = "face"
"""The storage key of the number."""

_EYES = '<circle class="full" cx="-8" cy="-4" r="2.6"/><circle class="full" cx="8" cy="-4" r="2.6"/>'
_SMILE = '<path d="M-7 7q7 6 14 0"/>'

FEATURES = (
    '<circle class="full" cx="-9" cy="-3" r="2"/><circle class="full" cx="9" cy="-3" r="2"/>'
    '<path d="M-16-9h14V3h-14zM2-9h14V3H2zM-2-4h4M-6 10q6 4 12 0"/>',
    '<circle class="full" cx="-8" cy="-4" r="2.6"/><path d="M3-3q5-4 10 0M-8 6q8 9 16 0"/>',
    f'{_EYES}<path class="full" d="M-3 2h6l-3 3z"/>'
    '<path d="M-6 9q3 3 6 0q3 3 6 0M-19 3l7 1.5M-18 10l6.5-2M19 3l-7 1.5M18 10l-6.5-2"/>',
    f'{_EYES}<path class="full" d="M0 4c-3-3-8-1-12 4c5 1 9 0 12-2c3 2 7 3 12 2c-4-5-9-7-12-4z"/><path d="M-3 12h6"/>',
    f'{_EYES}{_SMILE}<path d="M-15 2v.1M-11 4v.1M-15 6v.1M15 2v.1M11 4v.1M15 6v.1"/>',
)
"""The features of the faces 1 to 5, as SVG. Face 0 is that of everybody who has not chosen one."""


def chosen_face() -> int:
    """Return the number of this person's face."""
    number = storage.read(CHOSEN) or "0"
    return int(number) if number in map(str, range(FACES)) else 0


def choose_face(number: int) -> None:
    """Save the number of this person's face."""
    storage.write(CHOSEN, str(number))


def add_faces() -> None:
    """Add the faces to the page's symbols, unless they are there. See player_faces.py."""
    if find("look-1"):
        return
    symbols = (
        f'<symbol id="look-{number}" viewBox="-32 -32 64 64">{features}</symbol>'
        for number, features in enumerate(FEATURES, start=1)
    )
    document.querySelector(".symbols").insertAdjacentHTML("beforeend", "".join(symbols))
