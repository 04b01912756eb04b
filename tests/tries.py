"""Repeated tries: a lost browser, page or network namespace costs one try, and the run continues."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Generic, TypeVar

from playwright.sync_api import Error

FAILURES = (AssertionError, Error, OSError)
"""A page that fails an expectation; a browser or page that has closed; a process that has ended."""

Resource = TypeVar("Resource")
Result = TypeVar("Result")


class Tries(AbstractContextManager["Tries[Resource]"], Generic[Resource]):
    """Runs tries on a shared resource, which is opened for the first try and again after each failure.

    Leaving the block closes the resource. `failed` counts the tries that ended with an error of `FAILURES`. Any other
    error is a bug of the benchmark and propagates.
    """

    def __init__(self, open_resource: Callable[[], AbstractContextManager[Resource]]) -> None:
        self.failed = 0
        self._open = open_resource
        self._opened: list[Resource] = []
        self._stack = ExitStack()

    def run(self, work: Callable[[Resource], Result]) -> Result | None:
        """Return `work(resource)`, or None if it or the opening of the resource failed.

        The failure is printed on standard error.
        """
        try:
            if not self._opened:
                self._opened.append(self._stack.enter_context(self._open()))
            return work(self._opened[0])
        except FAILURES as failure:
            self.failed += 1
            _print_failure("A try failed", failure)
            self._close()
            return None

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        """Close the resource. If that fails because the resource is lost, print the error and continue."""
        self._opened.clear()
        try:
            self._stack.close()
        except FAILURES as failure:
            _print_failure("Closing failed", failure)


def _print_failure(what: str, failure: BaseException) -> None:
    first, *_ = str(failure).strip().splitlines() or [""]
    print(f"{what}: {type(failure).__name__}: {first}", file=sys.stderr, flush=True)
