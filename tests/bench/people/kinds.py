"""Kinds of people other than H0: with changing tempo, lapses of attention, or different counting."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from types import MappingProxyType

from game.core import Dealt, Event, Played, Started, View
from tests.bench.people import Kind, alone
from tests.bench.people.h0 import H0, MEDIAN, UNSTEADY, lognormal


class Drifting(H0):
    """Changes tempo by about a tenth at every level."""

    def observe(self, event: Event, now: float) -> None:
        super().observe(event, now)
        if isinstance(event, Dealt) and event.level > 1:
            self.tau = min(2.0, max(0.2, self.tau * exp(self.dice.gauss(0, 0.08))))


class Compressing(H0):
    """Shortens long waits: waits in proportion to a power of the gap below one."""

    def __init__(self, seed: int, cv: float) -> None:
        super().__init__(seed, cv)
        self.power = self.dice.uniform(0.5, 0.9)

    def typical(self, gap: int) -> float:
        return self.tau * 10 * float((gap / 10) ** self.power)


class Wandering(H0):
    """Has a lapse of attention of some seconds in one wait of fifteen."""

    def wait(self, view: View) -> float:
        elsewhere = self.dice.uniform(1, 6) if self.dice.random() < 1 / 15 else 0.0
        return super().wait(view) + elsewhere


class Adapting(H0):
    """Moves towards the tempo of every card of another player, and more towards earlier ones.

    By a fifth of the difference on average. Groups that clap together get faster for that reason: each person corrects
    more towards earlier claps than towards later ones (Wolf, Vo and others, 2019).
    """

    TO_EARLIER, TO_LATER = 0.25, 0.15

    def __init__(self, seed: int, cv: float) -> None:
        super().__init__(seed, cv)
        self.first_tau = self.tau
        self._since = 0.0

    def observe(self, event: Event, now: float) -> None:
        match event:
            case Started():
                self._since = now
            case Played(seat, int(card)):
                waited, gap = now - self._since - self.delta, card - self.anchor
                if seat != 0 and gap > 0 and waited > 0.1:
                    apart = log(waited / gap / self.tau)
                    step = self.TO_EARLIER if apart < 0 else self.TO_LATER
                    self.tau *= exp(step * max(-1.0, min(1.0, apart)))
                self._since = now
        super().observe(event, now)


class Newcomer(H0):
    """Has hardly played: its noise is three times that of H0, and it depends on more than the gap.

    The figures are those of 21 people in 168 games of three cards, published as data of the bachelor's thesis "Mind
    the Gap" (veghcsanad/The-Mind): waits scatter as Student's t with four degrees of freedom, grow with the ratio of
    the other side's cards to the own ones, are longer after an own card, and follow the tempo of the others. `cv` 0.10
    to 0.20 gives a noise of 0.35 to 0.45.
    """

    MORE_NOISE = 0.25
    BALANCE, AGAIN = 0.37, 0.4
    """Effects on the logarithm of a wait, of the ratio of cards and of an own card just played."""
    LAST_CARD = 1.0
    """Seconds for each card when no other player holds one."""
    TEMPOS_HEARD, STEP = 4, 0.5
    """How many cards of others it adapts to, and how far each of them moves its tempo."""
    OWN_WAY = 0.35
    """Relative standard deviation of people's tempo from the one they follow."""

    def __init__(self, seed: int, cv: float) -> None:
        super().__init__(seed, cv)
        self.noise = cv + self.MORE_NOISE
        self.own_way = exp(self.dice.gauss(0, self.OWN_WAY))
        self.tau = MEDIAN * self.own_way
        self.power = self.dice.uniform(0.9, 1.3)
        self.habit = 0.0
        self._since = 0.0
        self._heard = 0
        self._again = False

    @property
    def newness(self) -> float:
        """1.0 for a person who has never played, 0.0 for a person with nothing left to learn."""
        return 1.0

    def wait(self, view: View) -> float:
        if alone(view):
            return self.LAST_CARD * lognormal(self.dice, UNSTEADY)
        others = sum(view.counts) - len(view.hand)
        self.habit = self.BALANCE * log(others / len(view.hand)) + self.AGAIN * self._again
        stray = self.dice.gauss(0, 1) / sqrt(self.dice.gammavariate(2, 0.5))
        return self.delta + self.typical(self.gap(view)) * exp(self.noise * max(-5.0, min(5.0, stray)))

    def typical(self, gap: int) -> float:
        power = 1 + (self.power - 1) * self.newness
        return self.tau * 10 * float((gap / 10) ** power) * exp(self.habit * self.newness)

    def observe(self, event: Event, now: float) -> None:
        match event:
            case Started():
                self._since, self._again = now, False
            case Played(seat, int(card)):
                if seat != 0 and self._heard < self.TEMPOS_HEARD:
                    self._take_over(now - self._since - self.delta, card - self.anchor)
                self._since, self._again = now, seat == 0
        super().observe(event, now)

    def _take_over(self, waited: float, gap: int) -> None:
        if gap > 0 and waited > 0.1:
            self._heard += 1
            self.tau *= (waited / gap * self.own_way / self.tau) ** self.STEP


class BecomingExpert(Newcomer):
    """A newcomer whose noise falls towards 0.12 over three games, and whose habits fade with it.

    There are no published figures for this: 0.12 is between 0.14 and 0.07, the noise of timing in the laboratory
    without and with counting.
    """

    GAMES = 3
    EXPERT = 0.12
    CARDS = 25
    """Own cards after which a third is left of what a newcomer has to learn."""

    def __init__(self, seed: int, cv: float) -> None:
        super().__init__(seed, cv)
        self._first_noise = self.noise
        self._laid = 0

    @property
    def newness(self) -> float:
        return exp(-self._laid / self.CARDS)

    def observe(self, event: Event, now: float) -> None:
        super().observe(event, now)
        if isinstance(event, Played) and event.seat == 0:
            self._laid += 1
            self.noise = self.EXPERT + (self._first_noise - self.EXPERT) * self.newness


KINDS: Mapping[str, Kind] = MappingProxyType(
    {kind.__name__: kind for kind in (H0, Adapting, BecomingExpert, Compressing, Drifting, Newcomer, Wandering)}
)
"""All kinds of people, by name."""
