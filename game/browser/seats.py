"""The teammates round the table: name, cards, and whether a hand is down or up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from js import document

from game.browser.dom import Keyed, find, from_template
from game.core import Seat, View
from game.words.table import holds


class Seats:
    """Everybody but the person at this page."""

    def __init__(self) -> None:
        self._element = find("teammates")
        self._seats = Keyed(self._element)
        self._backs: dict[str, Keyed] = {}
        self._shown: dict[str, tuple[Any, ...]] = {}

    def show(self, view: View, names: Sequence[str]) -> None:
        """Show the others in the order in which they sit."""
        others = [seat for seat in range(view.seats) if seat != view.seat]
        self._element.dataset.count = str(len(others))
        shown = self._seats.show(map(str, others), self._make)
        for key, element in shown.items():
            self._show_one(view, int(key), names[int(key)], element)

    def _make(self, key: str) -> Any:
        element = from_template("teammate-template")
        element.dataset.seat = key
        self._shown.pop(key, None)
        self._backs[key] = Keyed(element.querySelector(".backs"))
        return element

    def _show_one(self, view: View, seat: Seat, name: str, element: Any) -> None:
        cards = view.counts[seat]
        down, up = seat in view.down, seat in view.raised
        if self._shown.get(str(seat)) == (name, cards, down, up):
            return
        self._shown[str(seat)] = (name, cards, down, up)
        self._backs[str(seat)].show(map(str, range(cards)), lambda _: document.createElement("i"))
        element.dataset.hand = "up" if up else "down" if down else "none"
        element.querySelector(".name").textContent = name
        element.querySelector(".count").textContent = str(cards)
        element.querySelector(".words").textContent = holds(cards, up=up, down=down)
