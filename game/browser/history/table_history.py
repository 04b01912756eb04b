"""What a table offers after its game: a replay in its place, and the dialogs that share the game."""

from __future__ import annotations

from typing import Any

from js import document

from game.browser.history import dates
from game.browser.history.replay_screen import ReplayScreen, timeline
from game.browser.history.session import called_team
from game.browser.history.sharing_dialog import share_game
from game.browser.history.stored_games import StoredGames
from game.browser.page.view import Screen
from game.core.record import Game
from game.history.finished_game import FinishedGame
from game.words.history.games import outcome
from game.words.history.sharing import COUNTS, FOR_FUN


class TableHistory:
    """The history of the game that `ended` at `table`, which is hidden during a replay; its session continues."""

    def __init__(self, ended: Game, table: Any) -> None:
        self._ended = ended
        self._table = table
        self._screens: list[Screen[Any]] = []
        self._opener: Any = None

    def do(self, what: str) -> None:
        """Watch or share the game."""
        game = StoredGames().games.finish(self._ended)
        if what == "watch":
            self._watch(game)
        else:
            self._screens.append(share_game(game))

    def daily_note(self) -> str:
        """Return the date of the daily game that was played, and whether its result counts."""
        day = dates.day_of_date(self._ended.day).replace(" ", "\N{NO-BREAK SPACE}")
        return (COUNTS if StoredGames().games.finish(self._ended).day else FOR_FUN)(day=day)

    def leave(self) -> None:
        """Close the replay or the dialog. After a replay, the table is shown again."""
        for screen in self._screens:
            screen.close()
        self._screens.clear()
        if self._table.hidden:
            self._table.hidden = False
            self._opener.focus()

    def _watch(self, game: FinishedGame) -> None:
        """Replay `game` in the place of the table."""
        line = timeline(game.game)
        self._opener = document.activeElement
        self._table.hidden = True
        self._screens.append(ReplayScreen(outcome(game), line, called_team(game), self.leave))
