"""The time of day: relays judge events by it, and so do the members of a club.

A device's own clock may be wrong by minutes or hours, so it is compared with that of the page's host.
"""

from __future__ import annotations

import math
import time

import js
from js import Date, document

from game.browser.page.dom import js_object
from game.browser.page.features import PATIENCE, RefusedError, ask

UNCACHED = "vendor/uqr/LICENSE"
"""A small file that the service worker does not cache: its response is of this moment."""

TOLERATED = 30.0
"""Seconds by which the two clocks may differ: the host gives its time in whole seconds, after some delay."""


class WallClock:
    """The device's clock with a correction, which is zero until `compare` has found one."""

    def __init__(self) -> None:
        self._correction = 0.0

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time() + self._correction

    async def compare(self) -> None:
        """Compare the device's clock with that of the page's host, if it answers and tells the time."""
        address = js.URL.new(UNCACHED, document.baseURI).href
        try:
            answer = await ask(lambda: js.fetch(address, js_object({"cache": "no-store"})), PATIENCE)
        except (RefusedError, TimeoutError):
            return
        told = Date.parse(answer.headers.get("date") or "") / 1000
        age = answer.headers.get("age") or "0"  # of a response that a server between has kept
        if math.isfinite(told) and age.isdecimal():
            difference = told + int(age) - time.time()
            self._correction = difference if abs(difference) > TOLERATED else 0.0


wall_clock = WallClock()
"""The clock of this page."""
