"""The shuffle as the host's page runs it: all bind themselves to their shares, all reveal them, and it deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from game.core import Seat
from game.net.messages import Commit, Committed, Message, Note, Notice, Reveal, Revealed, Shuffle
from game.net.shuffle import SharedShuffle, Stage

SHARE_WITHIN = 3
"""Answers' time that a page has to send its share of the shuffle."""


class Dealer:
    """Asks those who are `here` for their shares, and has `deal` sit down with them.

    An answer takes everybody at most `answer` seconds, and `tell` reaches everybody.
    Whoever sent no share in time is left out from then on.
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
        """When `tick` next has something to do."""
        return None if self._shuffle is None else self._shuffle.deadline

    def tick(self, now: float) -> None:
        """Leave out, and name, whoever has not sent what was due by `now`."""
        shuffle = self._shuffle
        if shuffle is None or now < shuffle.deadline:
            return
        owing = shuffle.owing
        for seat in sorted(owing) if shuffle.stage is Stage.COMMITTING else ():
            self._tell(Notice(Note.LEFT_OUT, seat))  # of one that does not reveal its share all pages see it themselves
        self._left_out |= owing
        self._do_without(owing, shuffle, now)

    def begin(self, now: float) -> None:
        """Shuffle anew."""
        self._round += 1
        self._shuffle = SharedShuffle(self._round, self._here() - self._left_out, self._deadline(now))
        self._tell(Shuffle(self._round))

    def take(self, seat: Seat, said: Commit | Reveal, now: float) -> bool:
        """`seat` binds itself to a share, or reveals it. False if it was not its turn."""
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
        """`seat` is not heard any more."""
        if self._shuffle is not None and seat in self._shuffle.owing:
            self._do_without({seat}, self._shuffle, now)

    def show_shares(self) -> None:
        """Let everybody check the deals, once these shares deal no more cards."""
        if self._shares is not None:
            self._tell(self._shares)
            self._shares = None

    def _do_without(self, seats: Set[Seat], shuffle: SharedShuffle, now: float) -> None:
        """Leave them out, or begin anew if they have seen what the others bound themselves to."""
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
