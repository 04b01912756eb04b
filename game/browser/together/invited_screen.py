"""What is shown before a link is followed: where it leads. Nothing is connected to before the press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.browser.dom import from_template, listen


class InvitedScreen:
    """Stands in the page from when it is made until `close`.

    What is pressed is called: `sit` or `watch`, of which either may be None where there is no such choice, or `no`.
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
        """Be gone from the page."""
        self._stop()
        self._element.remove()

    def _clicked(self, event: Any) -> None:
        for name, choice in self._choices.items():
            if choice is not None and event.target.closest(f"[{name}]"):
                choice()
                return
