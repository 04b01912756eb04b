"""Parses JSON from untrusted sources."""

from __future__ import annotations

import json
import re
from typing import Any

TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
"""A JSON string. An unterminated one extends to the end of the text, where parsing fails before its content."""

MOST_BRACKETS = 1000
"""Limit of opening brackets, more than any file of this game has. Much deeper nesting crashes Python in the page,
because it uses the browser's stack.
"""

MOST_NAMES = 1000
"""Limit of names in objects, more than any text of this game has. Hashes of strings are the same in every page, because
all start from one snapshot of Python. So others can compute names whose hashes collide, and many of them make a
dictionary slow.
"""

BRACKETS = re.compile(r"[\[\]{}]")
DEEPEST = 20


def read_json(text: str) -> Any:
    """Return the value of the JSON `text`. Raises ValueError, or RecursionError if it is nested too deeply."""
    if _brackets(text) > MOST_BRACKETS and _brackets(TEXTS.sub("", text)) > MOST_BRACKETS:
        raise RecursionError("that is nested too deeply")
    if text.count(":") > MOST_NAMES and TEXTS.sub("", text).count(":") > MOST_NAMES:
        raise ValueError("that has too many names")
    return json.loads(text)


def read_long_json(text: str) -> Any:
    """Return the value of a long JSON `text`, with any number of brackets but a depth of at most DEEPEST.

    Raises ValueError, or RecursionError if it is nested too deeply.
    """
    depth = 0
    for bracket in BRACKETS.findall(TEXTS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise RecursionError("that is nested too deeply")
    return json.loads(text)


def _brackets(text: str) -> int:
    return text.count("[") + text.count("{")
