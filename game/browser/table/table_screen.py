"""The table screen: a function of the View, plus sound, announcements and animations."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Protocol

from js import document

from game import core
from game.browser.device.keyboard import has_modifier, key_of
from game.browser.page import first_game
from game.browser.page.announcer import Announcer
from game.browser.page.view import Act, Screen
from game.browser.table.controls import Controls, reader
from game.browser.table.hand import id_of
from game.browser.table.level_chart import Chart, LevelChart
from game.browser.table.looks import Faces
from game.browser.table.moments import Moments, moments_of, until_pressed
from game.browser.table.past_game import PastGame
from game.browser.table.sound import Sound
from game.browser.table.table_parts import TableState, kinds, news, parts_of_table
from game.browser.table.variant_rule import show_rule
from game.core.record import Game
from game.teammates.story import Story
from game.teammates.tempo import Clock
from game.words import table as words
from game.words.language import seconds
from game.words.lists import in_one_breath

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

    `state` is its state at the start, see TableState.
    """

    def __init__(
        self,
        names: Sequence[str],
        characters: Sequence[str],
        sound: Sound,
        announcer: Announcer,
        session: TableSession,
        **state: Any,
    ) -> None:
        acts: dict[str, Act] = {
            "blind": lambda _: session.act(core.GoBlind(), 0.0),
            "again": lambda _: session.again(),
            "change": lambda _: session.change(),
            "home": lambda _: session.leave(),
            "hear": lambda _: self._switch_sound(),
            "go": lambda _: self._skip(),
            "past": lambda what: self._past.open(what) if self._past else None,
        }
        state |= {"sounds": sound.is_on, "tells_of_sound": sound.is_new()}
        super().__init__("table-template", TableState(names, characters, **state), parts_of_table, acts)
        self._sound = sound
        self._announcer = announcer
        self._session = session
        self._since_play: deque[core.Event] = deque(maxlen=MOST_SINCE_PLAY)
        self._moments = Moments()
        self._next = self._new_timer(self._ended)
        self._unseen: list[core.Event] = []
        self._latest: core.View | None = None
        self._swallows_click = False
        self.seen: Callable[[core.View], None] = lambda _: None
        """Is called with the view of each moment that has begun."""
        self._flawless = False
        self._closest: float | None = None
        announcer.speak_in(self.parts["announcement"], names)
        self._faces = Faces(lambda looks: self.set(looks=looks))
        self._chart = LevelChart()
        self._controls = Controls(self, self._do, announcer.answer, self._declined)
        self._past: PastGame | None = None
        self._note = ""
        sound.turned = lambda: self.set(sounds=sound.is_on)
        self._listen(document, "pointerdown", self._pressed, capture=True)
        self._listen(document, "keydown", self._pressed, capture=True)
        self._listen(document, "click", self._clicked, capture=True)
        self._at_close(self._faces.close, self._controls.close, self._chart.close)

    def close(self) -> None:
        """Remove the screen from the page."""
        super().close()
        self._sound.turned = lambda: None
        self._look_back_on(None)
        show_rule(core.Variant())
        first_game.get_up()

    def show(self, view: core.View, **changes: Any) -> None:
        """Show the moments that lead to `view`, one after the other, and announce each when it is shown.

        `changes` are what else changes of the state, at once.
        """
        now = asyncio.get_running_loop().time()
        moments = moments_of(self._latest, view)
        self._moments.add(moments if self.state.taught is None else map(until_pressed, moments))
        self._latest = view
        if view.phase is core.Phase.PLAY:
            self._moments.hurry(now)
        for name, value in changes.items():
            setattr(self.state, name, value)
        self._go_on(now)

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
            self._closest = min((story.closest.seconds for story in stories if story.closest), default=None)
            self._chart.show(Chart(stories, view, clock, self.state.names, self.state.characters))
            self.state.has_chart = True

    def _go_on(self, now: float) -> None:
        """Show and announce the moments that begin by `now`. Without any, show again what the table shows."""
        begun = [moment.view for moment in self._moments.begin(now)]
        for view in begun:
            if happened := self._follow(view):
                self.element.dataset.news = news(happened)
        if self._moments.held:
            self._next.start_at(self._moments.due)
        shown = begun[-1] if begun else self.state.view
        if shown is not None:
            self._render(shown)
        if begun:
            self._announce(begun)
        for view in begun:
            self.seen(view)

    def _ended(self) -> None:
        """Go on after a moment has taken its time, unless play has gone on before."""
        if self._moments.held:
            self._go_on(self._moments.due)

    def _follow(self, view: core.View) -> list[str]:
        """Remember the events of `view` since play began, or the level was dealt. Return their kinds."""
        is_dealt = view.tells(core.Dealt) or self._missed_deal(view)
        if is_dealt or core.Started() in view.news:
            self._since_play.clear()
        if core.Dealt(1) in view.news:
            self._flawless = True
        if view.tells(core.LifeLost) or any(isinstance(one, core.PilesTurned) and one.lives for one in view.news):
            self._flawless = False
        if core.Started() in view.news:
            self._chart.clear()
            self.state.has_chart = False
        self._since_play.extend(view.news)
        return kinds(view.news)

    def _missed_deal(self, view: core.View) -> bool:
        """Whether cards were dealt while this page was not connected: only a deal makes hands larger."""
        before = self.state.view
        return before is not None and not view.news and sum(view.counts) > sum(before.counts)

    def _announce(self, views: Sequence[core.View]) -> None:
        names = self.state.names
        for view in views:
            important = view.tells(core.LifeLost, core.PilesTurned, core.StarUsed, core.GameWon, core.GameLost)
            self._announcer.tell(words.tell(view, names), words.glance(view, names, reader()), important=important)
            if view.tells(core.GameWon, core.GameLost) and (comparison := self._compared(view)):
                self._announcer.read_out(comparison)
        events = [event for view in views for event in view.news]
        if views[-1].tells(core.PilesTurned) and self._moments.held:
            self._unseen = events  # faces and sounds must not tell what the cards are about to show
            return
        events, self._unseen = [*self._unseen, *events], []
        self._faces.react(events, views[-1])
        hush = "hush" if any(isinstance(event, core.HandLaid) for event in events) else ""  # it has no animation
        if kind := next(iter(kinds(events)), hush):
            self._sound.play(kind, events, views[-1].seat, views[-1].seats)

    def _pressed(self, event: Any) -> None:
        """End running animations, since a press has priority, and the moment, if what follows waits for its end."""
        self.element.dataset.news = ""
        self._swallows_click = False
        if not self._moments.held or _is_for_another(event):
            return
        event.stopPropagation()
        self._swallows_click = event.type == "pointerdown"
        if event.type == "keydown":
            event.preventDefault()
        self._skip()

    def _clicked(self, event: Any) -> None:
        """Keep the click of a press that ended a moment from what has come into its place."""
        swallows, self._swallows_click = self._swallows_click, False
        if swallows:
            event.stopPropagation()
            event.preventDefault()

    def _skip(self) -> None:
        """End the current moment, for which another waits."""
        now = asyncio.get_running_loop().time()
        if self._moments.press(now):
            self._go_on(now)

    def _switch_sound(self) -> None:
        """Turn the sound on or off. After a press by pointer the focus moves, so that keys still play."""
        self._sound.choose(not self._sound.is_on)
        if not self._sound.is_available:
            self._announcer.say(words.NO_SOUND())
        if not self.parts["hear"].matches(":focus-visible"):
            self.parts["hear"].blur()
            self.focus()

    def _do(self, action: core.Action, age: float) -> None:
        """Take an action of the person. Its cards leave the hand at once; the rest of the page follows."""
        cards = self._taken_by(action)
        self.state.pressed += cards
        for card in cards:
            self.parts.hide("hand", id_of(card))  # first, since the person waits for it
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

    def _look_back_on(self, game: Game | None) -> None:
        """Offer to look back on `game`, which has ended, or on no game while the next one is played."""
        if game is None and self._past is not None:
            self._past.close()
            self._past, self._note = None, ""
        elif game is not None and self._past is None:
            self._past = PastGame(game, self.element, self._announcer.say, self.note)

    def note(self, note: str) -> None:
        """Show a `note` on the game that ended. The first one stays: a game that is not saved counts for no day."""
        if self._note:
            return
        self._note = note
        self._announcer.read_out(note)
        if self.state.view is not None:
            self._render(self.state.view)

    def _declined(self, view: core.View) -> None:
        """Replace the question whether this person agrees to a star by the fact that somebody asked for it."""
        self._announcer.say(words.star_asked(self._since_play, view, self.state.names))

    def _compared(self, view: core.View) -> str:
        """Return which team did better, at the end of a game with a result to beat."""
        theirs = self.state.to_beat
        if theirs is None or view.phase not in core.OVER:
            return ""
        from game.words.rivals import compared  # not loaded at the start

        return compared(view, theirs)

    def _told(self, view: core.View) -> words.TableMessage | None:
        """Return the message in the middle of the table, with what this page knows beside the game."""
        told = words.moment(view, self._since_play, self.state.names, self._reader(view))
        if told is None:
            return None
        if told.kind in ("won", "lost"):
            line = (self._praise() if told.kind == "won" and not view.blind else "") or told.text
            return replace(told, text=in_one_breath((line, self._compared(view), self._note)))
        if told.kind == "start" and self.state.to_beat is not None and view.level == 1:
            from game.words.rivals import to_beat  # not loaded at the start

            return replace(told, why=to_beat(self.state.to_beat))
        return told

    def _praise(self) -> str:
        """Return that no life was lost in a won game, or else its closest call; empty if this page saw neither."""
        if self._flawless:
            return words.NO_LIFE_LOST()
        return "" if self._closest is None else words.CLOSEST_CALL(time=seconds(self._closest, 2))

    def _reader(self, view: core.View) -> words.Reader:
        """Return who reads the table. A person who joined others may be new. Alone, *Try it* explains the game."""
        shared = self.state.characters.count("") > 1
        return words.Reader.NEWCOMER if shared and view.seat is not None and not first_game.has_ended() else reader()

    def _render(self, view: core.View) -> None:
        """Show `view`. First, the focus leaves the cards that go."""
        before, was_over = self.state.view, self.state.over
        pressed = [card for card in self.state.pressed if card in view.hand]
        if before is None or before.variant != view.variant:
            show_rule(view.variant)
        self.state.pressed = tuple(pressed) if view.phase is core.Phase.PLAY else ()
        self.state.tells_of_sound &= view.phase is not core.Phase.PLAY
        if not view.raised - {view.seat}:
            self.state.declined = frozenset()
        self._controls.move_focus_away(set(view.hand).difference(self.state.pressed), view)
        self.set(view=view, message=self._told(view), held=self._moments.held)
        over = self.state.over
        self._look_back_on(self.state.ended if over else None)
        self._controls.follow(view)
        if over and not was_over:  # not a button, which the key that played the last card would press
            self.parts["more"].open = False
            self.parts["title"].focus()
        elif not over:
            self._controls.focus()

    def _show_pressed(self) -> None:
        """Show the pressed cards on the piles, unless a View has already confirmed them."""
        if self.state.pressed:
            self._refresh()

    def _refresh(self) -> None:
        """Show the cards again, after some have left the hand or have come back."""
        view = self.state.view
        if view is not None and self.element.isConnected:
            self._controls.move_focus_away(set(view.hand).difference(self.state.pressed), view)
            self.set()
            self._controls.focus()


def _is_for_another(event: Any) -> bool:
    """Whether a press belongs to a button of its own, a dialog, the browser or a screen reader."""
    if event.type == "keydown" and (has_modifier(event) or key_of(event) in ("tab", "shift")):
        return True
    button = event.target.closest("button, a, input, .dialog")
    return bool(button) and not button.matches(".go, .card, .raise, .stop")
