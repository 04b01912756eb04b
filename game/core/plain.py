"""Reads JSON that anybody may have written."""

from __future__ import annotations

import json
from typing import Any

MOST_BRACKETS = 1000
"""More than anything of ours has. Far deeper nesting ends Python in the page for good: its stack is the browser's."""


def read_json(text: str) -> Any:
    """The value that `text` spells. Raises ValueError, or RecursionError where it is nested too deeply."""
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise RecursionError("that is nested too deeply")
    return json.loads(text)
