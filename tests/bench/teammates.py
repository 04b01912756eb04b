"""Win rates of teammates: complete games with unknown simulated people, in virtual time.

    python3 build.py bench teammates [--games 2000] [--seats 2 3 4] [--cv 0.1 0.15 0.2]
        [--people KIND] [--characters] [--simultaneity SECONDS] [--json]

The people are those of `tests/bench/people/h0.py`, or other kinds of `tests/bench/people/kinds.py`.
Every policy plays with the same people and the same deals.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

from game.table import SIMULTANEITY
from game.teammates.characters import CHARACTERS
from tests.bench._rows import show
from tests.bench.people import Kind
from tests.bench.people.kinds import KINDS
from tests.bench.people.playing import Outcome, evening, typical

COMPARED = ("fixed tempo", "teammates without noise", "teammates", "oracle")
CHUNK = 25
"""Games that one process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One configuration to measure: `policy` with people of `kind`."""

    kind: str
    policy: str
    seats: int
    cv: float
    simultaneity: float


def main(argv: list[str]) -> int:
    asked = _arguments().parse_args(argv)
    rules = (0.0, SIMULTANEITY) if asked.simultaneity is None else (asked.simultaneity,)
    policies = (*CHARACTERS,) if asked.characters else COMPARED
    cells = [
        Cell(kind, policy, seats, cv, rule)
        for rule in rules
        for kind in asked.people
        for policy in policies
        if policy != "oracle" or _tells(KINDS[kind])
        for seats in asked.seats
        for cv in asked.cv
    ]
    for cell, outcomes in _play(cells, asked.games).items():
        row = asdict(cell) | figures(outcomes)
        show(row, "  ".join(f"{name} {it}" for name, it in row.items()), asked.json)
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py bench teammates", description="How often teammates win.")
    parser.add_argument(
        "--games",
        type=_count,
        default=2000,
        help="people a cell, each with one game or with as many as its kind plays (2000)",
    )
    parser.add_argument("--seats", type=int, nargs="+", choices=range(2, 9), default=[2, 3, 4])
    parser.add_argument("--cv", type=_share, nargs="+", default=[0.10, 0.15, 0.20])
    parser.add_argument("--people", nargs="+", choices=KINDS, default=["H0"], help="the kinds of people (H0)")
    parser.add_argument("--characters", action="store_true", help="compare the characters")
    parser.add_argument("--simultaneity", type=_share, metavar="SECONDS", help="one table with this rule only")
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    return parser


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


def _tells(kind: Kind) -> bool:
    """Whether a person of this kind reveals its expected waits, which the oracle needs."""
    try:
        typical(kind(0, 0.15))
    except AttributeError:
        return False
    return True


def _play(cells: list[Cell], games: int) -> dict[Cell, list[Outcome]]:
    """Play the games of each cell on all cores and return the outcomes."""
    found: dict[Cell, list[Outcome]] = {cell: [] for cell in cells}
    done, total = 0, games * len(cells)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        chunks = [(cell, numbers) for numbers in _chunks(games) for cell in cells]
        running = {pool.submit(_outcomes, cell, numbers): (cell, numbers) for cell, numbers in chunks}
        for future in as_completed(running):
            cell, numbers = running[future]
            found[cell] += future.result()
            done += len(numbers)
            print(f"\r{done} of {total} people ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def _chunks(games: int) -> Iterator[range]:
    for first in range(0, games, CHUNK):
        yield range(first, min(first + CHUNK, games))


def _outcomes(cell: Cell, numbers: Iterable[int]) -> list[Outcome]:
    kind = KINDS[cell.kind]
    return [
        outcome
        for number in numbers
        for outcome in evening(kind, cell.policy, number, cell.seats, cell.cv, cell.simultaneity)
    ]


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the win rate after `won` of `games`, by Wilson's formula."""
    z = 1.96
    middle = (won + z * z / 2) / (games + z * z)
    half = z * sqrt(won * (games - won) / games + z * z / 4) / (games + z * z)
    return max(0.0, middle - half), min(1.0, middle + half)


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the statistics of a cell, with 95 % intervals. A level counts if it was completed."""
    won, levels = sum(one.won for one in outcomes), [one.levels for one in outcomes]
    half = 1.96 * pstdev(levels) / sqrt(len(levels))
    return {
        "games": len(outcomes),
        "won": round(won / len(outcomes), 3),
        "won, interval": [round(end, 3) for end in interval(won, len(outcomes))],
        "levels": round(fmean(levels), 2),
        "levels, interval": [round(fmean(levels) + side * half, 2) for side in (-1, 1)],
        "through level 4": round(fmean(level >= 4 for level in levels), 3),
        "lives": round(fmean(one.lives for one in outcomes), 2),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
