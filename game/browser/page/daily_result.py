"""The date of the daily game, the result of the last one of this browser, and marks, for the title and the history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from js import Date

from game.browser.page import storage
from game.browser.page.view import Markup

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


def date_in_utc(days_ago: int = 0) -> str:
    """Return the date in UTC, like 2026-11-22, so many days before today."""
    return str(Date.new(Date.now() - days_ago * 86_400_000).toISOString())[:10]


def level_marks(marks: Sequence[str]) -> Markup:
    """Return a mark for the cost of each level, without words."""
    return Markup("".join(f'<i data-mark="{mark}"></i>' for mark in marks))


def write(day: str, marks: Sequence[str], streak: int) -> None:
    """Save the last result."""
    storage.write_texts(LAST, {"day": day, "marks": " ".join(marks), "streak": str(streak)})
