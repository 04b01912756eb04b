"""The title: its buttons, a message that the person should read before playing, and the last table to return to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import js
from js import document

from game.browser.page.dom import find
from game.browser.page.view import Act, Component, Part, Parts, at
from game.browser.title import last_table
from game.words.title_screen import BACK_TO_OWN_TABLE, BACK_TO_TABLE, FORGET_TABLE


@dataclass
class Title:
    """The state: a message with a text to download, and whose table was the last one, by its link."""

    last: Mapping[str, str]
    message: str = ""
    text: str = ""


def parts_of_title(it: Title) -> Parts:
    """Return what the title shows beside its template."""
    parts: dict[str, Part] = {
        "message-words": it.message,
        "download": bool(it.text),
        "message": bool(it.message),
        "last": bool(it.last),
    }
    for link, host in it.last.items():
        name = BACK_TO_TABLE(name=host) if host else BACK_TO_OWN_TABLE()
        parts |= {"return": at(name, value=link), "forget": at(aria_label=FORGET_TABLE(name=name))}
    return parts


class TitleScreen(Component[Title]):
    """The title, which stays in the page. `acts` are what its other buttons do."""

    def __init__(self, acts: Mapping[str, Act]) -> None:
        own: Mapping[str, Act] = {
            "forget": lambda _: self._forget(),
            "dismiss": lambda _: self.say(),
            "download": lambda _: self._download(),
        }
        super().__init__(find("title"), Title(last_table.last()), parts_of_title, {**acts, **own})

    def say(self, words: str = "", text: str = "") -> None:
        """Show `words` until they are dismissed, or hide the message. A non-empty `text` is offered for download."""
        self.set(message=words, text=text)

    def show_again(self) -> None:
        """Handle that the title has come back."""
        self.set(last=last_table.last())
        next(button for button in self.element.querySelectorAll("button") if button.checkVisibility()).focus()

    def _forget(self) -> None:
        last_table.forget()
        self.set(last={})

    def _download(self) -> None:
        link: Any = document.createElement("a")
        link.href = f"data:application/json;charset=utf-8,{js.encodeURIComponent(self.state.text)}"
        link.download = "one-mind-game.json"
        link.click()
