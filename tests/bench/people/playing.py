"""Games of a person with teammates, in virtual time, under the real rules at the real Table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from random import Random
from types import MappingProxyType

from game.core import Card, Phase, Seat, Variant, View
from game.core.game_text import write
from game.table import Table
from game.teammates.characters import CHARACTERS, DEFAULT
from game.teammates.memory import from_json
from game.teammates.mind import Mind, Traits
from game.teammates.press_timing import Other
from game.teammates.prior import ORDINARY, PRACTISED, REACTION, Situation
from game.teammates.public_history import Listener
from game.teammates.tempo import Tempo
from tests.bench.people import Chair, Kind, Person

BEST = CHARACTERS[DEFAULT].traits

SAME_QUARTILES = 1.10
"""Scale of a normal over that of Student's t (four degrees of freedom) with the same interquartile range."""


class Told:
    """A forecast from a person's true expected waits; only the noise is learned."""

    def __init__(self, person: Person, learned: Tempo) -> None:
        self._person = person
        self._learned = learned

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        seconds = max(self._person.typical(gap), 0.05) if gap else 0.05
        noise = self._learned.noise
        return log(self._person.delta + seconds * exp(-noise * noise / 2)), noise / SAME_QUARTILES


class Fixed(Mind):
    """Waits by one tempo for all people, and learns nothing."""

    TEMPO = 0.67

    def _weigh(self, view: View, card: Card) -> tuple[float, Sequence[Other]]:
        gap = card - self.listener.stretches[0].anchor
        return REACTION + self.TEMPO * gap, ()


def _oracle(dice: Random, person: Person, before: Mind | None) -> Mind:
    mind, learned = Mind(replace(BEST, noise=0.0), dice), Tempo((PRACTISED,))
    mind.listener = Listener({0: learned})
    mind.clocks = {0: Told(person, learned)}
    return mind


Policy = Callable[[Random, Person, Mind | None], Mind]
"""Creates the teammate for a person, given the teammate of the person's last game."""


def _of(traits: Traits) -> Policy:
    def sits_down(dice: Random, person: Person, before: Mind | None) -> Mind:
        remembered = {0: from_json(before.memory(0).to_json()).prior} if before else {}
        return Mind(traits, dice, remembered=remembered)

    return sits_down


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "fixed tempo": lambda dice, person, before: Fixed(Traits(), dice),
        "teammates without noise": _of(replace(BEST, noise=0.0)),
        "teammates": _of(BEST),
        "oracle": _oracle,
    }
    | {name: _of(character.traits) for name, character in CHARACTERS.items()}
)
"""Policies of the teammates: our own, those for comparison, and every character."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: whether it was won, how many levels were completed, and the lives left."""

    won: bool
    levels: int
    lives: int


def evening(kind: Kind, policy: str, number: int, seats: int, cv: float, simultaneity: float = 0.0) -> list[Outcome]:
    """Play all games of person `number` of this kind: one, or as many as the kind plays, with teammates who remember.

    The deals are the same for every policy.
    """
    person = kind(number, cv)
    mates: dict[Seat, Mind] = {}
    outcomes = []
    for game in range(getattr(kind, "GAMES", 1)):
        name = f"{number} {game}" if game else f"{number}"
        sit_down = POLICIES[policy]
        mates = {seat: sit_down(Random(f"dice {name} {seat}"), person, mates.get(seat)) for seat in range(1, seats)}
        table = Table(Variant(), seats, f"game {name}", {0: Chair(person), **mates}, simultaneity=simultaneity)
        outcomes.append(play_out(table))
    return outcomes


def play_out(game: Table) -> Outcome:
    """Play a whole game to its end."""
    while (due := game.due()) is not None:
        game.tick(due)
        game.updates()
    end = game.view(None)
    if end.phase not in (Phase.WON, Phase.LOST):
        raise RuntimeError(f"a game came to a standstill, with nobody ever to play again: {write(game.game)}")
    won = end.phase is Phase.WON
    return Outcome(won, end.level if won else end.level - 1, end.lives)
