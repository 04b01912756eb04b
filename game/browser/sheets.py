"""The sheets that open over whatever is shown, and where the focus goes when they close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.dom import find, listen

INTERRUPTING = ("menu", "rules", "settings")
"""Sheets that are read while others wait."""


def listen_to_sheets(opened: Callable[[], object]) -> None:
    """Call `opened` before a sheet opens that interrupts play, and keep the focus when one closes."""
    for sheet in INTERRUPTING:
        listen(find(sheet), "beforetoggle", lambda _: opened())
    listen(document, "toggle", _keep_focus, capture=True)  # it does not bubble


def hide_sheets() -> None:
    """Close whatever is open."""
    for sheet in document.querySelectorAll(":popover-open"):
        sheet.hidePopover()


def _keep_focus(event: Any) -> None:
    """Where a closed sheet leaves the focus nowhere, it goes to what opened the sheet."""
    if not event.target.matches(".sheet") or event.newState == "open":
        return
    if not document.activeElement.isSameNode(document.body):
        return
    for button in document.querySelectorAll(f'[popovertarget="{event.target.id}"]'):
        if button.checkVisibility():
            button.focus()
            return
