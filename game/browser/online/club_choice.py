"""The line "Listed in" of a host, in the lobby or in the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import js

from game.browser.online.stored_clubs import clubs
from game.browser.page.dom import Listening
from game.words.online.clubs import NO_CLUB

if TYPE_CHECKING:
    from game.browser.online.ways_in.listed_table import ListedTable


class ClubChoice(Listening):
    """A list of clubs in `element`. The chosen one lists the table."""

    def __init__(self, element: Any, listed: ListedTable) -> None:
        super().__init__()
        self._element, self._select, self._listed = element, element.querySelector("select"), listed
        names = {"": NO_CLUB()} | {club.id: club.name for club in clubs()}
        self._select.replaceChildren(*(js.Option.new(name, club) for club, name in names.items()))
        self._ids = names.keys()
        self._listen(self._select, "change", lambda _: listed.choose(self._select.value))

    def show(self, *, hosts: bool) -> None:
        """Show where the table is listed, to its host."""
        self._element.hidden = not hosts or len(self._ids) == 1
        self._select.value = self._listed.club if self._listed.club in self._ids else ""
