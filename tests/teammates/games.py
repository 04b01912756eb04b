"""Whole games in virtual time, for tests of the teammates' decisions."""

from __future__ import annotations

from dataclasses import replace
from math import log
from random import Random

from game.core import Phase, View
from game.table import Table, Update
from game.teammates import Plan, Teammate
from game.teammates.mind import Mind, Traits
from game.teammates.prior import PRACTISED, Habit, Prior

LONGEST = 20_000
"""Most updates in a game; a game with more does not end."""


class Notes:
    """Records every plan of a teammate."""

    def __init__(self, teammate: Teammate) -> None:
        self.teammate = teammate
        self.plans: list[Plan | None] = []

    def plan(self, view: View, now: float) -> Plan | None:
        plan = self.teammate.plan(view, now)
        self.plans.append(plan)
        return plan


def practised(level: float, spread: float, noise: float) -> Prior:
    """Return the prior of a practised person; `level` is the logarithm of seconds for a gap of ten."""
    habits = PRACTISED.habits._replace(level=Habit(level, spread))
    return (replace(PRACTISED, chance=1.0, habits=habits, noise=noise),)


def stand_in(seed: int, seconds: float = 0.9, noise: float = 0.12) -> Mind:
    """Return a person for any variant, who waits `seconds` for each number, learns nothing and proposes no star."""
    prior = practised(log(10 * seconds), 0.0, noise)
    return Mind(Traits(noise=noise, pace=0.0, star_risk=99), Random(f"person {seed}"), (1,), {1: prior})


def played_out(table: Table) -> list[Update]:
    """Play the game to its end and return every update."""
    updates = table.updates()
    while (due := table.due()) is not None and len(updates) < LONGEST:
        table.tick(due)
        updates += table.updates()
    assert updates[-1].state.phase in (Phase.WON, Phase.LOST), updates[-1].state
    return updates
