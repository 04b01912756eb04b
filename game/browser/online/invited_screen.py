"""The question before a link is followed: which table it names. The page connects only after a press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.online.stage import Stage
from game.browser.page.dom import from_template, listen


class InvitedScreen(Stage):
    """The screen. It is in the page from its creation until a press or `close`.

    A press calls `sit`, `watch` or `no`. The first two may be None if that choice does not exist.
    """

    def __init__(
        self,
        sentence: str,
        sit: Callable[[], None] | None,
        watch: Callable[[], None] | None,
        no: Callable[[], None],
    ) -> None:
        self._element = from_template("invited-template")
        document.body.append(self._element)
        title = self._element.querySelector("h1")
        title.textContent = sentence
        title.focus()
        self._choices = {"data-yes": sit, "data-watch": watch, "data-leave": no}
        for name, choice in self._choices.items():
            self._element.querySelector(f"[{name}]").hidden = choice is None
        self._element.querySelector("[data-watch]").classList.toggle("primary", sit is None)
        self._stop = listen(self._element, "click", self._clicked)

    def close(self) -> None:
        """Remove the screen from the page. May be called twice."""
        self._stop()
        self._element.remove()

    def _clicked(self, event: Any) -> None:
        for name, choice in self._choices.items():
            if choice is not None and event.target.closest(f"[{name}]"):
                self.close()
                choice()
                return
