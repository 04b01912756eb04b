"""How far a team came."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """The level that a team reached, whether it won, and what it had left, as is said of a challenge."""

    level: int
    lives: int
    stars: int
    won: bool
