"""The estimate of a person's tempo, stored from one game to the next as JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from math import log
from typing import Any

from game.core.safe_json import read_json
from game.teammates.prior import ANYBODY, BOUNDS, NEWCOMER, PRACTISED, Habit, Habits, Kind, Prior
from game.teammates.tempo import Belief, Tempo

FORMAT = 2

OVERNIGHT = 0.10
"""Relative standard deviation by which a person's tempo may change from one game to the next."""

LEAST_SPREAD = 0.03
"""Least standard deviation of each habit in a stored estimate."""

NOISE_PLAYS = 20.0
"""Largest weight of a stored noise estimate, in plays (effective sample size)."""

LEAST_CHANCE = 0.05
"""Least probability of a kind in a prior, so that neither kind is ever ruled out."""


class MemoryFault(Enum):
    """Why a text is not a usable memory."""

    NOT_JSON = "not JSON"
    VERSION = "of another version"
    DAMAGED = "damaged"


class BadMemory(ValueError):
    """Raised for a text that is not a usable memory; `fault` is the reason."""

    def __init__(self, fault: MemoryFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Memory:
    """The estimate after `plays` cards of a person: per kind, practised and newcomer, with its probability."""

    kinds: Prior
    plays: int

    @property
    def prior(self) -> Prior:
        """The prior for the next game: the stored estimate with a larger variance."""
        return tuple(_after_a_night(kind) for kind in self.kinds)

    @property
    def belief(self) -> Belief:
        """A summary of the estimate, for display."""
        return Tempo(self.kinds).belief._replace(plays=self.plays)

    def to_json(self) -> str:
        """Return the memory as JSON text that `from_json` reads."""
        return json.dumps({"format": FORMAT, "plays": self.plays, "kinds": [_plain(kind) for kind in self.kinds]})


def _after_a_night(kind: Kind) -> Kind:
    """Return `kind` with a larger uncertainty of each parameter."""
    habits = Habits(*(Habit(habit.value, max(habit.spread, LEAST_SPREAD)) for habit in kind.habits))
    level = Habit(habits.level.value, (habits.level.spread**2 + OVERNIGHT**2) ** 0.5)
    return replace(
        kind,
        chance=LEAST_CHANCE + (1 - len(ANYBODY) * LEAST_CHANCE) * kind.chance,
        habits=habits._replace(level=level),
        noise_plays=min(kind.noise_plays, NOISE_PLAYS),
    )


def _plain(kind: Kind) -> dict[str, Any]:
    return {
        "chance": kind.chance,
        "habits": kind.habits._asdict(),
        "noise": kind.noise,
        "noise_plays": kind.noise_plays,
    }


def from_json(text: str) -> Memory:
    """Return the memory in `text`. Raises BadMemory."""
    try:
        found = read_json(text)
    except (ValueError, RecursionError) as error:
        raise BadMemory(MemoryFault.NOT_JSON) from error
    match found:
        case {"format": 2, "plays": int(plays), "kinds": [*kinds]} if (
            len(found) == 3 and len(kinds) == len(ANYBODY) and _is_count(plays)
        ):
            memory = Memory(tuple(map(_kind, kinds, ANYBODY)), plays)
            if abs(sum(kind.chance for kind in memory.kinds) - 1) < 0.01:
                return memory
        case {"format": 1}:
            return _of_format_1(found)
        case {"format": int(other)} if other != FORMAT:
            raise BadMemory(MemoryFault.VERSION)
    raise BadMemory(MemoryFault.DAMAGED)


def _kind(found: Any, usual: Kind) -> Kind:
    """Return the kind that `_plain` wrote; `usual` is the kind's prior. Raises BadMemory."""
    match found:
        case {"chance": chance, "habits": {**habits}, "noise": noise, "noise_plays": noise_plays} if (
            len(found) == 4
            and habits.keys() == {*Habits._fields}
            and _within(chance, 0, 1)
            and _within(noise, 0.01, 2)
            and _within(noise_plays, 1, 1e9)
        ):
            known = (_habit(habits[name], *bounds) for name, bounds in zip(Habits._fields, BOUNDS, strict=True))
            return Kind(chance, Habits(*known), noise, noise_plays, usual.heavy_tails)
    raise BadMemory(MemoryFault.DAMAGED)


def _habit(found: Any, least: float, most: float) -> Habit:
    match found:
        case [value, spread] if _within(value, least, most) and _within(spread, 0, 2):
            return Habit(value, spread)
    raise BadMemory(MemoryFault.DAMAGED)


def _of_format_1(found: Mapping[str, Any]) -> Memory:
    """Return the memory of format 1, which had one kind of people and only the gap as a habit. Raises BadMemory."""
    match found:
        case {
            "seconds": seconds,
            "spread": spread,
            "exponent": exponent,
            "exponent_spread": exponent_spread,
            "noise": noise,
            "plays": int(plays),
        } if (
            len(found) == 7
            and _within(seconds, 0.02, 20)
            and _within(spread, 0, 2)
            and _within(exponent, 0, 3)
            and _within(exponent_spread, 0, 1)
            and _within(noise, 0.01, 1)
            and _is_count(plays)
        ):
            level = Habit(log(10 * seconds), spread)
            steady = PRACTISED.habits._replace(level=level, exponent=Habit(exponent, exponent_spread))
            new = NEWCOMER.habits._replace(level=level)
            practised = replace(PRACTISED, habits=steady, noise=noise)
            return Memory((practised, replace(NEWCOMER, habits=new, follows=False)), plays)
    raise BadMemory(MemoryFault.DAMAGED)


def _is_count(value: Any) -> bool:
    return _within(value, 0, 1e9)


def _within(value: Any, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
