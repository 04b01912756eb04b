"""The table of a replay: what everyone at a table sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.browser.page.view import Filled
from game.browser.table.piles import Piles
from game.browser.table.table_parts import TableState, parts_of_public_table
from game.core import View
from game.words.table import TableMessage


class PublicTable:
    """The drawing in `element`, which is in the page. `names` and `characters` are by seat."""

    def __init__(self, element: Any, names: Sequence[str], characters: Sequence[str]) -> None:
        self._state = TableState(names, characters)
        self._parts, self._piles = Filled(element), Piles()

    def show(self, view: View, message: TableMessage | None) -> None:
        """Show `view`, and `message` in the middle, if there is one."""
        self._state.view, self._state.message = view, message
        self._parts.show(parts_of_public_table(self._state, view))
        self._piles.show(view, (), self._state.names)
        self._piles.mark(self._state.fatal, view.variant)
