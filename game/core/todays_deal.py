"""The deal of the day: the same cards for all players, determined by the date.

No server deals them: the seed consists of the date (UTC) and the version of this rule.
"""

from __future__ import annotations

import re

from game.core import Variant

RULE = 1
"""The version of the rule: another version deals other cards."""

VARIANT, SEATS = Variant(), 4
"""The variant and the number of seats of every day's game."""

SEED = re.compile(rf"today (\d{{4}}-\d\d-\d\d) {RULE}", re.ASCII)


def seed_of(day: str) -> str:
    """Return the seed of the cards of `day`, a date like 2026-01-31."""
    return f"today {day} {RULE}"


def day_of(played: Variant, seats: int, seed: str) -> str:
    """Return the day whose deal a game with these cards has; empty if it is another deal."""
    found = SEED.fullmatch(seed)
    return found[1] if found and (played, seats) == (VARIANT, SEATS) else ""
