"""The screen for a challenge or a game from a link, or for the daily game: a result, a description, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from game.browser.history.plot_drawing import symbols
from game.browser.page.dom import Screen, from_template
from game.history.summary import MARKS
from game.words.history.games import kind_of_mark, mark


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
        self._find("[data-part=legend]").innerHTML = legend_items(marks)
        self._find("[data-do=share]").hidden = not may_share

    def offer_together(self, words: str) -> None:
        """Show a button labelled `words` to play the deal with others."""
        button = self._find("[data-do=together]")
        button.textContent = words
        button.hidden = False

    def offer_replay(self, facts: Sequence[str], names: Sequence[str]) -> None:
        """Show a button to watch the game first, with `facts` about it and the players' `names` by seat."""
        self.element.dataset.game = ""
        self._find("[data-do=play]").classList.remove("primary")
        self._find("[data-part=facts]").innerHTML = "".join(f"<li>{escape(fact)}</li>" for fact in facts)
        self._find("[data-part=players]").innerHTML = symbol_items(symbols((), names))
        for part in ("[data-do=watch]", "[data-part=facts]", "[data-part=players]"):
            self._find(part).hidden = False

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


def legend_items(marks: Sequence[str]) -> str:
    """Return the markup of each kind of mark in `marks`, once, with its meaning."""
    kinds = sorted({*marks}, key=MARKS.index)
    return "".join(f'<li><i data-mark="{what}"></i>{escape(kind_of_mark(what))}</li>' for what in kinds)


def symbol_items(symbols: Sequence[tuple[str, str, str]]) -> str:
    """Return the markup of a legend: the class, the shape and the meaning of each symbol."""
    return "".join(
        f'<li><svg viewBox="-8 -8 16 16" aria-hidden="true"><g class="{style}">{shape}</g></svg>'
        f"<bdi>{escape(word)}</bdi></li>"
        for style, shape, word in symbols
    )
