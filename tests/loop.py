"""An event loop for tests, in its own thread, because Playwright occupies the loop of the main thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_a_loop(
    journey: Callable[[], Coroutine[Any, Any, T]], loop: Callable[[], asyncio.AbstractEventLoop] | None = None
) -> T:
    """Run `journey` to its end on an ordinary loop, or on one of the class `loop`, and return its result."""

    def run() -> T:
        with asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(journey())

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()
