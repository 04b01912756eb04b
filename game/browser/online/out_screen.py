"""The screen for a person who cannot be at the table: why, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.online.stage import Stage
from game.browser.page.dom import from_template, listen


class OutScreen(Stage):
    """The screen. It is in the page from its creation until `close`."""

    def __init__(self, sentence: str, again: Callable[[], None], home: Callable[[], None]) -> None:
        self._element = from_template("out-template")
        document.body.append(self._element)
        title = self._element.querySelector("h1")
        title.textContent = sentence
        title.focus()
        self._again, self._home = again, home
        self._stop = listen(self._element, "click", self._clicked)

    def close(self) -> None:
        """Remove the screen from the page. May be called twice."""
        self._stop()
        self._element.remove()

    def _clicked(self, event: Any) -> None:
        if event.target.closest("[data-again]"):
            self._again()
        elif event.target.closest("[data-leave]"):
            self._home()
