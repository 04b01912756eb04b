"""A replay or the dialog that shares a game, opened from another screen, which is shown again afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from js import document

from game.browser.page.view import Screen
from game.core.record import Game, Team
from game.history.finished_game import FinishedGame
from game.words.history.games import outcome
from game.words.table import called


class InFront:
    """The replay or the sharing dialog opened from the screen `behind`. A replay hides that screen."""

    def __init__(self, behind: Any = None) -> None:
        self.behind = behind
        self._screens: list[Screen[Any]] = []
        self._opener: Any = None

    def watch(self, game: FinishedGame) -> None:
        """Replay `game`. Raises BadGame."""
        team = replace(game.team, names=tuple(map(called, game.team.names)))
        self.replay(outcome(game), game.game, team)

    def share(self, game: FinishedGame) -> None:
        """Open the dialog that shares `game`. Raises BadGame."""
        from game.browser.history.sharing_dialog import share_game  # on first use: the list opens sooner

        self._screens.append(share_game(game))

    def replay(self, title: str, game: Game, team: Team) -> None:
        """Replay `game`, which `team` played. Raises BadGame."""
        from game.browser.history.replay_screen import ReplayScreen, line_of  # on first use, too

        line = line_of(game)
        self._opener = document.activeElement
        self.behind.hidden = True
        self._screens.append(ReplayScreen(title, line, team, self.leave))

    def pause(self) -> None:
        """Pause a replay, since the page is hidden."""
        for screen in self._screens:
            screen.pause()

    def leave(self) -> None:
        """Close the replay or the dialog. After a replay, the screen behind it is shown again."""
        for screen in self._screens:
            screen.close()
        self._screens.clear()
        if self._opener is not None:
            self.behind.hidden = False
            self._opener.focus()
            self._opener = None
