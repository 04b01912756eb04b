"""The title: its buttons, a message that the person should read before playing, and the last table to return to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.browser.page import daily_result
from game.browser.page.daily_result import DailyResult
from game.browser.page.dom import download, find
from game.browser.page.view import Act, Component, Part, Parts, at
from game.browser.title import last_table
from game.words.title_screen import BACK_TO_OWN_TABLE, BACK_TO_TABLE, FORGET_TABLE, daily_note


@dataclass
class Title:
    """The state: a message with a text to download, and whose table was the last one, by its link.

    `daily` is the result of the last daily game, and `days` are the dates of today and yesterday.
    """

    last: Mapping[str, str]
    daily: DailyResult | None = None
    days: tuple[str, str] = "", ""
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
    if it.daily is not None:
        parts |= _daily(it.daily, *it.days)
    for link, host in it.last.items():
        name = BACK_TO_TABLE(name=host) if host else BACK_TO_OWN_TABLE()
        parts |= {"return": at(name, value=link), "forget": at(aria_label=FORGET_TABLE(name=name))}
    return parts


def _daily(result: DailyResult, today: str, yesterday: str) -> Parts:
    """Return the tile of the daily game: a tick and the marks of today's, or the days in a row until yesterday."""
    played = result.day == today
    note = daily_note(result.streak, played=played) if played or result.day == yesterday else ""
    return {
        "daily": at(data_played=played),
        "daily-marks": played and daily_result.level_marks(result.marks),
        "daily-note": note,
        "daily-hint": not note and not played,
    }


class TitleScreen(Component[Title]):
    """The title, which stays in the page. `acts` are what its other buttons do."""

    def __init__(self, acts: Mapping[str, Act]) -> None:
        own: Mapping[str, Act] = {
            "forget": lambda _: self._forget(),
            "dismiss": lambda _: self.say(),
            "download": lambda _: download("one-mind-game.json", self.state.text, "application/json"),
        }
        super().__init__(find("title"), Title(**_stored()), parts_of_title, {**acts, **own})

    def say(self, words: str = "", text: str = "") -> None:
        """Show `words` until they are dismissed, or hide the message. A non-empty `text` is offered for download."""
        self.set(message=words, text=text)
        if words:
            self.parts["message-words"].scrollIntoView(block="nearest")  # it is the last thing on a small screen

    def show_again(self) -> None:
        """Handle that the title has come back."""
        self.set(**_stored())
        next(button for button in self.element.querySelectorAll("button") if button.checkVisibility()).focus()

    def _forget(self) -> None:
        last_table.forget()
        self.set(last={})


def _stored() -> dict[str, Any]:
    """Return the last table and the last daily result, as stored, and the dates of today and yesterday."""
    days = daily_result.date_in_utc(), daily_result.date_in_utc(1)
    return {"last": last_table.last(), "daily": daily_result.read(), "days": days}
