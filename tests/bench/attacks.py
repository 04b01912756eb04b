"""Attacks on the multiplayer protocol: each must fail in all of its tries."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from pytest import ExitCode

from assets.build.checks import JOURNEYS
from assets.build.project import ROOT
from tests.bench._bench import Row, get_ready, parser, show
from tests.net.attacks import ATTACKS, Attack


def main(argv: Sequence[str]) -> int:
    tries = {"type": int, "help": "tries of each attack, instead of as many as each has by itself"}
    asked = parser("attacks", __doc__, {"tries": tries}).parse_args(argv)
    if IN_BROWSERS:
        get_ready()
    rows = show(measured(asked.tries), asked.json, f"{'attack':72}{'tries':>6}{'succeeded':>11}")
    return int(any(row["succeeded"] for row in rows))


def measured(asked: int | None) -> Iterator[Row]:
    for what, usual, attempt, _ in [*ATTACKS, *IN_BROWSERS]:
        tries = asked or usual
        succeeded = attempt(tries)
        yield {"attack": what, "tries": tries, "succeeded": succeeded}, f"{what:72}{tries:6}{succeeded:11}"


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
        partial(journeys, "test_strangers.py", named="a_flood_by_a_direct_line_is_cut_off"),
    ),
    Attack(
        "outsiders, or 60 pages with the link, make connections at once",
        3,
        partial(journeys, "test_strangers.py", named="a_crowd_keeps_no_friend_out_and_fills_no_memory"),
    ),
    Attack("a link connects to anything before the press", 3, partial(journeys, "test_links.py", named="the_press")),
    Attack("two copies of the game on one host delete what the other keeps", 3, partial(journeys, "test_copies.py")),
]
"""Attacks that only a browser can test: connections, their memory, and data stored on one host."""
