"""Sound effects and vibration for game events. Both are off until a person turns them on.

Cards are short bursts of filtered noise, all else is tones. Nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import uniform
from typing import Any

import js
from js import document, navigator
from pyodide.ffi import to_js

from game.browser.page.dom import listen
from game.browser.page.features import REFUSED, feature
from game.browser.page.tasks import soon
from game.core import Event, LevelCompleted, Played, Seat

# Each tone is (frequency in hertz, delay in seconds, duration in seconds).
TONES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "card": (),
    "start": ((293.7, 0.0, 0.18), (440.0, 0.08, 0.3)),
    "photo": ((784.0, 0.0, 0.07), (784.0, 0.09, 0.14)),
    "star": ((659.3, 0.0, 0.3), (880.0, 0.1, 0.4), (1318.5, 0.2, 0.5)),
    "error": ((155.6, 0.0, 0.35), (146.8, 0.12, 0.5)),
    "turned": ((261.6, 0.0, 0.09), (293.7, 0.12, 0.09), (329.6, 0.24, 0.09), (392.0, 0.36, 0.3)),
    "level": ((392.0, 0.0, 0.25), (493.9, 0.12, 0.25), (587.3, 0.24, 0.5)),
    "won": ((392.0, 0.0, 0.3), (493.9, 0.12, 0.3), (587.3, 0.24, 0.3), (784.0, 0.36, 0.7)),
    "lost": ((220.0, 0.0, 0.4), (185.0, 0.2, 0.4), (146.8, 0.4, 0.7)),
}

# Each burst is (first and last frequency in hertz, delay, rise and whole duration in seconds, volume).
BURSTS = {
    "laid": ((2600.0, 900.0, 0.0, 0.004, 0.07, 0.5), (260.0, 150.0, 0.015, 0.006, 0.11, 0.7)),
    "slid": ((1300.0, 2800.0, 0.0, 0.09, 0.2, 0.22), (240.0, 160.0, 0.17, 0.006, 0.09, 0.4)),
    "gathered": (
        (1500.0, 2600.0, 0.0, 0.06, 0.16, 0.2),
        (1300.0, 2300.0, 0.11, 0.06, 0.16, 0.2),
        (1700.0, 900.0, 0.24, 0.05, 0.24, 0.26),
        (300.0, 160.0, 0.42, 0.006, 0.1, 0.5),
    ),
}
"""Cards: laid by this person, slid to the pile by another, and gathered at the end of a level."""

NOISE = 8000
"""Samples of noise, about a sixth of a second, which is repeated. Making more would be felt."""

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

    Browsers allow sound only after a press. Some suspend it again after a call or some time in the background. Others
    have none, which `is_available` tells. `turned` is called after the sound was turned on or off. `choose` changes the
    setting.
    """

    def __init__(self) -> None:
        self.is_available = feature(js.window, "AudioContext") is not None
        self.turned: Callable[[], None] = lambda: None
        self.choose: Callable[[bool], None] = lambda on: self.turn(on=on, vibrates=self._vibrates)
        self._on = False
        self._vibrates = False
        self._hushed = False
        self._context: Any = None
        self._noise: Any = None
        self._waking = False
        self._listening: list[Callable[[], None]] = []

    def turn(self, *, on: bool, vibrates: bool) -> None:
        """Turn sound and vibration on or off."""
        self._on, self._vibrates = on, vibrates and can_vibrate()
        if on and not self._listening:  # a silent page needs no listener for presses
            self._listening = [listen(document, kind, lambda _: self._wake()) for kind in ("click", "keydown")]
        self._wake()
        self.turned()

    @property
    def is_on(self) -> bool:
        """Whether sound is turned on, and the browser has it."""
        return self._on and self.is_available

    def hush(self, hushed: bool) -> None:
        """Mute the sound while another device plays it, or unmute it."""
        self._hushed = hushed

    def play(self, kind: str, events: Iterable[Event], me: Seat | None) -> None:
        """Play the `kind` of the most important event, as sound and vibration, and the cards of all `events`.

        The person is at `me`.
        """
        if self._vibrates:
            _vibrate(kind)
        if self._on and not self._hushed and self._noise is not None and self._context.state == RUNNING:
            self._sound(kind)
            for name in _of_cards(events, me):
                self._rustle(name)

    def _wake(self) -> None:
        if not self._on or (self._context is not None and self._context.state == RUNNING):
            return
        if self._waking and self._context is not None:  # resuming failed: iOS sometimes needs a new context
            soon(_closed(self._context))
            self._context = None
        try:
            if self._context is None:
                self._context = js.AudioContext.new()
            resumed = self._context.resume()  # during the press, as browsers require
        except REFUSED:
            self.is_available = False
            return
        self._waking = True
        soon(self._woken(resumed))

    async def _woken(self, resumed: Any) -> None:
        try:
            await resumed
            self._waking = False
            if self._noise is None:
                self._noise = _noise(self._context)
        except REFUSED:
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

    def _rustle(self, name: str) -> None:
        context, now = self._context, self._context.currentTime
        for first, last, after, rise, long, loud in BURSTS[name]:
            start, silence = now + after, loud / 1000
            source, band, volume = context.createBufferSource(), context.createBiquadFilter(), context.createGain()
            source.buffer, source.loop = self._noise, True
            band.type = "bandpass"
            band.frequency.setValueAtTime(first, start)
            band.frequency.exponentialRampToValueAtTime(last, start + long)
            volume.gain.value = silence
            volume.gain.setValueAtTime(silence, start)
            volume.gain.exponentialRampToValueAtTime(loud, start + rise)
            volume.gain.exponentialRampToValueAtTime(silence, start + long)
            source.connect(band).connect(volume).connect(context.destination)
            source.start(start)
            source.stop(start + long)


def _of_cards(events: Iterable[Event], me: Seat | None) -> list[str]:
    """Return the sounds of cards in `events`, each once."""
    played = {event.seat == me for event in events if isinstance(event, Played)}
    gathered = any(isinstance(event, LevelCompleted) for event in events)
    return ["laid"] * (True in played) + ["slid"] * (False in played) + ["gathered"] * gathered


async def _closed(context: Any) -> None:
    try:
        await context.close()
    except REFUSED:
        pass  # it is closed already


def _noise(context: Any) -> Any:
    """Return white noise."""
    buffer = context.createBuffer(1, NOISE, context.sampleRate)
    buffer.copyToChannel(js.Float32Array.new(to_js([uniform(-1, 1) for _ in range(NOISE)])), 0)
    return buffer


def can_vibrate() -> bool:
    """Whether this browser supports vibration."""
    return feature(navigator, "vibrate") is not None


def _vibrate(kind: str) -> None:
    try:
        navigator.vibrate(to_js(PULSES[kind]))
    except REFUSED:
        pass
