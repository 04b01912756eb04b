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
    """A teammate to choose: its name at the table, a line about it, and what sets it apart."""

    name: str
    line: str
    traits: Traits


CHARACTERS: Mapping[str, Character] = MappingProxyType(
    {
        one.name: one
        for one in (
            Character("Ada", "Steady. Finds your tempo and keeps it.", Traits(noise=0.02)),
            Character(
                "Ben",
                "Eager. Rather a moment too soon.",
                Traits(haste=0.90, noise=0.04, hand=(0.1, 0.4)),
            ),
            Character(
                "Cleo",
                "Dreamy. Takes her time, and you may have to wait.",
                Traits(haste=1.12, noise=0.07, hand=(0.8, 1.8)),
            ),
            Character("Dov", "Breathes. Never waits quite the same twice.", Traits(noise=0.05)),
            Character(
                "Edda",
                "Fond of stars. Raises her hand at the least doubt.",
                Traits(noise=0.03, star_risk=0.3),
            ),
            Character(
                "Finn",
                "Stubborn. Comes round to your tempo, but slowly.",
                Traits(noise=0.03, pace=0.05),
            ),
            Character(
                "Gus",
                "A clock. Keeps his own tempo: you do the learning.",
                Traits(noise=0.01, pace=0.0),
            ),
        )
    }
)
"""All characters by name, the one that is best in step first."""

DEFAULT = "Ada"
"""Who sits down when nobody chooses: the character best in step."""

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
