"""A few synthesised tones: card, star, error, level. Silent until asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import js
from js import document
from pyodide.ffi import JsException

from game.browser.dom import listen
from game.browser.tasks import soon
from game.core import (
    Event,
    GameLost,
    GameWon,
    LevelCompleted,
    LifeLost,
    Played,
    StarUsed,
)

# Each tone is (hertz, seconds after now, seconds long).
TONES = {
    "card": ((392.0, 0.0, 0.12),),
    "star": ((659.3, 0.0, 0.3), (880.0, 0.1, 0.4), (1318.5, 0.2, 0.5)),
    "error": ((155.6, 0.0, 0.35), (146.8, 0.12, 0.5)),
    "level": ((392.0, 0.0, 0.25), (493.9, 0.12, 0.25), (587.3, 0.24, 0.5)),
}

RUNNING = "running"


class Sound:
    """Plays the tones of events while it is on.

    Browsers let a page sound only after a press, and some silence it again after a call or a while in the background.
    """

    def __init__(self) -> None:
        self._on = False
        self._context: Any = None
        self._waking = False
        self._listening: list[Callable[[], None]] = []

    def turn(self, *, on: bool) -> None:
        """Sound from now on, or not."""
        self._on = on
        if on and not self._listening:  # a page that is silent need not hear every press
            self._listening = [listen(document, kind, lambda _: self._wake()) for kind in ("click", "keydown")]
        self._wake()

    def play(self, events: Iterable[Event]) -> None:
        """Sound the weightiest of `events`."""
        if not self._on or self._context is None or self._context.state != RUNNING:
            return
        heard = {name for event in events if (name := _tone(event))}
        for name in ("error", "level", "star", "card"):
            if name in heard:
                self._sound(name)
                return

    def _wake(self) -> None:
        if not self._on or (self._context is not None and self._context.state == RUNNING):
            return
        if self._waking and self._context is not None:  # it does not come: iOS sometimes wants a new one
            self._context.close()
            self._context = None
        if self._context is None:
            self._context = js.AudioContext.new()
        self._waking = True
        soon(self._woken(self._context.resume()))  # begun at once: it must be within the press

    async def _woken(self, resumed: Any) -> None:
        try:
            await resumed
            self._waking = False
        except JsException:
            pass  # the next press tries with another context

    def _sound(self, name: str) -> None:
        now = self._context.currentTime
        for hertz, after, long in TONES[name]:
            source, volume = self._context.createOscillator(), self._context.createGain()
            source.type = "triangle"
            source.frequency.value = hertz
            volume.gain.setValueAtTime(0.0001, now + after)
            volume.gain.exponentialRampToValueAtTime(0.18, now + after + 0.01)
            volume.gain.exponentialRampToValueAtTime(0.0001, now + after + long)
            source.connect(volume).connect(self._context.destination)
            source.start(now + after)
            source.stop(now + after + long)


def _tone(event: Event) -> str | None:
    match event:
        case Played():
            return "card"
        case StarUsed():
            return "star"
        case LifeLost() | GameLost():
            return "error"
        case LevelCompleted() | GameWon():
            return "level"
    return None
