"""The links that lead to somebody's table, or hold a game, as far as the page reads them before the rest is fetched."""

from __future__ import annotations

JOIN, PAIR = "#join=", "#pair="
"""How the ends of such links begin: an invitation, or a code to pair with by hand."""


def leads_to_table(address: str) -> bool:
    """Whether `address`, or what is left of it from its "#" on, leads to somebody's table."""
    return address[address.find("#") :].startswith((JOIN, PAIR))


GAME, CHALLENGE_LINK, TODAY_LINK = "#game=", "#challenge=", "#today"
"""How links begin that hold a game, or a deal to be played."""


def leads_to_past(address: str) -> bool:
    """Whether `address`, or what is left of it from its "#" on, holds a game, or a deal to be played."""
    end = address[address.find("#") :]
    return end.startswith((GAME, CHALLENGE_LINK)) or end == TODAY_LINK
