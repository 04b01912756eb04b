"""The game in progress, kept from one visit to the next: a game for one person, as `saved` writes it."""

from __future__ import annotations

from game.browser import storage

SAVED, KEPT_ASIDE, LEFT = "game", "game-damaged", "left"


def saved() -> str | None:
    """The text of the game to come back to."""
    return storage.read(SAVED)


def keep(text: str) -> None:
    """Have this game to come back to."""
    storage.write(SAVED, text)


def forget() -> None:
    """There is no game to come back to any more."""
    storage.remove(SAVED)


def keep_aside(text: str) -> None:
    """Keep the saved `text`, which cannot be gone on with, where it is in nobody's way."""
    storage.remove(SAVED)  # first, for there may not be room for both
    storage.write(KEPT_ASIDE, text)


def was_left() -> bool:
    """Whether the person got up from the saved game, so that it waits until it is asked for."""
    return storage.read(LEFT) is not None


def mark_left(left: bool) -> None:
    """The person got up from the game, or sits down to it again."""
    if left:
        storage.write(LEFT, "yes")
    else:
        storage.remove(LEFT)
