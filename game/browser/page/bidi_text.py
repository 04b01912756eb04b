"""Messages with names. Each name is in a <bdi> element, so right-to-left names do not reorder the text around them.

Nor does a browser translate them.

Unicode's isolate characters would do the same, but some screen readers read them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from game.browser.page.dom import new_element


def show_sentence(where: Any, words: str, names: Iterable[str]) -> None:
    """Show `words` in the element `where`, isolating all `names` in it.

    All are in one element: as parts of a flexible box, such as a button, they would have gaps between them.
    """
    where.replaceChildren()
    if words:
        sentence = new_element("span")
        sentence.append(*parts_of(words, names))
        where.append(sentence)


def parts_of(words: str, names: Iterable[str]) -> list[Any]:
    """Return `words` as a list of texts and elements."""
    longest_first = sorted({name for name in names if name}, key=len, reverse=True)
    parts = re.split(f"({'|'.join(map(re.escape, longest_first))})", words) if longest_first else [words]
    return [_isolated(part) if at % 2 else part for at, part in enumerate(parts) if part]


def _isolated(name: str) -> Any:
    made = new_element("bdi", text=name)
    made.translate = False
    return made
