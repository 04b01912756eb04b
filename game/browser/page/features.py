"""Optional features of the browser. Each may be missing, null, throw at once, reject, or never answer."""

from __future__ import annotations

import asyncio
from typing import Any

from pyodide.ffi import JsException

REFUSED = JsException, AttributeError, TypeError
"""Exceptions of a feature that the browser lacks or denies: TypeError if it is null where a function should be."""

PATIENCE = 2.0
"""Seconds to wait for a feature without which the page goes on. Browsers answer within milliseconds."""


def feature(owner: Any, name: str) -> Any:
    """Return the feature `name` of `owner`, such as "locks" of the navigator, or None if the browser denies it."""
    try:
        return getattr(owner, name) or None
    except REFUSED:
        return None


async def answered(promise: Any) -> Any:
    """Return what `promise` resolves to. Raises JsException if it is rejected, TimeoutError after PATIENCE seconds."""
    return await asyncio.wait_for(promise, PATIENCE)
