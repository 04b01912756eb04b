"""By which way two pages reach each other, and how often they say by it that they are there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Pace:
    """What a way can bear; all in seconds.

    The first `first_beats` heartbeats come every `first_beat`, all others every `beat`. After
    `silence` without a word a page counts as vanished. A press is waited for at most `wait`.
    """

    first_beats: int
    first_beat: float
    beat: float
    silence: float
    wait: float


QUICK = Pace(first_beats=10, first_beat=0.1, beat=0.5, silence=2.5, wait=0.25)
THRIFTY = Pace(first_beats=4, first_beat=1.0, beat=5.0, silence=12.0, wait=1.5)


class Way(Enum):
    """A line from page to page, one that a TURN server passes on, or messages over the relays."""

    DIRECT = "direct"
    TURN = "turn"
    RELAY = "relay"

    @property
    def pace(self) -> Pace:
        """What this way can bear."""
        return THRIFTY if self is Way.RELAY else QUICK
