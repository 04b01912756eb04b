"""Goodbyes: does the host see each guest who leaves as having left, and each who closes or reloads the page as away?"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.bench._ready import get_ready
from tests.bench._rows import LOST, show
from tests.browser.party import Member, seat, start
from tests.relay import relay
from tests.tries import Tries
from tests.web import chromium_options, ready, served

GUESTS = ("Ben", "Cem", "Dia", "Eva")

PATIENCE = 8_000
"""Timeout in milliseconds for a goodbye to reach the host."""

FROZEN = 4.5
"""Seconds for which a page is frozen: the host has lost it when it wakes up."""

FREEZE = "(seconds) => { for (const end = performance.now() + 1000 * seconds; performance.now() < end; ); }"

NO_DATA_CHANNEL = """
    window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(config) {
            super({ ...config, iceTransportPolicy: "relay", iceServers: [] });
        }
    };
"""

NOTE_STATES = """() => {
    window.states = {};
    const note = () => {
        for (const { dataset, children } of document.querySelectorAll("#company #peers li")) {
            const name = [...children].find((one) => one.matches(".name")).textContent;
            const noted = (states[name] ??= []);
            if (noted.at(-1) !== dataset.state) noted.push(dataset.state);
        }
    };
    new MutationObserver(note).observe(document.querySelector("#company"), {
        attributes: true, childList: true, subtree: true,
    });
    note();
}"""
"""Records all states that the host sees of each person."""


class Way(NamedTuple):
    """A way to go, and the state in which the host then sees the guest."""

    go: Callable[[Member], object]
    seen: str


class Place(NamedTuple):
    """Where the pages run: the browser, the page's address and a relay's."""

    browser: Browser
    site: str
    relay: str


def freeze_and_leave(guest: Member) -> None:
    guest.page.evaluate(FREEZE, FROZEN)
    guest.leave()


WAYS: Mapping[str, Way] = MappingProxyType(
    {
        "leave": Way(Member.leave, "gone"),
        "leave after a freeze": Way(freeze_and_leave, "gone"),
        "close": Way(lambda guest: guest.page.close(run_before_unload=True), "closed"),
        "reload": Way(lambda guest: guest.page.reload(), "closed"),
    }
)
ROUTES: Mapping[str, str] = MappingProxyType({"data channel": "", "relay": NO_DATA_CHANNEL})


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench goodbyes", description=__doc__)
    parser.add_argument("--tries", type=int, default=50, help="of each way on each route (50)")
    parser.add_argument("--way", choices=WAYS, action="append", help="only this way to go")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)
    get_ready()
    missed = False
    with Tries(open_browser) as tries:
        for route in ROUTES:
            for way in asked.way or WAYS:
                seen: Counter[str] = Counter()
                for _ in range(0, asked.tries, len(GUESTS)):
                    seen += tries.run(partial(one_table, route, way)) or Counter()
                right = seen[WAYS[way].seen]
                missed = missed or right < seen.total()
                row = {"route": route, "way": way, "tries": seen.total(), "right": right, "seen": dict(seen)}
                show(row, f"{route:14}{way:22}{right} of {seen.total()}  {dict(seen)}", asked.json)
    return LOST if tries.failed else int(missed)


@contextmanager
def open_browser() -> Iterator[Place]:
    """Provide a browser, the page and a relay, for the duration of the block."""
    with (
        tempfile.TemporaryDirectory() as folder,
        relay(Path(folder)) as address,
        served() as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium_options())
        yield Place(browser, site, address)
        browser.close()


def one_table(route: str, way: str, where: Place) -> Counter[str]:
    """Let all guests of one table go. Return how often the host saw which state in the end."""
    host = _member(where.browser)
    host.page.goto(f"{where.site}?relay={where.relay}")
    ready(host.page)
    host.host("Ana")
    guests = {name: _member(where.browser, ROUTES[route]) for name in GUESTS}
    seat(host, guests)
    start(host, [host, *guests.values()])
    host.page.evaluate(NOTE_STATES)
    seen: Counter[str] = Counter()
    for name, guest in guests.items():
        WAYS[way].go(guest)
        seen[_seen(host, name, WAYS[way].seen)] += 1
    for member in (host, *guests.values()):
        member.page.context.close()
    return seen


def _seen(host: Member, name: str, wanted: str) -> str:
    """Return `wanted` once the host has seen that state of the guest, or the last state if it never does."""
    states: list[str] = host.page.evaluate(
        """async ([name, wanted, patience]) => {
            for (const end = performance.now() + patience; performance.now() < end && !states[name].includes(wanted); )
                await new Promise((done) => setTimeout(done, 50));
            return states[name];
        }""",
        [name, wanted, PATIENCE],
    )
    return wanted if wanted in states else states[-1]


def _member(browser: Browser, script: str = "") -> Member:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.add_init_script(script)
    return Member(page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
