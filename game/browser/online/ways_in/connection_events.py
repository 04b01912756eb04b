"""What the connections to other pages report to the session that owns them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.browser.online.stage import Stage
from game.net.player_updates import Shown


class ConnectionEvents(Protocol):
    """Callbacks of the connections."""

    @property
    def stage(self) -> Stage:
        """The current stage, which shows progress and trouble."""

    def open_lobby(self) -> None:
        """Show the lobby, with the invitation if there is one."""

    def shown(self, shown: Shown) -> None:
        """Show an update from the room."""

    def ask(self, sentence: str, sit: Callable[[], None] | None, watch: Callable[[], None] | None) -> None:
        """Ask whether to follow an invitation, and call the chosen function. None means the choice is not offered."""

    def turn_away(self, sentence: str) -> None:
        """Show why this page cannot join."""
