"""A screen with one message and buttons: the question before a link is followed, or why a person cannot join."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from js import document

from game.browser.online.stage import Stage
from game.browser.page.dom import from_template, listen


class ChoiceScreen(Stage):
    """A copy of `template`. It is in the page from its creation until a press or `close`.

    A press calls one of the `choices`, which are by attribute of their buttons. A choice that is None is not offered;
    the first one offered is the primary button.
    """

    def __init__(self, template: str, sentence: str, choices: Mapping[str, Callable[[], None] | None]) -> None:
        self._element = from_template(template)
        document.body.append(self._element)
        title = self._element.querySelector("h1")
        title.textContent = sentence
        title.focus()
        self._choices = {name: choice for name, choice in choices.items() if choice is not None}
        for name in choices:
            button = self._element.querySelector(f"[{name}]")
            button.hidden = name not in self._choices
            button.classList.toggle("primary", name == next(iter(self._choices)))
        self._stop = listen(self._element, "click", self._clicked)

    def close(self) -> None:
        self._stop()
        self._element.remove()

    def _clicked(self, event: Any) -> None:
        for name, choice in self._choices.items():
            if event.target.closest(f"[{name}]"):
                self.close()
                choice()
                return
