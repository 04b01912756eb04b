"""The table in the page's address."""

from __future__ import annotations

from js import history, location


def name_table(fragment: str) -> None:
    """Name the table in the page's address, so that a reload returns to it."""
    history.replaceState(None, "", location.pathname + location.search + fragment)


def home_address() -> None:
    """Remove the table from the page's address."""
    if location.hash:
        history.replaceState(None, "", location.pathname + location.search)
