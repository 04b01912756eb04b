"""A link to be sent, with a box to tick for what it tells besides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from js import document, navigator
from pyodide.ffi import JsException

from game.browser.dom import from_template, js_object, listen
from game.browser.links import link_with
from game.words.history.sharing import COPIED, COPY_BY_HAND
from game.words.language import said


@dataclass(frozen=True, slots=True)
class Sending:
    """What is to be sent: the end of a link, and lines of text that go with it, if there are any."""

    fragment: str
    text: str = ""


class SharingSheet:
    """Opens when it is made, over whatever is shown, and goes when it is closed.

    `make` gives what is sent, with or without what the box adds; `tick` says what that is, nothing if there is no box.
    """

    def __init__(self, title: str, told: str, tick: str, make: Callable[[bool], Sending]) -> None:
        self._make = make
        self._opener = document.activeElement
        self.element = from_template("sharing-template")
        document.body.append(self.element)
        for part, words in (("title", title), ("told", told), ("tick", tick)):
            self._find(f"[data-part={part}]").textContent = words
        self._find(".options").hidden = not tick
        self._find("[data-do=send]").hidden = not hasattr(navigator, "share")
        self._listening = [
            listen(self.element, "click", self._clicked),
            listen(self._find("#tick"), "change", lambda _: self._show()),
            listen(self.element, "toggle", self._toggled),
        ]
        self._show()
        self.element.showPopover()
        self._find("[data-do=copy]").focus()

    def close(self) -> None:
        """Be gone from the page."""
        for stop in self._listening:
            stop()
        self._listening.clear()
        self.element.remove()
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

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("[data-do]")
        if not button:
            return
        if button.dataset.do == "copy":
            self._copy()
        elif text := self._find("#share-text").value:
            navigator.share(js_object({"text": text})).catch(lambda _: None)
        else:
            navigator.share(js_object({"url": self._find("#share").value})).catch(lambda _: None)

    def _copy(self) -> None:
        """To the clipboard; where that is denied, it is selected, ready to be copied."""
        field = self._find("#share-text" if self._find("#share-text").value else "#share")

        def refused(_: Any = None) -> None:
            field.select()
            self._say(said(COPY_BY_HAND))

        try:
            navigator.clipboard.writeText(field.value).then(lambda _: self._say(said(COPIED)), refused)
        except (AttributeError, JsException):
            refused()

    def _say(self, sentence: str) -> None:
        self._find("[data-part=done]").textContent = sentence

    def _find(self, selector: str) -> Any:
        return self.element.querySelector(selector)
