"""Win rates of teammates: complete games with unknown simulated people, in virtual time.

The people are those of `tests/bench/people/h0.py`, or other kinds of `tests/bench/people/kinds.py`. Every policy plays
with the same people and the same deals.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from math import sqrt
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from game.table import SIMULTANEITY
from game.teammates.characters import CHARACTERS
from tests.bench._bench import Options, Row, parser, show
from tests.bench.people.kinds import KINDS
from tests.bench.people.playing import Outcome, evening

COMPARED = ("fixed tempo", "teammates without noise", "teammates", "oracle")
CHUNK = 25
"""The number of simulated people in one task of a process."""

OPTIONS: Options = {
    "games": {"type": int, "default": 2000, "help": "people a row, each with as many games as its kind plays (2000)"},
    "seats": {"type": int, "nargs": "+", "choices": range(2, 9), "default": [2, 3, 4]},
    "cv": {"type": float, "nargs": "+", "default": [0.10, 0.15, 0.20], "help": "variation of single waits"},
    "people": {"nargs": "+", "choices": KINDS, "default": ["H0"], "help": "the kinds of people (H0)"},
    "characters": {"action": "store_true", "help": "compare the characters"},
    "simultaneity": {"type": float, "nargs": "+", "default": [0.0, SIMULTANEITY], "help": "rules of the table, in s"},
}


class Setting(NamedTuple):
    """One row to measure: `policy` with people of `kind`."""

    simultaneity: float
    kind: str
    policy: str
    seats: int
    cv: float


def main(argv: Sequence[str]) -> int:
    asked = parser("teammates", __doc__, OPTIONS).parse_args(argv)
    policies = CHARACTERS if asked.characters else COMPARED
    settings = map(Setting._make, product(asked.simultaneity, asked.people, policies, asked.seats, asked.cv))
    show(measured(settings, asked.games), asked.json)
    return 0


def measured(settings: Iterator[Setting], people: int) -> Iterator[Row]:
    """Yield the row of each setting, whose games are played on all cores."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for setting in settings:
            chunks = [range(people)[first : first + CHUNK] for first in range(0, people, CHUNK)]
            outcomes = [one for some in pool.map(played, chunks, [setting] * len(chunks)) for one in some]
            row = setting._asdict() | figures(outcomes)
            yield row, "  ".join(f"{name} {it}" for name, it in row.items())


def played(people: range, to: Setting) -> list[Outcome]:
    """Return the outcomes of all games with some `people`."""
    kind = KINDS[to.kind]
    return [one for n in people for one in evening(kind, to.policy, n, to.seats, to.cv, to.simultaneity)]


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the win rate after `won` of `games`, by Wilson's formula."""
    z = 1.96
    middle = (won + z * z / 2) / (games + z * z)
    half = z * sqrt(won * (games - won) / games + z * z / 4) / (games + z * z)
    return max(0.0, middle - half), min(1.0, middle + half)


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the statistics of a row, with 95 % intervals. A level counts if it was completed."""
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
