"""Goodbyes: does the host see each guest who leaves as having left, and each who closes or reloads the page as away?

A goodbye counts if it arrives within a second of the press that leaves, or of the page's closing or reloading. TURN
needs coturn's turnserver.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
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
from tests.engines import firefox
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

TURN_PORT = 34780
TURN_USER = "mind:one"

TURN_ONLY = f"""
    window.RTCPeerConnection = class extends RTCPeerConnection {{
        constructor(config) {{
            const server = {{ urls: "turn:127.0.0.1:{TURN_PORT}", username: "mind", credential: "one" }};
            super({{ ...config, iceTransportPolicy: "relay", iceServers: [server] }});
        }}
    }};
"""

WITHIN = 1.0
"""Seconds in which a goodbye should arrive."""

NOTE_PRESSES = """
    addEventListener("click", () => (window.pressed = Date.now()), true);
"""
"""Records when a button was last pressed, in ms since 1970."""

NOTE_STATES = """() => {
    window.states = {};
    const note = () => {
        for (const { dataset, children } of document.querySelectorAll(".company .peers li")) {
            const name = [...children].find((one) => one.matches(".name")).textContent;
            const noted = (states[name] ??= []);
            if (noted.at(-1)?.state !== dataset.state) noted.push({ state: dataset.state, at: Date.now() });
        }
    };
    new MutationObserver(note).observe(document.querySelector(".company"), {
        attributes: true, childList: true, subtree: true,
    });
    note();
}"""
"""Records all states that the host sees of each person, and when, in ms since 1970."""


class Way(NamedTuple):
    """A way to go that returns when the guest went, in seconds since 1970, and how the host then sees the guest."""

    go: Callable[[Member], float]
    seen: str


class Seen(NamedTuple):
    """The state in which the host saw a guest who went, and the seconds until then."""

    state: str
    seconds: float


class Place(NamedTuple):
    """Where the pages run: the browser, the page's address and a relay's."""

    browser: Browser
    site: str
    relay: str


def leave(guest: Member) -> float:
    """Leave by the menu; the time spent in the menu does not count."""
    guest.leave()
    pressed: float = guest.page.evaluate("pressed")
    return pressed / 1000


def leave_after_a_freeze(guest: Member) -> float:
    guest.page.evaluate(FREEZE, FROZEN)
    return leave(guest)


def close(guest: Member) -> float:
    went = time.time()
    guest.page.close(run_before_unload=True)
    return went


def reload(guest: Member) -> float:
    went = time.time()
    guest.page.reload()
    return went


WAYS: Mapping[str, Way] = MappingProxyType(
    {
        "leave": Way(leave, "gone"),
        "leave after a freeze": Way(leave_after_a_freeze, "gone"),
        "close": Way(close, "closed"),
        "reload": Way(reload, "closed"),
    }
)
ROUTES: Mapping[str, str] = MappingProxyType({"data channel": "", "TURN": TURN_ONLY, "relay": NO_DATA_CHANNEL})


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench goodbyes", description=__doc__)
    parser.add_argument("--tries", type=int, default=50, help="of each way on each route (50)")
    parser.add_argument("--browser", choices=("chromium", "firefox"), default="chromium", help="for all pages")
    parser.add_argument("--route", choices=ROUTES, action="append", help="only this route to the host")
    parser.add_argument("--way", choices=WAYS, action="append", help="only this way to go")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)
    get_ready()
    missed = False
    with Tries(partial(open_browser, asked.browser)) as tries:
        for route in asked.route or ROUTES:
            for way in asked.way or WAYS:
                seen: list[Seen] = []
                for _ in range(0, asked.tries, len(GUESTS)):
                    seen += tries.run(partial(one_table, route, way)) or []
                in_time = [one for one in seen if one.state == WAYS[way].seen and one.seconds <= WITHIN]
                missed = missed or len(in_time) < len(seen)
                last = max((one.seconds for one in seen), default=0.0)
                states = dict(Counter(one.state for one in seen))
                row = {"route": route, "way": way, "tries": len(seen), "in time": len(in_time), "last": last}
                words = f"{route:14}{way:22}{len(in_time)} of {len(seen)}  last {last:.2f} s  {states}"
                show(row | {"seen": states}, words, asked.json)
    return LOST if tries.failed else int(missed)


@contextmanager
def open_browser(name: str) -> Iterator[Place]:
    """Provide a browser, the page, a relay and a TURN server, for the duration of the block."""
    with (
        tempfile.TemporaryDirectory() as folder,
        relay(Path(folder)) as address,
        turn_server(Path(folder)),
        served() as site,
        sync_playwright() as playwright,
    ):
        options = chromium_options() if name == "chromium" else firefox.options(Path(folder))
        browser: Browser = getattr(playwright, name).launch(**options)
        yield Place(browser, site, address)
        browser.close()


@contextmanager
def turn_server(folder: Path) -> Iterator[None]:
    """Run a TURN server on this machine for the duration of the block, if there is one."""
    if shutil.which("turnserver") is None:
        yield
        return
    local = (
        "--listening-ip=127.0.0.1",
        "--relay-ip=127.0.0.1",
        "--allow-loopback-peers",
        f"--listening-port={TURN_PORT}",
    )
    login = ("--lt-cred-mech", f"--user={TURN_USER}", "--realm=bench", f"--userdb={folder}/turn.sqlite")
    options = ("-n", "--no-cli", "--no-tls", "--no-dtls", "--log-file=stdout", f"--pidfile={folder}/turn.pid")
    quiet = subprocess.DEVNULL
    with subprocess.Popen(["turnserver", *local, *login, *options], stdout=quiet, stderr=quiet, cwd=folder) as process:
        try:
            yield
        finally:
            process.terminate()


def one_table(route: str, way: str, where: Place) -> list[Seen]:
    """Let all guests of one table go. Return how the host saw each of them."""
    host = _member(where.browser)
    host.page.goto(f"{where.site}?relay={where.relay}")
    ready(host.page)
    host.host("Ana")
    guests = {name: _member(where.browser, ROUTES[route]) for name in GUESTS}
    seat(host, guests)
    start(host, [host, *guests.values()])
    host.page.evaluate(NOTE_STATES)
    seen: list[Seen] = []
    for name, guest in guests.items():
        went = WAYS[way].go(guest)
        state, at = _seen(host, name, WAYS[way].seen)
        seen.append(Seen(state, at / 1000 - went))
    for member in (host, *guests.values()):
        member.page.context.close()
    return seen


def _seen(host: Member, name: str, wanted: str) -> tuple[str, float]:
    """Return `wanted` and when the host has seen that state of the guest, or the last state if it never does."""
    state, at = host.page.evaluate(
        """async ([name, wanted, patience]) => {
            const found = () => states[name].find(({ state }) => state === wanted);
            for (const end = performance.now() + patience; performance.now() < end && !found(); )
                await new Promise((done) => setTimeout(done, 50));
            const { state, at } = found() ?? states[name].at(-1);
            return [state, at];
        }""",
        [name, wanted, PATIENCE],
    )
    return state, at


def _member(browser: Browser, script: str = "") -> Member:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.add_init_script(script + NOTE_PRESSES)
    return Member(page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
