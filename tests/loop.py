"""An event loop for tests, in its own thread, because Playwright occupies the loop of the main thread."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class _Selector(selectors.SelectSelector):
    """A selector that never waits: the time jumps to the next timer."""

    now = 100.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "nothing will ever happen"
        self.now += max(0.0, timeout)
        return []


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop in virtual time."""

    def __init__(self) -> None:
        self.jumps = _Selector()
        super().__init__(self.jumps)

    def time(self) -> float:
        return self.jumps.now


def in_a_loop(
    journey: Callable[[], Coroutine[Any, Any, T]], loop: Callable[[], asyncio.AbstractEventLoop] | None = None
) -> T:
    """Run `journey` to its end on an ordinary loop, or on one of the class `loop`, and return its result."""

    def run() -> T:
        with asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(journey())

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()
