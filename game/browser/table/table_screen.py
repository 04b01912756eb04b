"""The table screen: a function of the View, plus sound, announcements and animations."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from js import document

from game.browser.page import first_game
from game.browser.page.announcer import Announcer
from game.browser.page.dom import Screen, find, from_template
from game.browser.page.ended_games import NotedGame
from game.browser.page.tasks import Timer
from game.browser.page.view import Filled
from game.browser.table.controls import Controls
from game.browser.table.event_effects import kinds
from game.browser.table.hand import Hand
from game.browser.table.last_look import LAST_LOOK, QUIET, last_look
from game.browser.table.level_chart import LevelChart
from game.browser.table.past_game import PastGame
from game.browser.table.public_table import PublicTable
from game.browser.table.sound import Sound
from game.browser.table.sound_button import SoundButton
from game.browser.table.table_message import reader
from game.browser.table.variant_rule import show_rule
from game.core import (
    OVER,
    Action,
    Card,
    Dealt,
    Event,
    GameLost,
    GameWon,
    GoBlind,
    LevelCompleted,
    LifeLost,
    Phase,
    PilesTurned,
    Seat,
    Started,
    StarUsed,
    Variant,
    View,
)
from game.core.result import Result
from game.teammates.story import Story
from game.teammates.tempo import Clock
from game.words.lists import in_one_breath
from game.words.table import NO_TURNS, TableMessage, glance, moment, star_asked, tell

MOST_SINCE_PLAY = 500
"""The most events since play began that the table remembers: more than all hands can cause while people wait."""


class TableCommands(Protocol):
    """The actions of a person at the table."""

    def act(self, action: Action, age: float) -> None:
        """Take `action`, pressed `age` seconds ago."""

    def pressed(self) -> Collection[Card]:
        """Return the cards that have left the hand but are still in the last View."""

    def again(self) -> None:
        """Play another game."""

    def may_deal(self) -> bool:
        """Whether this page may start another game."""

    def change(self) -> None:
        """Choose another game."""

    def may_change(self) -> bool:
        """Whether this page may choose another game."""

    def ended_game(self) -> NotedGame | None:
        """Return the game that just ended here, if this page can look back on it."""

    def leave(self) -> None:
        """Go to the title."""


class TableScreen(Screen):
    """The screen of one game for the person at `view.seat`.

    `names` and `characters` are by seat; a person's character is an empty string. At the end, the result is compared
    with `to_beat`.
    """

    def __init__(
        self,
        names: Sequence[str],
        characters: Sequence[str],
        sound: Sound,
        announcer: Announcer,
        acts: TableCommands,
        to_beat: Result | None = None,
    ) -> None:
        super().__init__(from_template("table-template"))
        self._names = names
        self._sound = sound
        self._announcer = announcer
        self._acts = acts
        self._to_beat = to_beat
        self._since_play: deque[Event] = deque(maxlen=MOST_SINCE_PLAY)
        self._view: View | None = None
        self._look: View | None = None
        self._unseen: list[View] = []
        self._looking = Timer(self._look_up)
        self._is_shared = characters.count("") > 1
        self._over = False
        self._moving = False
        announcer.speak_in(find("announcement"), names)
        self._table = PublicTable(self.element, names, characters)
        self._hand = Hand()
        self._chart = LevelChart(characters, Filled(find("chart")).show)
        self._controls = Controls(self._hand, self._do, announcer.say, self._declined)
        self._sound_button = SoundButton(sound, announcer.say, self._controls.focus)
        self._past = PastGame(self.element, announcer.say, self._noted)
        self._buttons = {name: find(name) for name in ("blind", "how", "tell", "again", "change", "home")}
        self._listen(self._buttons["blind"], "click", lambda _: acts.act(GoBlind(), 0.0))
        self._listen(self._buttons["again"], "click", lambda _: acts.again())
        self._listen(self._buttons["change"], "click", lambda _: acts.change())
        self._listen(self._buttons["home"], "click", lambda _: acts.leave())
        self._listen(document, "pointerdown", lambda _: self._still(), capture=True)
        self._listen(document, "keydown", lambda _: self._still(), capture=True)

    def close(self) -> None:
        """Remove the screen from the page."""
        self._looking.stop()
        self._controls.close()
        self._sound_button.close()
        self._chart.close()
        self._past.close()
        show_rule(Variant())
        super().close()
        first_game.get_up()

    def show(self, view: View) -> None:
        """Show `view` and announce its events. A mistake or star that ends a level is shown on its own first."""
        look = last_look(self._view, view)
        if look is None and self._look is not None and all(isinstance(event, QUIET) for event in view.news):
            self._unseen.append(view)
            self._render(view)
            return
        shown = [*self._seen(), look or view]
        if look is not None:
            later = tuple(event for event in view.news if event not in look.news)
            self._look, self._unseen = look, [replace(view, news=later)]
            self._looking.start(LAST_LOOK)
        for one in shown:
            self._happened(one)
        self._render(view)
        self._announce(shown, view.seat)

    def refresh(self) -> None:
        """Show the last view again, after cards have left the hand."""
        if self._view is not None:
            self._render(self._view)

    def show_absent(self, absent: Mapping[Seat, str]) -> None:
        """Show the tags of the persons who are absent, by seat."""
        if self._view is not None:
            self._table.show_absent(absent, self._view)

    def look_back(self, view: View, stories: Sequence[Story], clock: Clock | None) -> None:
        """Draw the last level. The chart is offered until play continues, and only after the first finished game."""
        if first_game.has_ended():
            self._chart.show(view, stories, clock, self._names)

    def _look_up(self) -> None:
        """Show and announce what followed the last look at a level."""
        shown = self._seen()
        for one in shown:
            self._happened(one)
        if self._view is not None:
            self._render(self._view)
            self._announce(shown, self._view.seat)

    def _seen(self) -> list[View]:
        """End the last look at a level, if there is one, and return the views that it kept back."""
        kept, self._unseen = self._unseen, []
        self._look = None
        self._looking.stop()
        if kept and not kept[0].tells(GameLost):  # a game that was lost shows the mistake again
            self._since_play.clear()
        return kept

    def _happened(self, view: View) -> None:
        events = (*self._since_play, *view.news)
        is_dealt = view.tells(Dealt) or self._missed_deal(view)
        is_dealt_again = is_dealt and not any(isinstance(event, LevelCompleted) for event in events)
        if Started() in view.news:
            self._since_play.clear()
            self._chart.clear()
        elif is_dealt_again:  # after a change of host
            self._since_play.clear()
        self._since_play.extend(view.news)
        self._move(kinds(view.news))

    def _missed_deal(self, view: View) -> bool:
        """Whether cards were dealt while this page was not connected: only a deal makes hands larger."""
        return self._view is not None and not view.news and sum(view.counts) > sum(self._view.counts)

    def _announce(self, views: Sequence[View], me: Seat | None) -> None:
        for view in views:  # a deal follows at once, and both are announced together
            news, seen = tell(view, self._names), glance(view, self._names, reader())
            important = view.tells(LifeLost, PilesTurned, StarUsed, GameWon, GameLost)
            self._announcer.tell(news, seen, to_be_continued=view.phase is Phase.DEAL, important=important)
            if view.tells(GameWon, GameLost) and (comparison := self._compared(view)):
                self._announcer.read_out(comparison)
        self._sound.play([event for view in views for event in view.news], me)

    def _move(self, happened: list[str]) -> None:
        """Let the style sheet animate what `happened`. Changes to a hand alone do not interrupt an animation."""
        if happened:
            self.element.dataset.news = " ".join(happened)
            self._moving = True

    def _still(self) -> None:
        """End running animations, since a press has priority."""
        if self._moving:
            self.element.dataset.news = ""
            self._moving = False

    def _do(self, action: Action, age: float) -> None:
        self._acts.act(action, age)
        self._hand.drop(self._acts.pressed())

    def _noted(self) -> None:
        """Show the note on the game that ended."""
        self._announcer.read_out(self._past.note)
        self.refresh()

    def _declined(self, view: View) -> None:
        """Replace the question whether this person agrees to a star by the fact that somebody asked for it."""
        self._announcer.say(star_asked(self._since_play, view, self._names))

    def _compared(self, view: View) -> str:
        """Return which team did better, at the end of a game that is compared with `to_beat`."""
        if self._to_beat is None or view.phase not in OVER:
            return ""
        from game.words.rivals import compared  # not loaded at the start

        return compared(view, self._to_beat)

    def _told(self, view: View) -> TableMessage | None:
        """Return the message in the middle of the table, with what this page knows beside the game."""
        told = moment(self._look or view, self._since_play, self._names, reader())
        if told is None:
            return None
        if told.kind in ("won", "lost"):
            return replace(told, text=in_one_breath((told.text, self._compared(view) or self._past.note)))
        if told.kind == "start" and view.level == 1 and view.seat is not None and self._may_be_new:
            return replace(told, why=NO_TURNS())
        return told

    @property
    def _may_be_new(self) -> bool:
        """Whether this may be the first game of a person who joined others. Alone, the first table explains it."""
        return self._is_shared and not first_game.has_ended()

    def _render(self, view: View) -> None:
        if self._view is None or self._view.variant != view.variant:
            show_rule(view.variant)
        look, self._view = self._look, view
        over = view.phase in OVER and look is None
        just_ended, self._over = over and not self._over, over
        pressed = self._acts.pressed()
        self._controls.move_focus_away(set(view.hand).difference(pressed), view)
        data = self.element.dataset
        data.blind = str(view.blind).lower()
        data.watching = str(view.seat is None).lower()
        self._table.show(view, pressed, self._told(view), look)
        self._hand.show(view, pressed)
        self._buttons["how"].hidden = not self._chart.drawn
        self._buttons["tell"].hidden = not (over and first_game.has_just_ended())
        self._buttons["blind"].hidden = GoBlind() not in view.legal
        self._buttons["again"].hidden = not over or not self._acts.may_deal()
        self._buttons["change"].hidden = not over or not self._acts.may_change()
        self._buttons["home"].hidden = not over
        self._past.show(self._acts.ended_game() if over else None)
        self._controls.show(view)
        if just_ended:  # not a button, which the key that played the last card would press
            self._find("#moment h2").focus()
        elif not over:
            self._controls.focus()
