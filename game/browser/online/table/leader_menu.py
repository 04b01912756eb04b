"""The buttons in the table's menu for people who lead: send a person away, or hand over the lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Keyed, Listening, find, new_element
from game.words.language import Message


class LeaderMenu(Listening):
    """One button per person in the element with the id `name`. `act` is called with the key of a pressed one.

    `label` and `question` are a button's texts, which have a person's {name}. With a `question`, the first press asks
    it, and only the second one acts: the first may be a slip, and the action cannot be undone.
    """

    def __init__(
        self,
        name: str,
        act: Callable[[str], None],
        label: Message,
        question: Message | None = None,
    ) -> None:
        super().__init__()
        self._attribute = f"data-{name}"
        self._act = act
        self._label = label
        self._question = question
        self._names: Mapping[str, str] = {}
        self._asked = ""
        self._buttons = Keyed(find(name))
        self._listen_to_buttons(find(name), self._pressed)
        self._listen(find("menu"), "toggle", lambda _: self._ask(""))

    def show(self, names: Mapping[str, str]) -> None:
        """Show a button for each of `names`, which are by key."""
        self._names = names
        self._ask(self._asked)

    def close(self) -> None:
        """Remove the buttons."""
        super().close()
        self._buttons.show((), _button)

    def _pressed(self, button: Any) -> None:
        key = button.getAttribute(self._attribute)
        if self._question is not None and key != self._asked:
            self._ask(key)
        else:
            self._ask("")
            self._act(key)

    def _ask(self, asked: str) -> None:
        """Show the question on the button of `asked`, and the label on all others."""
        self._asked = asked
        for key, button in self._buttons.show(self._names, _button).items():
            button.setAttribute(self._attribute, key)
            words = self._question if self._question is not None and key == asked else self._label
            button.classList.toggle("sure", words is self._question)
            show_sentence(button, words(name=self._names[key]), [self._names[key]])


def _button(key: str) -> Any:
    button = new_element("button")
    button.type = "button"
    return button
