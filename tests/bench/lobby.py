"""Open tables: the time to find one and to get a seat, over three relays, one of them dead.

Then a hostile relay sends ten thousand false listings in a minute to a page that reads the list. How busy is it?
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, expect, sync_playwright

from tests.bench._false_listings import false_listing, hostile_relay
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

GOALS = {"list": (3.0, 5.0), "seat": (3.0, 5.0), "alone": (1.0, 2.0)}
"""Seconds that the median and the 95th percentile may take."""


class Found(NamedTuple):
    """Seconds from *Find players* to the first table, and from *Quick play* to a seat there or at a table of one's own.

    The list is known before *Quick play*.
    """

    list: float
    seat: float
    alone: float


class Host(NamedTuple):
    """A browser in which a table is open to anyone, and the address of the page with its relays."""

    browser: Browser
    address: str


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench lobby", description=__doc__)
    parser.add_argument("--tries", type=int, default=20, help="strangers, one after another (20)")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)
    get_ready()
    found: list[Found] = []
    with Tries(open_host) as tries:
        for _ in range(asked.tries):
            if (one := tries.run(one_stranger)) is not None:
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

    It is measured for half of these seconds, once the list is known.
    """
    events = [false_listing(int(time.time())) for _ in range(number)]
    with hostile_relay(events, seconds) as address, served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        reader = _member(browser, f"{site}?relay={address}")
        devtools = reader.page.context.new_cdp_session(reader.page)
        devtools.send("Performance.enable")
        reader.button("Find players").click()
        expect(reader.page.locator("#find")).to_have_attribute("data-known", "", timeout=SOON)
        before = _busy(devtools)
        reader.page.wait_for_timeout(1000 * seconds / 2)
        share = (_busy(devtools) - before) / (seconds / 2)
        expect(reader.button("Quick play")).to_be_visible()
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
    """Provide a browser in which a table is open to anyone, for the duration of the block."""
    with (
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as other,
        relay(Path(one)) as first,
        relay(Path(other)) as second,
        served() as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium_options())
        address = f"{site}?relay={first}&relay={second}&relay={DEAD}"
        host = _member(browser, address)
        host.button("Play together").click()
        host.call("Ana")
        host.page.locator("#open-table summary").click()
        host.button("Open this table").click()
        yield Host(browser, address)
        browser.close()


def one_stranger(where: Host) -> Found:
    """Let a stranger find the table, sit down, leave, and play a variant without an open table."""
    stranger = _member(where.browser, where.address)
    began = time.monotonic()
    stranger.button("Find players").click()
    expect(stranger.page.locator("#find .table").first).to_be_visible(timeout=SOON)
    listed = time.monotonic()
    stranger.button("Quick play").click()
    expect(stranger.page.locator("#peers .name").nth(1)).to_be_visible(timeout=SOON)
    seated = time.monotonic()
    stranger.page.locator("#lobby .bar [data-leave]").click()
    expect(stranger.button("Find players")).to_be_visible(timeout=SOON)
    stranger.button("Find players").click()
    expect(stranger.page.locator("#find .table").first).to_be_visible(timeout=SOON)
    stranger.page.locator("#find .choice summary").click()
    stranger.page.locator("#quick-variant").select_option("Extreme")
    expect(stranger.page.locator("#find")).to_have_attribute("data-known", "", timeout=SOON)
    pressed = time.monotonic()
    stranger.button("Quick play").click()
    expect(stranger.page.locator("#hand [data-card]").first).to_be_visible(timeout=SOON)
    alone = time.monotonic() - pressed
    stranger.leave()
    stranger.page.context.close()
    return Found(listed - began, seated - listed, alone)


def _member(browser: Browser, address: str) -> Member:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(address)
    ready(page)
    return Member(page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
