"""A shuffle that no single page can stack: shares are sealed by all before any is revealed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from enum import Enum
from random import Random
from typing import NamedTuple

from game.core import Card, Seat, State, shuffled


class Stage(Enum):
    """How far a shuffle has come."""

    SEALING = "sealing"
    REVEALING = "revealing"
    DONE = "done"


class Hand(NamedTuple):
    """The hand that `seat` was dealt in `state`, just before the deal."""

    state: State
    seat: Seat
    cards: tuple[Card, ...]


def new_share(dice: Random) -> str:
    """A share of the shuffle: 128 bits, if the dice hold so many."""
    return f"{dice.getrandbits(128):032x}"


def seal_of(round: int, seat: Seat, share: str) -> str:
    """What binds `seat` to its share in this round and tells nobody what it is."""
    return hashlib.sha256(f"one mind seal {round} {seat} {share}".encode()).hexdigest()[:32]


def mix(shares: Mapping[Seat, str]) -> str:
    """The seed that all shares make together."""
    mixed = " ".join(f"{seat}:{share}" for seat, share in sorted(shares.items()))
    return hashlib.sha256(f"one mind shuffle {mixed}".encode()).hexdigest()


def dealt_fairly(seals: Mapping[Seat, str], shares: Mapping[Seat, str], round: int, hands: Iterable[Hand]) -> bool:
    """Whether `shares` are those that were sealed, and these hands the ones that they deal."""
    if {seat: seal_of(round, seat, share) for seat, share in shares.items()} != dict(seals):
        return False
    seed = mix(shares)
    return all(_hand(state, seat, seed) == cards for state, seat, cards in hands)


def _hand(state: State, seat: Seat, seed: str) -> tuple[Card, ...]:
    deck = shuffled(state, seed).deck[: state.variant.dealt(state.level, state.seats)]
    return state.variant.sort(deck[seat :: state.seats])


class SharedShuffle:
    """The host's side of one round: gathers the seals of `seats`, then their shares."""

    def __init__(self, round: int, seats: Iterable[Seat], deadline: float) -> None:
        self.round = round
        self.deadline = deadline
        self.stage = Stage.SEALING
        self.seals: dict[Seat, str] = {}
        self.shares: dict[Seat, str] = {}
        self._seats = set(seats)

    @property
    def owing(self) -> frozenset[Seat]:
        """The seats that are waited for."""
        match self.stage:
            case Stage.SEALING:
                return frozenset(self._seats - self.seals.keys())
            case Stage.REVEALING:
                return frozenset(self.seals.keys() - self.shares.keys())
            case Stage.DONE:
                return frozenset()

    def sealed(self, seat: Seat, seal: str) -> bool:
        """`seat` binds itself. False if that is not its turn."""
        if self.stage is not Stage.SEALING or seat not in self.owing:
            return False
        self.seals[seat] = seal
        return True

    def revealed(self, seat: Seat, share: str) -> bool:
        """`seat` shows its share. False if it is not what it sealed, or not its turn."""
        if self.stage is not Stage.REVEALING or seat not in self.owing:
            return False
        if seal_of(self.round, seat, share) != self.seals[seat]:
            return False
        self.shares[seat] = share
        return True

    def leave_out(self, seat: Seat) -> None:
        """Wait no more for the seal of `seat`."""
        self._seats.discard(seat)

    def go_on(self, deadline: float) -> None:
        """To the next stage, when nobody owes anything in this one."""
        self.stage = Stage.REVEALING if self.stage is Stage.SEALING else Stage.DONE
        self.deadline = deadline
