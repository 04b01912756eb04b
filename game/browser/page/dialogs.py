"""The dialogs over the current screen, and the focus after they close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.page.dom import find, listen

INTERRUPTING = ("menu", "rules", "settings")
"""Dialogs that pause the game while a person reads them."""


def listen_to_dialogs(interrupted: Callable[[], object], changed: Callable[[], object]) -> None:
    """Call `interrupted` before a dialog in INTERRUPTING opens, and `changed` after any dialog opens or closes.

    Then the focus moves, too.
    """

    def toggled(event: Any) -> None:
        if event.target.matches(".dialog"):
            _move_focus(event)
            changed()

    for dialog in INTERRUPTING:
        listen(find(dialog), "beforetoggle", lambda _: interrupted())
    listen(document, "toggle", toggled, capture=True)  # the event does not bubble


def open_dialogs() -> list[Any]:
    """Return the open dialogs, in the order of the document."""
    return [*document.querySelectorAll(".dialog:popover-open")]


def hide_top_dialog() -> bool:
    """Close the dialog that is above all others. Return False if none is open."""
    above = [dialog for dialog in open_dialogs() if not dialog.querySelector(".dialog:popover-open")]
    if above:
        above[0].hidePopover()  # the menu, from which the others open, is the last in the document
    return bool(above)


def hide_dialogs() -> None:
    """Close all open dialogs."""
    for dialog in document.querySelectorAll(":popover-open"):
        dialog.hidePopover()


def _move_focus(event: Any) -> None:
    """Focus what an opened dialog asks for. If a closed one leaves nothing focused, focus the button that opened it."""
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
