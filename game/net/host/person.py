"""A host's record of one person: whether they may join, and how long the table has waited for them."""

from __future__ import annotations

import math
from collections import defaultdict
from enum import Enum

from game.transport.rate_limit import EFFECTS, EFFECTS_A_SECOND, LEANS, LEANS_A_SECOND, TokenBucket

VOTE_AFTER = 30.0
"""Seconds of absence, added up over a game, after which the other players may vote for a teammate."""

HELD_UP_AFTER = 60.0
"""Seconds for which a player holds up play, added up over a game, after which the others may vote for a teammate."""


class Cause(Enum):
    """Why the table waits for a player."""

    ABSENT = "absent"
    HOLDS_UP = "holds up"

    @property
    def limit(self) -> float:
        """The seconds after which the others may vote."""
        return VOTE_AFTER if self is Cause.ABSENT else HELD_UP_AFTER


class Person:
    """A person who is or was at the table, or who may join without asking.

    A person who is `banned` cannot join, and one who is `known` need not ask. One who has `left` gave up a seat for
    good. One who is `untold` was not told yet that the host has changed. `effects` limits how often this person changes
    what all players see, and `leans` how often they lean in. Each timer adds up the seconds for which the table waits
    for this player.
    """

    def __init__(self) -> None:
        self.banned = self.left = self.known = self.untold = False
        self.effects = TokenBucket(EFFECTS, EFFECTS_A_SECOND, 0.0)
        self.leans = TokenBucket(LEANS, LEANS_A_SECOND, 0.0)
        self._since: dict[Cause, float] = {}
        self._before: dict[Cause, float] = defaultdict(float)

    @property
    def is_remembered(self) -> bool:
        """Whether the host has to remember this person while they have no seat."""
        return self.banned or self.left or self.known or self.untold

    def start(self, cause: Cause, since: float) -> None:
        """Start the timer for this `cause`, unless it runs."""
        self._since.setdefault(cause, since)

    def expire(self, now: float) -> None:
        """Let the others vote at once about this player, who is absent."""
        self._since[Cause.ABSENT] = now - VOTE_AFTER

    def stop(self, cause: Cause, now: float) -> None:
        """Stop the timer for this `cause`, if it runs, and keep its sum."""
        self._before[cause] += now - self._since.pop(cause, now)

    def forget_waits(self) -> None:
        """Drop the timers, because this player gives up the seat."""
        self._since.clear()
        self._before.clear()

    def begin_again(self, now: float) -> None:
        """Start over after a game: who is still absent has been so since `now`."""
        absent = Cause.ABSENT in self._since
        self.forget_waits()
        if absent:
            self.start(Cause.ABSENT, now)

    def waits_for(self, cause: Cause) -> bool:
        """Whether the table waits for this player for this `cause`."""
        return cause in self._since

    def vote_at(self, *causes: Cause) -> float:
        """Return when the others may vote about this player for one of these `causes`; inf if never."""
        running = [cause for cause in causes or Cause if cause in self._since]
        times = (self._since[cause] + max(0.0, cause.limit - self._before[cause]) for cause in running)
        return min(times, default=math.inf)
