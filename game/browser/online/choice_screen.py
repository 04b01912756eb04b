"""A screen with one message and buttons: the question before a link is followed, or why a person cannot join.

Also the screen of a page that returns to its game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.browser.online.stage import Question, Stage
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Screen, from_template, new_element
from game.browser.table.player_faces import face


class ChoiceScreen(Screen, Stage):
    """A copy of `template`, which a press closes.

    A press calls one of the `choices`, which are by attribute of their buttons. A choice that is None is not offered;
    the first one offered is the primary button.
    """

    def __init__(self, template: str, sentence: str, choices: Mapping[str, Callable[[], None] | None]) -> None:
        super().__init__(from_template(template))
        self._find("h1").textContent = sentence
        self.focus()
        self._choices = {name: choice for name, choice in choices.items() if choice is not None}
        for name in choices:
            button = self._find(f"[{name}]")
            button.hidden = name not in self._choices
            button.classList.toggle("primary", name == next(iter(self._choices)))
        self._listen(self.element, "click", self._clicked)

    def _clicked(self, event: Any) -> None:
        for name, choice in self._choices.items():
            if event.target.closest(f"[{name}]"):
                self.close()
                choice()
                return


class ReturningScreen(ChoiceScreen):
    """The screen of a page that returns to its game, before it knows anything about it.

    If there is trouble, `open_lobby` makes the lobby the current `stage`, which can try again.
    """

    def __init__(
        self, sentence: str, home: Callable[[], None], open_lobby: Callable[[], None], stage: Callable[[], Stage]
    ) -> None:
        super().__init__("returning-template", sentence, {"data-leave": home})
        self._find("[data-leave]").classList.remove("primary")
        self._open_lobby = open_lobby
        self._stage = stage

    def trouble(self, sentence: str) -> None:
        if sentence:
            self._open_lobby()
            self._stage().trouble(sentence)


class Invitation(ChoiceScreen):
    """The question before a link is followed, with the seats of the table: the taken ones have a face."""

    def __init__(self, question: Question, choices: Mapping[str, Callable[[], None] | None]) -> None:
        super().__init__("invited-template", question.sentence, choices)
        show_sentence(self._find("h1"), question.sentence, [question.name])
        self._find("[data-part=awaiting]").replaceChildren(*(new_element("p", text=line) for line in question.lines))
        self._find("[data-part=rule]").textContent = question.rule
        show_sentence(self._find("[data-part=servers]"), question.small_print, [question.name])
        seats = self._find(".who")
        for seat in range(question.seats):
            seats.append(empty_place() if seat >= question.people else _taken(seat))


def empty_place() -> Any:
    """Return the picture of a free seat."""
    return new_element("li", "place empty")


def _taken(seat: int) -> Any:
    place = new_element("li", "place")
    place.dataset.seat = str(seat)
    place.innerHTML = f'<svg class="face" viewBox="-32 -32 64 64">{face(seat, "")}</svg>'
    return place
