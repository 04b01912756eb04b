"""The saved solo game in local storage, as the text of a game."""

from __future__ import annotations

from game.browser.page import storage
from game.core.game_text import write
from game.core.record import Game

SAVED, DAMAGED = "game", "game-damaged"
"""The keys of the saved game, and of one that cannot be restored."""

LEFT = "left"
"""The key that is set if the person left the saved game on purpose, so that it is not restored without asking."""

LESSON = "lesson"
"""The key of the interrupted game of the first table: an empty text if that was at level 0."""

OLD = '{"format": 1,'
"""The beginning of a game that a version before the first release saved."""


def save(game: Game) -> bool:
    """Save the game. Return False if storage is full or denied."""
    return storage.write(SAVED, write(game))


def set_aside(text: str) -> None:
    """Move the saved `text`, which cannot be restored, to a separate key."""
    storage.remove(SAVED)  # first, since both may not fit
    storage.write(DAMAGED, text)
