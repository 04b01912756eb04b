"""Faster than a bare Pyodide? Start, size, smoothness and growth, each figure beside its reference.

    python3 build.py bench page [--runs 5] [--json] [--only starting|smoothness|waiting|growth]
    python3 build.py bench page --short

*Bare* is a page that only calls loadPyodide() of the same version from the same server and
sets a title. Both are visited by turns in the same run; figures are medians. The short form
measures the start alone, and fails if a ratio is twice what is to be reached.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from tests.bench._ready import get_ready
from tests.bench.pages.playing import growth, smoothness, waiting
from tests.bench.pages.serving import Server, serving
from tests.bench.pages.starting import CIRCUMSTANCES, PAGES, middle, visits

PARTS = ("starting", "smoothness", "waiting", "growth")
MB = 1e6


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="build.py bench page", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5, help="visits to each page in each circumstance (5)")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS, help="only these parts")
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    parser.add_argument("--short", action="store_true", help="a look at the start alone, for every change")
    asked = parser.parse_args(argv)
    if asked.short:
        asked.runs, asked.only = 1, ["starting"]
    get_ready()
    with serving() as server, sync_playwright() as playwright:
        found = measured(playwright, server, asked.runs, asked.only)
    print(json.dumps(found, indent=1) if asked.json else "\n".join(lines(found)))
    return len(doubled(found)) if asked.short else 0


def doubled(found: dict[str, Any]) -> list[str]:
    """The ratios that are twice what is to be reached, or more."""
    return [name for name, it in found.items() if "ratio" in it and it["ratio"] >= 2 * it.get("to reach", math.inf)]


def measured(playwright: Playwright, server: Server, runs: int, parts: Sequence[str]) -> dict[str, Any]:
    """All figures of the parts wanted, by name."""
    found: dict[str, Any] = {}
    if "starting" in parts:
        found |= starting(playwright, server, runs)
    if "smoothness" in parts:
        smooth = smoothness(playwright, server)
        found["from the event to the card's change, 95th percentile, ms"] = goal(smooth["handler"], 1)
        found["the same from the press on, however busy the page, ms"] = {"ours": round(smooth["press to change"], 2)}
        found["press to next paint, 95th percentile, ms"] = goal(smooth["press to paint"], 24)
        found["long tasks in ten levels"] = goal(smooth["long tasks"], 0)
        found["longest task, ms"] = {"ours": smooth["longest task"]}
        found["presses"] = {"ours": smooth["presses"]}
    if "waiting" in parts:
        found["main thread in 60 s of waiting, s"] = goal(waiting(playwright, server), 0.3)
    if "growth" in parts:
        for heap, grown in growth(playwright, server).items():
            found[f"{heap} heap, growth over 100 levels, MB"] = goal(grown / MB, 2)
    return found


def starting(playwright: Playwright, server: Server, runs: int) -> dict[str, Any]:
    all_visits = visits(playwright, server, runs, CIRCUMSTANCES)
    found: dict[str, Any] = {}
    for circumstance in CIRCUMSTANCES:
        for which in ("first", "repeat"):
            ours, bare = (middle(all_visits, circumstance.name, which, page) for page in PAGES)
            name = f"{which} visit, {circumstance.name}"
            found[f"{name}, bytes"] = pair(ours.bytes, bare.bytes)
            found[f"{name}, ms until playable"] = pair(ours.playable, bare.playable)
            found[f"{name}, ms until the title / playable"] = pair(ours.title, ours.playable)
            found[f"{name}, when what was seen, ms"] = {
                page: {key: round(at) for key, at in sorted(one.seen.items(), key=lambda item: item[1])}
                for page, one in zip(PAGES, (ours, bare), strict=True)
            }
    wanted = {
        "first visit, unthrottled, bytes": 0.72,
        "first visit, 20 Mbit/s, ms until playable": 0.55,
        "repeat visit, unthrottled, ms until playable": 0.38,
        "repeat visit, 20 Mbit/s, ms until playable": 0.38,
        "first visit, unthrottled, ms until the title / playable": 0.10,
        "first visit, 20 Mbit/s, ms until the title / playable": 0.10,
    }
    for name, ratio in wanted.items():
        found[name]["to reach"] = ratio
    return found


def pair(ours: float, reference: float) -> dict[str, float]:
    return {"ours": round(ours), "reference": round(reference), "ratio": round(ours / max(reference, 1e-9), 3)}


def goal(ours: float, wanted: float) -> dict[str, float]:
    return {"ours": round(ours, 2), "to reach": wanted}


def lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"{'':62}{'ours':>10}{'reference':>11}{'ratio':>8}{'to reach':>10}"
    for name, figures in found.items():
        if "when" in name:
            for page, seen in figures.items():
                yield f"  {page}: " + ", ".join(f"{what} {at}" for what, at in seen.items())
        else:
            cells = (figures.get(key, "") for key in ("ours", "reference", "ratio", "to reach"))
            yield f"{name:62}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, (10, 11, 8, 10), strict=True))
