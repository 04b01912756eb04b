"""What all benchmarks share: their options, the page and its browser, statistics, and rows that are printed at once."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any

from assets.build.browsers import need_browser
from assets.build.site import dist

LOST = 3
"""Exit status of a benchmark in which a try failed with an error. Its rows hold the results of the other tries."""

Options = Mapping[str, Mapping[str, Any]]
"""The arguments of `add_argument` for each option by its name, without dashes."""

Row = tuple[Mapping[str, Any], str]
"""A row, and a text for people that holds the same."""


def parser(name: str, question: str | None, options: Options) -> argparse.ArgumentParser:
    """Return the parser of a benchmark: its own `options`, and --json, which all have."""
    it = argparse.ArgumentParser(
        prog=f"build.py bench {name}", description=question, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for option, how in options.items():
        it.add_argument(f"--{option}", **how)
    it.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    return it


def show(rows: Iterable[Row], as_json: bool, heading: str = "") -> list[Mapping[str, Any]]:
    """Print each row when it is measured, so a run that ends early keeps its results. Return all rows."""
    if heading and not as_json:
        print(heading, flush=True)
    shown = []
    for row, text in rows:
        print(json.dumps(row) if as_json else text, flush=True)
        shown.append(row)
    return shown


def get_ready() -> None:
    """Build dist/ and check the browser. Standard output is reserved for the results."""
    with redirect_stdout(sys.stderr):
        dist()
        need_browser()


def percentile(figures: Sequence[float], share: float) -> float:
    """Return the smallest figure that at least `share` percent of the `figures` do not exceed; 0 if there are none."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else 0.0
