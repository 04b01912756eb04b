"""Due work: each block of changes is followed by one run."""

from __future__ import annotations

import math

from tests.net.relayed import DueWork, in_virtual_time


@in_virtual_time
async def test_a_block_is_followed_by_one_run_however_often_it_asks() -> None:
    runs: list[float] = []
    work = DueWork(runs.append, lambda: math.inf, lambda now: None)
    with work.once():
        for _ in range(3):
            with work.once():
                work.run()
        assert not runs
    assert len(runs) == 1


@in_virtual_time
async def test_a_block_within_a_run_repeats_the_run() -> None:
    runs: list[float] = []

    def first_time_in_a_block(now: float) -> None:
        runs.append(now)
        if len(runs) == 1:
            with work.once():
                work.run()
            assert len(runs) == 1

    work = DueWork(first_time_in_a_block, lambda: math.inf, lambda now: None)
    work.run()
    assert len(runs) == 2
