"""What the host's own player arranges, and how everybody is told of it."""

from __future__ import annotations

from game.core import Seat, Variant
from game.core.variants import MIN_SEATS
from game.net.lobby import Lobby
from game.net.messages import Company, Message
from game.net.outgoing import Close, Say
from game.net.roster import Roster, Sitter


class Desk:
    """The lobby of the page `me`, the `term`-th host, which sits at `seat`."""

    def __init__(self, me: str, lobby: Lobby, seat: Seat, term: int) -> None:
        self.lobby = lobby
        self.term = term
        self._me = me
        self._seat = seat
        self._out: list[Say | Close] = []
        self._announced: Roster | None = None

    @property
    def seat(self) -> Seat:
        """Where the host sits."""
        own = self.lobby.seat_of(self._me)
        return self._seat if own is None else own

    @property
    def roster(self) -> Roster:
        """Everybody who is here or belongs here, as all may know it."""
        return self.lobby.roster(self.term, self.seat)

    @property
    def can_start(self) -> bool:
        """Whether everybody is ready, and no seat is free."""
        return not self.lobby.started and self.lobby.can_start(self.seat)

    def outbox(self) -> list[Say | Close]:
        """What is to be delivered, in order."""
        out, self._out = self._out, []
        return out

    def arrange(self, variant: Variant, seats: int, signs: bool) -> None:
        """Choose another table. Raises ValueError where people would be without a seat."""
        if not self.lobby.started:
            self.lobby.arrange(variant, seats)
            self.lobby.settings.signs = signs
            self._announce()

    def fill(self, seat: Seat, name: str) -> None:
        """Let the teammate `name` sit down at `seat`. Raises ValueError if a person has it."""
        if not self.lobby.started:
            self.lobby.fill(seat, name)
            self._announce()

    def free(self, seat: Seat) -> None:
        """Keep `seat` free for a person again."""
        if not self.lobby.started and self.lobby.places[seat].sitter is Sitter.TEAMMATE:
            self.lobby.free(seat)
            self._announce()

    def close_up(self) -> None:
        """Take away the free seats, if enough are taken for a game."""
        taken = sum(place.sitter is not Sitter.NOBODY for place in self.lobby.places)
        if not self.lobby.started and taken >= MIN_SEATS:
            self.lobby.close_up()
            self._announce()

    def lock(self, locked: bool) -> None:
        """Let nobody new in, or do so again."""
        self.lobby.settings.locked = locked
        self._announce()

    def _announce(self) -> None:
        """Tell everybody who is here, if that has changed."""
        roster = self.roster
        if roster != self._announced:
            self._announced = roster
            self._tell(Company(roster))

    def _tell(self, message: Message) -> None:
        for peer, _ in self.lobby.members():
            self._say(peer, message)

    def _say(self, peer: str, message: Message) -> None:
        self._out.append(Say(peer, message))
