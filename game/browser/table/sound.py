"""Sound and vibration for game events. Both are on unless a person turns them off. Nothing is downloaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import js
from js import document, navigator
from pyodide.ffi import to_js

from game.browser.page import storage
from game.browser.page.dom import listen
from game.browser.page.features import REFUSED, feature
from game.browser.page.tasks import Timer, soon
from game.browser.table.recipes import IDLE, Sounding, Voice, sound_of
from game.browser.table.seats import place
from game.core import Event, Played, Seat

PULSES = {
    "card": (12,),
    "photo": (12,),
    "start": (20,),
    "error": (60, 40, 90),
    "star": (15, 40, 15, 40, 30),
    "level": (20, 60, 20),
    "won": (30, 70, 30, 70, 80),
    "lost": (120,),
}
"""Vibration patterns in milliseconds: on, off, on and so on. During play, only an own card vibrates."""

LOUD, CUT = 0.5, 0.02
"""The volume of all sounds, and how fast one fades, in seconds, when the next begins."""

BYTES = 65536
"""The most random bytes at once. As samples of noise, more than a second."""

RUNNING = "running"

TOLD = "sound-told"
"""The storage key for whether the table has shown this person that sound is on."""


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
        self._out: Any = None
        self._last: tuple[str, float, Any] = "", 0.0, None
        self._waking = self._resting = False
        self._rest = Timer(self._go_to_rest)
        self._listening: list[Callable[[], None]] = []

    def turn(self, *, on: bool, vibrates: bool) -> None:
        """Turn sound and vibration on or off."""
        self._on, self._vibrates = on, vibrates and can_vibrate()
        if on and not self._listening:  # a silent page needs no listener for presses
            self._listening = [listen(document, kind, lambda _: self._wake()) for kind in ("click", "keydown")]
        if on and _was_pressed():
            self._wake()
        elif not on:
            self._fade()
        self.turned()

    def is_new(self) -> bool:
        """Whether the caller has to show that sound is on: once in each browser. Stores that it was shown."""
        if not self.is_on or storage.read(TOLD) is not None:
            return False
        storage.write(TOLD, "yes")
        return True

    @property
    def is_on(self) -> bool:
        """Whether sound is turned on, and the browser has it."""
        return self._on and self.is_available

    def hush(self, hushed: bool) -> None:
        """Mute the sound while another device plays it, or unmute it."""
        self._hushed = hushed

    def play(self, kind: str, events: Sequence[Event], me: Seat | None, seats: int = 0) -> None:
        """Play the `kind` of the most important event, as sound and vibration, and the cards of all `events`.

        The person is at `me`, at a table of `seats`.
        """
        if self._vibrates:
            _vibrate(kind, events, me)
        if not self._on or self._hushed or self._out is None:
            return
        sound, pan = sound_of(kind, events), _pan(events, me, seats)
        if self._resting:
            soon(self._rise(kind, sound, pan))
        elif self._context.state == RUNNING:
            self._sound(kind, sound, pan)

    def _go_to_rest(self) -> None:
        """Suspend the output in silence."""
        if self._context is not None and self._context.state == RUNNING:
            self._resting = True
            soon(_quietly(self._context.suspend()))

    async def _rise(self, kind: str, sound: Sounding, pan: float) -> None:
        """Resume the output, and play `sound`. If the browser refuses, the next press wakes it."""
        await _quietly(self._context.resume())
        self._resting = False
        if self._context is not None and self._context.state == RUNNING:
            self._sound(kind, sound, pan)

    def _wake(self) -> None:
        if not self._on or self._resting or (self._context is not None and self._context.state == RUNNING):
            return
        if self._waking and self._context is not None:  # resuming failed: iOS sometimes needs a new context
            soon(_quietly(self._context.close()))
            self._context = self._out = None
            self._last = "", 0.0, None
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
        with suppress(*REFUSED):  # if it is refused, the next press tries another context
            await resumed
            self._waking = False
            self._noise = self._noise or _noise(self._context)
            self._out = self._out or _output(self._context)

    def _sound(self, kind: str, voices: Sounding, pan: float) -> None:
        """Play `voices`. What still sounds fades, so that there are never two sounds at once."""
        context, now = self._context, self._context.currentTime
        last, ends, _ = self._last
        if kind == last == "hush" and now < ends:
            return
        self._fade()
        volume, panner = context.createGain(), context.createStereoPanner()
        panner.pan.value = pan
        volume.connect(panner).connect(self._out)
        for voice in voices:
            self._start(voice, now + voice.after, volume)
        lasts = max(voice.lasts for voice in voices)
        self._last = kind, now + lasts, volume
        self._rest.start(lasts + IDLE)

    def _fade(self) -> None:
        """Let what still sounds fade."""
        _, ends, volume = self._last
        if volume is not None and (now := self._context.currentTime) < ends:
            volume.gain.setTargetAtTime(0, now, CUT)

    def _start(self, voice: Voice, at: float, out: Any) -> None:
        context = self._context
        volume, gain = context.createGain(), voice.gain
        if voice.band:
            source, pitched = context.createBufferSource(), context.createBiquadFilter()
            source.buffer, source.loop = self._noise, True
            pitched.type, pitched.Q.value = voice.band, voice.q
            gain /= 128  # the samples are bytes
            source.connect(pitched).connect(volume)
        else:
            source = pitched = context.createOscillator()
            source.type = voice.wave
            source.connect(volume)
        pitched.frequency.setValueAtTime(voice.hertz, at)
        if voice.glide:
            pitched.frequency.exponentialRampToValueAtTime(voice.last, at + voice.glide)
        volume.gain.value = 0  # also for the sample that may precede `at`
        volume.gain.setValueAtTime(0, at)
        volume.gain.linearRampToValueAtTime(gain, at + voice.rise)
        volume.gain.setTargetAtTime(0, at + voice.rise, voice.fade)
        volume.connect(out)
        source.start(at)
        source.stop(at + voice.lasts - voice.after)


def _pan(events: Sequence[Event], me: Seat | None, seats: int) -> float:
    """Return where the card that was played comes from: from -0.5, left, to 0.5."""
    by = next((event.seat for event in events if isinstance(event, Played)), me)
    return 0.0 if by is None or not seats else place(by, me, seats)[0] / 2


def _was_pressed() -> bool:
    """Whether somebody has used this page, so that it may make sounds."""
    return bool(getattr(feature(navigator, "userActivation"), "hasBeenActive", False))


async def _quietly(changed: Any) -> None:
    """Await a change of an output, which may be closed already."""
    with suppress(*REFUSED):
        await changed


def _noise(context: Any) -> Any:
    """Return white noise, whose samples are bytes."""
    buffer = context.createBuffer(1, BYTES, context.sampleRate)
    buffer.copyToChannel(js.Float32Array.new(js.crypto.getRandomValues(js.Int8Array.new(BYTES))), 0)
    return buffer


def _output(context: Any) -> Any:
    """Return a compressor that is connected to the speakers, at a low and even volume."""
    compressor, volume = context.createDynamicsCompressor(), context.createGain()
    compressor.threshold.value, compressor.ratio.value = -18, 4
    volume.gain.value = LOUD
    compressor.connect(volume).connect(context.destination)
    return compressor


def can_vibrate() -> bool:
    """Whether this browser supports vibration."""
    return feature(navigator, "vibrate") is not None


def _vibrate(kind: str, events: Sequence[Event], me: Seat | None) -> None:
    own = any(isinstance(event, Played) and event.seat == me for event in events)
    if kind not in PULSES or (kind in ("card", "photo") and not own):
        return
    with suppress(*REFUSED):
        navigator.vibrate(to_js(PULSES[kind]))
