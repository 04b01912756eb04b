"""Links to tables and games, as far as the page parses them before other modules are loaded."""

from __future__ import annotations

import js
from js import URL, location

HOME = location.pathname if location.protocol == "file:" else "./"
"""The address of the page that selects the language."""

JOIN, WATCH, PAIR = "#join=", "#watch=", "#pair="
"""Fragment prefixes of links to a table: an invitation to sit or to watch, or a code for manual pairing."""

CLUB = "#club="
"""Fragment prefix of links to a club."""

GAME, CHALLENGE_LINK, TODAY_LINK = "#game=", "#challenge=", "#today"
"""Fragment prefixes of links to a game, a challenge or the deal of the day."""


def leads_to_table(address: str) -> bool:
    """Whether `address`, or its part from the "#" on, leads to a table."""
    return address[address.find("#") :].startswith((JOIN, WATCH, PAIR))


def leads_to_club(address: str) -> bool:
    """Whether `address`, or its part from the "#" on, leads to a club."""
    return address[address.find("#") :].startswith(CLUB)


def leads_to_past(address: str) -> bool:
    """Whether `address`, or its part from the "#" on, contains a game, a challenge or the deal of the day."""
    end = address[address.find("#") :]
    return end.startswith((GAME, CHALLENGE_LINK)) or end == TODAY_LINK


def link_with(end: str) -> str:
    """Return a link to this game with the fragment `end`. It sets no language, so the recipient's own applies."""
    return str(URL.new(HOME + end, location.href).href)


def set_fragment(end: str) -> None:
    """Set the fragment of the page's address, so that a reload follows it, or remove it if `end` is empty."""
    js.history.replaceState(None, "", location.pathname + location.search + end)
