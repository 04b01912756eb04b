"""The first game in this browser. Until it ends, the page hides explanations of how the game can work.

Two attributes of the root element hold the state: `data-newcomer` until the first game starts, and `data-ended` once a
game was won or lost. Without storage, they last for this visit.
"""

from __future__ import annotations

from js import document

from game.browser.page import storage

PLAYED, ENDED = "played", "ended"
"""Storage keys. boot.js sets the attributes from them before the first paint."""

JUST, BEFORE = "just", "before"


def sit_down() -> None:
    """Record that a person has started a game."""
    document.documentElement.removeAttribute("data-newcomer")
    storage.write(PLAYED, "yes")


def end() -> None:
    """Record that a game was won or lost. Repeated calls have no effect."""
    if not has_ended():
        sit_down()  # multiplayer does not call sit_down
        document.documentElement.dataset.ended = JUST
        storage.write(ENDED, "yes")


def has_ended() -> bool:
    """Whether any game has been won or lost."""
    return bool(document.documentElement.hasAttribute("data-ended"))


def has_just_ended() -> bool:
    """Whether the first finished game is still on the table. Only then, the table offers the explanation."""
    return bool(document.documentElement.getAttribute("data-ended") == JUST)


def get_up() -> None:
    """Handle that the table was closed: it no longer offers the explanation."""
    if has_ended():
        document.documentElement.dataset.ended = BEFORE
