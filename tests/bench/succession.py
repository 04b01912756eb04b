"""Succession: search interleavings of events for unsafe ones, and for ones that do not end at one table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random

from tests.bench._rows import show
from tests.net.succession.model import beginning, explore, wander

TABLES = (("ABC", "", False), ("ABCD", "", False), ("ABC", "M", True), ("AB", "ML", True), ("ABCD", "M", True))
"""The honest pages, the keys of the adversary that sit at the table, and whether there is an adversary."""

LONGEST = 20
"""Events in a random course."""


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench succession", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="time for each table, half for all interleavings")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)

    for honest, seated, hostile in TABLES:
        states, most, began = 0, 1, time.perf_counter()
        while time.perf_counter() - began < asked.seconds / 4:
            most *= 2
            states = explore(beginning(honest, seated), LONGEST, most, hostile=hostile)
        courses, began = 0, time.perf_counter()
        while time.perf_counter() - began < asked.seconds / 2:
            wander(beginning(honest, seated), Random(courses), LONGEST, hostile=hostile)
            courses += 1
        row = {"pages": honest, "adversary": seated if hostile else "", "states": states, "courses": courses}
        show(row, ", ".join(f"{name} {value}" for name, value in row.items()), asked.json)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
