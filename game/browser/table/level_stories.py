"""The levels of a game as seen by this page, for the charts. Independent of the page."""

from __future__ import annotations

from game.core import Dealt, GameLost, LevelCompleted, View
from game.teammates.story import Story, stories


class LevelStories:
    """The levels of one seat, from all its Views. `complete` holds those seen completely, from deal to end."""

    def __init__(self) -> None:
        self.complete: list[Story] = []
        self._views: list[tuple[float, View]] = []

    def add(self, at: float, view: View) -> bool:
        """Handle a `view` of events `at` this time, in seconds. Return whether it completed a level."""
        if view.begins_game:
            self.complete.clear()
        if view.tells(Dealt):
            self._views.clear()
        self._views.append((at, view))
        if not view.tells(LevelCompleted, GameLost):
            return False
        ended = stories(self._views)
        self.complete += ended
        return bool(ended)
