"""What looks back on the game that just ended at a table: a replay, sharing it, and a note on a daily game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import Tasks
from game.core.record import Game
from game.words.title_screen import NOT_FETCHED


class PastGame:
    """The `game` that ended at `table`, until the next one begins.

    `noted` is called with a note on a daily game. `say` announces why a button did nothing.
    """

    def __init__(self, game: Game, table: Any, say: Callable[[str], None], noted: Callable[[str], None]) -> None:
        self._game, self._table, self._say = game, table, say
        self._front: Any = None
        self._tasks = Tasks()
        if game.day:
            self._tasks.start(self._note(noted))

    def open(self, what: str) -> None:
        """Watch or share the game."""
        self._tasks.start(self._open(what))

    def close(self) -> None:
        """Close the replay, too."""
        self._tasks.close()
        if self._front is not None:
            self._front.leave()

    async def _open(self, what: str) -> None:
        if not await fetch_modules(HISTORY):
            self._say(NOT_FETCHED())
            return
        from game.browser.history.in_front import InFront
        from game.browser.history.stored_games import as_stored

        self._front = self._front or InFront(self._table)
        (self._front.watch if what == "watch" else self._front.share)(as_stored(self._game))

    async def _note(self, noted: Callable[[str], None]) -> None:
        if await fetch_modules(HISTORY):  # otherwise, the screen of the daily game says it later
            from game.browser.history.stored_games import daily_note

            noted(daily_note(self._game))
