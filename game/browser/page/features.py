"""Optional features of the browser. Each may be missing, null, throw at once, reject, or never answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from js import Promise
from pyodide.ffi import JsException, to_js

REFUSED = JsException, AttributeError, TypeError
"""Exceptions of a feature that the browser lacks or denies: TypeError if it is null where a function should be."""

PATIENCE = 3.0
"""Seconds to wait for the answer to an optional feature. Browsers answer within milliseconds."""


def feature(owner: Any, name: str) -> Any:
    """Return the feature `name` of `owner`, such as "locks" of the navigator, or None if the browser denies it."""
    try:
        return getattr(owner, name) or None
    except REFUSED:
        return None


class RefusedError(Exception):
    """The browser has refused, for the reason `name`: the name of a DOMException, or "" if it is unknown."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def ask(request: Callable[[], Any], patience: float | None = None) -> Coroutine[Any, Any, Any]:
    """Call `request`, which returns a promise, at once. Return a coroutine that awaits its answer.

    Await it at once. It raises RefusedError if the feature is missing, throws or refuses. After `patience` seconds
    without an answer, it raises TimeoutError.
    """
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settled(results: Any) -> None:
        if answer.done():
            return
        if results[0].status == "fulfilled":
            answer.set_result(results[0].value)
        else:
            answer.set_exception(RefusedError(str(getattr(results[0].reason, "name", ""))))

    try:
        # Pyodide fails to await a promise that is rejected without an error object.
        Promise.allSettled(to_js([request()])).then(settled)
    except REFUSED:
        answer.set_exception(RefusedError(""))
    return asyncio.wait_for(answer, patience)
