"""The links that lead to somebody's table, as far as the page reads them before the rest is fetched."""

from __future__ import annotations

JOIN, PAIR = "#join=", "#pair="
"""How the ends of such links begin: an invitation, or a code to pair with by hand."""


def leads_to_table(address: str) -> bool:
    """Whether `address`, or what is left of it from its "#" on, leads to somebody's table."""
    return address[address.find("#") :].startswith((JOIN, PAIR))
