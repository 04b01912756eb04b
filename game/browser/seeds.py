"""Seeds for deals and dice."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import count

import js
from js import location


def seeds() -> Iterator[str]:
    """One after the other: from the address where it names one, else not to be guessed."""
    fixed = js.URLSearchParams.new(location.search).get("seed")
    for number in count():
        yield f"{fixed[:100]} {number}" if isinstance(fixed, str) else secrets.token_hex(16)
