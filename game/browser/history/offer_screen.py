"""A deal that is offered, by a link or by the day: what it is, how others or this person did, and a press to play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from js import document

from game.browser.dom import from_template, listen
from game.words.history.games import mark


class OfferScreen:
    """Stands in the page from when it is made until `close`; `do` is told what is pressed."""

    def __init__(self, title: str, what: str, play: str, do: Callable[[str], None], leave: Callable[[], None]) -> None:
        self._do = do
        self._leave = leave
        self.element = from_template("offer-template")
        document.body.append(self.element)
        self._find("h1").textContent = title
        self._find("[data-part=what]").textContent = what
        self._find("[data-do=play]").textContent = play
        self._stop = listen(self.element, "click", self._clicked)
        self._find("h1").focus()

    def close(self) -> None:
        """Be gone from the page."""
        self._stop()
        self.element.remove()

    def tell(self, result: str, note: str, marks: Sequence[str] = (), *, may_share: bool = False) -> None:
        """Tell how it went, for others or for this person."""
        self._find("[data-part=result]").textContent = result
        self._find("[data-part=note]").textContent = note
        self._find("[data-part=marks]").hidden = not marks
        self._find("[data-part=marks]").innerHTML = mark_items(marks)
        self._find("[data-do=share]").hidden = not may_share

    def offer_together(self, words: str) -> None:
        """Let the same be played with others, by a press on these `words`."""
        button = self._find("[data-do=together]")
        button.textContent = words
        button.hidden = False

    def no_play(self) -> None:
        """There is nothing to play here."""
        self._find("[data-do=play]").hidden = True

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("button")
        if not button:
            return
        if button.hasAttribute("data-leave"):
            self._leave()
        else:
            self._do(button.dataset.do)

    def _find(self, selector: str) -> Any:
        return self.element.querySelector(selector)


def mark_items(marks: Sequence[str]) -> str:
    """A mark for every level, with what it cost for those who hear it."""
    return "".join(
        f'<li data-mark="{what}"><span class="words">{escape(mark(level, what))}</span></li>'
        for level, what in enumerate(marks, start=1)
    )
