"""The buttons that look back on the game that just ended at a table: watch it again, or share it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.browser.page.archives import NotFetched
from game.browser.page.dom import Listening
from game.browser.page.ended_games import NotedGame
from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import Tasks
from game.words.language import gettext
from game.words.title_screen import GAMES_NOT_FETCHED


class History(Protocol):
    """The history of one game, from modules that load later."""

    def do(self, what: str, noted: NotedGame) -> None: ...

    def leave(self) -> None: ...


class PastGame(Listening):
    """The buttons in `table`. `say` announces why one did nothing."""

    def __init__(self, table: Any, say: Callable[[str], None]) -> None:
        super().__init__()
        self._table = table
        self._say = say
        self._game: NotedGame | None = None
        self._history: History | None = None
        self._tasks = Tasks()
        self._buttons = {button.dataset.past: button for button in table.querySelectorAll("[data-past]")}
        for button in self._buttons.values():
            self._listen(button, "click", lambda event: self._tasks.start(self._open(event.currentTarget.dataset.past)))

    def show(self, game: NotedGame | None) -> None:
        """Show the buttons that apply to the ended `game`. None, for a running game, also closes the replay."""
        self._game = game
        if game is None:
            self._close_history()
        for button in self._buttons.values():
            button.hidden = game is None or not game.whole

    def close(self) -> None:
        """Stop the replay and remove the event listeners."""
        super().close()
        self._tasks.close()
        self._close_history()

    async def _open(self, what: str) -> None:
        try:
            await fetch_modules(HISTORY)
        except NotFetched:
            self._say(gettext(GAMES_NOT_FETCHED))
            return
        from game.browser.history.table_history import TableHistory

        if self._game is not None:
            self._history = self._history or TableHistory(self._table, self._say)
            self._history.do(what, self._game)

    def _close_history(self) -> None:
        history, self._history = self._history, None
        if history is not None:
            history.leave()
