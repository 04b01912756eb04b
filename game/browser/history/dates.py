"""Dates in the browser's local format."""

from __future__ import annotations

import js
from js import Date, document

from game.browser.page.dom import js_object


def day_and_time(seconds: int) -> str:
    """Return the local date and time of a Unix time in seconds: "22 Nov 2026, 21:40"."""
    return _spelled(seconds, dateStyle="medium", timeStyle="short")


def day(seconds: int) -> str:
    """Return the local date of a Unix time in seconds: "22 Nov 2026"."""
    return _spelled(seconds, dateStyle="medium")


def today() -> str:
    """Return the current date in UTC, like 2026-11-22."""
    return str(Date.new().toISOString())[:10]


def number_of_day(date: str) -> int | None:
    """Return the number of days from 1970 to a date like 2026-11-22, or None if it is not one."""
    at = Date.parse(date)
    return int(at) // 86_400_000 if at == at else None  # NaN differs from itself


def day_of_date(date: str) -> str:
    """Return a date like 2026-11-22 in the local format."""
    style = {"dateStyle": "medium", "timeZone": "UTC"}
    language = document.documentElement.dataset.language
    return str(js.Intl.DateTimeFormat.new(language, js_object(style)).format(Date.new(date)))


def _spelled(seconds: int, **style: str) -> str:
    language = document.documentElement.dataset.language
    return str(js.Intl.DateTimeFormat.new(language, js_object(style)).format(Date.new(seconds * 1000)))
