"""The common parts of all lobby screens: status message, connection trouble, and the spoken code."""

from __future__ import annotations

from typing import Any

from js import document

from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import listen
from game.browser.page.tasks import Tasks
from game.net.roster import Roster
from game.words.language import gettext
from game.words.online.connecting import JOINING


class LobbyPage:
    """The lobby screen. `element` is in the page from its creation until `close`; `_roster` is None until known."""

    def __init__(self, element: Any) -> None:
        self.element = element
        self._roster: Roster | None = None
        self._tasks = Tasks()
        document.body.append(element)
        self._listening = [listen(element, "click", self._clicked)]

    def close(self) -> None:
        """Remove the screen from the page."""
        self._tasks.close()
        for stop in self._listening:
            stop()
        self.element.remove()

    def say(self, words: str) -> None:
        """Show and announce `words`, unless they are already shown."""
        self._show("#lobby-said", words)

    def trouble(self, words: str) -> None:
        """Show why others cannot join. Empty `words` clear the message."""
        self._show(".trouble p", words)
        self._find(".trouble").hidden = not words
        if self._roster is None:
            self.say("" if words else gettext(JOINING))

    def show_code(self, code: str, words: str = "") -> None:
        """Show the spoken code. If it has expired or is unavailable, `code` is empty and `words` says why."""
        self._find(".code").hidden = not code
        self._find("#code").textContent = code
        self._find("#code-said").textContent = words

    def focus(self) -> None:
        """Focus the heading.

        There, no on-screen keyboard covers half of a phone, and OK on a remote control does nothing.
        """
        self._find("h1").focus()

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("button")
        if button and button.getAttribute("aria-disabled") != "true":
            self._pressed(button)

    def _pressed(self, button: Any) -> None:
        raise NotImplementedError

    def _show(self, where: str, words: str) -> None:
        element, places = self._find(where), self._roster.places if self._roster else ()
        if element.textContent != words:
            show_sentence(element, words, (place.name for place in places))

    def _find(self, selector: str) -> Any:
        return self.element.querySelector(selector)
