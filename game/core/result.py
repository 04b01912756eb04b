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

    @property
    def rank(self) -> tuple[int, int, int]:
        """A key that orders results: wins by the lives and stars left, and before them losses by the level."""
        return (1, self.lives, self.stars) if self.won else (0, self.level, 0)
