"""By which way two pages reach each other, and what that way can bear: all that depends on it stands here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Pace:
    """What a way can bear; all in seconds but the number `first_beats`.

    The first `first_beats` heartbeats, which set the clock, come every `first_beat`, all others
    every `beat`, those to different pages `apart` so that none waits for another. Whoever has
    not come in is offered a seat every `offer`; a host is called for every `call`. Whoever is
    asked has answered after `answer`, and a page that is well is heard at least every `grace`;
    after `silence` without a word it counts as vanished. A press is waited for at most `wait`,
    and `slack` longer than any message has taken of late, for one that takes longer.
    """

    first_beats: int
    first_beat: float
    beat: float
    apart: float
    offer: float
    call: float
    answer: float
    grace: float
    silence: float
    wait: float
    slack: float


QUICK = Pace(
    first_beats=10,
    first_beat=0.1,
    beat=0.5,
    apart=0.0,
    offer=1.0,
    call=0.5,
    answer=1.0,
    grace=1.5,
    silence=2.5,
    wait=0.25,
    slack=0.01,
)
THRIFTY = Pace(
    first_beats=4,
    first_beat=1.0,
    beat=5.0,
    apart=0.4,
    offer=5.0,
    call=5.0,
    answer=2.5,
    grace=7.0,
    silence=12.0,
    wait=1.5,
    slack=0.5,  # a third of a second until the page may speak again, and what relays differ by
)


class Way(Enum):
    """A line from page to page, one that a TURN server passes on, or messages over the relays."""

    DIRECT = "direct"
    TURN = "turn"
    RELAY = "relay"

    @property
    def pace(self) -> Pace:
        """What this way can bear."""
        return THRIFTY if self is Way.RELAY else QUICK


LONGEST_WAIT = max(way.pace.wait for way in Way)
"""Seconds after which no press, by whatever way, is waited for."""
