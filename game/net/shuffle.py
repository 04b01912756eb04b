"""A shuffle that no single page can stack: all bind themselves to their shares before any is revealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import NamedTuple

from game.core import Phase, Seat, View
from game.net.digests import commitment, mixed, new_secret
from game.net.failover import survives
from game.net.shown_deal import ShownDeal

MOST_DEALS = 64
"""Deals remembered until they are checked. A game won and played again blind has 24."""


class Stage(Enum):
    """How far a shuffle has come."""

    COMMITTING = "committing"
    REVEALING = "revealing"
    DONE = "done"


class Level(NamedTuple):
    """A level of a game, which is played through once more blind."""

    number: int
    blind: bool


class Unchecked(Enum):
    """Why it cannot be said whether a level was dealt fairly."""

    HOST_CHANGED = "host changed"
    NOT_SHOWN = "not shown"
    CAME_LATER = "came later"
    NOT_SEEN = "not seen"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which levels were dealt as all had shuffled them, which were not, and of which that cannot be said.

    `challenged` says that the first two are about the cards of a challenge, which nobody shuffled.
    """

    fair: tuple[Level, ...] = ()
    foul: tuple[Level, ...] = ()
    unchecked: tuple[tuple[Level, Unchecked], ...] = ()
    challenged: bool = False


def agrees(commitments: Mapping[Seat, str], shares: Mapping[Seat, str], round: int) -> bool:
    """Whether `shares` are those to which all bound themselves in this round."""
    return {seat: commitment(round, seat, share) for seat, share in shares.items()} == dict(commitments)


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
    """A guest's side of the shuffles at one table: its share in each round, and the deals that came of it."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._unchecked: list[tuple[Level, Unchecked]] = []
        self._restarts = 0
        self._abandoned: frozenset[Seat] = frozenset()
        self._dropped_out: list[Seat] = []
        self._begin(-1)

    def _begin(self, round: int) -> None:
        self._round = round
        self._share = ""
        self._commitments: dict[Seat, str] = {}
        self._deals: dict[tuple[int, Level], ShownDeal] = {}

    def forget(self) -> None:
        """There is another host: what the last one dealt is checked no more, and its rounds begin anew."""
        self._give_up(Unchecked.HOST_CHANGED)
        self._restarts = 0
        self._abandoned = frozenset()
        self._begin(-1)

    def commit(self, round: int, seat: Seat) -> str | None:
        """Bind `seat` to a new share; None if that was done in this round already."""
        if round == self._round:
            return None
        if self._commitments and not self._deals:
            self._abandoned = frozenset(self._commitments)
        self._give_up(Unchecked.NOT_SHOWN)
        self._begin(round)
        self._share = new_secret(self._dice)
        return commitment(round, seat, self._share)

    def reveal(self, round: int, seat: Seat, commitments: Mapping[Seat, str]) -> str | None:
        """Our share, once, if it is bound into the round with all the others'; else None."""
        if round != self._round or self._commitments:
            return None
        if commitments.get(seat) != commitment(round, seat, self._share):
            return None
        self._commitments = dict(commitments)
        self._explain(frozenset(commitments))
        return self._share

    def _explain(self, seats: frozenset[Seat]) -> None:
        """A round was given up after its shares were asked for: by a seat that sent none, or else by the host alone."""
        gone, began_anew = self._abandoned - seats, bool(self._abandoned)
        self._abandoned = frozenset()
        self._dropped_out += sorted(gone)
        self._restarts += began_anew and not gone

    def dropped_out(self) -> list[Seat]:
        """The seats for which a round was begun anew since this was asked last: each is out of the next one."""
        dropped_out, self._dropped_out = self._dropped_out, []
        return dropped_out

    def saw(self, deal: int, view: View) -> int:
        """Keep what `view`, of deal number `deal`, shows, to be checked when all shares are shown.

        Return how many times the shuffle restarted after our share was known, if this is its first deal.
        """
        if view.phase in (Phase.FOCUS, Phase.PLAY) and view.hand:
            key = deal, Level(view.level, view.blind)
            if key not in self._deals:
                self._deals[key] = ShownDeal(survives(view))
                self._forget_oldest()
            self._deals[key].hear(view)
            restarts, self._restarts = self._restarts, 0
            return restarts
        for (number, _), shown in reversed(self._deals.items()):
            if number == deal:  # the view after a level's last card names the next level already
                shown.hear(view)
                break
        return 0

    @property
    def is_owed(self) -> bool:
        """Whether there are levels of which nothing has been said."""
        return bool(self._deals or self._unchecked)

    def check(self, round: int, shares: Mapping[Seat, str]) -> Verdict:
        """What comes of these shares, and what was left from before."""
        if round != self._round or not self._commitments:
            return self.give_up(Unchecked.CAME_LATER)
        return self._compare(mixed(shares) if agrees(self._commitments, shares, round) else None)

    def check_challenge(self, seed: str) -> Verdict:
        """What comes of the `seed` of a challenge, which needs nobody's share; and what was left from before."""
        return replace(self._compare(seed), challenged=True) if self.is_owed else Verdict()

    def _compare(self, seed: str | None) -> Verdict:
        """Judge every deal by `seed`; all are foul if there is no such seed.

        A level is fair if all that was shown of it matches, and one deal of it was shown to its end.
        """
        levels = sorted({level for _, level in self._deals})
        foul = {level for (_, level), shown in self._deals.items() if seed is None or not shown.matches(seed)}
        complete = {level for (_, level), shown in self._deals.items() if shown.is_complete}
        for level in levels:
            if level not in foul | complete:
                self._leave_unchecked(level, Unchecked.NOT_SEEN)
        self._deals.clear()
        left = self.give_up(Unchecked.NOT_SHOWN)
        return replace(
            left,
            fair=tuple(level for level in levels if level in complete - foul),
            foul=tuple(level for level in levels if level in foul),
        )

    def give_up(self, why: Unchecked) -> Verdict:
        """Nothing more is to be learned of what was dealt so far."""
        self._give_up(why)
        unchecked, self._unchecked = self._unchecked, []
        return Verdict(unchecked=tuple(unchecked))

    def _give_up(self, why: Unchecked) -> None:
        for _, level in self._deals:
            self._leave_unchecked(level, why)
        self._deals.clear()

    def _forget_oldest(self) -> None:
        """Bound what a host that deals for ever makes this page remember."""
        if len(self._deals) > MOST_DEALS:
            oldest = next(iter(self._deals))
            del self._deals[oldest]
            self._leave_unchecked(oldest[1], Unchecked.NOT_SEEN)

    def _leave_unchecked(self, level: Level, why: Unchecked) -> None:
        if (level, why) not in self._unchecked:
            self._unchecked.append((level, why))
