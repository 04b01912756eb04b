"""The seats around the table: face, name, cards, and the state of each hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import atan2, degrees
from typing import Any

from game.browser.page.dom import Keyed, find, from_template, new_element
from game.browser.table.player_faces import face
from game.core import Seat, View
from game.words.table import holds

LEFT: dict[int, tuple[tuple[float, float], ...]] = {
    1: (),
    2: ((-0.95, 0.5),),
    3: ((-1, 0),),
    4: ((-1, -0.1), (-0.6, 1)),
    5: ((-0.96, -0.8), (-0.96, 0.8)),
    6: ((-0.95, -0.75), (-1, 0.1), (-0.6, 1)),
    7: ((-0.9, -0.9), (-1, 0), (-0.9, 0.9)),
    8: ((-0.95, -0.85), (-1, -0.1), (-0.95, 0.7), (-0.42, 1)),
}
"""Positions of the seats on the left by number of others: x and y from -1 to 1. On a phone none overlap."""


class Seats:
    """All seats. The person at this page sits at the bottom.

    A seat shows only the View, the name and the face, never a teammate's plan.
    """

    def __init__(self, characters: Sequence[str]) -> None:
        self._characters = characters
        self._element = find("teammates")
        self._seats = Keyed(self._element)
        self._backs: dict[str, Keyed] = {}
        self._shown: dict[str, tuple[Any, ...]] = {}
        self._absent: Mapping[Seat, str] = {}

    def show(self, view: View, names: Sequence[str]) -> None:
        """Show all seats in seating order."""
        self._element.dataset.mates = str(view.seats - (view.seat is not None))
        shown = self._seats.show(map(str, range(view.seats)), lambda key: self._make(view, int(key)))
        for key, element in shown.items():
            self._show_one(view, int(key), names[int(key)], element)

    def show_absent(self, absent: Mapping[Seat, str], view: View, names: Sequence[str]) -> None:
        """Show the tags of the persons who are `absent`, by seat."""
        self._absent = absent
        self.show(view, names)

    def _make(self, view: View, seat: Seat) -> Any:
        element = from_template("seat-template")
        own = seat == view.seat
        element.classList.add("own" if own else "teammate")
        element.dataset.seat = str(seat)
        element.querySelector(".face").innerHTML = face(seat, self._characters[seat])
        if not self._characters[seat]:
            element.querySelector(".computer").remove()
        stand_at(element, seat, view)
        if not own:
            _hold_cards(element, *place(seat, view.seat, view.seats))
        self._shown.pop(str(seat), None)
        self._backs[str(seat)] = Keyed(element.querySelector(".backs"))
        return element

    def _show_one(self, view: View, seat: Seat, name: str, element: Any) -> None:
        cards, absent = view.counts[seat], self._absent.get(seat, "")
        down, up = seat in view.down, seat in view.raised
        if self._shown.get(str(seat)) == (name, cards, down, up, absent):
            return
        self._shown[str(seat)] = (name, cards, down, up, absent)
        self._backs[str(seat)].show(map(str, range(cards)), _back)
        element.style.setProperty("--cards", str(cards))
        element.dataset.hand = "up" if up else "down" if down else "held" if cards else "none"
        element.dataset.count = str(cards)
        element.classList.toggle("away", bool(absent))
        element.querySelector(".absent").textContent = absent
        element.querySelector(".name").textContent = name
        element.querySelector(".count").textContent = str(cards)
        element.querySelector(".words bdi").textContent = name
        computer = bool(self._characters[seat])
        words = holds(cards, up=up, down=down, computer=computer, absent=absent)
        element.querySelector(".words span").textContent = words


def stand_at(element: Any, seat: Seat, view: View) -> None:
    """Set the position of `seat` as style properties, for `element` there or a card that comes from there."""
    across, up, turn = place(seat, view.seat, view.seats)
    for name, value in (("--x", f"{across:.3f}"), ("--y", f"{up:.3f}"), ("--turn", f"{turn:.0f}deg")):
        element.style.setProperty(name, value)


@cache
def place(seat: Seat, own: Seat | None, seats: int) -> tuple[float, float, float]:
    """Return the position of `seat` as seen from `own`: x, y, and the angle of its hand towards the middle in degrees.

    `own` is at the bottom, and the next seats follow clockwise. If `own` is None, the bottom stays empty.
    """
    if seat == own:
        return 0.0, -1.0, 0.0
    others = seats if own is None else seats - 1
    left = LEFT[others]
    top = ((0.0, 1.0),) * (others % 2)
    round_table = (*left, *top, *((-x, y) for x, y in reversed(left)))
    x, y = round_table[seat if own is None else (seat - own) % seats - 1]
    return x, y, degrees(atan2(-x, -y))


def _hold_cards(element: Any, x: float, y: float, turn: float) -> None:
    """Set where a seat at `x` and `y` holds its cards: towards the table, where they cover no name and no other seat.

    At the top that is beside the face, not below its name. The raised arm is on the other side of the face, `--out`,
    and the number of cards above the cards or, at the bottom, below them.
    """
    out = -1 if x < 0 else 1
    at_top, at_bottom = y > 0.5, y < -0.5
    across, down = (-out, 0.06) if at_top else (-x, 0.44 * y)
    values = {"--out": out, "--hand-x": f"{across:.3f}", "--hand-y": f"{down:.3f}"}
    values |= {"--count-x": 0.42, "--count-y": 0.5} if at_bottom else {"--count-x": 0.3, "--count-y": -0.04}
    if at_top:
        values["--turn"] = f"{180 + 65 * out}deg"
    for name, value in values.items():
        element.style.setProperty(name, str(value))


def _back(key: str) -> Any:
    back = new_element("i")
    back.style.setProperty("--at", key)
    return back
