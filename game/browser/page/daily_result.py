"""The result of the last daily game of this browser, which the title shows without loading the history."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from game.browser.page import storage

LAST = "daily"
"""The storage key of the result."""

MARKS = "clean", "life", "star", "both"
"""What a level can have cost."""

MOST_LEVELS = 12


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The `day` of a daily game, like 2026-01-31, the cost of each level, and the days in a row until then."""

    day: str
    marks: tuple[str, ...]
    streak: int


def read() -> DailyResult | None:
    """Return the last result, if there is one."""
    stored = storage.read_texts(LAST)
    day, marks, streak = (stored.get(part, "") for part in ("day", "marks", "streak"))
    costs = tuple(mark for mark in marks.split() if mark in MARKS)[:MOST_LEVELS]
    return DailyResult(day, costs, int(streak)) if day and streak.isdecimal() and len(streak) < 6 else None


def write(day: str, marks: Sequence[str], streak: int) -> None:
    """Save the last result."""
    storage.write(LAST, json.dumps({"day": day, "marks": " ".join(marks), "streak": str(streak)}))
