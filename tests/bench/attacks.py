"""Attacks on the multiplayer protocol: each must fail in all of its tries."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from functools import partial

from pytest import ExitCode

from assets.build.checks import JOURNEYS
from assets.build.project import ROOT
from tests.bench._ready import get_ready
from tests.bench._rows import show
from tests.net.attacks import ATTACKS, Attack


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench attacks", description=__doc__)
    parser.add_argument("--tries", type=int, help="tries of each attack, instead of as many as each has by itself")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)

    if IN_BROWSERS:
        get_ready()
    harmed = False
    if not asked.json:
        print(f"{'attack':72}{'tries':>6}{'succeeded':>11}", flush=True)
    for what, tries, attempt, _ in [*ATTACKS, *IN_BROWSERS]:
        tries = asked.tries or tries
        succeeded = attempt(tries)
        harmed = harmed or succeeded > 0
        row = {"attack": what, "tries": tries, "succeeded": succeeded}
        show(row, f"{what:72}{tries:6}{succeeded:11}", asked.json)
    return int(harmed)


def journeys(test: str, tries: int, named: str = "") -> int:
    """Return how many runs of the journeys in `test`, or only of those that match `named`, show a successful attack.

    Raises RuntimeError if there are no such journeys.
    """
    command = [sys.executable, "-m", "pytest", "-q", f"{JOURNEYS}/{test}", "-k", named]
    statuses = [subprocess.run(command, cwd=ROOT, stdout=sys.stderr).returncode for _ in range(tries)]
    if unknown := {*statuses} - {ExitCode.OK, ExitCode.TESTS_FAILED}:
        raise RuntimeError(f"pytest ran no journey of {test} {named}: exit status {unknown}")
    return statuses.count(ExitCode.TESTS_FAILED)


IN_BROWSERS = [
    Attack(
        "somebody with the link sends 32 MB by each direct line",
        3,
        partial(journeys, "test_strangers.py::test_a_flood_by_a_direct_line_is_cut_off"),
    ),
    Attack(
        "outsiders, or 60 pages with the link, make connections at once",
        3,
        partial(journeys, "test_strangers.py::test_a_crowd_keeps_no_friend_out_and_fills_no_memory"),
    ),
    Attack("a link connects to anything before the press", 3, partial(journeys, "test_links.py", named="the_press")),
    Attack("two copies of the game on one host delete what the other keeps", 3, partial(journeys, "test_copies.py")),
]
"""Attacks that only a browser can test: connections, their memory, and data stored on one host."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
