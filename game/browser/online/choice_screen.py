"""A screen with one message and buttons: the question before a link is followed, or why a person cannot join.

Also the screen of a page that returns to its game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.browser.online.stage import Question, Stage
from game.browser.page.view import Each, Markup, Parts, Screen, Sentence, at
from game.browser.table.player_faces import face


class ChoiceScreen(Screen[Parts], Stage):
    """A copy of `template` with `parts`, which a press closes.

    A press calls one of the `choices`, which are by act. A choice that is None is not offered; the first one offered is
    the primary button.
    """

    def __init__(self, template: str, parts: Parts, choices: Mapping[str, Callable[[], None] | None]) -> None:
        offered = {name: choice for name, choice in choices.items() if choice}
        first = next(iter(offered))
        buttons = {name: at(name in offered, class_="primary" if name == first else None) for name in choices}
        acts = {name: lambda _, choice=choice: self._chosen(choice) for name, choice in offered.items()}
        super().__init__(template, {**buttons, **parts}, lambda shown: shown, acts)
        self.focus()

    def _chosen(self, choice: Callable[[], None]) -> None:
        self.close()
        choice()


class ReturningScreen(ChoiceScreen):
    """The screen of a page that returns to its game, before it knows anything about it.

    If there is trouble, `open_lobby` makes the lobby the current `stage`, which can try again.
    """

    def __init__(
        self, sentence: str, home: Callable[[], None], open_lobby: Callable[[], None], stage: Callable[[], Stage]
    ) -> None:
        super().__init__("returning-template", {"sentence": sentence, "leave": True}, {"leave": home})
        self._open_lobby = open_lobby
        self._stage = stage

    def trouble(self, sentence: str) -> None:
        if sentence:
            self._open_lobby()
            self._stage().trouble(sentence)


class Invitation(ChoiceScreen):
    """The question before a link is followed, with the seats of the table: the taken ones have a face."""

    def __init__(self, question: Question, choices: Mapping[str, Callable[[], None] | None]) -> None:
        parts: Parts = {
            "sentence": Sentence(question.sentence, (question.name,)),
            "awaiting": Each("line-template", {line: {"line": line} for line in question.lines}),
            "rule": question.rule,
            "servers": Sentence(question.small_print, (question.name,)),
            "who": Each("seat-place-template", {str(seat): _seat(seat, question) for seat in range(question.seats)}),
        }
        if question.button:
            parts = {**parts, "yes": at(question.button, class_="primary")}
        super().__init__("invited-template", parts, choices)


def _seat(seat: int, question: Question) -> Parts:
    if seat < question.people:
        return {"place": at(class_="place", data_seat=str(seat)), "face": Markup(face(seat, ""))}
    return {"place": at(class_="place empty"), "face": False}
