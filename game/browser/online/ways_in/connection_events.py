"""What the connections to other pages report to the session that owns them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.core import Seat
from game.net.code_admission import Caller
from game.net.player_updates import Shown
from game.teammates import Teammate


class ConnectionEvents(Protocol):
    """Callbacks of the connections."""

    def open_lobby(self) -> None:
        """Show the lobby, with the invitation if there is one."""

    def shown(self, shown: Shown) -> None:
        """Show an update from the room."""

    def ask(self, sentence: str, sit: Callable[[], None] | None, watch: Callable[[], None] | None) -> None:
        """Ask whether to follow an invitation, and call the chosen function. None means the choice is not offered."""

    def say(self, sentence: str) -> None:
        """Show the progress of joining."""

    def show_code(self, code: str, words: str = "") -> None:
        """Show the spoken code. If it has expired or is unavailable, `code` is empty and `words` says why."""

    def ask_about(self, caller: Caller | None) -> None:
        """Ask whether to admit `caller`, who knows the code. None withdraws the question."""

    def trouble(self, sentence: str) -> None:
        """Show why others cannot join. An empty sentence clears the message."""

    def turn_away(self, sentence: str) -> None:
        """Show why this page cannot join."""

    def go_home(self) -> None:
        """Show the title screen, after the address stopped naming a table."""

    def teammate(self, name: str, seat: Seat) -> Teammate:
        """Return the teammate called `name` for `seat`."""
