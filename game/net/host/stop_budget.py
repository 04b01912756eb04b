"""The budget of interruptions: how often one seat may stop play in a level before the others may vote."""

from __future__ import annotations

from collections import Counter

from game.core import Seat

INTERRUPTIONS = 8
"""The times per level that a seat may stop play or return during it. Losing the connection once counts as two.

A team that stops now and then stays far below it. Beyond it, nothing happens unless most of the others vote.
"""

ON_PROBATION = 2
"""The same limit for a seat that was voted out earlier in the game."""


class StopBudget:
    """The interruptions of each seat in this level, and the seats that were voted out for the rest of it."""

    def __init__(self) -> None:
        self._counts = Counter[Seat]()
        self._sitting_out: set[Seat] = set()
        self._voted_out: set[Seat] = set()

    def count(self, seat: Seat) -> None:
        """Count an interruption: `seat` stopped play or returned."""
        self._counts[seat] += 1

    def is_over_budget(self, seat: Seat) -> bool:
        """Whether the others may vote to go on without `seat`."""
        return self._counts[seat] > INTERRUPTIONS

    def sits_out(self, seat: Seat) -> bool:
        """Whether a teammate plays for `seat` until the level ends, whatever its player does."""
        return seat in self._sitting_out

    def vote_out(self, seat: Seat) -> None:
        """Let `seat` sit out the rest of the level, after a majority vote."""
        self._sitting_out.add(seat)
        self._voted_out.add(seat)

    def begin_level(self) -> None:
        """Renew the budgets, with a smaller one for seats that were voted out before."""
        self._sitting_out.clear()
        self._counts = Counter(dict.fromkeys(self._voted_out, INTERRUPTIONS - ON_PROBATION))
