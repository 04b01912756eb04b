"""Background tasks, and the common handler for their exceptions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


def to_the_loop(error: BaseException) -> None:
    """Pass `error` to the event loop's exception handler, which writes it to the console."""
    asyncio.get_running_loop().call_exception_handler({"message": "a task has failed", "exception": error})


on_failure: Callable[[BaseException], None] = to_the_loop
"""Called with each exception of a task. Cancellation is not an error."""


class Tasks:
    """The tasks of one owner, kept alive by strong references, which the event loop does not hold."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closed = False

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start `work`, unless `close` has been called."""
        if self._closed:
            work.close()
        else:
            _start(work, self._under_way)

    def close(self) -> None:
        """Cancel all tasks. Later calls of `start` do nothing."""
        self._closed = True
        for task in tuple(self._under_way):
            task.cancel()


def soon(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start `work` without an owner, so that no `close` cancels it."""
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
