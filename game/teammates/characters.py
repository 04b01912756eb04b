"""The named teammates to choose from: each is a set of parameters for the same decision code."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from game.core import Seat
from game.teammates.memory import Memory
from game.teammates.mind import Mind, Traits


@dataclass(frozen=True, slots=True)
class Character:
    """A teammate that a player can choose: its name at the table and its parameters."""

    name: str
    traits: Traits


CHARACTERS: Mapping[str, Character] = MappingProxyType(
    {
        one.name: one
        for one in (
            Character("Ada", Traits(noise=0.02)),  # steady: finds your tempo and keeps it
            Character("Ben", Traits(haste=0.90, noise=0.04, hand=(0.1, 0.4))),  # eager: often a moment too early
            Character("Cleo", Traits(haste=1.12, noise=0.07, hand=(0.8, 1.8))),  # dreamy: you may have to wait
            Character("Dov", Traits(noise=0.05)),  # varied: never waits exactly the same time twice
            Character("Edda", Traits(noise=0.03, star_risk=0.3)),  # fond of stars: raises a hand at the least doubt
            Character("Finn", Traits(noise=0.03, pace=0.05)),  # stubborn: adapts to your tempo, but slowly
            Character("Gus", Traits(noise=0.01, pace=0.0)),  # a clock: keeps his own tempo, so you have to adapt
        )
    }
)
"""All characters by name; the one that keeps best in step is first."""

DEFAULT = "Ada"
"""The character that plays by default: the one that keeps best in step."""

FOR_NEWCOMERS = "Ada", "Dov"
"""The teammates at a first table."""

BRISK = 0.65
"""Factor on the waits of teammates at a first table, which keep their own tempo there.

Newcomers follow it. If the teammates followed a newcomer who hesitates, both would slow down: with 300 simulated
newcomers, the longest wait for a teammate is over 58 s in a tenth of the lessons, and over 19 s with this factor.
"""

SHY = 3.0
"""Factor on the risk at which teammates propose a star to a newcomer, whose unknown tempo makes every card risky.

With 300 simulated newcomers, half of the first tables have a proposal. With 1, it is 97 %, and 1.8 proposals each.
"""


def for_newcomers(character: Character) -> Character:
    """Return `character` as it plays at a first table: in a brisk tempo of its own, with fewer proposals of stars."""
    own = character.traits
    brisk = replace(own, pace=0.0, haste=BRISK * own.haste, star_risk=SHY * own.star_risk)
    return replace(character, traits=brisk)


NAMES = ("Ada", "Iris", "Juno", "Kit", "Lena", "Milo", "Nora")
"""Seat names for a table where all teammates have the same character."""


def teammate(
    character: Character,
    dice: Random,
    remembered: Mapping[Seat, Memory] | None = None,
    people: Collection[Seat] = (0,),
) -> Mind:
    """Return a teammate with `character` for a table with `people`, whose tempos it may remember.

    `dice` must not be derived from the deal's seed.
    """
    priors = {seat: memory.prior for seat, memory in (remembered or {}).items()}
    return Mind(character.traits, dice, people, priors)
