"""Elections: search interleavings of events for unsafe ones, and for ones that do not end at one table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random

from tests.bench._rows import show
from tests.net.election_model import explore, wander

TABLES = (("ABC", False), ("AB", True), ("ABC", True), ("ABCD", False))
"""The honest pages, and whether there is an adversary too."""

LONGEST = 60
"""Events in a random story."""


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench elections", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="time for each table, half for all interleavings")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)

    for honest, hostile in TABLES:
        found = None
        began, depth = time.perf_counter(), 1
        while time.perf_counter() - began < asked.seconds / 8:  # each additional event multiplies the time
            found = explore(honest, hostile=hostile, depth=depth)
            depth += 1
        stories, began = 0, time.perf_counter()
        while time.perf_counter() - began < asked.seconds / 2:
            wander(honest, Random(stories), hostile=hostile, steps=LONGEST)
            stories += 1
        assert found is not None
        row = {
            "pages": honest,
            "adversary": hostile,
            "events": depth - 1,
            "states": found.states,
            "stories": stories,
        }
        show(row, ", ".join(f"{name} {value}" for name, value in row.items()), asked.json)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
