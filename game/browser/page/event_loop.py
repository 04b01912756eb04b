"""Timers that the browser clears when their call is cancelled.

Pyodide's own event loop leaves them running, so that each wakes the page for nothing.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from contextvars import Context
from typing import Any

from js import clearTimeout, setTimeout
from pyodide.ffi import create_once_callable

SOON = 0.01
"""The longest delay in seconds that is left to Pyodide's event loop: it makes the shortest calls without a timer."""


class PageTimer(asyncio.Handle):
    """A call that the browser makes after a number of `seconds`, unless it is cancelled before."""

    def __init__(
        self,
        seconds: float,
        callback: Callable[..., Any],
        args: tuple[Any, ...],
        loop: asyncio.AbstractEventLoop,
        context: Context | None,
    ) -> None:
        super().__init__(callback, args, loop, context)
        self._proxy: Any = create_once_callable(self._run)
        self._timer = setTimeout(self._proxy, 1000 * seconds)

    def cancel(self) -> None:
        """Cancel the call, unless the browser has made it."""
        super().cancel()
        if self._proxy is not None:
            clearTimeout(self._timer)
            self._proxy.destroy()
            self._proxy = None

    def _run(self) -> None:
        self._proxy = None  # the browser calls it only once
        super()._run()


def clear_timers_on_cancel() -> None:
    """Replace `call_later` of the running loop, so that cancelling a call also clears its timer in the browser."""
    loop = asyncio.get_running_loop()

    def call_later(
        delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        if SOON < delay < math.inf:
            return PageTimer(delay, callback, args, loop, context)
        return type(loop).call_later(loop, delay, callback, *args, context=context)

    loop.call_later = call_later  # type: ignore[method-assign, assignment]
