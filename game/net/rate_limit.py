"""How much one peer may say and cause, and how much nonsense it may talk, before it is shown out."""

from __future__ import annotations

MESSAGES_A_SECOND = 50
PATIENCE = 20.0
"""Offences that are borne in a row; a message that breaks the wire is one."""

FORGIVEN_A_SECOND = 2.0
UNTIMELY = 0.25
"""Offences in a message that is well formed and not in order now: honest pages send a few."""

EFFECTS, EFFECTS_A_SECOND = 40, 4
"""How often one peer may change what all see: at once, as whoever lays a whole hand, and in the long run."""

COMING = 8.0
"""What it weighs to come back into a seat while a game is on: everybody is told, and play stops."""

CLAIMS, CLAIMS_A_SECOND = 20, 8
"""How often one peer may say that it is host, stand for election, or ask who is host: each costs signatures."""

TIDINGS, TIDINGS_A_SECOND = 20, 4
"""How often everybody is told at once who has come or gone; what is more waits, and is told together."""


class Allowance:
    """`most` at once, and `a_second` in the long run; times are in seconds."""

    def __init__(self, most: float, a_second: float, now: float) -> None:
        self._most = most
        self._a_second = a_second
        self._spent = 0.0
        self._since = now

    def spend(self, now: float, weight: float = 1.0) -> bool:
        """Whether so much is allowed; it is spent only then."""
        self._spent = self._owed(now)
        self._since = max(self._since, now)
        if self._spent + weight > self._most:
            return False
        self._spent += weight
        return True

    def free_at(self, weight: float = 1.0) -> float:
        """From when on so much is allowed, if nothing else is spent."""
        return self._since + max(0.0, self._spent + weight - self._most) / self._a_second

    def _owed(self, now: float) -> float:
        return max(0.0, self._spent - max(0.0, now - self._since) * self._a_second)


class RateLimit:
    """One peer's allowance of messages and of offences."""

    def __init__(self, now: float) -> None:
        self._messages = Allowance(MESSAGES_A_SECOND, MESSAGES_A_SECOND, now)
        self._offences = Allowance(PATIENCE, FORGIVEN_A_SECOND, now)

    def may_speak(self, now: float) -> bool:
        """Whether one more message is within the limit."""
        return self._messages.spend(now)

    def offend(self, now: float, weight: float = 1.0) -> bool:
        """Note an offence; True if it was one too many."""
        return not self._offences.spend(now, weight)
