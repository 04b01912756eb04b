"""Background tasks and timers. The exceptions of tasks go to the event loop's exception handler."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Timer:
    """Calls `work` once, some time after `start`. A new start replaces the pending call."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._handle: asyncio.Handle | None = None

    @property
    def pending(self) -> bool:
        """Whether the call is still to come."""
        return self._handle is not None

    def start(self, seconds: float) -> None:
        """Call `work` after `seconds`."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(max(0.0, seconds), self._call)

    def start_at(self, at: float) -> None:
        """Call `work` at the time `at` of `time.monotonic`, or never if it is infinite."""
        self.stop()
        if at < float("inf"):
            self.start(at - asyncio.get_running_loop().time())

    def stop(self) -> None:
        """Cancel the pending call, if there is one."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _call(self) -> None:
        self._handle = None
        self._work()


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

    @property
    def running(self) -> bool:
        """Whether any task has not ended."""
        return bool(self._under_way)

    def replace(self, work: Coroutine[Any, Any, Any]) -> None:
        """Cancel all tasks, and start `work`."""
        self.cancel()
        self.start(work)

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in tuple(self._under_way):
            task.cancel()

    def close(self) -> None:
        """Cancel all tasks. Later calls of `start` do nothing."""
        self._closed = True
        self.cancel()


def soon(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start `work` without an owner, so that no `close` cancels it."""
    return _start(work, _unowned)


_unowned: set[asyncio.Task[Any]] = set()


def _start(work: Coroutine[Any, Any, Any], under_way: set[asyncio.Task[Any]]) -> asyncio.Task[Any]:
    def done(task: asyncio.Task[Any]) -> None:
        under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            task.get_loop().call_exception_handler({"message": "a task has failed", "exception": error})

    task = asyncio.ensure_future(work)
    under_way.add(task)
    task.add_done_callback(done)
    return task
