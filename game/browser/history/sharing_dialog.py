"""The dialog for sharing a link, with a checkbox for additional content. It needs no screen of the history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from js import document, navigator

from game.browser.page.dom import Screen, copy_text, from_template, js_object
from game.browser.page.links import CHALLENGE_LINK, GAME, link_with
from game.history import challenge, game_link
from game.history.errors import BadGame
from game.history.stored_game import StoredGame
from game.words.history.sharing import (
    CHALLENGE,
    CHALLENGE_TOLD,
    COPIED,
    COPY_BY_HAND,
    GAME_TOLD,
    SHARE_GAME,
    TOO_LONG,
    WITH_NAMES,
    WITH_RESULT,
)
from game.words.language import gettext
from game.words.table import UNNAMED


@dataclass(frozen=True, slots=True)
class Sending:
    """The content to share: the fragment of a link, and an optional text to send in its place."""

    fragment: str = ""
    text: str = ""


def share_game(game: StoredGame, challenge: Callable[[], None] | None = None) -> SharingSheet:
    """Open the dialog with a link to `game`, without names unless the checkbox is checked. Raises BadGame.

    With `challenge`, it offers a challenge in its place.
    """
    played, team = game.game(), game.team

    def make(with_names: bool) -> Sending:
        names = tuple("" if name == UNNAMED else name for name in team.names) if with_names else ()
        shared = game_link.SharedGame(played, team.characters, team.seat, names, game.seed)
        return Sending(GAME + game_link.spelled(shared))

    try:
        make(True)
    except BadGame:
        return SharingSheet(gettext(SHARE_GAME), gettext(TOO_LONG), "", lambda _: Sending(), challenge=challenge)
    return SharingSheet(gettext(SHARE_GAME), gettext(GAME_TOLD), gettext(WITH_NAMES), make, challenge=challenge)


def share_challenge(game: StoredGame) -> SharingSheet:
    """Open the dialog with a link to the cards of `game`, and to its result unless the checkbox is unchecked."""

    def make(told: bool) -> Sending:
        return Sending(CHALLENGE_LINK + challenge.spelled(challenge.challenge_of(game, told=told)))

    title, explanation = gettext(CHALLENGE), gettext(CHALLENGE_TOLD)
    return SharingSheet(title, explanation, gettext(WITH_RESULT), make, ticked=True)


class SharingSheet(Screen):
    """The dialog. It opens when created, over the current screen, and is removed when closed.

    `make` returns the content, with or without the addition of the checkbox. An empty content shows `told` only. `tick`
    is the checkbox's label; without a label there is no checkbox. It is checked at first if `ticked`. With `challenge`,
    a button closes the dialog and calls it.
    """

    def __init__(
        self,
        title: str,
        told: str,
        tick: str,
        make: Callable[[bool], Sending],
        *,
        ticked: bool = False,
        challenge: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(from_template("sharing-template"))
        self._make = make
        self._challenge = challenge
        self._find("[data-part=challenge]").hidden = challenge is None
        self._opener = document.activeElement
        for part, words in (("title", title), ("told", told), ("tick", tick)):
            self._find(f"[data-part={part}]").textContent = words
        self._find(".options").hidden = not tick
        self._find("#tick").checked = ticked
        self._find(".link").hidden = not make(ticked).fragment
        self._find("[data-do=send]").hidden = not hasattr(navigator, "share")
        self._listen_to_buttons(self.element, self._pressed, "[data-do]")
        self._listen(self._find("#tick"), "change", lambda _: self._show())
        self._listen(self.element, "toggle", self._toggled)
        self._show()
        self.element.showPopover()
        self._find("button.icon" if self._find(".link").hidden else "[data-do=copy]").focus()

    def close(self) -> None:
        """Remove the dialog and return the focus."""
        super().close()
        self._opener.focus()

    def _toggled(self, event: Any) -> None:
        if event.newState == "closed":
            self.close()

    def _show(self) -> None:
        sending = self._make(self._find("#tick").checked)
        self._find("#share").value = link_with(sending.fragment)
        self._find("#share-text").value = sending.text
        self._find(".long").hidden = not sending.text
        self._find("[data-part=done]").textContent = ""

    def _pressed(self, button: Any) -> None:
        if button.dataset.do == "challenge" and self._challenge is not None:
            self.close()
            self._challenge()
        elif button.dataset.do == "copy":
            self._copy()
        elif text := self._find("#share-text").value:
            navigator.share(js_object({"text": text})).catch(lambda _: None)
        else:
            navigator.share(js_object({"url": self._find("#share").value})).catch(lambda _: None)

    def _copy(self) -> None:
        """Copy the text to the clipboard. If that is denied, select it for manual copying."""
        field = self._find("#share-text" if self._find("#share-text").value else "#share")

        def refused() -> None:
            field.select()
            self._say(gettext(COPY_BY_HAND))

        copy_text(field.value, lambda: self._say(gettext(COPIED)), refused)

    def _say(self, sentence: str) -> None:
        self._find("[data-part=done]").textContent = sentence
