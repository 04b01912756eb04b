"""The levels of a game as this page heard them, to be looked back on. Knows no page."""

from __future__ import annotations

from game.core import Dealt, GameLost, LevelCompleted, View
from game.teammates.story import Story, stories


class LevelStories:
    """Listens to every View of one seat; `told` are the levels that were heard from their deal to their end."""

    def __init__(self) -> None:
        self.told: list[Story] = []
        self._heard: list[tuple[float, View]] = []

    def hear(self, at: float, view: View) -> bool:
        """Note what happened `at` this time, in seconds; whether that ended a level which is told now."""
        if begins_game(view):
            self.told.clear()
        if any(isinstance(event, Dealt) for event in view.news):
            self._heard.clear()
        self._heard.append((at, view))
        if not any(isinstance(event, LevelCompleted | GameLost) for event in view.news):
            return False
        ended = stories(self._heard)
        self.told += ended
        return bool(ended)


def begins_game(view: View) -> bool:
    """Whether `view` tells the first deal of a game; one that goes on blind has begun long before."""
    dealt = any(isinstance(event, Dealt) for event in view.news)
    return dealt and view.level == 1 and view.blind == view.variant.blind
