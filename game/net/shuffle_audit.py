"""Verification of the deals of this page's host: by the commit-reveal shuffle, or by the seed of a challenge."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random

from game.core import OVER, Seat, View
from game.net.guest_updates import Reshuffled, Shown
from game.net.protocol.messages import Command, Give, Note, Notice, Shuffle, Step
from game.net.roster import Challenge
from game.net.shuffle import OwnShare, Verdict

SHARES_WITHIN = 3
"""Answer times of the host's route, within which the host reveals all shares of the shuffle after a game."""


class ShuffleAudit:
    """Takes part in shuffles and verifies deals. `tell` gives the host a command, `show` shows a result.

    Call `tick` no earlier than `due`.
    """

    def __init__(
        self,
        dice: Random,
        challenge: Challenge | None,
        tell: Callable[[Command], None],
        show: Callable[[Shown], None],
    ) -> None:
        self.due = inf
        self._share = OwnShare(dice)
        self._set_aside: tuple[tuple[str | None, int], OwnShare] | None = None
        self._challenge = challenge
        self._tell = tell
        self._show = show
        self._dealt_by: tuple[str | None, int] = None, 0

    def joined(self, host: str, term: int, *, ours: bool) -> None:
        """Note that `host` deals from now on, in its `term`. It is `ours` if this page hosts.

        A page that lost its connection hosts the table alone, until it finds the host that has continued in the same
        term. That host then knows nothing of the deals in between, and its own deals can be verified as before.
        """
        if self._dealt_by == (host, term):
            return
        if self._challenge is None:
            aside = self._set_aside
            if aside is not None and aside[0] == (host, term):
                self._set_aside, self._share = None, aside[1]
            else:
                self._set_aside = (aside or (self._dealt_by, self._share)) if ours else None
                self._share = self._share.successor()
        self._dealt_by = host, term

    def heed(self, challenge: Challenge | None, *, too_late: bool) -> None:
        """Verify the deals so far by the old challenge, and the next ones by `challenge`.

        A challenge must be announced before the game begins. If it is `too_late`, the game does not become a challenge.
        """
        if challenge == self._challenge:
            return
        if self._challenge is not None:
            self._judge(self._share.check_challenge(self._challenge.seed))
        self._challenge = None if too_late else challenge

    def take(self, message: Shuffle, seat: Seat | None, people: set[Seat]) -> bool:
        """Handle a message of the shuffle. This page has `seat`, and `people` are the seats of all players.

        Return False if the host may not send it.
        """
        if self._challenge is not None:
            return False  # the cards are known, and no shuffle may replace the check against them
        number, given = message.round, dict(message.given)
        match message.step:
            case Step.COMMIT:
                if seat is not None and (commitment := self._share.commit(number, seat)):
                    self._tell(Give(number, Step.COMMIT, commitment))
            case Step.REVEAL:
                return self._reveal(number, seat, given, people)
            case Step.VERIFY:
                self._judge(self._share.check(number, given))
        return True

    def saw(self, deal: int, view: View, answer: float, now: float) -> None:
        """Note the cards in `view`, of deal number `deal`. The host answers within `answer` seconds."""
        over = view.phase in OVER
        if over and self._challenge is None and self.due == inf and self._share.is_owed:
            self.due = now + SHARES_WITHIN * answer
        if view.seat is not None and (times := self._share.saw(deal, view)):
            self._show(Reshuffled(times))
        if over and self._challenge is not None:
            self._judge(self._share.check_challenge(self._challenge.seed))

    def tick(self, now: float) -> None:
        """Stop waiting for shares that are overdue."""
        if now >= self.due:
            self._judge(self._share.give_up())

    def _reveal(self, number: int, seat: Seat | None, commitments: dict[Seat, str], people: set[Seat]) -> bool:
        """Send our share, once, if the round's commitments include ours. Return whether it was sent."""
        share = None if seat is None else self._share.reveal(number, seat, commitments)
        for one in self._share.dropped_out():
            if one in people:
                self._show(Notice(Note.LEFT_OUT, one))
        if share is not None:
            self._tell(Give(number, Step.REVEAL, share))
        return share is not None

    def _judge(self, verdict: Verdict) -> None:
        self.due = inf
        if verdict != Verdict():
            self._show(verdict)
