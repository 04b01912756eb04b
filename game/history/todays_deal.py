"""The deal of the day: the same cards for everybody, by the date alone, and what became of it in a few lines.

No server deals them: the date (UTC) and the version of this rule are the seed.
"""

from __future__ import annotations

import re

from game.core import Variant
from game.core.record import Record

RULE = 1
"""The version of the rule: another one deals other cards."""

VARIANT, SEATS = Variant(), 4
"""What is played every day, and by how many."""

SEED = re.compile(rf"today (\d{{4}}-\d\d-\d\d) {RULE}", re.ASCII)


def seed_of(day: str) -> str:
    """What deals the cards of `day`, a date like 2026-01-31."""
    return f"today {day} {RULE}"


def day_of(record: Record) -> str:
    """The day whose deal was played in `record`; empty if it was none."""
    found = SEED.fullmatch(record.seed)
    return found[1] if found and (record.variant, record.seats) == (VARIANT, SEATS) else ""
