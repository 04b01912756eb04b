"""When the others may vote for a teammate: a player was absent, or held up play, for long enough."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum

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


class VoteTimers:
    """The timers of all players, by key and cause. A timer that runs again goes on from its former sum."""

    def __init__(self) -> None:
        self._since: dict[tuple[str, Cause], float] = {}
        self._before: dict[tuple[str, Cause], float] = defaultdict(float)

    def start(self, key: str, cause: Cause, since: float) -> None:
        """Start the timer of the player with `key`, unless it runs."""
        self._since.setdefault((key, cause), since)

    def expire(self, key: str, now: float) -> None:
        """Let the others vote at once about the player with `key`, who is absent."""
        self._since[key, Cause.ABSENT] = now - VOTE_AFTER

    def stop(self, key: str, cause: Cause, now: float) -> None:
        """Stop the timer of the player with `key`, if it runs, and keep its sum."""
        since = self._since.pop((key, cause), now)
        self._before[key, cause] += now - since

    def forget(self, key: str) -> None:
        """Drop the timers of a player who gives up the seat."""
        for cause in Cause:
            self._since.pop((key, cause), None)
            self._before.pop((key, cause), None)

    def begin_again(self, now: float) -> None:
        """Start over after a game: who is still absent has been so since `now`."""
        absent = [key for key, cause in self._since if cause is Cause.ABSENT]
        self._before.clear()
        self._since = {(key, Cause.ABSENT): now for key in absent}

    def running(self, cause: Cause) -> Iterator[str]:
        """Return the keys whose timers run for this `cause`."""
        return (key for key, why in [*self._since] if why is cause)

    def at(self, key: str, *causes: Cause) -> float:
        """Return when the others may vote about the player with `key` for one of these `causes`; inf if never."""
        return min(
            (
                self._since[key, cause] + max(0.0, cause.limit - self._before[key, cause])
                for cause in causes or Cause
                if (key, cause) in self._since
            ),
            default=math.inf,
        )
