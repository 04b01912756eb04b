"""When something was, as the browser writes it where this person lives."""

from __future__ import annotations

import js
from js import Date, document

from game.browser.dom import js_object


def day_and_time(seconds: int) -> str:
    """A moment, in seconds since 1970: "22 Nov 2026, 21:40"."""
    return _spelled(seconds, dateStyle="medium", timeStyle="short")


def day(seconds: int) -> str:
    """Its day: "22 Nov 2026"."""
    return _spelled(seconds, dateStyle="medium")


def today() -> str:
    """The date now (UTC), like 2026-11-22."""
    return str(Date.new().toISOString())[:10]


def day_of_date(date: str) -> str:
    """A date like 2026-11-22 as it is written here."""
    style = {"dateStyle": "medium", "timeZone": "UTC"}
    return str(js.Intl.DateTimeFormat.new(document.documentElement.lang, js_object(style)).format(Date.new(date)))


def _spelled(seconds: int, **style: str) -> str:
    language = document.documentElement.lang
    return str(js.Intl.DateTimeFormat.new(language, js_object(style)).format(Date.new(seconds * 1000)))
