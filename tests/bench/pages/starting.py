"""A visit until the game can be played, and the first presses after it: our page and the bare one alternately.

No debugger is attached, because it slows down a start and hides what Chromium saves by caching compiled code: the
browser runs as a person has it, and a beacon in the page reports the visit.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Playwright

from assets.build.browsers import of_this_machine
from tests.bench.pages.chromium import chromium
from tests.bench.pages.serving import LOOPBACK, Connection, Server
from tests.tries import Tries

WARM = 2
"""Visits with play between the first and the measured repeat visit: Chromium has stored compiled code after them."""

PATIENCE = 180
"""Seconds to wait for the next report of a page."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A device, with the slowdown factor of its processor, and its connection."""

    name: str
    connection: Connection = LOOPBACK
    slower: int = 1


HERE = Profile("this machine")
PHONE = Profile("phone", Connection(10, 60), 6)
PAGES = ("ours", "bare")


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit: when each thing was seen, in ms, and the bytes until it could be played.

    `processor` is the processor time of the page until then. For our page `deal` is the time of the first deal,
    `press` of the slowest of the first ten presses, and `playing` the processor time of these presses, all in ms.
    Processor times are those of this machine on every profile.
    """

    seen: dict[str, float]
    bytes: int
    processor: float = 0.0
    deal: float = 0.0
    press: float = 0.0
    playing: float = 0.0

    @property
    def playable(self) -> float:
        return self.seen["playable"]

    @property
    def title(self) -> float:
        """When the title screen was painted and usable: its dialogs open without Python."""
        return max(self.seen.get("first-contentful-paint", 0.0), self.seen.get("parsed", 0.0))


Browsers = tuple[Playwright, Server]
"""The browsers, and the server of the pages."""

Visits = dict[tuple[str, str, str], list[Visit]]
"""All visits by profile, first or repeat, and page."""


def visits(tries: Tries[Browsers], runs: int, profiles: Iterable[Profile]) -> Visits:
    """Visit every page first and again on every profile, `runs` times, alternately. Both visits are one try."""
    found: Visits = {}
    for run in range(runs):
        for profile in profiles:
            for page in PAGES if run % 2 else PAGES[::-1]:
                both = tries.run(partial(first_and_repeat, page, profile))
                if both is None:
                    continue
                first, repeat = both
                found.setdefault((profile.name, "first", page), []).append(first)
                found.setdefault((profile.name, "repeat", page), []).append(repeat)
    return found


def first_and_repeat(name: str, profile: Profile, browsers: Browsers) -> tuple[Visit, Visit]:
    """Visit a page with an empty cache, and again after `WARM` visits. The browser restarts before each visit."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        first = visit(browsers, folder, name, profile)
        for _ in range(WARM):
            visit(browsers, folder, name, HERE)
        return first, visit(browsers, folder, name, profile)


def visit(browsers: Browsers, folder: str, name: str, profile: Profile) -> Visit:
    """Open the page, wait until it has been played, and then at full speed until the next visit is prepared."""
    playwright, server = browsers
    program = of_this_machine("chromium with windows") or playwright.chromium.executable_path
    with chromium(program, folder, server.lobby(name)) as browser:
        server.report(PATIENCE)
        before, sent = browser.processor(), server.sent
        with server.slowed(profile.connection), browser.slowed(profile.slower):
            seen = server.report(PATIENCE)
            sent, ready = server.sent - sent, browser.processor()
            played = server.report(PATIENCE)
            playing = spent(ready, browser.processor())
        prepared = server.report(PATIENCE)
    assert name == "bare" or prepared["kept"] == "kept", "the page was not kept"
    return Visit(seen, sent, spent(before, ready), playing=playing, **played)


def spent(before: dict[int, float], after: dict[int, float]) -> float:
    """Return the processor time between two moments. Renderers that ended in between do not count."""
    return sum(time - before.get(process, 0.0) for process, time in after.items())
