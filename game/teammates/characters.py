"""Who sits down with you: named teammates, each a few lines of data over the same mind."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from game.core import Seat
from game.teammates.memory import Memory
from game.teammates.mind import Mind, Traits


@dataclass(frozen=True, slots=True)
class Character:
    """A teammate to choose: its name at the table, and what sets it apart."""

    name: str
    traits: Traits


CHARACTERS: Mapping[str, Character] = MappingProxyType(
    {
        one.name: one
        for one in (
            Character("Ada", Traits(noise=0.02)),  # steady: finds your tempo and keeps it
            Character("Ben", Traits(haste=0.90, noise=0.04, hand=(0.1, 0.4))),  # eager: rather a moment too soon
            Character("Cleo", Traits(haste=1.12, noise=0.07, hand=(0.8, 1.8))),  # dreamy: you may have to wait
            Character("Dov", Traits(noise=0.05)),  # breathes: never waits quite the same twice
            Character("Edda", Traits(noise=0.03, star_risk=0.3)),  # fond of stars: a hand up at the least doubt
            Character("Finn", Traits(noise=0.03, pace=0.05)),  # stubborn: comes round to your tempo, but slowly
            Character("Gus", Traits(noise=0.01, pace=0.0)),  # a clock: keeps his own tempo, you do the learning
        )
    }
)
"""All characters by name, the one that is best in step first."""

DEFAULT = "Ada"
"""Who sits down when nobody chooses: the character best in step."""

FOR_NEWCOMERS = "Ada", "Dov"
"""Who sits down at a first table: two who follow everybody's tempo at once."""

NAMES = ("Ada", "Iris", "Juno", "Kit", "Lena", "Milo", "Nora")
"""Seat names for a table where all teammates are of one character."""


def teammate(
    character: Character,
    dice: Random,
    remembered: Mapping[Seat, Memory] | None = None,
    people: Collection[Seat] = (0,),
) -> Mind:
    """`character` ready to sit down with `people`, of whom it may remember the tempo.

    `dice` must not come from the deal's seed.
    """
    priors = {seat: memory.prior for seat, memory in (remembered or {}).items()}
    return Mind(character.traits, dice, people, priors)
