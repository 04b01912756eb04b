"""The dialog for sharing a link, with a checkbox for additional content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from js import document, navigator

from game.browser.page.dom import Screen, copy_text, from_template, js_object
from game.browser.page.links import link_with
from game.words.history.sharing import COPIED, COPY_BY_HAND
from game.words.language import gettext


@dataclass(frozen=True, slots=True)
class Sending:
    """The content to share: the fragment of a link, and an optional text to send in its place."""

    fragment: str
    text: str = ""


class SharingSheet(Screen):
    """The dialog. It opens when created, over the current screen, and is removed when closed.

    `make` returns the content, with or without the addition of the checkbox. `tick` is the checkbox's label; without a
    label there is no checkbox.
    """

    def __init__(self, title: str, told: str, tick: str, make: Callable[[bool], Sending]) -> None:
        super().__init__(from_template("sharing-template"))
        self._make = make
        self._opener = document.activeElement
        for part, words in (("title", title), ("told", told), ("tick", tick)):
            self._find(f"[data-part={part}]").textContent = words
        self._find(".options").hidden = not tick
        self._find("[data-do=send]").hidden = not hasattr(navigator, "share")
        self._listen_to_buttons(self.element, self._pressed, "[data-do]")
        self._listen(self._find("#tick"), "change", lambda _: self._show())
        self._listen(self.element, "toggle", self._toggled)
        self._show()
        self.element.showPopover()
        self._find("[data-do=copy]").focus()

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
        if button.dataset.do == "copy":
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
