"""Sound effects and vibration for game events. Both are off until a person turns them on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import js
from js import document, navigator
from pyodide.ffi import JsException, to_js

from game.browser.page.dom import listen
from game.browser.page.tasks import soon
from game.browser.table.event_effects import kinds
from game.core import Event

# Each tone is (frequency in hertz, delay in seconds, duration in seconds).
TONES = {
    "card": ((392.0, 0.0, 0.12),),
    "start": ((293.7, 0.0, 0.18), (440.0, 0.08, 0.3)),
    "photo": ((784.0, 0.0, 0.07), (784.0, 0.09, 0.14)),
    "star": ((659.3, 0.0, 0.3), (880.0, 0.1, 0.4), (1318.5, 0.2, 0.5)),
    "error": ((155.6, 0.0, 0.35), (146.8, 0.12, 0.5)),
    "turned": ((261.6, 0.0, 0.09), (293.7, 0.12, 0.09), (329.6, 0.24, 0.09), (392.0, 0.36, 0.3)),
    "level": ((392.0, 0.0, 0.25), (493.9, 0.12, 0.25), (587.3, 0.24, 0.5)),
    "won": ((392.0, 0.0, 0.3), (493.9, 0.12, 0.3), (587.3, 0.24, 0.3), (784.0, 0.36, 0.7)),
    "lost": ((220.0, 0.0, 0.4), (185.0, 0.2, 0.4), (146.8, 0.4, 0.7)),
}

PULSES = {
    "card": (12,),
    "start": (18,),
    "photo": (14, 50, 14),
    "star": (20, 40, 20, 40, 20),
    "error": (70, 50, 70),
    "turned": (10, 60, 10, 60, 10),
    "level": (30,),
    "won": (30, 60, 30, 60, 120),
    "lost": (200,),
}
"""Vibration patterns in milliseconds: on, off, on and so on."""

RUNNING = "running"


class Sound:
    """Sound effects and vibration for events, each while it is turned on.

    Browsers allow sound only after a press. Some suspend it again after a call or some time in the background.
    """

    def __init__(self) -> None:
        self._on = False
        self._vibrates = False
        self._hushed = False
        self._context: Any = None
        self._waking = False
        self._listening: list[Callable[[], None]] = []

    def turn(self, *, on: bool, vibrates: bool) -> None:
        """Turn sound and vibration on or off."""
        self._on, self._vibrates = on, vibrates and can_vibrate()
        if on and not self._listening:  # a silent page needs no listener for presses
            self._listening = [listen(document, kind, lambda _: self._wake()) for kind in ("click", "keydown")]
        self._wake()

    def hush(self, hushed: bool) -> None:
        """Mute the sound while another device plays it, or unmute it."""
        self._hushed = hushed

    def play(self, events: Iterable[Event]) -> None:
        """Play the most important of `events`, as sound and vibration."""
        kind = next(iter(kinds(events)), None)
        if kind is None:
            return
        if self._vibrates:
            navigator.vibrate(to_js(PULSES[kind]))
        if self._on and not self._hushed and self._context is not None and self._context.state == RUNNING:
            self._sound(kind)

    def _wake(self) -> None:
        if not self._on or (self._context is not None and self._context.state == RUNNING):
            return
        if self._waking and self._context is not None:  # resuming failed: iOS sometimes needs a new context
            self._context.close()
            self._context = None
        if self._context is None:
            self._context = js.AudioContext.new()
        self._waking = True
        soon(self._woken(self._context.resume()))  # start at once: browsers require it during the press

    async def _woken(self, resumed: Any) -> None:
        try:
            await resumed
            self._waking = False
        except JsException:
            pass  # the next press tries another context

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


def can_vibrate() -> bool:
    """Whether this browser supports vibration."""
    return hasattr(navigator, "vibrate")
