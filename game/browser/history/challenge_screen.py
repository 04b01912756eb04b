"""The screen for a challenge or a game from a link, or for the daily game: a result, a description, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Screen, from_template
from game.browser.table.player_faces import face
from game.browser.table.status import token
from game.core.variants import LIVES
from game.history.stored_game import StoredGame, Team
from game.history.summary import MARKS
from game.words.history.games import kind_of_mark, left, mark
from game.words.language import gettext
from game.words.table import COMPUTER


class ChallengeScreen(Screen):
    """The screen. `do` is called with the pressed action. An empty `play` hides that button.

    `names` are those in the `title`.
    """

    def __init__(
        self,
        title: str,
        what: str,
        play: str,
        do: Callable[[str], None],
        leave: Callable[[], None],
        names: Sequence[str] = (),
    ) -> None:
        super().__init__(from_template("offer-template"))
        self._do = do
        self._leave = leave
        show_sentence(self._find("h1"), title, names)
        self._find("[data-part=what]").textContent = what
        self._find("[data-do=play]").textContent = play
        self._find("[data-do=play]").hidden = not play
        self._listen_to_buttons(self.element, self._pressed)
        self.focus()

    def tell(
        self, result: str, note: str, marks: Sequence[str] = (), *, goal: str = "", may_share: bool = False
    ) -> None:
        """Show the result of other players or of this person, and the `goal` to beat it."""
        self._find("[data-part=result]").textContent = result
        self._find("[data-part=goal]").textContent = goal
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

    def offer_replay(self, game: StoredGame) -> None:
        """Show a button to watch `game` first, with the lives and stars left in it, and its players."""
        end = game.summary
        spent = max(0, LIVES[game.seats] - end.lives)
        tokens = self._find(".tokens")
        tokens.replaceChildren(*map(token, ("life",) * end.lives + ("spent",) * spent + ("star",) * end.stars))
        tokens.setAttribute("aria-label", left(game))
        self._find("[data-do=play]").classList.remove("primary")
        players = self._find("[data-part=players]")
        players.innerHTML = player_items(game.team)
        for part in (tokens, players, self._find("[data-do=watch]")):
            part.hidden = False

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


def player_items(team: Team) -> str:
    """Return the markup of each player's face and name."""
    computer = '<svg class="computer" aria-hidden="true"><use href="#i-computer"></use></svg><span class="words">'
    computer += f" ({escape(gettext(COMPUTER))})</span>"
    return "".join(
        f'<li data-seat="{seat}"><svg class="face" viewBox="-32 -32 64 64" aria-hidden="true">'
        f'{face(seat, character)}</svg><span><bdi translate="no">{escape(name)}</bdi>'
        f"{computer if character else ''}</span></li>"
        for seat, (name, character) in enumerate(zip(team.names, team.characters, strict=True))
    )


def symbol_items(symbols: Sequence[tuple[str, str, str]]) -> str:
    """Return the markup of a legend: the class, the shape and the meaning of each symbol."""
    return "".join(
        f'<li><svg viewBox="-8 -8 16 16" aria-hidden="true"><g class="{style}">{shape}</g></svg>'
        f"<bdi>{escape(word)}</bdi></li>"
        for style, shape, word in symbols
    )
