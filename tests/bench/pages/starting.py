"""Time and bytes of a visit until the game can be played: our page and the bare one alternately."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright

from tests.bench.pages.serving import Server
from tests.tries import Tries
from tests.web import whole_chromium_options


@dataclass(frozen=True, slots=True)
class Circumstance:
    """A simulated connection, in megabits per second and milliseconds, and a slowdown factor of the processor."""

    name: str
    megabits: float = 0.0
    latency: float = 0.0
    slower: int = 1


CIRCUMSTANCES = (
    Circumstance("unthrottled"),
    Circumstance("20 Mbit/s", 20, 40),
    Circumstance("20 Mbit/s, processor 4 times slower", 20, 40, 4),
)
PAGES = ("ours", "bare")

# Records when each thing was seen, in ms since the visit began. The page itself reports that it can be played: to wait
# for an element, Playwright first makes the page compile some 300 kB of script, just when it should be painting.
WATCH = """
    window.seen = {};
    const note = (name) => (seen[name] ??= performance.now());
    const look = () => {
        const { ready, stage } = document.documentElement.dataset;
        if (stage) note(stage);
        if (ready === "true" && !seen.playable) {
            note("playable");
            console.debug("playable");
        }
    };
    new MutationObserver((_, untilThereIsARoot) => {
        untilThereIsARoot.disconnect();
        new MutationObserver(look).observe(document.documentElement, { attributes: true });
        look();
    }).observe(document, { childList: true });
    new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries()) seen[name] ??= startTime;
    }).observe({ type: "paint", buffered: true });
    document.addEventListener("readystatechange", () => note("parsed"));
"""

SEEN = """() => {
    for (const { name, responseEnd } of performance.getEntriesByType("resource")) {
        const file = name.split("/").at(-1);
        if (/wasm|pack|asm.mjs|stdlib/.test(file)) seen[`has ${file}`] = responseEnd;
    }
    return seen;
}"""


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit: when each thing was seen, in ms, and the bytes until it could be played."""

    seen: dict[str, float]
    bytes: int

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
"""All visits by circumstance, first or repeat, and page."""


def visits(tries: Tries[Browsers], runs: int, circumstances: Iterable[Circumstance]) -> Visits:
    """Visit every page twice in every circumstance, `runs` times, alternately. Two visits to a page are one try."""
    found: Visits = {}
    for run in range(runs):
        for circumstance in circumstances:
            for page in PAGES if run % 2 else PAGES[::-1]:
                both = tries.run(partial(twice, page, circumstance))
                if both is None:
                    continue
                first, repeat = both
                found.setdefault((circumstance.name, "first", page), []).append(first)
                found.setdefault((circumstance.name, "repeat", page), []).append(repeat)
    return found


def twice(name: str, circumstance: Circumstance, browsers: Browsers) -> tuple[Visit, Visit]:
    """Visit a page first with an empty cache, then again."""
    playwright, server = browsers
    with browser(playwright) as context:
        first = visit(context, server, name, circumstance, settle=True)
        repeat = visit(context, server, name, circumstance, settle=False)
    return first, repeat


@contextmanager
def browser(playwright: Playwright) -> Iterator[BrowserContext]:
    """Run a browser with its own profile on disk, as a person has it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(profile, **whole_chromium_options())
        context.add_init_script(WATCH)
        yield context
        context.close()


def visit(context: BrowserContext, server: Server, name: str, circumstance: Circumstance, *, settle: bool) -> Visit:
    """Open the page, wait until it can be played, and deal; with `settle`, wait until everything is cached."""
    page = context.new_page()
    throttle(page, circumstance)
    before = server.sent
    with page.expect_console_message(lambda message: message.text == "playable", timeout=180_000):
        page.goto(f"{server.address}{name}/", wait_until="commit")
    sent = server.sent - before
    seen: dict[str, float] = page.evaluate(SEEN)
    if name == "ours":
        page.evaluate("start.click()")
        page.wait_for_selector("#table .card", state="attached")
        if settle:
            page.wait_for_selector("html[data-kept=kept]", state="attached", timeout=60_000)
    else:
        page.wait_for_load_state("load")
    page.close()
    return Visit(seen, sent)


def throttle(page: Page, circumstance: Circumstance) -> None:
    session = page.context.new_cdp_session(page)
    if circumstance.megabits:
        rate = circumstance.megabits * 1e6 / 8
        limits: dict[str, Any] = {"offline": False, "latency": circumstance.latency}
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions", {**limits, "downloadThroughput": rate, "uploadThroughput": rate}
        )
    if circumstance.slower > 1:
        session.send("Emulation.setCPUThrottlingRate", {"rate": circumstance.slower})


def middle(found: Visits, circumstance: str, which: str, page: str) -> Visit:
    """Return the median visit, figure by figure."""
    some = found[circumstance, which, page]
    names = sorted({name for one in some for name in one.seen})
    seen = {name: median(one.seen[name] for one in some if name in one.seen) for name in names}
    return Visit(seen, round(median(one.bytes for one in some)))
