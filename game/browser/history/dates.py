"""Dates in the browser's local format."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import js
from js import Date, document

from game.browser.page.dom import js_object

DAY = 86_400
"""Seconds."""


def day_and_time(seconds: int) -> str:
    """Return the local date and time of a Unix time in seconds: "22 Nov 2026, 21:40"."""
    return _spelled(seconds, dateStyle="medium", timeStyle="short")


def day(seconds: int) -> str:
    """Return the local date of a Unix time in seconds: "22 Nov 2026"."""
    return _spelled(seconds, dateStyle="medium")


def number_of_local_day(seconds: int) -> int:
    """Return the number of days from 1970 to the local day of a Unix time in seconds."""
    return (seconds + time.localtime(seconds).tm_gmtoff) // DAY


def number_of_day(date: str) -> int | None:
    """Return the number of days from 1970 to a date like 2026-11-22, or None if it is not one."""
    at = Date.parse(date)
    return int(at) // (DAY * 1000) if at == at else None  # NaN differs from itself


def day_of_date(date: str) -> str:
    """Return a date like 2026-11-22 in the local format."""
    return str(_format(dateStyle="medium", timeZone="UTC").format(Date.new(date)))


def _spelled(seconds: int, **style: str) -> str:
    return str(_format(**style).format(seconds * 1000))


@cache
def _format(**style: str) -> Any:
    """Return a cached date format: creating one takes longer than formatting a date."""
    return js.Intl.DateTimeFormat.new(document.documentElement.dataset.language, js_object(style))
