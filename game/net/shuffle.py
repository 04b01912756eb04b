"""A page's part in the commit-reveal shuffle, which no single page can stack, and the verification of its deals.

All pages commit to a share before any page reveals one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from game.core import Phase, Seat, View, dealt_again
from game.net.seen_cards import SeenCards
from game.transport.hashes import commitment, mixed, new_secret

MOST_DEALS = 64
"""The number of deals to remember until they are verified. A game that is won and played again blind has 24."""


class Level(NamedTuple):
    """A level of a game. It may be played a second time blind."""

    number: int
    blind: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a game: the levels that match the shuffle, those that do not, and those not verified.

    Each level is named once. One that was dealt several times is fair only if every deal of it was verified.
    If `challenged`, the cards were compared with those of a challenge, which no page shuffled.
    """

    fair: tuple[Level, ...] = ()
    foul: tuple[Level, ...] = ()
    unchecked: tuple[Level, ...] = ()
    challenged: bool = False


class OwnShare:
    """A guest's share in each round, and the deals that it has seen."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._unchecked: dict[Level, None] = {}  # a dict for its order
        self._restarts = 0
        self._abandoned: frozenset[Seat] = frozenset()
        self._dropped_out: list[Seat] = []
        self._begin(-1)

    def _begin(self, round: int) -> None:
        self._round = round
        self._share = ""
        self._commitments: dict[Seat, str] = {}
        self._deals: dict[tuple[int, Level], SeenCards] = {}
        self._was_dealt = False

    def successor(self) -> OwnShare:
        """Return the share for a new host, with the deals of the old host as unverified. This one stays as it is."""
        after = OwnShare(self._dice)
        after._unchecked, after._deals = {**self._unchecked}, {**self._deals}
        after._leave_unchecked([*after._deals])
        return after

    def commit(self, round: int, seat: Seat) -> str | None:
        """Return a commitment of `seat` to a new share; None if this round already has one."""
        if round == self._round:
            return None
        if self._commitments and not self._was_dealt:
            self._abandoned = frozenset(self._commitments)
        self._leave_unchecked([*self._deals])
        self._begin(round)
        self._share = new_secret(self._dice)
        return commitment(round, seat, self._share)

    def reveal(self, round: int, seat: Seat, commitments: Mapping[Seat, str]) -> str | None:
        """Return our share if the round's commitments include ours; None otherwise, and after the first call."""
        if round != self._round or self._commitments:
            return None
        if commitments.get(seat) != commitment(round, seat, self._share):
            return None
        self._commitments = dict(commitments)
        self._explain(frozenset(commitments))
        return self._share

    def _explain(self, seats: frozenset[Seat]) -> None:
        """Note why a round was abandoned: a seat is missing in the next one, or else the host restarted it."""
        gone, began_anew = self._abandoned - seats, bool(self._abandoned)
        self._abandoned = frozenset()
        self._dropped_out += sorted(gone)
        self._restarts += began_anew and not gone

    def dropped_out(self) -> list[Seat]:
        """Return the seats that dropped out of a restarted round since the last call."""
        dropped_out, self._dropped_out = self._dropped_out, []
        return dropped_out

    def saw(self, deal: int, view: View) -> int:
        """Record the cards in `view`, of deal number `deal`, to verify them once all shares are revealed.

        Return how many times the shuffle restarted after our share was known, if this is its first deal.
        """
        if view.phase in (Phase.FOCUS, Phase.PLAY) and view.hand:
            key = deal, Level(view.level, view.blind)
            if key not in self._deals:
                self._deals[key] = SeenCards(dealt_again(view))
                self._was_dealt = True
                if len(self._deals) > MOST_DEALS:  # so that a host that deals for ever does not use up the memory
                    self._leave_unchecked([next(iter(self._deals))])
            self._deals[key].hear(view)
            restarts, self._restarts = self._restarts, 0
            return restarts
        for (number, _), shown in reversed(self._deals.items()):
            if number == deal:  # the view after a level's last card already has the number of the next level
                shown.hear(view)
                break
        return 0

    @property
    def is_owed(self) -> bool:
        """Whether there are levels whose verification has not been reported."""
        return bool(self._deals or self._unchecked)

    def check(self, round: int, shares: Mapping[Seat, str]) -> Verdict:
        """Return the result of verifying the deals with `shares`, and the unverified levels of earlier rounds."""
        if round != self._round or not self._commitments:
            return self.give_up()
        match = {seat: commitment(round, seat, share) for seat, share in shares.items()} == self._commitments
        return self._compare(mixed(shares) if match else None)

    def check_challenge(self, seed: str) -> Verdict:
        """Return the result of verifying the deals with a challenge's `seed`, and the unverified earlier levels."""
        return replace(self._compare(seed), challenged=True) if self.is_owed else Verdict()

    def _compare(self, seed: str | None) -> Verdict:
        """Verify every deal with `seed`. Without a seed, all of them are foul.

        A level is fair if all cards shown of it match, and one deal of it was shown to its end.
        """
        foul = {level for (_, level), shown in self._deals.items() if seed is None or not shown.matches(seed)}
        complete = {level for (_, level), shown in self._deals.items() if shown.is_complete} - foul
        self._leave_unchecked([deal for deal in self._deals if deal[1] not in complete])
        unchecked, self._unchecked, self._deals = [*self._unchecked], {}, {}
        return Verdict(
            fair=tuple(sorted(complete.difference(unchecked))),
            foul=tuple(sorted(foul)),
            unchecked=tuple(level for level in unchecked if level not in foul),
        )

    def give_up(self) -> Verdict:
        """Return all pending deals as unverified."""
        self._leave_unchecked([*self._deals])
        unchecked, self._unchecked = self._unchecked, {}
        return Verdict(unchecked=tuple(unchecked))

    def _leave_unchecked(self, deals: list[tuple[int, Level]]) -> None:
        """Drop these `deals`, and note their levels as unverified."""
        for deal in deals:
            del self._deals[deal]
            self._unchecked[deal[1]] = None
