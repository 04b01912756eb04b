"""Sentences with names in them, each name in a <bdi> of its own: one written from right to left turns nothing round.

The characters that Unicode has for this would be read out by some screen readers, and change what is heard.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from js import document


def show_sentence(element: Any, words: str, names: Iterable[str]) -> None:
    """Make `element` say `words`, in which any of the `names` may stand."""
    element.replaceChildren(*parts_of(words, names))


def parts_of(words: str, names: Iterable[str]) -> list[Any]:
    """`words` as what stands in an element."""
    longest_first = sorted({name for name in names if name}, key=len, reverse=True)
    parts = re.split(f"({'|'.join(map(re.escape, longest_first))})", words) if longest_first else [words]
    return [_isolated(part) if at % 2 else part for at, part in enumerate(parts) if part]


def _isolated(name: str) -> Any:
    element = document.createElement("bdi")
    element.textContent = name
    return element
