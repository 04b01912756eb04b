"""The result of a team's game."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.variants import Level, Lives, Stars


@dataclass(frozen=True, slots=True)
class Result:
    """The level that a team reached, whether it won, and its remaining lives and stars.

    `blind` is whether that level was played blind.
    """

    level: Level
    lives: Lives
    stars: Stars
    won: bool
    blind: bool = False

    @property
    def rank(self) -> tuple[int, int, int]:
        """A key that orders results: wins by the lives and stars left, and before them losses by the level."""
        return (1, self.lives, self.stars) if self.won else (0, self.level, 0)
