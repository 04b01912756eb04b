"""The host's side of a commit-reveal shuffle: it collects commitments, then shares, and deals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Set

from game.core import Seat
from game.net.protocol.messages import Content, Give, Note, Notice, Shuffle, Step
from game.transport.hashes import commitment

SHARE_WITHIN = 3
"""Answer times that a page has to send its commitment, and again to send its share."""


class ShuffleHost:
    """The rounds of the shuffle among the seats that are `here`: all commit to their shares, then all reveal them.

    The last step calls `deal` with the shares. `answer` returns the seconds within which every page answers, and `tell`
    tells all pages something. A seat that missed a deadline is left out of all later rounds. `due` is the time to
    call `tick` next; inf while no shuffle runs.
    """

    def __init__(
        self,
        here: Callable[[], Set[Seat]],
        answer: Callable[[], float],
        tell: Callable[[Content], None],
        deal: Callable[[Mapping[Seat, str], float], None],
    ) -> None:
        self.due = math.inf
        self._here = here
        self._answer = answer
        self._tell = tell
        self._deal = deal
        self._round = 0
        self._seats: Set[Seat] = frozenset()
        self._step = Step.COMMIT
        self._given: dict[Step, dict[Seat, str]] = {}
        self._left_out: set[Seat] = set()
        self._revealed: Shuffle | None = None

    def tick(self, now: float) -> None:
        """Leave out the seats that missed the deadline."""
        if now < self.due:
            return
        owing = self._owing
        for seat in sorted(owing) if self._step is Step.COMMIT else ():
            self._tell(Notice(Note.LEFT_OUT, seat))  # every page notices a missing share by itself
        self._left_out |= owing
        self._do_without(owing, now)

    def begin(self, now: float) -> None:
        """Start a new round."""
        self._round += 1
        self._seats = self._here() - self._left_out
        self._given = {}
        self._ask(Step.COMMIT, {}, now)

    def take(self, seat: Seat, said: Give, now: float) -> bool:
        """Handle a commitment or a share of `seat`. Return False if it is invalid or not its turn."""
        if not self.runs or (said.round, said.step) != (self._round, self._step) or seat not in self._owing:
            return False
        if said.step is Step.REVEAL and commitment(said.round, seat, said.given) != self._given[Step.COMMIT][seat]:
            return False
        self._given[said.step][seat] = said.given
        if not self._owing:
            self._next_step(now)
        return True

    def gone(self, seat: Seat, now: float) -> None:
        """Note that the player at `seat` has disconnected."""
        if self.runs and seat in self._owing:
            self._do_without({seat}, now)

    def cancel(self) -> None:
        """Stop the round that is running, if any, and never reveal the shares of the last one."""
        self.due, self._revealed = math.inf, None

    def show_shares(self) -> None:
        """Send all shares, so that every page can verify the deals. Call it after the last deal from these shares."""
        if self._revealed is not None:
            self._tell(self._revealed)
            self._revealed = None

    @property
    def runs(self) -> bool:
        """Whether a shuffle runs."""
        return self.due < math.inf

    @property
    def _owing(self) -> Set[Seat]:
        """The seats that still owe a commitment, or a share once all have committed."""
        return self._seats - self._given[self._step].keys()

    def _do_without(self, seats: Set[Seat], now: float) -> None:
        """Continue without `seats`. If the commitments are already public, restart the round."""
        if self._step is Step.REVEAL:
            self.begin(now)
            return
        self._seats -= seats
        if not self._owing:
            self._next_step(now)

    def _next_step(self, now: float) -> None:
        given = self._given[self._step]
        if self._step is Step.COMMIT:
            self._ask(Step.REVEAL, given, now)
        else:
            self.due = math.inf
            self._revealed = Shuffle(self._round, Step.VERIFY, tuple(sorted(given.items())))
            self._deal(given, now)

    def _ask(self, step: Step, given: Mapping[Seat, str], now: float) -> None:
        """Begin this `step` of the round. Tell all members what was `given` in the step before."""
        self._step, self._given[step] = step, {}
        self.due = now + SHARE_WITHIN * self._answer()
        self._tell(Shuffle(self._round, step, tuple(sorted(given.items()))))
