"""What looks back on the game that just ended at a table: a replay, sharing it, and a note on a daily game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.browser.page.archives import NotFetched
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
        self._history: Any = None
        self._tasks = Tasks()
        if game.day:
            self._tasks.start(self._note(noted))

    def open(self, what: str) -> None:
        """Watch or share the game."""
        self._tasks.start(self._open(what))

    def close(self) -> None:
        """Close the replay, too."""
        self._tasks.close()
        if self._history is not None:
            self._history.leave()

    async def _open(self, what: str) -> None:
        try:
            history = await self._loaded()
        except NotFetched:
            self._say(NOT_FETCHED())
        else:
            history.do(what)

    async def _note(self, noted: Callable[[str], None]) -> None:
        try:
            history = await self._loaded()
        except NotFetched:
            return  # the screen of the daily game says it later
        noted(history.daily_note())

    async def _loaded(self) -> Any:
        """Return the TableHistory of this game. Raises NotFetched."""
        await fetch_modules(HISTORY)
        from game.browser.history.table_history import TableHistory

        self._history = self._history or TableHistory(self._game, self._table)
        return self._history
