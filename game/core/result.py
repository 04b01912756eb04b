"""The result of a team's game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """The level that a team reached, whether it won, and its remaining lives and stars, as sent with a challenge."""

    level: int
    lives: int
    stars: int
    won: bool
