"""A shuffle that no single page can stack: all bind themselves to their shares before any is revealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from random import Random
from typing import NamedTuple

from game.core import Card, Seat, State, shuffled
from game.net.digests import commitment, mixed, new_secret


class Stage(Enum):
    """How far a shuffle has come."""

    COMMITTING = "committing"
    REVEALING = "revealing"
    DONE = "done"


class Hand(NamedTuple):
    """The hand that `seat` was dealt in `state`, just before the deal."""

    state: State
    seat: Seat
    cards: tuple[Card, ...]


def dealt_fairly(
    commitments: Mapping[Seat, str], shares: Mapping[Seat, str], round: int, hands: Iterable[Hand]
) -> bool:
    """Whether `shares` are those that all bound themselves to, and these hands the ones that they deal."""
    if {seat: commitment(round, seat, share) for seat, share in shares.items()} != dict(commitments):
        return False
    seed = mixed(shares)
    return all(_hand(state, seat, seed) == cards for state, seat, cards in hands)


def _hand(state: State, seat: Seat, seed: str) -> tuple[Card, ...]:
    deck = shuffled(state, seed).deck[: state.variant.dealt(state.level, state.seats)]
    return state.variant.sort(deck[seat :: state.seats])


class SharedShuffle:
    """The host's side of one round: gathers the commitments of `seats`, then their shares."""

    def __init__(self, round: int, seats: Iterable[Seat], deadline: float) -> None:
        self.round = round
        self.deadline = deadline
        self.stage = Stage.COMMITTING
        self.commitments: dict[Seat, str] = {}
        self.shares: dict[Seat, str] = {}
        self._seats = set(seats)

    @property
    def owing(self) -> frozenset[Seat]:
        """The seats that are waited for."""
        match self.stage:
            case Stage.COMMITTING:
                return frozenset(self._seats - self.commitments.keys())
            case Stage.REVEALING:
                return frozenset(self.commitments.keys() - self.shares.keys())
            case Stage.DONE:
                return frozenset()

    def committed(self, seat: Seat, to: str) -> bool:
        """`seat` binds itself. False if that is not its turn."""
        if self.stage is not Stage.COMMITTING or seat not in self.owing:
            return False
        self.commitments[seat] = to
        return True

    def revealed(self, seat: Seat, share: str) -> bool:
        """`seat` shows its share. False if it is not what it is bound to, or not its turn."""
        if self.stage is not Stage.REVEALING or seat not in self.owing:
            return False
        if commitment(self.round, seat, share) != self.commitments[seat]:
            return False
        self.shares[seat] = share
        return True

    def leave_out(self, seat: Seat) -> None:
        """Wait no more for the commitment of `seat`."""
        self._seats.discard(seat)

    def go_on(self, deadline: float) -> None:
        """To the next stage, when nobody owes anything in this one."""
        self.stage = Stage.REVEALING if self.stage is Stage.COMMITTING else Stage.DONE
        self.deadline = deadline


class OwnShare:
    """A guest's side of the shuffles at one table: its share in each round, and the hands that came of it."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self.forget()

    def forget(self) -> None:
        """There is another host: its rounds begin anew."""
        self._round = -1
        self._share = ""
        self._commitments: dict[Seat, str] = {}
        self._hands: list[Hand] = []

    def commit(self, round: int, seat: Seat) -> str | None:
        """Bind `seat` to a new share; None if that was done in this round already."""
        if round == self._round:
            return None
        self.forget()
        self._round, self._share = round, new_secret(self._dice)
        return commitment(round, seat, self._share)

    def reveal(self, round: int, seat: Seat, commitments: Mapping[Seat, str]) -> str | None:
        """Our share, once, if it is bound into the round with all the others'; else None."""
        if round != self._round or self._commitments:
            return None
        if commitments.get(seat) != commitment(round, seat, self._share):
            return None
        self._commitments = dict(commitments)
        return self._share

    def dealt(self, hand: Hand) -> None:
        """Keep what was dealt, to be checked when all shares are shown."""
        self._hands.append(hand)

    def check(self, round: int, shares: Mapping[Seat, str]) -> bool | None:
        """Whether all hands were dealt fairly; None where that cannot be said."""
        if round != self._round or not self._commitments:
            return None
        return dealt_fairly(self._commitments, shares, round, self._hands)
