"""The saved solo game in local storage, as the text of a game."""

from __future__ import annotations

from game.browser.page import storage
from game.core.game_text import write
from game.core.record import Game

SAVED, DAMAGED, LEFT, LESSON = "game", "game-damaged", "left", "lesson"

OLD = '{"format": 1,'
"""The beginning of a game that a version before the first release saved."""


def saved() -> str | None:
    """Return the saved game, or None."""
    return storage.read(SAVED)


def save(game: Game) -> bool:
    """Save the game. Return False if storage is full or denied."""
    return storage.write(SAVED, write(game))


def forget() -> None:
    """Delete the saved game."""
    storage.remove(SAVED)


def lesson() -> str | None:
    """Return the interrupted game of the first table, "" if that was at level 0, or None."""
    return storage.read(LESSON)


def save_lesson(text: str | None) -> None:
    """Save the game of the first table, or delete it."""
    if text is None:
        storage.remove(LESSON)
    else:
        storage.write(LESSON, text)


def set_aside(text: str) -> None:
    """Move the saved `text`, which cannot be restored, to a separate key."""
    storage.remove(SAVED)  # first, since both may not fit
    storage.write(DAMAGED, text)


def was_left() -> bool:
    """Whether the person left the saved game on purpose, so that it is not restored without asking."""
    return storage.read(LEFT) is not None


def mark_left(left: bool) -> None:
    """Record whether the person left the game."""
    if left:
        storage.write(LEFT, "yes")
    else:
        storage.remove(LEFT)
