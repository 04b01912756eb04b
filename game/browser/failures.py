"""What fails after the start: all of it ends as an error that nobody caught, and of those the page tells.

The page does so without Python (assets/failures.js), for it may be Python that has failed for good.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Any

from js import queueMicrotask
from pyodide.ffi import create_once_callable


def report_failures() -> None:
    """From now on report what fails in timers and tasks. What fails in a listener the browser reports itself."""
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: report(context.get("exception") or RuntimeError(context["message"]))
    )


def report(error: BaseException) -> None:
    """Have `error` told to the person, as if nobody had caught it."""

    def raise_again() -> None:
        raise error

    queueMicrotask(create_once_callable(raise_again))


def reporting(work: Callable[..., object]) -> Callable[..., Any]:
    """`work`, for a library that keeps to itself what its callbacks raise."""

    @wraps(work)
    def attempt(*arguments: Any) -> Any:
        try:
            return work(*arguments)
        except Exception as error:
            report(error)

    return attempt
