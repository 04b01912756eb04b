"""The rate limit for bytes received on a direct connection. Exceeding it closes the connection."""

from __future__ import annotations

import time
from typing import Any

from game.transport.rate_limit import TokenBucket

MOST_AT_ONCE, A_SECOND = 1_000_000, 64_000
"""Bytes: burst, and rate per second.

Honest pages send some 10,000 a minute. Even at the busiest table, with every guest at its limit, the host sends less
than this to each.
"""

A_MESSAGE = 256
"""Minimum number of bytes that a message counts for, added to its length."""


class ByteLimit:
    """The rate limit of one connection."""

    def __init__(self) -> None:
        self._bytes = TokenBucket(MOST_AT_ONCE, A_SECOND, time.monotonic())

    def allows(self, data: Any) -> bool:
        """Whether to accept the message `data`. Messages other than text are never accepted."""
        return isinstance(data, str) and self._bytes.spend(time.monotonic(), len(data) + A_MESSAGE)
