"""Speed of whole games: four simple teammates, from the first level to the end."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from random import Random

from game.core import Phase, Variant, variant
from game.table import Table
from tests.teammates.metronome import Metronome


def play(chosen: Variant, seats: int, seed: str) -> tuple[bool, int]:
    """Play one game; return whether it was won, and its number of moves."""
    teammates = {seat: Metronome(Random(f"{seed} {seat}")) for seat in range(seats)}
    table = Table(chosen, seats, seed, teammates)
    while (due := table.due()) is not None:
        table.tick(due)
        table.updates()
    return table.view(None).phase is Phase.WON, sum(len(deal.moves) for deal in table.game.deals)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench table", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--variant", type=variant, default=variant("classic"))
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args(argv)

    began = time.perf_counter()
    ends = [play(asked.variant, asked.seats, str(number)) for number in range(asked.games)]
    seconds = time.perf_counter() - began
    figures = {
        "games": asked.games,
        "won": sum(won for won, _ in ends),
        "moves": sum(moves for _, moves in ends),
        "seconds": round(seconds, 2),
        "games per second": round(asked.games / seconds, 1),
    }
    print(json.dumps(figures) if asked.json else "\n".join(f"{name:18}{it}" for name, it in figures.items()))
    return 0
