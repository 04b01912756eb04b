"""Work that nobody waits for, and the one place where it arrives that such work has failed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


def to_the_loop(error: BaseException) -> None:
    """Give `error` to the event loop, whose handler writes it to the console."""
    asyncio.get_running_loop().call_exception_handler({"message": "a task has failed", "exception": error})


on_failure: Callable[[BaseException], None] = to_the_loop
"""Called with what a task has raised. To be cancelled is no failure."""


class Tasks:
    """What is under way for one owner. The loop itself does not keep its tasks alive; this does."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closed = False

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Have `work` done, unless `close` has been called."""
        if self._closed:
            work.close()
        else:
            _start(work, self._under_way)

    def close(self) -> None:
        """Cancel all that is under way, and start nothing any more."""
        self._closed = True
        for task in tuple(self._under_way):
            task.cancel()


def soon(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Have `work` done, whatever is closed meanwhile."""
    return _start(work, _unowned)


_unowned: set[asyncio.Task[Any]] = set()


def _start(work: Coroutine[Any, Any, Any], under_way: set[asyncio.Task[Any]]) -> asyncio.Task[Any]:
    def done(task: asyncio.Task[Any]) -> None:
        under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            on_failure(error)

    task = asyncio.ensure_future(work)
    under_way.add(task)
    task.add_done_callback(done)
    return task
