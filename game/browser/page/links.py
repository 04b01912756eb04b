"""The page's own links, and the one in its address."""

from __future__ import annotations

import js
from js import URL, location

JOIN, WATCH, PAIR = "#join=", "#watch=", "#pair="
"""Fragment prefixes of links to a table: an invitation to sit or to watch, or a code for manual pairing."""


def link_with(end: str) -> str:
    """Return a link to this game with the fragment `end`. It sets no language, so the recipient's own applies."""
    home = location.pathname if location.protocol == "file:" else "./"  # the page that selects the language
    return str(URL.new(home + end, location.href).href)


def set_fragment(end: str) -> None:
    """Set the fragment of the page's address, so that a reload follows it, or remove it if `end` is empty."""
    js.history.replaceState(js.history.state, "", location.pathname + location.search + end)
