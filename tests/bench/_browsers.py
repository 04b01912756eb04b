"""Four people in four browsers: the time until all are seated, and from a press to another person's screen."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from tests.bench._ready import get_ready
from tests.browser.party import Member, begin, start
from tests.relay import relay
from tests.web import chromium_options, served

GUESTS = ("Ben", "Cem", "Dia")

# The page's own interpreter, but with access to the host's Python, to query the delay of lag compensation.
INTERPRETER = "assets/interpreter.js"
ASK = ("return await load(", "return globalThis.python = await load(")
WAIT = """
import gc
from game.net.host.host import Host
next(one for one in gc.get_objects() if type(one) is Host).game._wait()
"""

# Records when the page was ready, when all four were seated, and when each card was first painted.
WATCH = """
    window.marks = {};
    const now = () => performance.timeOrigin + performance.now();
    const mark = (name) => {
        if (name in marks) return;
        marks[name] = null;
        requestAnimationFrame(() => (marks[name] = now()));
    };
    new MutationObserver(() => {
        if (document.documentElement.dataset.ready === "true") mark("ready");
        if (document.querySelectorAll(".peers [data-state=connected]").length === 4) mark("seated");
        for (const card of document.querySelectorAll(".piles [data-card]")) {
            mark(`level ${document.querySelector(".table").dataset.level} card ${card.dataset.card}`);
        }
    }).observe(document, { attributes: true, childList: true, subtree: true });
"""

PRESS = """(card) => {
    const button = document.querySelector(`.hand [data-card="${card}"]`);
    const pressed = performance.timeOrigin + performance.now();
    button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
    return pressed;
}"""


def four_browsers(levels: int) -> dict[str, object]:
    """Play a game of four people, each with their own browser, to the end of `levels`."""
    get_ready()
    return in_browsers(levels)


def in_browsers(levels: int) -> dict[str, object]:
    """Measure that game; the page and the browser must be ready."""
    with (
        tempfile.TemporaryDirectory() as folder,
        relay(Path(folder)) as address,
        served() as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium_options())
        host = Member(_page(browser))
        host.page.goto(f"{site}?relay={address}")
        expect(host.page.locator("html[data-ready=true]")).to_be_attached(timeout=60_000)
        host.host("Ana")
        guests = [Member(_page(browser)) for _ in GUESTS]
        for guest in guests:
            guest.page.goto(host.invite, wait_until="commit")
        for guest in guests:
            guest.button("Sit down").click()
        people = [host, *guests]
        ready = max(_mark(guest.page, "ready") for guest in guests)
        seated = max(_mark(member.page, "seated") for member in people)
        for guest, name in zip(guests, GUESTS, strict=True):
            guest.call(name)
            guest.button("Ready").click()
        expect(host.page.locator("#lobby-status")).to_have_text("Everyone is ready.")
        start(host, people)
        presses: list[tuple[float, float]] = []
        for level in range(1, levels + 1):
            presses += _play(level, host, guests)
        browser.close()
    took = [1000 * wait for wait, _ in presses]
    above = [late - 1000 * wait for wait, late in presses]
    return {
        "people": len(people),
        "seconds from the last page's being ready to all seated": round(max(0.0, seated - ready) / 1000, 2),
        "levels played to their end": levels,
        "presses of a guest, as another guest saw them": len(presses),
        **_spread("press to card visible, ms", [late for _, late in presses]),
        **_spread("the wait that fairness needs, ms", took),
        **_spread("above that wait, ms", above),
    }


def _page(browser: Browser) -> Page:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.add_init_script(WATCH)
    page.route(f"**/{INTERPRETER}", _with_python_in_reach)
    return page


def _with_python_in_reach(route: Route) -> None:
    response = route.fetch()
    assert ASK[0] in response.text()
    route.fulfill(response=response, body=response.text().replace(*ASK))


def _play(level: int, host: Member, guests: Sequence[Member]) -> list[tuple[float, float]]:
    """Play a level without a mistake; return the delay before each press of a guest, and until another guest saw it."""
    people = [host, *guests]
    begin(people)
    cards = sorted((card, number) for number, member in enumerate(people) for card in member.hand())
    measured = []
    for at, (card, number) in enumerate(cards):
        player = people[number]
        if len({one for _, one in cards[at:]}) == 1:
            player.button("Play the rest").click()
            break
        wait: float = host.page.evaluate("(code) => python.runPython(code)", WAIT)
        pressed: float = player.page.evaluate(PRESS, card)
        seen = [_mark(other.page, f"level {level} card {card}") for other in people]
        if player is not host:
            measured += [(wait, seen[n] - pressed) for n in range(1, len(people)) if n != number]
    for member in people:
        member.shows(phase="focus", level=level + 1)
    return measured


def _mark(page: Page, name: str) -> float:
    """Return when `name` happened on the page, in milliseconds since the epoch."""
    page.wait_for_function("(name) => marks[name]", arg=name, timeout=60_000)
    at: float = page.evaluate("(name) => marks[name]", name)
    return at


def _spread(name: str, values: Sequence[float]) -> dict[str, Any]:
    return {f"{name}, median": round(median(values), 1), f"{name}, p95": round(quantiles(values, n=20)[-1], 1)}
