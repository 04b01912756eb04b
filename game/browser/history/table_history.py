"""What a table offers after its game: a replay in its place, and the dialogs that share the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.history import dates
from game.browser.history.game_shelf import GameShelf
from game.browser.history.session import HistorySession
from game.browser.page.ended_games import NotedGame
from game.core.todays_deal import day_of
from game.history.ended_game import game_of
from game.history.errors import BadGame
from game.history.stored_game import StoredGame
from game.words.history.games import NOT_WHOLE
from game.words.history.sharing import COUNTS, FOR_FUN, TOO_LONG


class TableHistory(HistorySession):
    """The history of one game. During a replay, `table` is removed from the page; its session continues."""

    def __init__(self, table: Any, say: Callable[[str], None]) -> None:
        super().__init__(lambda *_: None, lambda _: None, self._return)
        self._table = table
        self._say = say
        self._opener: Any = None

    def do(self, what: str, noted: NotedGame) -> None:
        """Watch or share the game."""
        try:
            game = game_of(noted.text, GameShelf().shelf)
            game.game()
        except BadGame:
            self._say(NOT_WHOLE())
            return
        try:
            {"watch": self.watch, "share": self.share}[what](game)
        except BadGame:
            self._say(TOO_LONG())

    def daily_note(self, noted: NotedGame) -> str:
        """Return the date of the daily game that was played, and whether its result counts."""
        try:
            game = game_of(noted.text, GameShelf().shelf)
        except BadGame:
            return ""
        day = dates.day_of_date(day_of(game.variant, game.seats, game.seed)).replace(" ", "\N{NO-BREAK SPACE}")
        return (COUNTS if game.day else FOR_FUN)(day=day)

    def leave(self) -> None:
        """Close the replay or the dialog. After a replay, the table returns to the page."""
        self.close()
        self._return()

    def watch(self, game: StoredGame) -> None:
        """Replay `game` in the place of the table."""
        self._opener = document.activeElement
        self._table.remove()  # first, because the replay has a table with the same ids
        super().watch(game)

    def _return(self) -> None:
        if not self._table.isConnected:
            document.body.append(self._table)
            self._opener.focus()
