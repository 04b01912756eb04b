"""What a teammate remembers of a person's tempo from one game to the next, as JSON text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from math import exp, isfinite, log

from game.core.plain import read_json
from game.teammates.tempo import Belief, Prior

FORMAT = 1

OVERNIGHT = 0.10
"""By how much, as a share, a person's tempo may differ from one game to the next."""

NOISE_PLAYS = 20.0
"""How many plays a remembered noise is worth at most."""


class MemoryFault(Enum):
    """What is wrong with a text that should hold a memory."""

    NOT_JSON = "not JSON"
    VERSION = "of another version"
    DAMAGED = "damaged"


class BadMemory(ValueError):
    """A text that holds no memory that can be used; `fault` says why."""

    def __init__(self, fault: MemoryFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Memory:
    """A person's tempo: `seconds` a number over a gap of ten and the share it may be wrong by.

    `exponent` and `exponent_spread` say how waits grow with the gap, `noise` is the share
    by which single waits stray, `plays` how many cards all this was learned from.
    """

    seconds: float
    spread: float
    exponent: float
    exponent_spread: float
    noise: float
    plays: int

    @property
    def prior(self) -> Prior:
        """What to believe at the start of the next game."""
        return Prior(
            level=log(10 * self.seconds),
            spread=(self.spread**2 + OVERNIGHT**2) ** 0.5,
            exponent=self.exponent,
            exponent_spread=max(self.exponent_spread, 0.03),
            noise=self.noise,
            noise_plays=min(NOISE_PLAYS, 6.0 + self.plays),
        )

    @property
    def belief(self) -> Belief:
        """The same as a person can be told of it."""
        return Belief(self.seconds, self.spread, self.exponent, self.noise, self.plays)

    def to_json(self) -> str:
        """The memory as JSON text that `from_json` reads back."""
        return json.dumps(
            {
                "format": FORMAT,
                "seconds": self.seconds,
                "spread": self.spread,
                "exponent": self.exponent,
                "exponent_spread": self.exponent_spread,
                "noise": self.noise,
                "plays": self.plays,
            }
        )


def remember(posterior: Prior, plays: int) -> Memory:
    """What is worth keeping of what was learned from `plays` cards."""
    return Memory(
        seconds=exp(posterior.level) / 10,
        spread=posterior.spread,
        exponent=posterior.exponent,
        exponent_spread=posterior.exponent_spread,
        noise=posterior.noise,
        plays=plays,
    )


def from_json(text: str) -> Memory:
    """The memory that `text` holds. Raises BadMemory."""
    try:
        found = read_json(text)
    except (ValueError, RecursionError) as error:
        raise BadMemory(MemoryFault.NOT_JSON) from error
    match found:
        case {
            "format": 1,
            "seconds": int() | float() as seconds,
            "spread": int() | float() as spread,
            "exponent": int() | float() as exponent,
            "exponent_spread": int() | float() as exponent_spread,
            "noise": int() | float() as noise,
            "plays": int(plays),
        } if (
            len(found) == 7
            and not any(isinstance(value, bool) for value in found.values())
            and _within(seconds, 0.02, 20)
            and _within(spread, 0, 2)
            and _within(exponent, 0, 3)
            and _within(exponent_spread, 0, 1)
            and _within(noise, 0.01, 1)
            and 0 <= plays <= 10**9
        ):
            return Memory(seconds, spread, exponent, exponent_spread, noise, plays)
        case {"format": int(other)} if other != FORMAT:
            raise BadMemory(MemoryFault.VERSION)
    raise BadMemory(MemoryFault.DAMAGED)


def _within(value: float, least: float, most: float) -> bool:
    return isfinite(value) and least <= value <= most
