"""Joining and playing across kinds of networks: success, time and route of joining, and recovery from outages.

Runs in its own network namespace: nothing outside can reach it, and it can reach nothing outside. One relay of three
hangs and another is slow while people join, unless `--calm`. Rows are printed as they are measured. A browser or
computer that fails costs one try, which its row counts as failed; the exit status is then 3.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import product

from assets.build.project import ROOT
from tests.bench._bench import LOST, Options, get_ready, parser, percentile, show
from tests.lab.laboratory import EI, FAR, HOME, PR, SYM, Laboratory, laboratory
from tests.lab.lines import Quality
from tests.lab.namespaces import apart, missing
from tests.lab.outages import OUTAGES, Outage, outage
from tests.lab.pairs import PAIRS, Row, pair, party
from tests.tries import Tries
from tests.web import BASELINE

SLOW = Quality(delay=1.0)
"""Delay of a slow relay's packets in seconds."""

SHORT = {(EI, EI): False, (SYM, SYM): True, (PR, SYM): False}
"""A pair for each kind of route, and whether there is TURN. Pages of one network meet in all other journeys."""

NAMES = ["/".join(pair) for pair in PAIRS] + [one.name for one in OUTAGES]
HEADING = ("host", "guest", "turn", "seated", "seconds", "way", "ends", "press", "lost", "failed", "back", "outage")
WIDTHS = (22, 22, 6, 8, 9, 8, 14, 7, 6, 8, 7, 0)


OPTIONS: Options = {
    "tries": {"type": int, "default": 3, "help": "tries of each pair and of each outage"},
    "levels": {"type": int, "default": 2, "help": "levels that are played in each try; 0 for none"},
    "only": {
        "action": "append",
        "metavar": "HOST/GUEST",
        "help": "this pair, or the outage of this name; may be repeated",
    },
    "turn": {"choices": ("with", "without"), "help": "pairs with a TURN server alone, or those without"},
    "far": {"action": "store_true", "help": "lines of 300 ms there and back that lose 2 %%"},
    "calm": {"action": "store_true", "help": "all relays are well"},
    "short": {"action": "store_true", "help": "three pairs alone, in browsers that do not optimize"},
}


def main(argv: Sequence[str]) -> int:
    reads = parser("networks", __doc__, OPTIONS)
    if not any(chosen(reads.parse_args(argv))):
        reads.error(f"there is no such pair or outage, but {', '.join(NAMES)}")
    if sentence := missing():
        print(sentence, file=sys.stderr)
        return 0
    get_ready()
    call = "import sys; from tests.bench.networks import measure; sys.exit(measure(sys.argv[1:]))"
    world = apart(sys.executable, "-c", call, *argv)
    os.chdir(ROOT)
    os.execvp(world[0], world)  # ending this process ends the whole namespace


def measure(argv: Sequence[str]) -> int:
    """Measure the requested pairs and outages, and return the exit status.

    This must be the first process of a namespace that is `apart`. The kernel delivers only signals that such a process
    handles: without a handler, SIGTERM to the process group would end only the browsers and servers.
    """
    asked = parser("networks", __doc__, OPTIONS).parse_args(argv)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    heading = "".join(f"{name:<{width}}" for name, width in zip(HEADING, WIDTHS, strict=True))
    try:
        rows = show(((asdict(row), line(row)) for row in measured(asked)), asked.json, heading)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    seconds = [row["seconds"] for row in rows if row["seconds"] is not None]
    if not asked.json and len(seconds) > 1:
        print(f"Nine of ten rows are seated within {percentile(seconds, 90):.1f} s.")
    return LOST if any(row["failed"] for row in rows) else 0


def _stop(number: int, _: object) -> None:
    sys.exit(128 + number)


def measured(asked: argparse.Namespace) -> Iterator[Row]:
    """Yield each row when it is measured."""
    pairs, outages = chosen(asked)
    with laboratory() as lab:
        if pairs:
            ail(lab, not asked.calm)
            with Tries(partial(party, lab, 2, *[BASELINE] * asked.short)) as parties:
                for host, guest, turn in pairs:
                    far = FAR if asked.far else HOME
                    yield pair(parties, host, guest, turn=turn, tries=asked.tries, levels=asked.levels, quality=far)
        ail(lab, False)
        for people in sorted({one.people for one in outages}):
            with Tries(partial(party, lab, people)) as parties:
                for one in outages:
                    if one.people == people:
                        yield outage(parties, one, asked.tries)


def chosen(asked: argparse.Namespace) -> tuple[list[tuple[str, str, bool]], list[Outage]]:
    """Return the requested pairs, with or without TURN, and the requested outages."""
    if asked.short:
        return [(*names, turn) for names, turn in SHORT.items()], []
    turns = {"with": (True,), "without": (False,)}.get(asked.turn, (False, True))
    pairs = [one for one in PAIRS if not asked.only or {"/".join(one), "/".join(reversed(one))} & {*asked.only}]
    outages = [one for one in OUTAGES if not asked.only or one.name in asked.only]
    return [(*names, turn) for names, turn in product(pairs, turns)], outages


def ail(lab: Laboratory, ailing: bool) -> None:
    """Let the first relay hang and the second be slow, or restore both."""
    hanging, slow, _ = lab.relays.values()
    hanging.cut(ailing)
    slow.up.quality = SLOW if ailing else Quality()


def line(row: Row) -> str:
    """Format `row` as text."""
    shown = asdict(row) | {"turn": "yes" if row.turn else "no", "seated": f"{row.seated} of {row.tries}"}
    if row.outage and row.back is None and row.failed < row.tries:
        shown["back"] = "never"
    cells = ["" if shown[name] is None else str(shown[name]) for name in HEADING]
    return "".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()
