"""The table on the screen: a function of the View, plus what a View cannot show."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from js import document

from game.browser.controls import Controls
from game.browser.dom import find, listen, when_done
from game.browser.hand import Hand
from game.browser.level_chart import LevelChart
from game.browser.moment_panel import MomentPanel
from game.browser.piles import Piles
from game.browser.seats import Seats
from game.browser.sound import Sound
from game.browser.status import Status
from game.core import Action, Card, Event, GoBlind, Phase, Play, PlayRest, Started, View
from game.teammates.story import Story
from game.words.table import moment, tell


class TableScreen:
    """Shows one game to the person at `view.seat` and passes on what that person does."""

    def __init__(
        self,
        names: Sequence[str],
        sound: Sound,
        act: Callable[[Action, float], None],
        again: Callable[[], None],
        leave: Callable[[], None],
        may_deal: Callable[[], bool] = lambda: True,
    ) -> None:
        self._names = names
        self._sound = sound
        self._act = act
        self._may_deal = may_deal
        self._pressed: list[Card] = []
        self._since_play: list[Event] = []
        self._unsaid = self._said = ""
        self._view: View | None = None
        self._element = find("table")
        self._told = find("told")
        self._told.textContent = ""
        self._status, self._seats = Status(), Seats()
        self._piles, self._hand, self._moment = Piles(), Hand(), MomentPanel()
        self._picture = LevelChart()
        self._controls = Controls(self._hand, self._do)
        self._buttons = {"blind": find("blind"), "how": find("how"), "again": find("again"), "home": find("home")}
        self._listening = [
            listen(self._buttons["blind"], "click", lambda _: self._act(GoBlind(), 0.0)),
            listen(self._buttons["again"], "click", lambda _: again()),
            listen(self._buttons["home"], "click", lambda _: leave()),
        ]

    def close(self) -> None:
        """Take nothing more from this table."""
        self._controls.close()
        for stop in self._listening:
            stop()

    def show(self, view: View, pressed: Sequence[Card] | None = None) -> None:
        """Show `view` and tell its news. `pressed` cards have left the hand, if somebody else knows which."""
        if Started() in view.news:
            self._since_play.clear()
            self._picture.clear()
        self._since_play.extend(view.news)
        pressed = self._pressed if pressed is None else pressed
        self._pressed = [card for card in pressed if card in view.hand and view.phase is Phase.PLAY]
        self._render(view)
        self._unsaid = f"{self._unsaid} {tell(view, self._names)}".strip()
        if view.phase is not Phase.DEAL:  # a deal follows at once, and both are told in one breath
            self.say(self._unsaid)
            self._unsaid = ""
        self._sound.play(view.news)

    def look_back(self, view: View, told: Sequence[Story], belief: str) -> None:
        """Draw the last level; it is shown until play goes on."""
        self._picture.show(view, told, belief, self._names)

    def say(self, words: str) -> None:
        """Show `words`, and speak them in one breath with whatever else was said in this moment."""
        if not words:
            return
        self._told.textContent = words
        if self._said:
            earlier = document.createElement("span")
            earlier.className = "earlier"
            earlier.textContent = f"{self._said} "
            self._told.prepend(earlier)
        else:
            when_done(self._take_breath)
        self._said = f"{self._said} {words}".strip()

    def _take_breath(self) -> None:
        self._said = ""

    def _do(self, action: Action, age: float) -> None:
        if cards := self._leaving(action):
            self._move(cards, action, age)
        else:
            self._act(action, age)

    def _leaving(self, action: Action) -> Sequence[Card]:
        """The cards that leave the hand by this."""
        match action:
            case Play(card):
                return (card,)
            case PlayRest() if self._view is not None:
                return self._view.hand
        return ()

    def _move(self, cards: Sequence[Card], action: Action, age: float) -> None:
        """Move `cards` now; what comes of it is a task of its own, so that the move is painted before."""
        self._pressed.extend(cards)
        self._hand.drop(cards)
        heard = time.monotonic()
        asyncio.get_running_loop().call_soon(lambda: self._judge(action, age + time.monotonic() - heard))

    def _judge(self, action: Action, age: float) -> None:
        self._act(action, age)
        if self._view and self._pressed:
            self._render(self._view)

    def _render(self, view: View) -> None:
        self._view = view
        data = self._element.dataset
        data.phase = "focus" if view.phase is Phase.DEAL else view.phase.value
        data.level, data.lives, data.stars = str(view.level), str(view.lives), str(view.stars)
        data.variant = view.variant.name
        data.seats = str(view.seats)
        data.blind = str(view.blind).lower()
        self._status.show(view)
        self._seats.show(view, self._names)
        self._piles.show(view, self._pressed, self._names)
        self._hand.show(view, self._pressed)
        self._moment.show(moment(view, self._since_play, self._names), view.variant, self._names)
        self._buttons["how"].hidden = not self._picture.drawn
        over = view.phase in (Phase.WON, Phase.LOST)
        self._buttons["blind"].hidden = GoBlind() not in view.legal
        self._buttons["again"].hidden = not over or not self._may_deal()
        self._buttons["home"].hidden = not over
        self._controls.show(view)
        self._controls.focus()
