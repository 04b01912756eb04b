"""What each moment of a game sounds like, as voices for Web Audio. Only public cards have a pitch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from game.core import Event, LevelCompleted, PilesTurned, Played


@dataclass(frozen=True, slots=True)
class Voice:
    """A tone, or noise through the filter `band`, from `hertz` to `last` hertz within `glide` seconds.

    It begins `after` its sound, reaches `gain` within `rise` seconds, and then fades by a factor of e each `fade`
    seconds.
    """

    hertz: float
    gain: float
    fade: float
    after: float = 0.0
    rise: float = 0.008
    last: float = 0.0
    glide: float = 0.0
    wave: str = "sine"
    band: str = ""
    q: float = 0.7

    @property
    def lasts(self) -> float:
        """Seconds until nothing of it can be heard."""
        return self.after + self.rise + 6 * self.fade


Sounding: TypeAlias = tuple[Voice, ...]


def later(sound: Sounding, seconds: float) -> Sounding:
    """Return `sound`, begun some seconds later."""
    return tuple([replace(voice, after=voice.after + seconds) for voice in sound])


def chord(hertz: Iterable[float], gain: float, fade: float, apart: float = 0.0, rise: float = 0.008) -> Sounding:
    """Return sines that begin `apart` from each other."""
    return tuple([Voice(each, gain, fade, number * apart, rise) for number, each in enumerate(hertz)])


def slap(number: int) -> Sounding:
    """Return the sound of a card on the pile: the higher its `number`, the brighter."""
    noise = Voice(900 + 14 * number, 0.9, 0.028, rise=0.002, band="bandpass", q=1.1)
    return noise, Voice(150, 0.25, 0.03, rise=0.002, last=90, glide=0.06)


UNSEEN = 50
"""The number that every card sounds like that is played face down."""

IDLE = 1.0
"""Seconds of silence after which the device's audio output may rest: it costs 1 to 2 % of a processor."""

BETWEEN = 0.09
"""Seconds between cards that are played at once."""

RECIPES: dict[str, Sounding] = {
    "deal": tuple([Voice(2600, 0.3, 0.012, at * 0.045, 0.002, band="bandpass", q=1.1) for at in range(8)]),
    "hush": (Voice(500, 0.25, 0.3, rise=0.8, last=180, glide=1.6, band="lowpass"),),
    "go": (Voice(392, 0.16, 0.5, rise=0.02), Voice(784, 0.05, 0.5, rise=0.02)),
    "photo": chord((784, 784), 0.06, 0.12, 0.09),
    "mistake": (
        Voice(110, 0.55, 0.14, rise=0.004, last=48, glide=0.18),
        Voice(300, 0.5, 0.04, 0.06, rise=0.004, band="lowpass"),
    ),
    "heart": tuple([Voice(each, 0.07, 0.14, wave="triangle") for each in (233, 220)]),
    "star": (
        Voice(3000, 0.1, 0.1, rise=0.8, last=6500, glide=0.9, band="bandpass"),
        *later(chord((784, 1175, 1568), 0.09, 0.9, 0.06), 0.85),
    ),
    "level": chord((262, 392, 523, 659), 0.09, 0.7, 0.07),
    "reward": (Voice(1047, 0.06, 0.4),),
    "win": chord((131, 196, 262, 330, 392), 0.08, 2.2, rise=0.04),
    "loss": tuple([Voice(each, 0.07, 0.8, rise=0.06, last=each * 0.983, glide=1.4) for each in (196, 185)]),
    "crack": tuple([Voice(2000, 0.3, 0.003, at, 0.001, band="highpass") for at in (0.0, 0.03, 0.07, 0.13)]),
    **{f"bead{level}": (Voice(262 * 2 ** (level / 6), 0.07, 0.3),) for level in range(12)},
}
"""The sounds by name. A bead is one level of a game that was won."""

STEPS: dict[str, tuple[tuple[str, float], ...]] = {
    "card": (),
    "start": (("go", 0.0),),
    "error": (("mistake", 0.12), ("heart", 0.62)),
    "level": (("level", 0.35),),
    "won": (("win", 0.5),),
    "lost": (("mistake", 0.12), ("loss", 0.6)),
    "turned": (("crack", 0.0), ("mistake", 0.2)),
}
"""The sounds of a kind of events, and when each begins. Other kinds have the sound of their name."""


def sound_of(kind: str, events: Iterable[Event]) -> Sounding:
    """Return the sound of the `kind` of the most important event, and of all cards in `events`."""
    happened = [*events]
    played = [event for event in happened if isinstance(event, Played)]
    voices = [voice for at, event in enumerate(played) for voice in later(slap(_number(event)), at * BETWEEN)]
    steps = STEPS.get(kind, ((kind, 0.0),))
    if any(isinstance(event, PilesTurned) and not event.lives for event in happened):
        steps = (("reward", 0.0),)
    if any(isinstance(event, LevelCompleted) and event.reward for event in happened):
        steps = (*steps, ("reward", 1.6))
    for name, after in steps:
        voices += later(RECIPES[name], after)
    return tuple(voices)


def _number(event: Played) -> int:
    return UNSEEN if event.face_down or event.card is None else event.card
