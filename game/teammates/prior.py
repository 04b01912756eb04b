"""The model of how a person waits, and the prior of its parameters.

The model of a wait: its logarithm is `log(REACTION + exp(x))` plus noise with heavy tails (Student's t with four
degrees of freedom, or for the practised kind a normal distribution with rare lapses), because any person's
attention can wander. The linear predictor `x` is a sum of habits: a level, an exponent times the logarithm of the
gap, and the effects of the situation: the number of cards that the others hold for each card in the person's own
hand, whether the person has just played a card, and the share of the level's cards that are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import NamedTuple

REACTION = 0.35
"""Seconds to see a card, decide and move: the same for every person in this model."""

PRIOR_LEVEL = log(6.7)
"""Prior mean of the level: logarithm of the seconds for a gap of ten, from the median of people who were timed."""

BETWEEN_PEOPLE = 0.40
"""Standard deviation of the level between people: about the relative deviation from the median."""

BOUNDS = ((log(0.2), log(200)), (0.3, 1.9), (-2.0, 2.0), (-2.0, 2.0), (-2.0, 2.0))
"""Lower and upper bound of the mean of each of the `Habits`."""

MAX_BALANCE = log(4)
"""Bound on the absolute value of a situation's `balance`: a ratio of cards above four has the effect of four."""


class Situation(NamedTuple):
    """What a person sees when a stretch of waiting begins.

    `balance` is the logarithm of the number of cards that the others hold for each card in the person's hand. `again`
    tells whether the stretch began with a card of this person. `left` is the share of the level's cards that are still
    in hands, minus a half: from -0.5 for none to 0.5 for all.
    """

    balance: float = 0.0
    again: bool = False
    left: float = 0.0


def situation(own: int, others: int, dealt: int, again: bool) -> Situation:
    """Return the situation of a person with `own` cards of the `dealt` ones, while the others hold `others` in all."""
    balance = log(max(others, 1) / max(own, 1))
    return Situation(max(-MAX_BALANCE, min(MAX_BALANCE, balance)), again, (own + others) / dealt - 0.5)


ORDINARY = Situation()
"""A neutral situation: the others hold as many cards as the person, half of all are left, another seat played last."""


class Habit(NamedTuple):
    """A normal estimate of one habit: its mean and its standard deviation."""

    value: float
    spread: float


class Habits(NamedTuple):
    """The estimate of how a person waits: the coefficients of the linear predictor.

    `level` is the logarithm of the seconds for a gap of ten. `exponent` multiplies the logarithm of a tenth of the gap.
    `balance`, `again` and `left` multiply the fields of a `Situation`.
    """

    level: Habit
    exponent: Habit
    balance: Habit
    again: Habit
    left: Habit


@dataclass(frozen=True, slots=True)
class Kind:
    """The estimate of a person on the assumption that it is of one kind, and the probability of that kind.

    `noise` is the standard deviation of single waits in the logarithm, with the weight of `noise_plays` observations.
    `heavy_tails` gives the noise heavy tails (Student's t). With `follows`, the level is correlated with the tempo of
    the other players.
    """

    chance: float
    habits: Habits
    noise: float
    noise_plays: float
    heavy_tails: bool = False
    follows: bool = False


PRACTISED = Kind(
    chance=0.8,
    habits=Habits(
        level=Habit(PRIOR_LEVEL, BETWEEN_PEOPLE),
        exponent=Habit(1.0, 0.20),
        balance=Habit(0.0, 0.03),
        again=Habit(0.0, 0.03),
        left=Habit(0.0, 0.10),
    ),
    noise=0.15,
    noise_plays=6.0,
)
"""A person who counts steadily, like the people who were timed at the table and in the laboratory."""

NEWCOMER = Kind(
    chance=0.2,
    habits=Habits(
        level=Habit(PRIOR_LEVEL, 0.35),
        exponent=Habit(1.2, 0.15),
        balance=Habit(0.4, 0.25),
        again=Habit(0.4, 0.15),
        left=Habit(0.0, 0.15),
    ),
    noise=0.60,
    noise_plays=10.0,
    heavy_tails=True,
    follows=True,
)
"""A person who has hardly played. The values are rounded from 713 waits of 21 people, published as data of the
bachelor's thesis "Mind the Gap" (veghcsanad/The-Mind). The standard deviation of the level is that around the tempo
of the other players.
"""

Prior = tuple[Kind, ...]
"""The prior before the first card: a mixture of kinds whose probabilities add up to one."""

ANYBODY: Prior = (PRACTISED, NEWCOMER)
"""The prior for an unknown person."""


def density_and_tail(z: float) -> tuple[float, float]:
    """Return the density at `z` and the tail probability beyond it, for Student's t with four degrees of freedom."""
    near = 1 / sqrt(4 + z * z)
    across = z * near
    return 12 * near**5, max(1e-12, 0.5 - across * (0.75 - 0.25 * across * across))
