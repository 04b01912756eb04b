"""How often teammates win: complete games with people they do not know, in virtual time.

    python3 build.py bench teammates [--games 2000] [--seats 2 3 4] [--cv 0.1 0.15 0.2]
        [--people FILE.py] [--characters] [--simultaneity SECONDS] [--json] [--in-page]

The people are those of `tests/bench/people/h0.py`, or the classes of a file of yours
that have the interface described at the top of `tests/bench/people/__init__.py`.
Every policy meets the same people and the same deals.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from math import sqrt
from typing import Any

from game.table import SIMULTANEITY
from game.teammates.characters import CHARACTERS
from tests.bench.people import Kind
from tests.bench.people.files import Unfit, people_in
from tests.bench.people.h0 import H0
from tests.bench.people.playing import typical, won

COMPARED = ("fixed tempo", "teammates without noise", "teammates", "oracle")
IN_PAGE_GAMES = 5
CHUNK = 25
"""Games that one process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure to find out: `policy` with people of `kind`, from `file` or our own."""

    file: str | None
    kind: str
    policy: str
    seats: int
    cv: float
    simultaneity: float


def main(argv: list[str]) -> int:
    asked = _arguments().parse_args(argv)
    if asked.in_page:
        return _in_page(asked.json)
    try:
        kinds = _kinds(asked.people)
    except Unfit as unfit:
        print(unfit, file=sys.stderr)
        return 1
    rules = (0.0, SIMULTANEITY) if asked.simultaneity is None else (asked.simultaneity,)
    policies = (*CHARACTERS,) if asked.characters else COMPARED
    cells = [
        Cell(asked.people, kind, policy, seats, cv, rule)
        for rule in rules
        for kind in kinds
        for policy in policies
        if policy != "oracle" or _tells(kinds[kind])
        for seats in asked.seats
        for cv in asked.cv
    ]
    wins = _play(cells, asked.games)
    if asked.json:
        print(json.dumps(_as_json(cells, wins, asked.games), indent=1))
    else:
        for text in _tables(cells, wins, asked.games):
            print(text)
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py bench teammates", description="How often teammates win.")
    parser.add_argument("--games", type=_count, default=2000, help="games a cell (2000)")
    parser.add_argument("--seats", type=int, nargs="+", choices=range(2, 9), default=[2, 3, 4])
    parser.add_argument("--cv", type=_share, nargs="+", default=[0.10, 0.15, 0.20])
    parser.add_argument("--people", metavar="FILE.py", help="play with the people of this file")
    parser.add_argument("--characters", action="store_true", help="compare the characters")
    parser.add_argument("--simultaneity", type=_share, metavar="SECONDS", help="one table with this rule only")
    parser.add_argument("--json", action="store_true", help="print one object instead of tables")
    parser.add_argument("--in-page", action="store_true", help="measure how long a plan takes in a real browser")
    return parser


def _in_page(as_json: bool) -> int:
    from tests.bench._in_page import measured  # only this needs a browser

    found = measured(IN_PAGE_GAMES)
    if as_json:
        print(json.dumps({"milliseconds": found}, indent=1))
    else:
        for it in found:
            print(
                f"{it['variant']:10}{it['seats']} seats {it['plans']:7} plans"
                f"   mean {it['mean']:.2f} ms   longest {it['longest']:.1f} ms"
            )
    return 0


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text} is no number of games")
    return int(text)


def _share(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 2:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 2")
    return number


def _kinds(file: str | None) -> Mapping[str, Kind]:
    return {"H0": H0} if file is None else people_in(file)


def _tells(kind: Kind) -> bool:
    """Whether a person of this kind says how it waits, so that an oracle can be told."""
    try:
        typical(kind(0, 0.15))
    except AttributeError:
        return False
    return True


def _play(cells: list[Cell], games: int) -> Counter[Cell]:
    """The games won in each cell, played on all cores."""
    wins: Counter[Cell] = Counter()
    done, total = 0, games * len(cells)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        chunks = [(cell, numbers) for numbers in _chunks(games) for cell in cells]
        running = {pool.submit(_wins, cell, numbers): (cell, numbers) for cell, numbers in chunks}
        for future in as_completed(running):
            cell, numbers = running[future]
            wins[cell] += future.result()
            done += len(numbers)
            print(f"\r{done} of {total} games ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return wins


def _chunks(games: int) -> Iterator[range]:
    for first in range(0, games, CHUNK):
        yield range(first, min(first + CHUNK, games))


def _wins(cell: Cell, numbers: Iterable[int]) -> int:
    kind = _kinds(cell.file)[cell.kind]
    return sum(won(kind, cell.policy, number, cell.seats, cell.cv, cell.simultaneity) for number in numbers)


def interval(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of which `won` of `games` were seen (Wilson's)."""
    z = 1.96
    middle = (won + z * z / 2) / (games + z * z)
    half = z * sqrt(won * (games - won) / games + z * z / 4) / (games + z * z)
    return max(0.0, middle - half), min(1.0, middle + half)


def _tables(cells: list[Cell], wins: Counter[Cell], games: int) -> Iterator[str]:
    """One table for each rule and kind of person: policies down, seats and noise across."""
    for rule, kind in dict.fromkeys((cell.simultaneity, cell.kind) for cell in cells):
        here = [cell for cell in cells if (cell.simultaneity, cell.kind) == (rule, kind)]
        columns = list(dict.fromkeys((cell.seats, cell.cv) for cell in here))
        lines = [f"\n{kind}, simultaneity {rule:g} s, {games} games a cell, won % (95 % interval)\n"]
        heads = "".join(f"{f'{seats} seats cv {cv:.2f}':>20}" for seats, cv in columns)
        lines.append(f"{'':26}{heads}")
        for policy in dict.fromkeys(cell.policy for cell in here):
            row = [_figure(wins[cell], games) for cell in here if cell.policy == policy]
            lines.append(f"{policy:26}" + "".join(f"{figure:>20}" for figure in row))
        yield "\n".join(lines)


def _figure(won: int, games: int) -> str:
    low, high = interval(won, games)
    return f"{100 * won / games:.1f} ({100 * low:.0f}-{100 * high:.0f})"


def _as_json(cells: list[Cell], wins: Counter[Cell], games: int) -> dict[str, Any]:
    return {
        "games": games,
        "cells": [
            {
                "people": cell.kind,
                "policy": cell.policy,
                "seats": cell.seats,
                "cv": cell.cv,
                "simultaneity": cell.simultaneity,
                "won": wins[cell],
                "rate": wins[cell] / games,
                "interval": interval(wins[cell], games),
            }
            for cell in cells
        ],
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
