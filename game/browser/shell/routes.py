"""The ways to screens whose modules load on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from game.browser.page.lazy_modules import FIRST_TABLE, HISTORY, ONLINE


class Route(NamedTuple):
    """A function of a `module`, called with the page once `archive` is loaded."""

    archive: str
    module: str
    name: str

    def function(self) -> Callable[..., Any]:
        """Return the function. Its archive must have been loaded."""
        function: Callable[..., Any] = getattr(import_module(f"game.browser.{self.module}"), self.name)
        return function


ROUTES = {
    "try": Route(FIRST_TABLE, "first_table.session", "open_first_table"),
    "games": Route(HISTORY, "history.session", "open_games"),
    "today": Route(HISTORY, "history.session", "open_today"),
    "link": Route(HISTORY, "history.session", "follow"),
    "old game": Route(HISTORY, "history.old_game", "convert"),
    "together": Route(ONLINE, "online.session", "meet"),
    "clubs": Route(ONLINE, "clubs.navigation", "open_clubs"),
    "join": Route(ONLINE, "title.joining_form", "join"),
}
