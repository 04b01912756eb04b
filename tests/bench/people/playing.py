"""One game of a person with teammates, in virtual time, under the real rules at the real Table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import log, sqrt
from random import Random
from types import MappingProxyType

from game.core import Card, Phase, Variant, View
from game.table import Table
from game.teammates.characters import CHARACTERS, DEFAULT
from game.teammates.mind import Mind, Traits
from game.teammates.tempo import REACTION, Tempo
from tests.bench.people import Chair, Kind, Person

BEST = CHARACTERS[DEFAULT].traits


class Told:
    """A clock that is told how a person waits; only the noise is left to be learned."""

    def __init__(self, person: Person, learned: Tempo) -> None:
        self._typical = typical(person)
        self._learned = learned
        self.reaction: float = getattr(person, "delta", REACTION)

    def expect(self, gap: int) -> tuple[float, float]:
        seconds = max(self._typical(gap), 0.05) if gap else 0.05
        noise = self._learned.noise**2
        return log(seconds) - noise / 2, sqrt(noise + (0.075 / seconds) ** 2)


def typical(person: Person) -> Callable[[int], float]:
    """The seconds that `person` takes over a gap, beyond its reaction. Raises AttributeError."""
    if callable(told := getattr(person, "typical", None)):
        return lambda gap: float(told(gap))
    if not hasattr(person, "tau"):
        raise AttributeError("the person says neither tau nor typical(gap)")
    return lambda gap: float(person.tau) * gap


class Fixed(Mind):
    """Waits by one tempo for everybody, and learns nothing."""

    TEMPO = 0.67

    def _weigh(self, view: View, card: Card) -> tuple[float, float]:
        gap = card - self.listener.stretches[0].anchor
        return REACTION + self.TEMPO * gap, 0.0


def _oracle(dice: Random, person: Person) -> Mind:
    mind = Mind(replace(BEST, noise=0.0), dice)
    mind.clocks = {0: Told(person, mind.listener.tempos[0])}
    return mind


Policy = Callable[[Random, Person], Mind]


def _of(traits: Traits) -> Policy:
    return lambda dice, person: Mind(traits, dice)


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "fixed tempo": lambda dice, person: Fixed(Traits(), dice),
        "teammates without noise": _of(replace(BEST, noise=0.0)),
        "teammates": _of(BEST),
        "oracle": _oracle,
    }
    | {name: _of(character.traits) for name, character in CHARACTERS.items()}
)
"""Ways for the teammates to play: our own, what to compare it with, and every character."""


def seated(person: Person, policy: str, number: int, seats: int, simultaneity: float = 0.0) -> Table:
    """Game `number` of `person` with teammates: the same deals whatever the policy."""
    mates = {seat: POLICIES[policy](Random(f"dice {number} {seat}"), person) for seat in range(1, seats)}
    return Table(Variant(), seats, f"game {number}", {0: Chair(person), **mates}, simultaneity=simultaneity)


def play_out(game: Table) -> bool:
    """Play a whole game to its end: whether it was won."""
    while (due := game.due()) is not None:
        game.tick(due)
        game.updates()
    phase = game.view(None).phase
    if phase not in (Phase.WON, Phase.LOST):
        raise RuntimeError(f"a game came to a standstill, with nobody ever to play again: {game.record.to_json()}")
    return phase is Phase.WON


def won(kind: Kind, policy: str, number: int, seats: int, cv: float, simultaneity: float) -> bool:
    """Whether game `number` with a person of this kind is won."""
    return play_out(seated(kind(number, cv), policy, number, seats, simultaneity))
