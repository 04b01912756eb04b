"""Somebody's first game in this browser: until it has ended, what tells how the game can work is held back.

The page knows it by two marks of its root: `data-newcomer`, until somebody first sits down, and `data-ended`, once
a game was won or lost. Where nothing is kept they hold for this visit.
"""

from __future__ import annotations

from js import document

from game.browser import storage

PLAYED, ENDED = "played", "ended"
"""What is kept; boot.js makes the marks of it before the page is first painted."""

JUST, BEFORE = "just", "before"


def sit_down() -> None:
    """Somebody sits down to play, and is no newcomer any more."""
    document.documentElement.removeAttribute("data-newcomer")
    storage.write(PLAYED, "yes")


def end() -> None:
    """A game is over, won or lost. It may be one of which that was known."""
    if not has_ended():
        sit_down()  # whoever plays with others alone has done so, too
        document.documentElement.dataset.ended = JUST
        storage.write(ENDED, "yes")


def has_ended() -> bool:
    """Whether a game was ever played to its end."""
    return bool(document.documentElement.hasAttribute("data-ended"))


def has_just_ended() -> bool:
    """Whether the first game to end is still on the table: the one time at which the secret is offered there."""
    return bool(document.documentElement.getAttribute("data-ended") == JUST)


def get_up() -> None:
    """The table is cleared; what was offered there is offered no more."""
    if has_ended():
        document.documentElement.dataset.ended = BEFORE
