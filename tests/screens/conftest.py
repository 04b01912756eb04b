"""Each test here has a new document, on which nothing is stored. An async test runs in virtual time."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from tests.loop import JumpingLoop, in_a_loop
from tests.screens.dom import STORED, Document, browser

SHORTEST = 1e-6
"""Seconds that a timer waits at least, unless it is due at once: less would be lost in rounding."""


class VirtualLoop(JumpingLoop):
    """A loop whose time jumps from one timer to the next."""

    def call_later(self, delay: float, *work: Any, **context: Any) -> asyncio.TimerHandle:  # type: ignore[override]
        return super().call_later(max(delay, SHORTEST) if delay else 0, *work, **context)


@pytest.fixture(autouse=True)
def document() -> Iterator[Document]:
    """Return a new document. Modules that are imported on first use find it, too."""
    STORED.clear()
    with browser():
        yield Document()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an async test in virtual time."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
    loop = VirtualLoop()
    with patch("time.monotonic", loop.time):
        in_a_loop(lambda: test(**given), lambda: loop)
    return True
