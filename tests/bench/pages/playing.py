"""Smoothness of play, and load while waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import CDPSession, Page, Playwright, Route

from tests.bench._bench import percentile
from tests.web import served, whole_chromium_options

PLAYERS, LEVELS = "3", 10
WAITING = 60
"""Seconds of waiting for a person."""

WATCH = """() => {
    window.measured = { presses: [], paints: {}, tasks: [] };
    let pressed = 0, heard = 0;
    const pressing = (event) => {
        if (event.isTrusted && event.key === " ") [pressed, heard] = [event.timeStamp, performance.now()];
    };
    addEventListener("keydown", pressing, true);
    new MutationObserver((changes) => {
        if (!pressed || !changes.some(({ target }) => target.classList.contains("gone"))) return;
        measured.presses.push([pressed, performance.now() - heard, performance.now() - pressed]);
        pressed = 0;
    }).observe(document.querySelector(".hand"), { subtree: true, attributeFilter: ["class"] });
    new PerformanceObserver((list) => {
        for (const { name, startTime, duration } of list.getEntries()) {
            if (name === "keydown") measured.paints[startTime] = duration;
        }
    }).observe({ type: "event", durationThreshold: 16 });
    new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) measured.tasks.push([startTime, duration]);
    }).observe({ type: "longtask" });
}"""

STATE = """(([table, lay]) => [
    table.dataset.phase, +table.dataset.level, lay.ariaPressed === "true", python.runPython("whose()")
])([".table", ".lay"].map((one) => document.querySelector(one)))"""

# Paints within 16 ms are not reported.
MEASURED = """() => ({
    handlers: measured.presses.map(([, handler]) => handler),
    presses: measured.presses.map(([, , took]) => took),
    paints: measured.presses.map(([at]) => measured.paints[at] ?? 16),
    tasks: measured.tasks,
})"""

INTERPRETER = """
export { version } from "../vendor/pyodide/pyodide.mjs";
import { loadPyodide as load } from "./interpreter.js?ours";
export const loadPyodide = async (options) => globalThis.python = await load(options);
"""

# Tells the player, who must make no mistake, whether the next card of all is ours.
KNOWS = """
import gc
from game.table import Table

def find_table():
    # The one there is: whatever was left before is gone.
    global table
    table = None
    gc.collect()
    (table,) = (it for it in gc.get_objects() if type(it) is Table)

def whose():
    state = table._state
    mine, others = state.hands[0], [card for hand in state.hands[1:] for card in hand]
    precedes = state.variant.precedes
    return bool(mine) and not any(precedes(card, mine[0]) for card in others)
"""


def smoothness(playwright: Playwright, slower: int) -> dict[str, Any]:
    """Play ten levels with the keyboard; measure from press to change and to paint, and every long task.

    The main thread of the page is slowed down by the factor `slower`.
    """
    with playing(playwright) as page:
        find_table(page)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.evaluate(WATCH)  # only now, because the search for the table takes long itself
        play(page, LEVELS)
        found: dict[str, Any] = page.evaluate(MEASURED)
    presses, paints = found["presses"], found["paints"]
    assert presses, "no press was measured"
    return {
        "presses": len(presses),
        "handler": percentile(found["handlers"], 95),
        "slowest handler": max(found["handlers"]),
        "press to change": percentile(presses, 95),
        "press to paint": percentile(paints, 95),
        "slowest paint": max(paints),
        "long tasks": len(found["tasks"]),
        "longest task": max((duration for _, duration in found["tasks"]), default=0.0),
    }


def waiting(playwright: Playwright, seconds: int = WAITING) -> float:
    """Return the seconds of main-thread work while the table waits `seconds` for the person's hand."""
    with playing(playwright) as page:
        page.wait_for_timeout(5_000)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        before = busy(session)
        page.wait_for_timeout(1000 * seconds)
        return busy(session) - before


@contextmanager
def playing(playwright: Playwright) -> Iterator[Page]:
    """Start a game on a page whose Python can be queried."""
    with served() as site, playwright.chromium.launch(**whole_chromium_options()) as browser:
        page = browser.new_context(service_workers="block").new_page()
        page.route("**/assets/interpreter.js", asked)
        sit_down(page, site)
        yield page


def asked(route: Route) -> None:
    route.fulfill(body=INTERPRETER, content_type="text/javascript")


def sit_down(page: Page, site: str) -> None:
    page.goto(f"{site}?seed=7")
    page.wait_for_selector("html[data-ready=true]", state="attached", timeout=120_000)
    page.evaluate("code => { python.runPython(code); }", KNOWS)
    page.evaluate(f"players{PLAYERS}.checked = true; start.click()")


def find_table(page: Page) -> None:
    """Let Python find the table of the game that has just started."""
    page.wait_for_selector(".hand", state="attached")
    page.evaluate("python.runPython('find_table()')")


def play(page: Page, levels: int) -> None:
    """Play without a mistake up to `levels` or the end of the game."""
    while True:
        phase, level, down, ours = page.evaluate(STATE)
        if phase in ("won", "lost") or level > levels:
            return
        if ours and phase == "play":
            page.keyboard.press("Space")
        elif phase != "play" and not down:
            page.keyboard.press("h")
        page.wait_for_timeout(20)


def busy(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(it["value"]) for it in metrics if it["name"] == "TaskDuration")
