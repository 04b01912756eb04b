"""Clubs: the time to see an open table, and to get a seat there, over three relays, one of them dead.

Then a hostile relay sends a member ten thousand false listings in a minute. How busy is the page?
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, expect, sync_playwright

from game.net.clubs.club import Club, new_club
from tests.bench._false_listings import false_listings, hostile_relay
from tests.bench._ready import get_ready
from tests.bench._rows import LOST, show
from tests.browser.party import SOON, Member
from tests.relay import relay
from tests.tries import Tries
from tests.web import chromium_options, ready, served

DEAD = "ws://127.0.0.1:2"
"""An address at which no relay listens."""

FALSE_LISTINGS, FLOOD = 10_000, 60.0
"""The number of false listings, and the seconds in which they arrive."""

MOST_BUSY = 0.05
"""The share of that time for which the main thread may be busy."""

GOALS = {"list": (1.5, 3.0), "seat": (3.0, 5.0), "alone": (1.0, 2.0)}
"""Seconds that the median and the 95th percentile may take."""

EMPTY = new_club(Random(0), "Nobody here")


class Found(NamedTuple):
    """Seconds from opening a club to its first table, from *Sit down* to a seat there, and from *Play now* to cards.

    *Play now* is pressed in a club without other tables.
    """

    list: float
    seat: float
    alone: float


class Host(NamedTuple):
    """A browser in which a table is listed in `club`, and the address of the page with its relays."""

    browser: Browser
    address: str
    club: Club


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench clubs", description=__doc__)
    parser.add_argument("--tries", type=int, default=20, help="members, one after another (20)")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)
    get_ready()
    found: list[Found] = []
    with Tries(open_host) as tries:
        for _ in range(asked.tries):
            if (one := tries.run(one_member)) is not None:
                found.append(one)
    missed = False
    for what, (median, late) in GOALS.items():
        seconds = sorted(getattr(one, what) for one in found)
        if not seconds:
            continue
        middle, most = _part(seconds, 0.5), _part(seconds, 0.95)
        missed = missed or middle > median or most > late
        row = {"what": what, "tries": len(seconds), "median": middle, "p95": most}
        show(row, f"{what:8}{len(seconds):4} tries  median {middle:.2f} s  p95 {most:.2f} s", asked.json)
    busy = busy_while_flooded(FALSE_LISTINGS, FLOOD)
    words = f"{FALSE_LISTINGS} false listings in {FLOOD:.0f} s: main thread busy for {busy:.1%}"
    show({"what": "false listings", "number": FALSE_LISTINGS, "seconds": FLOOD, "busy": busy}, words, asked.json)
    return LOST if tries.failed else int(missed or busy > MOST_BUSY)


def busy_while_flooded(number: int, seconds: float) -> float:
    """Return the share of the time for which the page's main thread is busy, while so many false listings arrive.

    It is measured for half of these seconds, after the first ones.
    """
    club = new_club(Random(1), "Flooded")
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        events = false_listings(_member(browser, site).page, club, number)
        with hostile_relay(events, seconds) as address:
            reader = _member(browser, f"{site}?relay={address}")
            devtools = reader.page.context.new_cdp_session(reader.page)
            devtools.send("Performance.enable")
            _join(reader, club)
            expect(reader.page.locator("#club .club-table").first).to_be_visible(timeout=SOON)
            reader.page.wait_for_timeout(1000 * seconds / 4)
            before = _busy(devtools)
            reader.page.wait_for_timeout(1000 * seconds / 2)
            share = (_busy(devtools) - before) / (seconds / 2)
            expect(reader.button("Play now")).to_be_visible()
        browser.close()
    return round(share, 4)


def _busy(devtools: CDPSession) -> float:
    """Return how long the main thread has been busy so far, in seconds."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def _part(seconds: Sequence[float], part: float) -> float:
    """Return the value that this `part` of the sorted `seconds` do not exceed."""
    return round(seconds[min(len(seconds) - 1, int(part * len(seconds)))], 2)


@contextmanager
def open_host() -> Iterator[Host]:
    """Provide a browser in which a table is listed in a club, for the duration of the block."""
    with (
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as other,
        relay(Path(one)) as first,
        relay(Path(other)) as second,
        served() as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium_options())
        address, club = f"{site}?relay={first}&relay={second}&relay={DEAD}", new_club(Random(2), "Tuesday players")
        host = _member(browser, address)
        _join(host, club)
        host.button("Back").click()
        host.button("Back").click()
        host.button("Play together").click()
        host.call("Ana")
        host.page.locator("#club-of-table").select_option(club.name)
        yield Host(browser, address, club)
        browser.close()


def one_member(where: Host) -> Found:
    """Let a member see the table, sit down and leave, and play in a club without other tables."""
    member = _member(where.browser, where.address)
    _join(member, where.club)
    expect(member.page.locator("#club .club-table").first).to_be_visible(timeout=SOON)
    member.button("Back").click()
    began = time.monotonic()
    member.button(where.club.name).click()
    expect(member.page.locator("#club .club-table").first).to_be_visible(timeout=SOON)
    listed = time.monotonic()
    member.button("Sit down").first.click()
    expect(member.page.locator(".peers .name").nth(1)).to_be_visible(timeout=SOON)
    seated = time.monotonic()
    member.page.locator("#lobby .bar [data-do=leave]").click()
    expect(member.button("Clubs")).to_be_visible(timeout=SOON)
    _join(member, EMPTY)
    pressed = time.monotonic()
    member.button("Play now").click()
    expect(member.page.locator(".hand [data-card]").first).to_be_visible(timeout=SOON)
    alone = time.monotonic() - pressed
    member.page.context.close()
    return Found(listed - began, seated - listed, alone)


def _join(member: Member, club: Club) -> None:
    """Follow the link of `club`, and join it."""
    member.page.evaluate("(link) => { location.hash = link; }", club.fragment())
    member.button("Join").click()
    expect(member.page.locator("#club")).to_be_visible(timeout=SOON)


def _member(browser: Browser, address: str) -> Member:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(address)
    ready(page)
    return Member(page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
