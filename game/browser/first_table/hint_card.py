"""The hint card, between the top of the table and its middle, where it covers nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.device.keyboard import key_of
from game.browser.page.dom import Listening, find, from_template


class HintCard(Listening):
    """A hint card at the table, created and removed with it. It calls `put_away` when the person dismisses it."""

    def __init__(self, put_away: Callable[[], object]) -> None:
        super().__init__()
        self._put_away = put_away
        self._shown = ""
        self._element = from_template("hint-template")
        self._table = find("table")
        self._table.querySelector(".status").after(self._element)
        self._listen(self._element.querySelector("button"), "click", lambda _: put_away())
        self._listen(document, "keydown", self._key_down)

    def show(self, hint: str) -> bool:
        """Show `hint`, or hide the card if it is empty. Return whether a new hint appeared."""
        if hint == self._shown:
            return False
        self._shown = hint
        self._element.hidden = not hint
        self._table.toggleAttribute("data-hint", bool(hint))
        self._element.querySelector("p").textContent = hint
        return bool(hint)

    def _key_down(self, event: Any) -> None:
        if key_of(event) == "escape" and not self._element.hidden and not document.querySelector(":popover-open"):
            self._put_away()
