"""The replay screen: the table from a watcher's view, a timeline with marked moments, and its controls."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from js import document

from game.browser.device.keyboard import has_modifier
from game.browser.page.announcer import Announcer
from game.browser.page.dialogs import open_dialogs
from game.browser.page.view import Act, At, Each, Filled, Parts, Screen, at, each, from_template
from game.browser.table.cards import back_of, small_card
from game.browser.table.moments import moments_of
from game.browser.table.table_parts import TableState, kinds, news, parts_of_replay
from game.core import Card, Seat, Variant, View
from game.core.record import Game, Team
from game.history.player import PAUSED, PLAYING, Player
from game.history.timeline import END, MISTAKE, STAR, Frame, Timeline, timeline
from game.words.cards import label
from game.words.chart import MISTAKES_MADE
from game.words.history import replay as words
from game.words.language import listed
from game.words.table import glance, moment, tell

TO_PLAYERS = "start", "stop"
"""Kinds of moments whose text gives instructions to players. A replay omits the text."""

SKIP = 5.0
"""Seconds that an arrow key skips."""


@dataclass
class Replay:
    """The state of the screen: the position `at` in `line`, in seconds, and the `state` of the player.

    `frame` is the index of the frame that is shown. `hands` are everyone's cards in it, if they are shown.
    """

    title: str
    names: Sequence[str]
    line: Timeline
    moments: At
    at: float = 0.0
    state: str = PAUSED
    frame: int = 0
    hands: Each | None = None


class ReplayScreen(Screen[Replay]):
    """The screen, which starts playing at once."""

    def __init__(self, title: str, line: Timeline, team: Team, leave: Callable[[], None]) -> None:
        self._player = Player(line)
        acts: dict[str, Act] = {
            "leave": lambda _: leave(),
            "toggle": lambda _: self._play_or_pause(),
            "find": self._find_next,
            "seek": lambda at: self._seek(float(at)),
            "speed": self._change_speed,
            "open": lambda _: self._go_on(jumps=True, news=False),
        }
        super().__init__("replay-template", Replay(title, team.names, line, _moments(line)), _parts, acts)
        self._table, self._announcer = Filled(from_template("table-template")), Announcer()
        self._seen = TableState(team.names, team.characters)
        self.element.insertBefore(self._table.element, self.parts["open-hands"])
        self._announcer.speak_in(self._table["announcement"])
        self._listen(document, "keydown", self._key_down)
        self._timer = self._new_timer(self._go_on)
        self.parts["toggle"].focus()
        self._player.play(time.monotonic())
        self._go_on(jumps=True)

    def pause(self) -> None:
        """Pause the replay, since the page is hidden."""
        if self._player.state(time.monotonic()) == PLAYING:
            self._play_or_pause()

    # --- input ------------------------------------------------------------------------

    def _key_down(self, event: Any) -> None:
        if has_modifier(event) or open_dialogs():
            return
        match event.key:
            case " " if not event.target.matches("button, input, select"):
                event.preventDefault()
                self._play_or_pause()
            case "ArrowLeft" | "ArrowRight" if not event.target.matches("input, select"):
                event.preventDefault()
                step = SKIP if event.key == "ArrowRight" else -SKIP
                self._seek(self._player.at(time.monotonic()) + step)

    def _play_or_pause(self) -> None:
        now = time.monotonic()
        if self._player.state(now) == PLAYING:
            self._player.pause(now)
        else:
            self._player.play(now)
        self._go_on()

    def _seek(self, at: float) -> None:
        self._player.seek(at, time.monotonic())
        self._go_on(jumps=True, news=False)

    def _find_next(self, kind: str) -> None:
        now = time.monotonic()
        found = self.state.line.next_moment(self._player.at(now), [kind])
        if found is None:
            self._announcer.say(words.NO_MORE[kind]())
            return
        self._player.pause(now)
        self._player.seek(found.at, now)
        self._go_on(jumps=True)

    def _change_speed(self, speed: str) -> None:
        self._player.change_speed(float(speed), time.monotonic())
        self._go_on()

    # --- display ----------------------------------------------------------------------

    def _go_on(self, *, jumps: bool = False, news: bool = True) -> None:
        """Show the current position and set the timer for the next one. While paused, no timer is set.

        If the replay `jumps`, the frame at that position is new. The `news` of a new frame are announced.
        """
        self._timer.stop()
        now = time.monotonic()
        at = self._player.at(now)
        number = self.state.line.frame(at)
        if jumps or number != self.state.frame:
            frame = self.state.line.frames[number]
            self._show_table(frame, frame.view if news else replace(frame.view, news=()))
            self.state.hands = _hands(frame, self.state.names) if self.parts["open"].checked else None
        self.set(at=at, state=self._player.state(now), frame=number)
        if (seconds := self._player.due(now)) is not None:
            self._timer.start(seconds)

    def _show_table(self, frame: Frame, view: View) -> None:
        """Show the table at `frame`, and announce the news of `view`."""
        it, shown = self._seen, moment(view, frame.since_play, self._seen.names)
        if shown is not None and shown.kind in TO_PLAYERS:
            shown = replace(shown, text="")
        it.view, it.message = view, shown
        self._table.element.dataset.news = news(kinds(view.news))
        self._table.show(parts_of_replay(it, view))
        self._announcer.tell(tell(view, it.names), glance(view, it.names))


def line_of(game: Game) -> Timeline:
    """Return the timeline of `game`, where the end of a level takes as long as at a table. Raises BadGame."""
    return timeline(game, lambda before, view: [(one.view, one.length) for one in moments_of(before, view)])


def _parts(it: Replay) -> Parts:
    clock = words.clock(it.at, it.line.seconds, it.line.frames[it.frame].view.level)
    kinds = {one.kind for one in it.line.moments}
    return {
        "screen": at(data_at=f"{it.at:.2f}", data_state=it.state),
        "title": it.title,
        "moments": it.moments,
        "line": at(max=str(it.line.seconds), value=str(it.at), aria_valuetext=clock),
        "clock": clock,
        "toggle": (words.PAUSE if it.state == PLAYING else words.PLAY)(),
        "open-hands": it.hands is not None,
        "hands": it.hands,
        **{kind: at(aria_disabled=None if kind in kinds else "true") for kind in (MISTAKE, STAR)},
    }


def _moments(line: Timeline) -> At:
    """Return a mark on the timeline for each moment but the end."""
    marks: list[Parts] = [
        {"moment": at(class_=one.kind, data_level=str(one.level), **{"--left": f"{100 * one.at / line.seconds:.2f}%"})}
        for one in line.moments
        if one.kind != END
    ]
    mistakes = sum(one.kind == MISTAKE for one in line.moments)
    return at(each("moment-template", marks), aria_label=MISTAKES_MADE(mistakes))


def _hands(frame: Frame, names: Sequence[str]) -> Each:
    return each("open-hand-template", (_hand(frame, seat, name) for seat, name in enumerate(names)))


def _hand(frame: Frame, seat: Seat, name: str) -> Parts:
    """Return the hand of `seat`. Cards of a face-down pile stay hidden until the pile is turned over."""
    variant, hidden, hand = frame.state.variant, frame.state.face_down, frame.state.hands[seat]
    covered = {card for card in hand if variant.pile_of(card) in hidden or card in frame.unseen}
    told = [label(variant, card) for card in hand if card not in covered]
    cards = listed([*told, *([words.FACE_DOWN(len(covered))] if covered else [])])
    return {
        "hand": at(data_seat=str(seat)),
        "name": name,
        "cards": Each("card-template", {str(card): _card(variant, card, card in covered) for card in hand}),
        "words": words.OPEN_HAND(name=name, cards=cards or words.HOLDS_NOTHING()),
    }


def _card(variant: Variant, card: Card, covered: bool) -> Parts:
    return {"card": back_of(variant.piles[variant.pile_of(card)]) if covered else small_card(variant, card)}
