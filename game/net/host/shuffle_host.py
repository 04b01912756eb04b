"""The host's side of a commit-reveal shuffle: it collects commitments, then shares, and deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from game.core import Seat
from game.net.protocol.messages import Commit, Committed, Message, Note, Notice, Reveal, Revealed, Shuffle
from game.net.shuffle import SharedShuffle, Stage

SHARE_WITHIN = 3
"""Answer times that a page has to send its commitment, and again to send its share."""


class ShuffleHost:
    """The rounds of the shuffle among the seats that are `here`. The last step calls `deal` with their shares.

    `answer` returns the seconds within which every page answers, and `tell` sends a message to all pages. A seat that
    missed a deadline is left out of all later rounds.
    """

    def __init__(
        self,
        here: Callable[[], Set[Seat]],
        answer: Callable[[], float],
        tell: Callable[[Message], None],
        deal: Callable[[Mapping[Seat, str], float], None],
    ) -> None:
        self._here = here
        self._answer = answer
        self._tell = tell
        self._deal = deal
        self._round = 0
        self._shuffle: SharedShuffle | None = None
        self._left_out: set[Seat] = set()
        self._shares: Revealed | None = None

    @property
    def due(self) -> float | None:
        """The time to call `tick` next; None while no shuffle runs."""
        return None if self._shuffle is None else self._shuffle.deadline

    def tick(self, now: float) -> None:
        """Leave out the seats that missed the deadline."""
        shuffle = self._shuffle
        if shuffle is None or now < shuffle.deadline:
            return
        owing = shuffle.owing
        for seat in sorted(owing) if shuffle.stage is Stage.COMMITTING else ():
            self._tell(Notice(Note.LEFT_OUT, seat))  # every page notices a missing share by itself
        self._left_out |= owing
        self._do_without(owing, shuffle, now)

    def begin(self, now: float) -> None:
        """Start a new round."""
        self._round += 1
        self._shuffle = SharedShuffle(self._round, self._here() - self._left_out, self._deadline(now))
        self._tell(Shuffle(self._round))

    def take(self, seat: Seat, said: Commit | Reveal, now: float) -> bool:
        """Handle a commitment or a share of `seat`. Return False if it is invalid or not its turn."""
        shuffle = self._shuffle
        if shuffle is None or shuffle.round != said.round:
            return False
        match said:
            case Commit(_, commitment):
                in_turn = shuffle.committed(seat, commitment)
            case Reveal(_, share):
                in_turn = shuffle.revealed(seat, share)
        if in_turn and not shuffle.owing:
            self._next_stage(shuffle, now)
        return in_turn

    def gone(self, seat: Seat, now: float) -> None:
        """Note that the player at `seat` has disconnected."""
        if self._shuffle is not None and seat in self._shuffle.owing:
            self._do_without({seat}, self._shuffle, now)

    def show_shares(self) -> None:
        """Send all shares, so that every page can verify the deals. Call it after the last deal from these shares."""
        if self._shares is not None:
            self._tell(self._shares)
            self._shares = None

    def _do_without(self, seats: Set[Seat], shuffle: SharedShuffle, now: float) -> None:
        """Continue without `seats`. If the commitments are already public, restart the round."""
        if shuffle.stage is Stage.REVEALING:
            self.begin(now)
            return
        for seat in seats:
            shuffle.leave_out(seat)
        if not shuffle.owing:
            self._next_stage(shuffle, now)

    def _next_stage(self, shuffle: SharedShuffle, now: float) -> None:
        shuffle.go_on(self._deadline(now))
        if shuffle.stage is Stage.REVEALING:
            self._tell(Committed(shuffle.round, tuple(sorted(shuffle.commitments.items()))))
        else:
            self._shuffle = None
            self._shares = Revealed(shuffle.round, tuple(sorted(shuffle.shares.items())))
            self._deal(shuffle.shares, now)

    def _deadline(self, now: float) -> float:
        return now + SHARE_WITHIN * self._answer()
