"""The replay screen: the table, a timeline with marked moments, and its controls."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from js import document

from game.browser.history.replay_table import ReplayTable
from game.browser.page.dom import Screen, from_template, new_element
from game.browser.page.tasks import Timer
from game.history.player import PLAYING, Player
from game.history.timeline import END, MISTAKE, STAR, Timeline
from game.words.chart import MISTAKES_MADE
from game.words.history import replay as words

SKIP = 5.0
"""Seconds that an arrow key skips."""


class ReplayScreen(Screen):
    """The screen, which starts playing at once."""

    def __init__(
        self,
        title: str,
        timeline: Timeline,
        names: Sequence[str],
        characters: Sequence[str],
        leave: Callable[[], None],
    ) -> None:
        super().__init__(from_template("replay-template"))
        self._player = Player(timeline)
        self._leave = leave
        self._timer = Timer(self._go_on)
        self._shown = -1
        self._table = ReplayTable(self.element, self._find("#open-hands"), names, characters)
        self._line, self._open = self._find("#line"), self._find("#open")
        self._toggle, self._clock = self._find("[data-do=toggle]"), self._find(".clock")
        self._find("h1").textContent = title
        self._line.max = str(timeline.seconds)
        marked, marks = [one for one in timeline.moments if one.kind != END], self._find(".moments")
        marks.replaceChildren(*(self._mark(one.at, one.kind, one.level) for one in marked))
        marks.setAttribute("aria-label", MISTAKES_MADE(sum(one.kind == MISTAKE for one in marked)))
        for kind in {MISTAKE, STAR} - {one.kind for one in timeline.moments}:
            self._find(f"[data-do={kind}]").setAttribute("aria-disabled", "true")
        self._listen_to_buttons(self.element, self._pressed)
        self._listen(self._line, "input", lambda _: self._seek(float(self._line.value)))
        self._listen(self._find("#speed"), "change", lambda _: self._change_speed())
        self._listen(self._open, "change", lambda _: self._show(news=False))
        self._listen(document, "keydown", self._key_down)
        self._toggle.focus()
        self._player.play(time.monotonic())
        self._go_on()

    def close(self) -> None:
        """Remove the screen from the page."""
        self._timer.stop()
        super().close()

    def pause(self) -> None:
        """Pause the replay, since the page is hidden."""
        if self._player.state(time.monotonic()) == PLAYING:
            self._player.pause(time.monotonic())
            self._go_on()

    # --- input ------------------------------------------------------------------------

    def _pressed(self, button: Any) -> None:
        if button.hasAttribute("data-leave"):
            self._leave()
            return
        what = getattr(button.dataset, "do", "")
        if what == "toggle":
            self._play_or_pause()
        elif what:
            self._find_next(what)

    def _key_down(self, event: Any) -> None:
        if event.ctrlKey or event.altKey or event.metaKey or document.querySelector(":popover-open"):
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
        self._show(news=False)
        self._go_on()

    def _find_next(self, kind: str) -> None:
        now = time.monotonic()
        found = self._player.timeline.next_moment(self._player.at(now), [kind])
        if found is None:
            self._table.say(words.NO_MORE[kind]())
            return
        self._player.pause(now)
        self._player.seek(found.at, now)
        self._shown = -1
        self._go_on()

    def _change_speed(self) -> None:
        self._player.change_speed(float(self._find("#speed").value), time.monotonic())
        self._go_on()

    # --- display ----------------------------------------------------------------------

    def _go_on(self) -> None:
        """Show the current frame and set the timer for the next one. While paused, no timer is set."""
        self._timer.stop()
        now = time.monotonic()
        at, state = self._player.at(now), self._player.state(now)
        if self._player.timeline.frame(at) != self._shown:
            self._show(news=True)
        data = self.element.dataset
        data.at, data.state = f"{at:.2f}", state
        self._line.value = str(at)
        said = words.clock(at, self._player.timeline.seconds, self._player.timeline.frames[self._shown].state.level)
        self._clock.textContent = said
        self._line.setAttribute("aria-valuetext", said)
        self._toggle.textContent = (words.PAUSE if state == PLAYING else words.PLAY)()
        if (seconds := self._player.due(now)) is not None:
            self._timer.start(seconds)

    def _show(self, *, news: bool) -> None:
        frames = self._player.timeline.frames
        self._shown = self._player.timeline.frame(self._player.at(time.monotonic()))
        self._table.show(frames[self._shown], news=news, open_hands=self._open.checked)

    def _mark(self, at: float, kind: str, level: int) -> Any:
        mark = new_element("i", kind)
        mark.dataset.level = str(level)
        mark.style.setProperty("left", f"{100 * at / self._player.timeline.seconds:.2f}%")
        return mark
