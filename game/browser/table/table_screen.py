"""The table screen: a function of the View, plus sound, announcements and animations."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Protocol

from js import document

from game import core
from game.browser.page import first_game
from game.browser.page.announcer import Announcer
from game.browser.page.tasks import Timer
from game.browser.page.view import Act, Screen
from game.browser.table.controls import Controls, reader
from game.browser.table.hand import Hand
from game.browser.table.last_look import LAST_LOOK, QUIET, last_look
from game.browser.table.level_chart import LevelChart
from game.browser.table.looks import Faces
from game.browser.table.past_game import PastGame
from game.browser.table.piles import Piles
from game.browser.table.sound import Sound, kind_of
from game.browser.table.table_parts import KINDS, TableState, kinds, parts_of_table
from game.browser.table.variant_rule import show_rule
from game.core.result import Result
from game.teammates.story import Story
from game.teammates.tempo import Clock
from game.words.lists import in_one_breath
from game.words.table import NO_SOUND, NO_TURNS, TableMessage, glance, moment, star_asked, tell

MOST_SINCE_PLAY = 500
"""The most events since play began that the table remembers: more than all hands can cause while people wait."""


class TableSession(Protocol):
    """What a person at a table can do. A session gives the table each View, and what else changes of its state."""

    def act(self, action: core.Action, age: float) -> None:
        """Take `action`, pressed `age` seconds ago. The cards of a press have left the hand on the screen."""

    def again(self) -> None:
        """Play another game."""

    def change(self) -> None:
        """Choose another game."""

    def leave(self) -> None:
        """Go to the title."""


class TableScreen(Screen[TableState]):
    """The screen of one game for the person at `view.seat`.

    `state` is its state at the start, see TableState. At the end, the result is compared with `to_beat`.
    """

    def __init__(
        self,
        names: Sequence[str],
        characters: Sequence[str],
        sound: Sound,
        announcer: Announcer,
        session: TableSession,
        to_beat: Result | None = None,
        **state: Any,
    ) -> None:
        acts: dict[str, Act] = {
            "blind": lambda _: session.act(core.GoBlind(), 0.0),
            "again": lambda _: session.again(),
            "change": lambda _: session.change(),
            "home": lambda _: session.leave(),
            "hear": lambda _: self._switch_sound(),
            "past": lambda what: self._past.open(what),
        }
        state |= {"sounds": sound.is_on, "tells_of_sound": sound.is_new()}
        super().__init__("table-template", TableState(names, characters, **state), parts_of_table, acts)
        self._sound = sound
        self._announcer = announcer
        self._session = session
        self._to_beat = to_beat
        self._since_play: deque[core.Event] = deque(maxlen=MOST_SINCE_PLAY)
        self._unseen: list[core.View] = []
        self._looking = Timer(self._look_up)
        self._is_shared = characters.count("") > 1
        self._over = False
        self._moving = False
        announcer.speak_in(self.parts["announcement"], names)
        self._piles, self._hand = Piles(self.parts), Hand(self.parts["hand"])
        self._faces = Faces(lambda looks: self.set(looks=looks))
        self._chart = LevelChart(characters, self.parts.show)
        self._controls = Controls(self.parts, self._hand, self._do, announcer.say, self._declined)
        self._past = PastGame(self.element, announcer.say, self._noted)
        sound.turned = lambda: self.set(sounds=sound.is_on)
        self._listen(document, "pointerdown", lambda _: self._still(), capture=True)
        self._listen(document, "keydown", lambda _: self._still(), capture=True)

    def close(self) -> None:
        """Remove the screen from the page."""
        self._looking.stop()
        self._faces.close()
        self._controls.close()
        self._sound.turned = lambda: None
        self._chart.close()
        self._past.close()
        show_rule(core.Variant())
        super().close()
        first_game.get_up()

    def show(self, view: core.View, **changes: Any) -> None:
        """Show `view` and announce its events. A mistake or star that ends a level is shown on its own first.

        `changes` are what else changes of the state.
        """
        look = last_look(self.state.view, view) if view.tells(core.LifeLost, core.StarUsed) else None
        if look is None and self.state.look is not None and all(isinstance(event, QUIET) for event in view.news):
            self._unseen.append(view)
            self._render(view, **changes)
            return
        shown = [*self._seen(), look or view]
        if look is not None:
            later = tuple(event for event in view.news if event not in look.news)
            self.state.look, self._unseen = look, [replace(view, news=later)]
            self._looking.start(LAST_LOOK)
        happened = self._follow_all(shown)
        self._render(view, **changes)
        self._announce(shown, happened)

    def focus(self) -> None:
        """Focus the control that is needed next, unless another usable one has the focus."""
        self._controls.focus()

    def take_back(self, cards: Collection[core.Card]) -> None:
        """Return pressed `cards` that are not played to the hand."""
        self.state.pressed = tuple(card for card in self.state.pressed if card not in cards)
        self._refresh()

    def look_back(self, view: core.View, stories: Sequence[Story], clock: Clock | None) -> None:
        """Draw the last level. The chart is offered until play continues, and only after the first finished game."""
        if first_game.has_ended():
            self._chart.show(view, stories, clock, self.state.names)
            self.state.has_chart = True

    def _look_up(self) -> None:
        """Show and announce what followed the last look at a level."""
        shown = self._seen()
        happened = self._follow_all(shown)
        if self.state.view is not None:
            self._render(self.state.view)
            self._announce(shown, happened)

    def _seen(self) -> list[core.View]:
        """End the last look at a level, if there is one, and return the views that it kept back."""
        kept, self._unseen = self._unseen, []
        if kept:
            self.state.look = None
            self._looking.stop()
        if kept and not kept[0].tells(core.GameLost):  # a game that was lost shows the mistake again
            self._since_play.clear()
        return kept

    def _follow_all(self, shown: Sequence[core.View]) -> set[str]:
        """Follow the events of all that is `shown`. Return their kinds, after starting the animations of the last."""
        happened = [self._follow(view) for view in shown]
        for last in [each for each in happened if each][-1:]:
            self.element.dataset.news = " ".join(last)
            self._moving = True
        return {kind for each in happened for kind in each}

    def _follow(self, view: core.View) -> list[str]:
        events = (*self._since_play, *view.news)
        is_dealt = view.tells(core.Dealt) or self._missed_deal(view)
        is_dealt_again = is_dealt and not any(isinstance(event, core.LevelCompleted) for event in events)
        if core.Started() in view.news:
            self._since_play.clear()
            self._chart.clear()
            self.state.has_chart = False
        elif is_dealt_again:  # after a change of host
            self._since_play.clear()
        self._since_play.extend(view.news)
        return kinds(view.news)

    def _missed_deal(self, view: core.View) -> bool:
        """Whether cards were dealt while this page was not connected: only a deal makes hands larger."""
        before = self.state.view
        return before is not None and not view.news and sum(view.counts) > sum(before.counts)

    def _announce(self, views: Sequence[core.View], happened: set[str]) -> None:
        names = self.state.names
        for view in views:  # a deal follows at once, and both are announced together
            news, seen = tell(view, names), glance(view, names, reader())
            important = view.tells(core.LifeLost, core.PilesTurned, core.StarUsed, core.GameWon, core.GameLost)
            self._announcer.tell(news, seen, to_be_continued=view.phase is core.Phase.DEAL, important=important)
            if view.tells(core.GameWon, core.GameLost) and (comparison := self._compared(view)):
                self._announcer.read_out(comparison)
        kind = next((kind for kind in KINDS.values() if kind in happened), None)
        events = [event for view in views for event in view.news]
        self._faces.react(events, views[-1])
        if kind := kind or kind_of(events):
            self._sound.play(kind, events, views[-1].seat, views[-1].seats)

    def _still(self) -> None:
        """End running animations, since a press has priority."""
        if self._moving:
            self.element.dataset.news = ""
            self._moving = False

    def _switch_sound(self) -> None:
        """Turn the sound on or off. After a press by pointer the focus moves, so that keys still play."""
        self._sound.choose(not self._sound.is_on)
        if not self._sound.is_available:
            self._announcer.say(NO_SOUND())
        if not self.parts["hear"].matches(":focus-visible"):
            self.parts["hear"].blur()
            self.focus()

    def _do(self, action: core.Action, age: float) -> None:
        """Take an action of the person. Its cards leave the hand at once; the rest of the page follows."""
        cards = self._taken_by(action)
        self.state.pressed += cards
        self._hand.drop(cards)
        self._session.act(action, age)
        if cards:
            asyncio.get_running_loop().call_soon(self._show_pressed)

    def _taken_by(self, action: core.Action) -> tuple[core.Card, ...]:
        """Return the cards that `action` takes out of the hand."""
        match action:
            case core.Play(card):
                return (card,)
            case core.PlayRest() if self.state.view is not None:
                return self.state.view.hand
        return ()

    def _noted(self) -> None:
        """Show the note on the game that ended."""
        self._announcer.read_out(self._past.note)
        if self.state.view is not None:
            self._render(self.state.view)

    def _declined(self, view: core.View) -> None:
        """Replace the question whether this person agrees to a star by the fact that somebody asked for it."""
        self._announcer.say(star_asked(self._since_play, view, self.state.names))

    def _compared(self, view: core.View) -> str:
        """Return which team did better, at the end of a game that is compared with `to_beat`."""
        if self._to_beat is None or view.phase not in core.OVER:
            return ""
        from game.words.rivals import compared  # not loaded at the start

        return compared(view, self._to_beat)

    def _told(self, view: core.View) -> TableMessage | None:
        """Return the message in the middle of the table, with what this page knows beside the game."""
        told = moment(self.state.look or view, self._since_play, self.state.names, reader())
        if told is None:
            return None
        if told.kind in ("won", "lost"):
            return replace(told, text=in_one_breath((told.text, self._compared(view) or self._past.note)))
        if told.kind == "start" and self._to_beat is not None and view.level == 1:
            from game.words.rivals import to_beat  # not loaded at the start

            return replace(told, why=to_beat(self._to_beat))
        if told.kind == "start" and view.level == 1 and view.seat is not None and self._may_be_new:
            return replace(told, why=NO_TURNS())
        return told

    @property
    def _may_be_new(self) -> bool:
        """Whether this may be the first game of a person who joined others. Alone, the first table explains it."""
        return self._is_shared and not first_game.has_ended()

    def _render(self, view: core.View, **changes: Any) -> None:
        """Show `view`. First, the focus leaves the cards that go."""
        before, pressed = self.state.view, [card for card in self.state.pressed if card in view.hand]
        if before is None or before.variant != view.variant:
            show_rule(view.variant)
        self.state.pressed = tuple(pressed) if view.phase is core.Phase.PLAY else ()
        self._controls.move_focus_away(set(view.hand).difference(self.state.pressed), view)
        self.set(view=view, message=self._told(view), **changes)
        self._show_cards(view)
        over = self.state.over
        just_ended = over and not self._over
        if over or self._over:
            self._past.show(self.state.ended if over else None)
        self._over = over
        self._controls.show(view)
        if just_ended:  # not a button, which the key that played the last card would press
            self.parts["title"].focus()
        elif not over:
            self._controls.focus()

    def _show_cards(self, view: core.View) -> None:
        """Show the piles and the hand. The pressed cards are on the piles."""
        self._piles.show(self.state.look or view, self.state.pressed, self.state.names)
        self._piles.mark(self.state.fatal, view.variant)
        self._hand.show(view, self.state.pressed)

    def _show_pressed(self) -> None:
        """Show the pressed cards on the piles, unless a View has already confirmed them."""
        if self.state.pressed:
            self._refresh()

    def _refresh(self) -> None:
        """Show the cards again, after some have left the hand or have come back."""
        view = self.state.view
        if view is not None and self.element.isConnected:
            self._controls.move_focus_away(set(view.hand).difference(self.state.pressed), view)
            self._show_cards(view)
            self._controls.focus()
