"""What is shown before a link is followed: where it leads. Nothing is connected to before the press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.dom import from_template, listen


class InvitedScreen:
    """Stands in the page from when it is made until `close`; `yes` or `no` is called for what is pressed."""

    def __init__(self, sentence: str, yes: Callable[[], None], no: Callable[[], None]) -> None:
        self._element = from_template("invited-template")
        document.body.append(self._element)
        title = self._element.querySelector("h1")
        title.textContent = sentence
        title.focus()
        self._yes, self._no = yes, no
        self._stop = listen(self._element, "click", self._clicked)

    def close(self) -> None:
        """Be gone from the page."""
        self._stop()
        self._element.remove()

    def _clicked(self, event: Any) -> None:
        if event.target.closest("[data-yes]"):
            self._yes()
        elif event.target.closest("[data-leave]"):
            self._no()
