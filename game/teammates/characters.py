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
"""The teammates at a first table: two that adapt to every player's tempo from the start."""

SHY = 2.5
"""Factor on the risk at which teammates propose a star to a newcomer, whose unknown tempo makes every card risky.

With 300 simulated newcomers, a third of the first tables have a proposal. With 1, it was 94 %, and 2.6 proposals each.
"""


def for_newcomers(character: Character) -> Character:
    """Return `character` as it plays at a first table: in the same tempo, but with fewer proposals of stars."""
    return replace(character, traits=replace(character.traits, star_risk=SHY * character.traits.star_risk))


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
