"""Seeds for deals and for the teammates' randomness."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import count

import js
from js import location


def seeds() -> Iterator[str]:
    """Yield seeds: derived from the `seed` parameter of the address if present, otherwise unpredictable."""
    fixed = js.URLSearchParams.new(location.search).get("seed")
    for number in count():
        yield f"{fixed[:100]} {number}" if isinstance(fixed, str) else secrets.token_hex(16)
