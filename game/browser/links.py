"""The links that lead to somebody's table, or hold a game, as far as the page reads them before the rest is fetched."""

from __future__ import annotations

from js import URL, location

HOME = location.pathname if location.protocol == "file:" else "./"
"""Where the page is that finds out which language is wanted."""

JOIN, WATCH, PAIR = "#join=", "#watch=", "#pair="
"""How the ends of such links begin: an invitation to sit down or to watch, or a code to pair with by hand."""

GAME, CHALLENGE_LINK, TODAY_LINK = "#game=", "#challenge=", "#today"
"""How links begin that hold a game, or a deal to be played."""


def leads_to_table(address: str) -> bool:
    """Whether `address`, or what is left of it from its "#" on, leads to somebody's table."""
    return address[address.find("#") :].startswith((JOIN, WATCH, PAIR))


def leads_to_past(address: str) -> bool:
    """Whether `address`, or what is left of it from its "#" on, holds a game, or a deal to be played."""
    end = address[address.find("#") :]
    return end.startswith((GAME, CHALLENGE_LINK)) or end == TODAY_LINK


def link_with(end: str) -> str:
    """A link to this game with such an `end`. It says nothing of a language: whoever opens it has their own."""
    return str(URL.new(HOME + end, location.href).href)
