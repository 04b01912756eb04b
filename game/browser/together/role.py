"""What this page is at a table with others, said on the root of the document: style sheets and journeys look there."""

from __future__ import annotations

from enum import Enum

from js import document


class Role(Enum):
    """A page is alone, at a seat, only watches, or is the screen of a whole room."""

    ALONE = "alone"
    SEAT = "seat"
    WATCHER = "watcher"
    SCREEN = "screen"


def show_role(role: Role, *, before_screen: bool = False) -> None:
    """Be this from now on; `before_screen` if a screen shows the table to this person as well."""
    root = document.documentElement
    root.dataset.role = role.value
    root.toggleAttribute("data-before-screen", before_screen)
