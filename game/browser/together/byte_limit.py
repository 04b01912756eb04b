"""How much one page may send by a direct line, before the line is closed."""

from __future__ import annotations

import time
from typing import Any

from game.net.rate_limit import Allowance

MOST_AT_ONCE, A_SECOND = 1_000_000, 64_000
"""Bytes. Honest pages send some 10,000 a minute; the busiest table with every guest at its limit
makes its host send less than this to each."""

A_MESSAGE = 256
"""Bytes that a message counts for, however little is in it."""


class ByteLimit:
    """The limit of one line."""

    def __init__(self) -> None:
        self._bytes = Allowance(MOST_AT_ONCE, A_SECOND, time.monotonic())

    def allows(self, data: Any) -> bool:
        """Whether what has come may be heard; what is not even text never is."""
        return isinstance(data, str) and self._bytes.spend(time.monotonic(), len(data) + A_MESSAGE)
