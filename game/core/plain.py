"""Reads JSON that anybody may have written."""

from __future__ import annotations

import json
import re
from typing import Any

TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
"""A text within what is read; one without an end reaches to the end, where reading fails before what is in it."""

MOST_BRACKETS = 1000
"""More than anything of ours has. Far deeper nesting ends Python in the page for good: its stack is the browser's."""


BRACKETS = re.compile(r"[\[\]{}]")
DEEPEST = 20


def read_json(text: str) -> Any:
    """The value that `text` spells. Raises ValueError, or RecursionError where it is nested too deeply."""
    if _brackets(text) > MOST_BRACKETS and _brackets(TEXTS.sub("", text)) > MOST_BRACKETS:
        raise RecursionError("that is nested too deeply")
    return json.loads(text)


def read_long_json(text: str) -> Any:
    """The same for long texts, which may have any number of brackets but nest no deeper than what is ours."""
    depth = 0
    for bracket in BRACKETS.findall(TEXTS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise RecursionError("that is nested too deeply")
    return json.loads(text)


def _brackets(text: str) -> int:
    return text.count("[") + text.count("{")
