"""The ways to screens whose modules load on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from game.browser.page.lazy_modules import FIRST_TABLE, HISTORY, ONLINE
from game.words.language import Message
from game.words.title_screen import FIRST_TABLE_NOT_FETCHED, GAMES_NOT_FETCHED, NOT_FETCHED


class Route(NamedTuple):
    """A function of a `module`, called with the page once `archive` is loaded. `failed` says that it could not be."""

    archive: str
    module: str
    name: str
    failed: Message

    def function(self) -> Callable[..., Any]:
        """Return the function. Its archive must have been loaded."""
        function: Callable[..., Any] = getattr(import_module(f"game.browser.{self.module}"), self.name)
        return function


ROUTES = {
    "try": Route(FIRST_TABLE, "first_table.session", "open_first_table", FIRST_TABLE_NOT_FETCHED),
    "games": Route(HISTORY, "history.session", "open_games", GAMES_NOT_FETCHED),
    "today": Route(HISTORY, "history.session", "open_today", GAMES_NOT_FETCHED),
    "link": Route(HISTORY, "history.session", "follow", GAMES_NOT_FETCHED),
    "old game": Route(HISTORY, "history.old_game", "convert", GAMES_NOT_FETCHED),
    "together": Route(ONLINE, "online.session", "meet", NOT_FETCHED),
    "clubs": Route(ONLINE, "clubs.navigation", "open_clubs", NOT_FETCHED),
    "join": Route(ONLINE, "title.joining_form", "join", NOT_FETCHED),
}
