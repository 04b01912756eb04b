"""Errors after the start. They all end as uncaught errors, which the page reports to the person.

The page does so in JavaScript (assets/failures.js), since Python itself may have failed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Any

from js import queueMicrotask
from pyodide.ffi import create_once_callable


def report_failures() -> None:
    """Report errors in timers and tasks from now on. The browser reports those in event listeners."""
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: report(context.get("exception") or RuntimeError(context["message"]))
    )


def report(error: BaseException) -> None:
    """Report `error` to the person, like an uncaught error."""

    def raise_again() -> None:
        raise error

    queueMicrotask(create_once_callable(raise_again))


def reporting(work: Callable[..., object]) -> Callable[..., Any]:
    """Return `work` with its exceptions reported, for libraries that swallow exceptions of their callbacks."""

    @wraps(work)
    def attempt(*arguments: Any) -> Any:
        try:
            return work(*arguments)
        except Exception as error:
            report(error)

    return attempt
