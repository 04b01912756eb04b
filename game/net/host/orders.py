"""The orders of a table's leader: its settings, its seats, and the start of its games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.core import Seat
from game.net.host.hosted_game import HostedGame
from game.net.host.lobby import Lobby, SeatsError, hindrance
from game.net.protocol.messages import (
    Begin,
    Choose,
    Empty,
    Fill,
    Gather,
    HandOver,
    LetIn,
    Order,
    SendAway,
    Why,
)
from game.net.roster import Roster
from game.teammates.characters import CHARACTERS


class Orders:
    """Carries out orders on the `lobby` and the `game`.

    `dismiss` sends the person at a peer away, and `answer` lets in a person who waits at the door, or does not.
    """

    def __init__(
        self,
        me: str,
        lobby: Lobby,
        game: HostedGame,
        roster: Callable[[], Roster],
        dismiss: Callable[[str, Why, float], None],
        answer: Callable[[str, bool, float], None],
    ) -> None:
        self._me = me
        self._lobby = lobby
        self._game = game
        self._roster = roster
        self._dismiss = dismiss
        self._answer = answer

    @property
    def can_start(self) -> bool:
        """Whether the game has not begun, and nothing prevents its start."""
        return not self._lobby.started and hindrance(self._roster()) is None

    def start(self, now: float) -> None:
        """Start the game without the free seats, if nothing prevents it."""
        if self.can_start:
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

    def obey(self, peer: str, seat: Seat | None, order: Order, now: float) -> bool:
        """Carry out `order` from `peer`, whose player has `seat`. Return False if it may not give that order."""
        lobby = self._lobby
        if not self._roster().leads(peer, seat):
            return False
        match order:
            case Choose():
                self._choose(order)
            case Fill(character) if character in CHARACTERS:
                lobby.fill_one(character)
            case Empty(teammate):
                lobby.empty(teammate)
            case SendAway(other) if other not in (self._me, lobby.screen and lobby.screen.peer):
                self._dismiss(other, Why.SENT_AWAY, now)
            case LetIn(other, agreed):
                self._answer(other, agreed, now)
            case HandOver(successor):
                lobby.hand_over(successor)
            case Begin():
                (self.again if lobby.started else self.start)(now)
            case Gather():
                self.gather(now)
        return True

    def _choose(self, choice: Choose) -> None:
        lobby, chosen, seats = self._lobby, choice.settings, choice.seats
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
