"""This page's role at a table, set as attributes of the root element for style sheets and browser tests."""

from __future__ import annotations

from enum import Enum

from js import document


class Role(Enum):
    """A page is at no table, at a seat, watching, or the big screen of a room."""

    ALONE = "alone"
    SEAT = "seat"
    WATCHER = "watcher"
    SCREEN = "screen"


def show_role(role: Role, *, before_screen: bool = False) -> None:
    """Set this page's role. `before_screen` if a big screen also shows the table to this person."""
    root = document.documentElement
    root.dataset.role = role.value
    root.toggleAttribute("data-before-screen", before_screen)
