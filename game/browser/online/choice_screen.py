"""A screen with one message and buttons: the question before a link is followed, or why a person cannot join.

Also the screen of a page that returns to its game, before it knows anything about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.browser.page.view import Each, Markup, Parts, Screen, Sentence, at, each
from game.browser.table.player_faces import face
from game.words.online.connecting import JOINING

INVITED = "invited-template"
"""The template of the question before a link is followed. `invitation` returns its parts."""


class ChoiceScreen(Screen[Parts]):
    """A copy of `template` with `parts`. A press calls one of the `choices`, which are by act.

    A choice that is None is not offered; the first one offered is the primary button.
    """

    def __init__(self, template: str, parts: Parts, choices: Mapping[str, Callable[[], None] | None]) -> None:
        offered = {name: choice for name, choice in choices.items() if choice}
        first = next(iter(offered))
        buttons = {name: at(name in offered, class_="primary" if name == first else None) for name in choices}
        acts = {name: lambda _, choice=choice: choice() for name, choice in offered.items()}
        super().__init__(template, {**buttons, **parts}, lambda shown: shown, acts)
        self.focus()


class ReturningScreen(ChoiceScreen):
    """The screen of a page that returns to its game."""

    def __init__(self, home: Callable[[], None]) -> None:
        super().__init__("returning-template", {"sentence": JOINING(), "leave": True}, {"leave": home})


def invitation(
    sentence: str,
    lines: Sequence[str] = (),
    rule: str = "",
    small_print: str = "",
    *,
    name: str = "",
    seats: int = 0,
    people: int = 0,
) -> Parts:
    """Return a question before a link is followed: a `sentence`, `lines` and a `rule` below it, and the `small_print`.

    `name` is the person who invites, whose table has this number of `seats`, with `people` at some of them.
    """
    return {
        "sentence": Sentence(sentence, (name,)),
        "awaiting": each("line-template", ({"line": line} for line in lines)),
        "rule": rule,
        "servers": Sentence(small_print, (name,)),
        "who": places("seat-place-template", people, seats),
    }


def places(template: str, people: int, seats: int) -> Each:
    """Return the seats of a table: those of `people` have a face, and the others are empty."""
    empty: Parts = {"place": at(class_="place empty"), "face": False}
    return each(template, (_taken(seat) if seat < people else empty for seat in range(seats)))


def _taken(seat: int) -> Parts:
    return {"place": at(class_="place", data_seat=str(seat)), "face": Markup(face(seat, ""))}
