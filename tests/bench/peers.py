"""Multiplayer: whether presses are ordered by the time of pressing, and whether games survive network failures."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from tests.bench._rows import show
from tests.net.chaos import play
from tests.net.pages import Delays
from tests.net.pairs import RIGHT, Landed, measure

PAIRS_A_TABLE = 50

NETWORKS = {
    "5-250 ms in all": Delays(0.005, 0.17, 0.08),
    "5-250 ms and up to 80 ms more": Delays(0.005, 0.25, 0.08),
}
"""Delays for four seats; each pair of pages has its own delay, and each message up to 80 ms of jitter.

In the second, a press may take longer than a quarter of a second, which is the most that the host waits. A card that
costs a life has landed by then. Every lower press that arrives before it lands still gets enough lag compensation to
count as simultaneous, so only a longer wait could save more lives. Returning a life afterwards would be compensation
beyond the quarter, which any player who sees the mistake could claim.
"""

T = TypeVar("T")


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench peers", description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000, help="pairs of presses for each network; 0 for none")
    parser.add_argument(
        "--chaos", type=int, default=1_000, help="games in chaos, every other one with attackers; 0 for none"
    )
    parser.add_argument("--json", action="store_true", help="print each row as an object of JSON on a line of its own")
    asked = parser.parse_args(argv)

    def print_row(title: str, row: Mapping[str, object]) -> None:
        show({"figure": title, **row}, "\n".join(_lines(title, row)), asked.json)

    for network, delays in NETWORKS.items() if asked.pairs else ():
        print_row(f"pairs, {network}", _pairs(asked.pairs, delays))
    if asked.chaos:
        print_row("chaos", _chaos(asked.chaos))
    return 0


def _pairs(pairs: int, delays: Delays) -> dict[str, object]:
    tables = -(-pairs // PAIRS_A_TABLE)
    landed = Counter[Landed]()
    for counted in _all(_measured, [(f"bench {number}", delays) for number in range(tables)], "pairs"):
        landed += counted
    right = sum(landed[how] for how in RIGHT)
    return {
        "pairs": landed.total(),
        "right": f"{100 * right / max(1, landed.total()):.2f} %",
        **{how.value: landed[how] for how in Landed},
    }


def _measured(job: tuple[str, Delays]) -> Counter[Landed]:
    return measure(job[0], PAIRS_A_TABLE, job[1])


def _chaos(games: int) -> dict[str, object]:
    stories = list(_all(_played, range(games), "games"))
    failed = [story for story in stories if isinstance(story, str)]
    deaths = [story[0] for story in stories if not isinstance(story, str)]
    messages = [story[1] for story in stories if not isinstance(story, str)]
    return {
        "games": games,
        "ended, in agreement, no card lost or seen": len(deaths),
        "failed": failed[:5],
        "pages killed": sum(deaths),
        "messages": sum(messages),
    }


def _played(number: int) -> tuple[int, int] | str:
    try:
        story = play(f"bench {number}", attacked=number % 2 == 1)
    except Exception as error:
        return f"game {number}: {error!r:.300}"
    return story.deaths, story.messages


def _all(work: Callable[..., T], jobs: Sequence[object], what: str) -> Iterator[T]:
    """Run the jobs on all cores and print the progress. A single job runs in this process."""
    if len(jobs) == 1:
        yield work(jobs[0])
        return
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for done, result in enumerate(pool.map(work, jobs, chunksize=4), start=1):
            if sys.stderr.isatty():
                print(f"\r{what}: {done} of {len(jobs)} ", end="", file=sys.stderr)
            yield result


def _lines(title: str, row: Mapping[str, object]) -> Iterator[str]:
    yield title
    yield from (f"  {name:64}{value}" for name, value in row.items())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
