"""The question to the leader, during a game, whether to let in the person at the door."""

from __future__ import annotations

from game.browser.online.commands import Commands
from game.browser.page.announcer import Announcer
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Listening, find, from_template
from game.core import Phase, View
from game.net.protocol.messages import LetIn
from game.net.roster import Watcher
from game.words.online.invite import knocks


class DoorQuestion(Listening):
    """The question of the lobby, in the people bar. It waits while the cards are in play, and takes no focus."""

    def __init__(self, commands: Commands, announcer: Announcer) -> None:
        super().__init__()
        self._commands = commands
        self._announcer = announcer
        self._element = from_template("lobby-template").querySelector(".knock")
        self._words = self._element.querySelector("p")
        self._words.removeAttribute("role")  # the announcer reads it out, after what happens in the game
        find("watching").after(self._element)
        self._waiting: Watcher | None = None
        self._asked: Watcher | None = None
        self._in_play = False
        self._listen_to_buttons(self._element, lambda _: self._answer(True), "#let-in")
        self._listen_to_buttons(self._element, lambda _: self._answer(False), "#keep-out")

    def close(self) -> None:
        """Remove the question from the page."""
        super().close()
        self._element.remove()

    def show(self, waiting: Watcher | None) -> None:
        """Ask about the person `waiting`, as soon as play stops; None hides the question."""
        self._waiting = waiting
        self._update()

    def show_view(self, view: View) -> None:
        """Note whether the cards are in play."""
        self._in_play = view.phase is Phase.PLAY
        self._update()

    def _update(self) -> None:
        asked = None if self._in_play else self._waiting
        if asked == self._asked:
            return
        self._asked = asked
        self._element.hidden = asked is None
        if asked is not None:
            show_sentence(self._words, knocks(asked.name), [asked.name])
            self._announcer.read_out(knocks(asked.name))

    def _answer(self, let_in: bool) -> None:
        if self._asked is not None:
            self._commands.tell(LetIn(self._asked.peer, let_in))
