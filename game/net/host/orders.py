"""The orders of a table's leader: its settings, its seats, and the start of its games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.net.host.hosted_game import HostedGame
from game.net.host.lobby import Lobby, SeatsError, hindrance
from game.net.roster import Roster, Settings


class Orders:
    """Carries out orders on the `lobby` and the `game`."""

    def __init__(self, lobby: Lobby, game: HostedGame, roster: Callable[[], Roster]) -> None:
        self._lobby = lobby
        self._game = game
        self._roster = roster

    @property
    def can_start(self) -> bool:
        """Whether the game has not begun, and nothing prevents its start."""
        return not self._lobby.started and hindrance(self._roster()) is None

    def begin(self, now: float) -> None:
        """Start the game without the free seats, if nothing prevents it; another game after it."""
        if self._lobby.started:
            self.again(now)
        elif self.can_start:
            self._lobby.close_up()
            self._lobby.started = True
            self._game.begin(now)

    def again(self, now: float) -> None:
        """Start another game with the same players and settings, if the game has ended."""
        if self._game.end():
            self._lobby.give_way()
            self._game.begin(now)

    def gather(self, now: float) -> None:
        """Return to the lobby after a game, to choose the next one."""
        if self._game.shuffle.due is None and self._game.end():
            self._lobby.reopen(now)

    def choose(self, chosen: Settings, seats: int) -> None:
        """Choose the settings and the number of seats of the next game."""
        lobby = self._lobby
        lobby.settings = before = replace(lobby.settings, locked=chosen.locked)
        if before.challenge is not None:  # it is for this variant and this number of seats
            chosen, seats = replace(chosen, variant=before.variant), len(lobby.places)
        keeps = chosen.challenge == before.challenge
        chosen = replace(chosen, challenge=before.challenge if keeps else None, club=before.club)
        if (chosen, seats) != (before, len(lobby.places)):
            try:
                lobby.arrange(chosen, seats)
            except SeatsError:
                pass  # a player has just taken a seat; the next roster shows it
