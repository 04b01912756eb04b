"""A message on the title that the person should read before playing."""

from __future__ import annotations

from typing import Any

import js
from js import document

from game.browser.page.dom import find, listen


class TitleMessage:
    """The message, with buttons to dismiss it and to download a text."""

    def __init__(self) -> None:
        self._element = find("title-message")
        self._text = ""
        listen(self._element, "click", self._clicked)

    def show(self, words: str, text: str = "") -> None:
        """Show `words`. A non-empty `text` is offered for download."""
        self._text = text
        self._element.querySelector("[data-download]").hidden = not text
        self._element.querySelector("[data-words]").textContent = words
        self._element.hidden = False

    def hide(self) -> None:
        """Hide the message."""
        self._element.hidden = True

    def _clicked(self, event: Any) -> None:
        if event.target.closest("[data-dismiss]"):
            self.hide()
        if event.target.closest("[data-download]"):
            link = document.createElement("a")
            link.href = f"data:application/json;charset=utf-8,{js.encodeURIComponent(self._text)}"
            link.download = "one-mind-game.json"
            link.click()
