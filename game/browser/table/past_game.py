"""What looks back on the game that just ended at a table: a replay, sharing it, and a note on a daily game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.browser.page.archives import NotFetched
from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import Tasks
from game.core.record import Game
from game.words.title_screen import NOT_FETCHED


class History(Protocol):
    """The history of one game, from modules that load later."""

    def do(self, what: str, game: Game) -> None: ...

    def daily_note(self, game: Game) -> str: ...

    def leave(self) -> None: ...


class PastGame:
    """The game that ended at `table`, and a `note` on a daily game, which is empty until `changed` is called.

    `say` announces why a button did nothing.
    """

    def __init__(self, table: Any, say: Callable[[str], None], changed: Callable[[], None]) -> None:
        self.note = ""
        self._table = table
        self._say = say
        self._changed = changed
        self._game: Game | None = None
        self._history: History | None = None
        self._tasks = Tasks()

    def open(self, what: str) -> None:
        """Watch or share the game."""
        self._tasks.start(self._open(what))

    def show(self, game: Game | None) -> None:
        """Follow which `game` has ended. None, for a running game, also closes the replay."""
        is_new = game is not None and self._game is None
        self._game = game
        if game is None:
            self.note = ""
            self._close_history()
        elif is_new and game.day:
            self._tasks.start(self._tell_day())

    def close(self) -> None:
        """Stop the replay."""
        self._tasks.close()
        self._close_history()

    async def _open(self, what: str) -> None:
        try:
            history = await self._loaded()
        except NotFetched:
            self._say(NOT_FETCHED())
            return
        if self._game is not None:
            history.do(what, self._game)

    async def _tell_day(self) -> None:
        try:
            history = await self._loaded()
        except NotFetched:
            return  # the screen of the daily game says it later
        if self._game is not None:
            self.note = history.daily_note(self._game)
            self._changed()

    async def _loaded(self) -> History:
        """Return the history of this table. Raises NotFetched."""
        await fetch_modules(HISTORY)
        from game.browser.history.table_history import TableHistory

        self._history = self._history or TableHistory(self._table, self._say)
        return self._history

    def _close_history(self) -> None:
        history, self._history = self._history, None
        if history is not None:
            history.leave()
