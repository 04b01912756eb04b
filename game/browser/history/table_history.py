"""What a table offers after its game: a replay in its place, and the dialogs that share the game."""

from __future__ import annotations

from typing import Any

from game.browser.history import dates
from game.browser.history.in_front import InFront
from game.browser.history.stored_games import StoredGames
from game.core.record import Game
from game.words.history.sharing import COUNTS, FOR_FUN


class TableHistory(InFront):
    """The history of the game that `ended` at `table`, whose session continues."""

    def __init__(self, ended: Game, table: Any) -> None:
        super().__init__(table)
        self._ended = ended

    def do(self, what: str) -> None:
        """Watch or share the game."""
        (self.watch if what == "watch" else self.share)(StoredGames().games.finish(self._ended))

    def daily_note(self) -> str:
        """Return the date of the daily game that was played, and whether its result counts."""
        day = dates.day_of_date(self._ended.day).replace(" ", "\N{NO-BREAK SPACE}")
        return (COUNTS if StoredGames().games.finish(self._ended).day else FOR_FUN)(day=day)
