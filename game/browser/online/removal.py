"""The question before the host removes a person from the lobby."""

from __future__ import annotations

from typing import Any

from game.browser.page.bidi_text import show_sentence
from game.net.roster import Roster
from game.words.online.lobby import remove
from game.words.online.people import send_away


class Removal:
    """The dialog with the question in the lobby `element`. The person stays until `confirm`."""

    def __init__(self, element: Any) -> None:
        self._element = element
        self._dialog = element.querySelector("#removing")
        self._names: dict[str, str] = {}
        self._peer = ""

    def show(self, roster: Roster | None) -> None:
        """Update who can be removed. Close the dialog if its person has left, or if this page no longer leads.

        `roster` is None if this page does not lead.
        """
        self._names = {}
        if roster is not None:
            self._names = {place.peer: place.name for _, place in roster.people() if place.here}
            self._names |= {one.peer: one.name for one in roster.watchers}
        if self._peer not in self._names and self._dialog.matches(":popover-open"):
            self._close()

    def ask(self, peer: str) -> None:
        """Ask whether to remove the person at the page `peer`."""
        self._peer, name = peer, self._names[peer]
        show_sentence(self._dialog.querySelector("h2"), remove(name), [name])
        show_sentence(self._dialog.querySelector("#remove"), send_away(name), [name])
        self._dialog.showPopover()

    def confirm(self) -> str:
        """Close the dialog, and return the page of the person to remove."""
        self._close()
        return self._peer

    def _close(self) -> None:
        """Close the dialog, and focus the heading: the button that opened the dialog disappears with the person."""
        self._dialog.hidePopover()
        self._element.querySelector("h1").focus()
