"""Start, size and smoothness of the page, compared with a bare Pyodide.

*Bare* is a page that only calls loadPyodide() of the same version from the same server and sets a title. Both pages
are visited alternately in the same run; figures are medians, with the least and the greatest in brackets. The browser
restarts before each visit, and has stored compiled code of both pages before a repeat visit. The short form measures
only the start on this machine, and fails if a ratio is at least twice its target.

A start is measured without a debugger: Chromium runs as a person has it, and the pages report to the server. The phone
is made without one, too: the server sends 10 Mbit/s after 60 ms, and all processes of the browser are stopped for five
sixths of the time, in turns of a few milliseconds. This needs Linux. The parts that play whole levels drive the page by
Playwright; there, "phone" slows down only the main thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.bench._bench import LOST, Options, get_ready, parser, show
from tests.bench.pages.playing import smoothness, waiting
from tests.bench.pages.serving import serving
from tests.bench.pages.starting import HERE, PAGES, PHONE, Browsers, Profile, Visit, visits
from tests.tries import Tries

Figures = dict[str, dict[str, Any]]

Parts = dict[str, Callable[[Tries[Browsers], int], Figures]]
"""The function that measures each part, given the number of visits."""


def main(argv: Sequence[str]) -> int:
    options: Options = {
        "runs": {"type": int, "default": 5, "help": "visits to each page on each profile (5)"},
        "only": {"choices": PARTS, "nargs": "+", "default": [*PARTS], "help": "only these parts"},
        "short": {"action": "store_true", "help": "a look at the start alone, for every change"},
    }
    asked = parser("page", __doc__, options).parse_args(argv)
    parts = SHORT if asked.short else {part: PARTS[part] for part in asked.only}
    get_ready()
    with Tries(open_browsers) as tries:
        figures = (figure for measure in parts.values() for figure in measure(tries, asked.runs).items())
        rows = show((({"figure": name} | row, line(name, row)) for name, row in figures), asked.json, HEADING)
    if tries.failed:
        return LOST
    return int(asked.short and any(doubled(row) for row in rows))


@contextmanager
def open_browsers() -> Iterator[Browsers]:
    """Provide the browsers, and the server of the pages."""
    with serving() as server, sync_playwright() as playwright:
        yield playwright, server


def doubled(row: Mapping[str, Any]) -> bool:
    """Whether a ratio is at least twice its target."""
    return "ratio" in row and bool(row["ratio"] >= 2 * row.get("to reach", math.inf))


def starting(tries: Tries[Browsers], runs: int, profiles: Sequence[Profile] = (HERE, PHONE)) -> Figures:
    all_visits = visits(tries, runs, profiles)
    found: Figures = {}
    for profile, which in product(profiles, ("first", "repeat")):
        keys = [(profile.name, which, page) for page in PAGES]
        if not all(key in all_visits for key in keys):
            continue
        ours, bare = (all_visits[key] for key in keys)
        name = f"{which} visit, {profile.name}"
        playable = [one.playable for one in ours]
        figures = {
            "bytes": compare([one.bytes for one in ours], [one.bytes for one in bare]),
            "ms until playable": compare(playable, [one.playable for one in bare]),
            "ms until the title / playable": compare([one.title for one in ours], playable),
            "processor until playable, ms": compare([one.processor for one in ours], [one.processor for one in bare]),
            "processor in the 4 s after, ms": summarize([one.playing for one in ours]),
            "first deal, ms": summarize([one.deal for one in ours], digits=1),
            "slowest of ten presses, ms": summarize([one.press for one in ours], digits=1),
            "when what was seen, ms": {"ours": timeline(ours), "bare": timeline(bare)},
        }
        found |= {f"{name}, {figure}": row for figure, row in figures.items()}
    for name in WANTED.keys() & found.keys():
        found[name]["to reach"] = WANTED[name]
    return found


WANTED = {
    "first visit, this machine, bytes": 0.72,
    "first visit, this machine, ms until playable": 0.55,
    "first visit, this machine, ms until the title / playable": 0.10,
    "repeat visit, this machine, ms until playable": 0.30,
    "repeat visit, this machine, ms until the title / playable": 0.12,
    "repeat visit, this machine, processor in the 4 s after, ms": 600,
}
"""Goals: ratios, and milliseconds where there is no ratio."""


def playing_smoothly(tries: Tries[Browsers], _: int) -> Figures:
    measured = tries.run(lambda browsers: smoothness(browsers[0], HERE.slower))
    if measured is None:
        return {}
    return {
        "from the event to the card's change, 95th percentile, ms": goal(measured["handler"], 1),
        "the same from the press on, however busy the page, ms": {"ours": round(measured["press to change"], 2)},
        "press to next paint, 95th percentile, ms": goal(measured["press to paint"], 24),
        "long tasks in ten levels": goal(measured["long tasks"], 0),
        "longest task, ms": {"ours": measured["longest task"]},
        "presses": {"ours": measured["presses"]},
    }


def playing_on_a_phone(tries: Tries[Browsers], _: int) -> Figures:
    measured = tries.run(lambda browsers: smoothness(browsers[0], PHONE.slower))
    if measured is None:
        return {}
    return {
        "phone: from the event to the card's change, slowest press, ms": goal(measured["slowest handler"], 8),
        "phone: press to next paint, slowest press, ms": goal(measured["slowest paint"], 100),
        "phone: presses": {"ours": measured["presses"]},
    }


def while_waiting(tries: Tries[Browsers], _: int) -> Figures:
    seconds = tries.run(lambda browsers: waiting(browsers[0]))
    return {} if seconds is None else {"main thread in 60 s of waiting, s": goal(seconds, 0.3)}


PARTS: Parts = {
    "starting": starting,
    "smoothness": playing_smoothly,
    "phone": playing_on_a_phone,
    "waiting": while_waiting,
}
SHORT: Parts = {"starting": lambda tries, _: starting(tries, 1, (HERE,))}
"""The parts of the short form: one visit."""


def summarize(figures: Sequence[float], name: str = "ours", digits: int | None = None) -> dict[str, Any]:
    """Return the median, and the least and greatest of the figures."""
    least, greatest = min(figures), max(figures)
    return {name: round(median(figures), digits), f"{name}, spread": [round(least, digits), round(greatest, digits)]}


def compare(ours: Sequence[float], reference: Sequence[float]) -> dict[str, Any]:
    ratio = median(ours) / max(median(reference), 1e-9)
    return summarize(ours) | summarize(reference, "reference") | {"ratio": round(ratio, 3)}


def timeline(some: Sequence[Visit]) -> dict[str, int]:
    """Return the median moment of everything that was seen in the visits, in order."""
    names = {name for one in some for name in one.seen}
    moments = {name: round(median(one.seen[name] for one in some if name in one.seen)) for name in names}
    return dict(sorted(moments.items(), key=lambda item: item[1]))


def goal(ours: float, wanted: float) -> dict[str, float]:
    return {"ours": round(ours, 2), "to reach": wanted}


COLUMNS = {"ours": 26, "reference": 26, "ratio": 8, "to reach": 10}
HEADING = f"{'':62}" + "".join(f"{name:>{width}}" for name, width in COLUMNS.items())


def line(name: str, row: dict[str, Any]) -> str:
    """Format `row` as text."""
    if "when" in name:
        return "\n".join(
            f"  {page}: " + ", ".join(f"{what} {at}" for what, at in seen.items()) for page, seen in row.items()
        )
    return f"{name:62}" + "".join(f"{cell(row, column):>{width}}" for column, width in COLUMNS.items())


def cell(row: dict[str, Any], column: str) -> str:
    """Format one figure, with its spread in brackets."""
    least, greatest = row.get(f"{column}, spread", (None, None))
    spread = "" if least is None else f" [{least}-{greatest}]"
    return f"{row.get(column, '')}{spread}"
