"""The dialog for manual pairing: this page's code, and a field for the other page's code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.browser.device.sharing import copy_text
from game.browser.online.qr_code import draw_qr
from game.browser.page.dom import Listening, find
from game.browser.page.links import PAIR, link_with
from game.browser.page.tasks import Tasks


class PairingDialog(Listening):
    """The dialog with `code`. `accept` is called with the other page's code; None hides the field for it."""

    def __init__(self, code: str, accept: Callable[[str], None] | None) -> None:
        super().__init__()
        self._dialog = find("pairing")
        self._mine, self._theirs = find("pair-mine"), find("pair-theirs")
        self._mine.value = code
        self._theirs.value = ""
        self._dialog.dataset.side = "answer" if accept is None else "offer"
        self.say("")
        link = link_with(PAIR + code)
        picture = self._dialog.querySelector(".qr")
        picture.replaceChildren()
        self._tasks = Tasks()
        self._tasks.start(draw_qr(picture, link if accept else code))
        self._accept = accept
        self._listen(self._dialog, "click", self._clicked)
        self._dialog.showPopover()

    def close(self) -> None:
        """Close the dialog."""
        self._tasks.close()
        super().close()
        if self._dialog.matches(":popover-open"):
            self._dialog.hidePopover()

    def say(self, words: str) -> None:
        """Show an error message; hide it if `words` is empty."""
        error = self._dialog.querySelector("[role=alert]")
        error.textContent = words
        error.hidden = not words

    def _clicked(self, event: Any) -> None:
        if event.target.closest("[data-copy]"):
            self._mine.select()
            copy_text(self._mine.value, lambda: None, lambda: None)  # the selected text can be copied by hand
        elif event.target.closest("[data-connect]") and self._accept is not None:
            self._accept(self._theirs.value)
