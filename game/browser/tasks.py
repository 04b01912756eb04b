"""Work that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

_under_way: set[asyncio.Task[Any]] = set()
"""The loop itself does not keep its tasks alive."""


def soon(work: Coroutine[Any, Any, Any]) -> None:
    """Have `work` done."""
    task = asyncio.ensure_future(work)
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)
