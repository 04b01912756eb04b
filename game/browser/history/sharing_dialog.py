"""The dialog for sharing a game: a link, a chart to save, and a challenge. It needs no screen of the history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from js import document

from game.browser.device.sharing import can_share, copy_text, share
from game.browser.history.dates import day_of_date
from game.browser.history.picture_file import save_game
from game.browser.page.dom import Listening, Screen, from_template
from game.browser.page.links import CHALLENGE_LINK, GAME, TODAY_LINK, link_with
from game.history import challenge, game_link
from game.history.errors import BadGame
from game.history.stored_game import StoredGame
from game.words.history import sharing
from game.words.table import UNNAMED


@dataclass(frozen=True, slots=True)
class Sending:
    """The content to share: the fragment of a link, and an optional text to send in its place."""

    fragment: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to share: its `icon`, heading and explanation.

    `tick` is the label of a checkbox, "" for none; `ticked` is its first state. `make` gets its state and returns the
    content. `save` saves a file instead.
    """

    icon: str
    title: str
    told: str
    make: Callable[[bool], Sending] | None = None
    tick: str = ""
    ticked: bool = False
    save: Callable[[], None] | None = None


def share_game(game: StoredGame) -> SharingSheet:
    """Open the dialog with all ways to share `game`. Raises BadGame, except for a daily game that counts."""
    ways = [_daily_result(game)] if game.day else []
    if game.code or not game.day:
        ways += _link(game), Way("chart", sharing.CHART(), sharing.CHART_TOLD(), save=lambda: save_game(game))
    if game.seed:
        ways.append(_challenge(game))
    return SharingSheet((sharing.TODAY if game.day else sharing.SHARE_GAME)(), ways)


def _daily_result(game: StoredGame) -> Way:
    lines = sharing.result_lines(game, day_of_date(game.day), link_with(TODAY_LINK))
    return Way("share", sharing.RESULT(), sharing.TODAY_TOLD(), lambda _: Sending(TODAY_LINK, lines))


def _link(game: StoredGame) -> Way:
    """Return the link to `game`, without names unless the checkbox is checked. Raises BadGame."""
    played, team = game.game(), game.team

    def make(with_names: bool) -> Sending:
        names = tuple("" if name == UNNAMED else name for name in team.names) if with_names else ()
        shared = game_link.SharedGame(played, team.characters, team.seat, names, game.seed)
        return Sending(GAME + game_link.spelled(shared))

    try:
        make(True)
    except BadGame:
        return Way("link", sharing.LINK(), sharing.TOO_LONG())
    return Way("link", sharing.LINK(), sharing.GAME_TOLD(), make, sharing.WITH_NAMES())


def _challenge(game: StoredGame) -> Way:
    """Return the link to the cards of `game`, and to its result unless the checkbox is unchecked."""

    def make(told: bool) -> Sending:
        return Sending(CHALLENGE_LINK + challenge.spelled(challenge.challenge_of(game, told=told)))

    return Way("mind", sharing.CHALLENGE(), sharing.CHALLENGE_TOLD(), make, sharing.WITH_RESULT(), ticked=True)


class SharingSheet(Screen):
    """The dialog. It opens when created, over the current screen, and is removed when closed."""

    def __init__(self, title: str, ways: Sequence[Way]) -> None:
        super().__init__(from_template("sharing-template"))
        self._opener = document.activeElement
        self._find("h2").textContent = title
        self._ways = [WayTile(way) for way in ways]
        self._find(".prose").append(*(way.element for way in self._ways))
        self._listen(self.element, "toggle", self._toggled)
        self.element.showPopover()
        first = self._find(".means button:not([hidden])")
        first.classList.add("primary")
        first.focus()

    def close(self) -> None:
        """Remove the dialog and return the focus."""
        for way in self._ways:
            way.close()
        super().close()
        self._opener.focus()

    def _toggled(self, event: Any) -> None:
        if event.newState == "closed":
            self.close()


class WayTile(Listening):
    """One `way` in the dialog, as `element`."""

    def __init__(self, way: Way) -> None:
        super().__init__()
        self._way = way
        self._kind = "url"
        self.element = from_template("way-template")
        for part, words in (("h3", way.title), ("p", way.told), (".options span", way.tick)):
            self._find(part).textContent = words
            self._find(part).hidden = not words
        self._find("use").setAttribute("href", f"#i-{way.icon}")
        self._tick, self._text = self._find("input"), self._find("textarea")
        self._tick.checked = way.ticked
        self._find(".options").hidden = not way.tick
        self._offer("send", way.make is not None and can_share())
        self._offer("copy", way.make is not None)
        self._offer("save", way.save is not None)
        self._listen_to_buttons(self.element, lambda button: self._do(button.dataset.do))
        self._listen(self._tick, "change", lambda _: self._show())
        self._show()

    def _offer(self, what: str, usable: bool) -> None:
        self._find(f"[data-do={what}]").hidden = not usable
        self._find(f"[data-do={what}]").setAttribute("aria-description", self._way.title)

    def _show(self) -> None:
        if self._way.make is not None:
            sending = self._way.make(self._tick.checked)
            self._kind = "text" if sending.text else "url"
            self._text.value = sending.text or link_with(sending.fragment)
            self._text.hidden = not sending.text
            self._say("")

    def _do(self, what: str) -> None:
        if what == "copy":
            copy_text(self._text.value, self._copied, self._refused)
        elif what == "save" and self._way.save is not None:
            self._way.save()
        else:
            share(self._kind, self._text.value, self._copied, self._refused)

    def _copied(self) -> None:
        self._say(sharing.COPIED())

    def _refused(self) -> None:
        """Select the text for manual copying, since the browser denied it."""
        self._text.hidden = False
        self._text.select()
        self._say(sharing.COPY_BY_HAND())

    def _say(self, sentence: str) -> None:
        self._find("[role=status]").textContent = sentence

    def _find(self, selector: str) -> Any:
        return self.element.querySelector(selector)
