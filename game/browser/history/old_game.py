"""Converts the solo game that a version before the first release saved."""

from __future__ import annotations

from game.browser.page import storage
from game.browser.shell.page import Page
from game.browser.solo import game_store
from game.core.record import BadGame
from game.history.old_record import saved


def convert(page: Page) -> None:
    """Convert the saved game and continue it. A damaged one moves to a separate key."""
    text = storage.read(game_store.SAVED) or ""
    try:
        game_store.save(saved(text))
    except BadGame:
        game_store.set_aside(text)
    page.go("resume")
