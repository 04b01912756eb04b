"""What everyone at a table sees: the status line, the seats, the piles and the message between phases of play."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.browser.table.piles import Piles
from game.browser.table.seats import Seats
from game.browser.table.status import Status
from game.browser.table.table_message import TableMessagePanel
from game.core import Card, Phase, Seat, View
from game.words.table import TableMessage


class PublicTable:
    """The drawing in `element`, which is in the page. `names` and `characters` are by seat."""

    def __init__(self, element: Any, names: Sequence[str], characters: Sequence[str]) -> None:
        self._element = element
        self._names = names
        self._status, self._seats = Status(), Seats(characters)
        self._piles, self._message = Piles(), TableMessagePanel()

    def show(
        self, view: View, pressed: Collection[Card], message: TableMessage | None, look: View | None = None
    ) -> None:
        """Show `view`. The `pressed` cards have left the hand; `message` is the one in the middle, if any.

        While there is a last `look` at a level, the lives, stars and piles are those of its view. The level is always
        that of the hand, which may already be the next one.
        """
        data = self._element.dataset
        data.phase = "focus" if view.phase is Phase.DEAL else view.phase.value
        data.level, data.lives, data.stars = str(view.level), str(view.lives), str(view.stars)
        data.variant, data.seats = view.variant.name, str(view.seats)
        self._status.show(view if look is None else replace(view, lives=look.lives, stars=look.stars))
        self._seats.show(view, self._names)
        self._piles.show(look or view, pressed, self._names)
        self._message.show(message, view.variant, self._names)

    def show_absent(self, absent: Mapping[Seat, str], view: View) -> None:
        """Show the tags of the persons who are absent, by seat."""
        self._seats.show_absent(absent, view, self._names)
