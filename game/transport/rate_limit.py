"""Rate limits on the messages of one peer, on their effects, and on invalid messages."""

from __future__ import annotations

MESSAGES_A_SECOND = 50
PATIENCE = 20.0
"""Offences that a peer may commit in a row before it is banned. A message that breaks the protocol counts as one."""

FORGIVEN_A_SECOND = 2.0
UNTIMELY = 0.25
"""The weight of a message that is well formed but comes at the wrong time. Correct pages send a few."""

EFFECTS, EFFECTS_A_SECOND = 40, 4
"""The most changes that one peer may cause for all players: in a burst, for example a whole hand, and per second."""

COMING = 8.0
"""The weight of a return to a seat during a game: it sends updates to all pages, and pauses play."""

LEANS, LEANS_A_SECOND = 8, 3
"""How often one player may start or stop leaning towards the pile: in a burst, and per second."""

CLAIMS, CLAIMS_A_SECOND = 20, 8
"""The most host claims, acceptances and requests for the host from one peer: they cost signatures or long answers."""

ANNOUNCEMENTS, ANNOUNCEMENTS_A_SECOND = 20, 4
"""The most immediate updates about who joined or left, in a burst and per second. Further ones are batched."""


ROUNDING = 1e-6
"""Tolerance of a limit, so that a weight of 1 may be spent at `free_at`."""


class TokenBucket:
    """A token bucket: at most `most` in a burst, and `a_second` per second in the long run. Times are in seconds."""

    def __init__(self, most: float, a_second: float, now: float) -> None:
        self._most = most
        self._a_second = a_second
        self._spent = 0.0
        self._since = now

    def spend(self, now: float, weight: float = 1.0) -> bool:
        """Spend `weight` if that is allowed, and return whether it was."""
        self._spent = max(0.0, self._spent - max(0.0, now - self._since) * self._a_second)
        self._since = max(self._since, now)
        if self._spent + weight > self._most + ROUNDING:
            return False
        self._spent += weight
        return True

    def free_at(self) -> float:
        """Return when a weight of 1 may be spent, if nothing else is spent before."""
        return self._since + max(0.0, self._spent + 1.0 - self._most) / self._a_second
