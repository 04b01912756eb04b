"""The choice to connect to strangers over relays only, so that they do not see one's internet address."""

from __future__ import annotations

from typing import Any

from js import document

from game.browser.page import storage

BY_RELAY = "by-relay"
"""The storage key of the choice."""

BOXES = "[data-by-relay]"
"""Selects the checkboxes for the choice. All show the same."""


def is_by_relay() -> bool:
    """Whether this page connects to strangers over relays only."""
    return storage.read(BY_RELAY) == "yes"


def show_choice() -> None:
    """Show the choice in all checkboxes."""
    for box in document.querySelectorAll(BOXES):
        box.checked = is_by_relay()


def changed(event: Any) -> None:
    """Save the choice, if `event` is the change of a checkbox for it."""
    if event.target.matches(BOXES):
        storage.write(BY_RELAY, "yes" if event.target.checked else "")
        show_choice()
