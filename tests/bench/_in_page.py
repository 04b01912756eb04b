"""The time a teammate needs for a plan, measured in a real browser with the page's own Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.web import chromium_options, served

START = """
async () => {
    const root = new URL("../../", location.href);
    const { loadPyodide } = await import(new URL("assets/interpreter.js", root).href);
    globalThis.python = await loadPyodide();
}
"""

PLAY = """
import json, time
from random import Random
from game.core import variant
from game.table import Table
from game.teammates import odds, stars
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.teammates.mind import Mind, Traits

class Timed:
    def __init__(self, mind, times):
        self.mind, self.times = mind, times

    def plan(self, view, now):
        began = time.perf_counter()
        plan = self.mind.plan(view, now)
        self.times.append(1000 * (time.perf_counter() - began))
        return plan

def game(name, seats, number, times):
    person = Mind(Traits(noise=0.15, pace=0.0), Random(f"person {number}"), (1,))
    mates = {
        seat: Timed(teammate(CHARACTERS[DEFAULT], Random(f"{number} {seat}")), times)
        for seat in range(1, seats)
    }
    table = Table(variant(name), seats, str(number), {0: person, **mates})
    while (due := table.due()) is not None:
        table.tick(due)
        table.updates()

def measure(name, seats, games):
    # Each game is played three times alike. The longest plan is the one whose quickest time
    # is longest, so that nothing is blamed on it that the computer did meanwhile.
    runs = []
    for _ in range(3):
        stars._worths.cache_clear()
        odds._supply.cache_clear()
        runs.append([])
        for number in range(games):
            game(name, seats, number, runs[-1])
    longest = max(min(same) for same in zip(*runs, strict=True))
    return {"plans": len(runs[0]), "mean": sum(map(sum, runs)) / sum(map(len, runs)), "longest": longest}
"""

ASKED = (("classic", 8), ("extreme", 8), ("classic", 4), ("classic", 2))


@contextmanager
def open_page() -> Iterator[Page]:
    """Provide a page with the game's Python, for the duration of the block."""
    with served() as site, sync_playwright() as playwright:
        page = playwright.chromium.launch(**chromium_options()).new_page()
        page.goto(f"{site}vendor/pyodide/pyodide-lock.json")
        page.evaluate(START)
        page.evaluate("code => { python.runPython(code); }", PLAY)
        yield page


def measured(variant: str, seats: int, games: int, page: Page) -> dict[str, Any]:
    """Return how many plans were made at such a table, and their mean and longest time in milliseconds."""
    code = f"json.dumps(measure({variant!r}, {seats}, {games}))"
    figures: dict[str, Any] = page.evaluate("code => JSON.parse(python.runPython(code))", code)
    return {"variant": variant, "seats": seats, **figures}
