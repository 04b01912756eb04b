"""The screen for a challenge from a link, or the daily game: its description, an earlier result, and a button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from game.browser.page.dom import Screen, from_template
from game.words.history.games import mark


class ChallengeScreen(Screen):
    """The screen. `do` is called with the pressed action. An empty `play` hides that button."""

    def __init__(self, title: str, what: str, play: str, do: Callable[[str], None], leave: Callable[[], None]) -> None:
        super().__init__(from_template("offer-template"))
        self._do = do
        self._leave = leave
        self._find("h1").textContent = title
        self._find("[data-part=what]").textContent = what
        self._find("[data-do=play]").textContent = play
        self._find("[data-do=play]").hidden = not play
        self._listen_to_buttons(self.element, self._pressed)
        self.focus()

    def tell(self, result: str, note: str, marks: Sequence[str] = (), *, may_share: bool = False) -> None:
        """Show the result of other players or of this person."""
        self._find("[data-part=result]").textContent = result
        self._find("[data-part=note]").textContent = note
        self._find("[data-part=marks]").hidden = not marks
        self._find("[data-part=marks]").innerHTML = mark_items(marks)
        self._find("[data-do=share]").hidden = not may_share

    def offer_together(self, words: str) -> None:
        """Show a button labelled `words` to play the deal with others."""
        button = self._find("[data-do=together]")
        button.textContent = words
        button.hidden = False

    def _pressed(self, button: Any) -> None:
        if button.hasAttribute("data-leave"):
            self._leave()
        else:
            self._do(button.dataset.do)


def mark_items(marks: Sequence[str]) -> str:
    """Return the markup of a mark for each level, with its result for screen readers."""
    return "".join(
        f'<li data-mark="{what}"><span class="words">{escape(mark(level, what))}</span></li>'
        for level, what in enumerate(marks, start=1)
    )
