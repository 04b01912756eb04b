"""An event loop for tests, in its own thread, because Playwright occupies the loop of the main thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_a_loop(journey: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run `journey` to its end."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(journey())).result()
