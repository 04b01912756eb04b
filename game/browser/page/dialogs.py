"""The dialogs over the current screen, and the focus after they close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.page.dom import find, listen

INTERRUPTING = ("menu", "rules", "settings")
"""Dialogs that pause the game while a person reads them."""


def listen_to_dialogs(opened: Callable[[], object]) -> None:
    """Call `opened` before a dialog in INTERRUPTING opens, and move the focus when any dialog opens or closes."""
    for dialog in INTERRUPTING:
        listen(find(dialog), "beforetoggle", lambda _: opened())
    listen(document, "toggle", _move_focus, capture=True)  # the event does not bubble


def hide_dialogs() -> None:
    """Close all open dialogs."""
    for dialog in document.querySelectorAll(":popover-open"):
        dialog.hidePopover()


def _move_focus(event: Any) -> None:
    """Focus what an opened dialog asks for. If a closed one leaves nothing focused, focus the button that opened it."""
    if not event.target.matches(".dialog"):
        return
    if event.newState == "open":
        if first := event.target.querySelector("[data-focus]"):
            first.focus()
        return
    if not document.activeElement.isSameNode(document.body):
        return
    for button in document.querySelectorAll(f'[popovertarget="{event.target.id}"]'):
        if button.checkVisibility():
            button.focus()
            return
