"""A visit until the game can be played, and the first presses after it: our page and the bare one alternately."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, Playwright

from tests.bench.pages.serving import Server
from tests.tries import Tries
from tests.web import whole_chromium_options

WARM = 2
"""Visits with play between the first and the measured repeat visit: Chromium has stored compiled code after them."""

PRESSES = 10
BETWEEN = 400
"""Milliseconds between two presses: ten of them take the four seconds after the start."""

DWELL = 3_000
"""Milliseconds after the last press. Chromium stores compiled code after 2 s without newly optimised functions."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A device and its connection: megabits per second, latency in milliseconds, slowdown factor of the processor."""

    name: str
    megabits: float = 0.0
    latency: float = 0.0
    slower: int = 1


HERE = Profile("this machine")
PHONE = Profile("phone", 10, 60, 6)
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


# Takes the time that all handlers of a key together need on the main thread.
TIME_KEYS = """
    window.handled = [];
    let began = 0;
    addEventListener("keydown", () => (began = performance.now()), true);
    addEventListener("keydown", () => handled.push(performance.now() - began));
"""

DEAL = """() => {
    const began = performance.now();
    start.click();
    return performance.now() - began;
}"""

PRESS = """() => {
    const again = document.getElementById("again");
    if (again && !again.hidden) again.click();
    return document.getElementById("lay").hidden ? "Space" : "h";
}"""


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit: when each thing was seen, in ms, and the bytes until it could be played.

    `processor` is the processor time of the page until then. For our page `deal` is the time of the first deal,
    `press` of the slowest of the first ten presses, and `playing` the processor time of these presses, all in ms.
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
        first = visit(browsers, folder, name, profile, is_first=True)
        for _ in range(WARM):
            visit(browsers, folder, name, profile)
        return first, visit(browsers, folder, name, profile)


@contextmanager
def browser(playwright: Playwright, folder: str) -> Iterator[BrowserContext]:
    """Run a browser with its profile in `folder`, as a person has it."""
    context = playwright.chromium.launch_persistent_context(folder, **whole_chromium_options())
    context.add_init_script(WATCH)
    yield context
    context.close()


def visit(browsers: Browsers, folder: str, name: str, profile: Profile, *, is_first: bool = False) -> Visit:
    """Open the page, wait until it can be played, and play. A first visit also waits until everything is cached."""
    playwright, server = browsers
    with browser(playwright, folder) as context:
        assert context.browser
        system = context.browser.new_browser_cdp_session()
        page = context.new_page()
        throttle(page, profile)
        before, spent = server.sent, processor(system)
        with page.expect_console_message(lambda message: message.text == "playable", timeout=180_000):
            page.goto(f"{server.address}{name}/", wait_until="commit")
        sent, starting = server.sent - before, processor(system) - spent
        seen: dict[str, float] = page.evaluate(SEEN)
        played = play(page, system) if name == "ours" else warm_up(page)
        if is_first and name == "ours":
            page.wait_for_selector("html[data-kept=kept]", state="attached", timeout=120_000)
        page.wait_for_timeout(DWELL)
    return Visit(seen, sent, starting, *played)


def play(page: Page, system: CDPSession) -> tuple[float, float, float]:
    """Deal, and press ten keys. Return the times of the deal and the slowest press, and the processor time, in ms."""
    page.evaluate(TIME_KEYS)
    spent = processor(system)
    deal: float = page.evaluate(DEAL)
    page.wait_for_selector("#table .card", state="attached")
    for _ in range(PRESSES):
        page.keyboard.press(page.evaluate(PRESS))
        page.wait_for_timeout(BETWEEN)
    slowest: float = page.evaluate("Math.max(...handled)")
    return deal, slowest, processor(system) - spent


def warm_up(page: Page) -> tuple[float, float, float]:
    """Let the bare page run some Python, so that the browser stores its compiled code, too."""
    page.evaluate("python.runPython('sum(len(str(number)) for number in range(300_000))')")
    return 0.0, 0.0, 0.0


def processor(system: CDPSession) -> float:
    """Return the processor time of all pages of the browser so far, in ms."""
    processes = system.send("SystemInfo.getProcessInfo")["processInfo"]
    return 1000 * sum(float(one["cpuTime"]) for one in processes if one["type"] == "renderer")


def throttle(page: Page, profile: Profile) -> None:
    session = page.context.new_cdp_session(page)
    if profile.megabits:
        rate = profile.megabits * 1e6 / 8
        limits: dict[str, Any] = {"offline": False, "latency": profile.latency}
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions", {**limits, "downloadThroughput": rate, "uploadThroughput": rate}
        )
    if profile.slower > 1:
        session.send("Emulation.setCPUThrottlingRate", {"rate": profile.slower})


def middle(found: Visits, profile: str, which: str, page: str) -> Visit:
    """Return the median visit, figure by figure."""
    some = found[profile, which, page]
    names = sorted({name for one in some for name in one.seen})
    seen = {name: median(one.seen[name] for one in some if name in one.seen) for name in names}
    figures = (median(getattr(one, name) for one in some) for name in ("processor", "deal", "press", "playing"))
    return Visit(seen, round(median(one.bytes for one in some)), *figures)
