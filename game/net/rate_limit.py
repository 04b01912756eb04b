"""How much one peer may say, and how much nonsense it may talk, before it is shown out."""

from __future__ import annotations

MESSAGES_A_SECOND = 50
PATIENCE = 20.0
"""Offences that are borne in a row; a messages that breaks the wire is one."""

FORGIVEN_A_SECOND = 2.0
UNTIMELY = 0.25
"""Offences in a message that is well formed and not in order now: honest pages send a few."""


class RateLimit:
    """One peer's allowance of messages and of offences."""

    def __init__(self, now: float) -> None:
        self._said = self._offended = 0.0
        self._since = now

    def may_speak(self, now: float) -> bool:
        """Whether one more message is within the limit."""
        self._pass(now)
        if self._said + 1 > MESSAGES_A_SECOND:
            return False
        self._said += 1
        return True

    def offend(self, now: float, weight: float = 1.0) -> bool:
        """Note an offence; True if it was one too many."""
        self._pass(now)
        self._offended += weight
        return self._offended > PATIENCE

    def _pass(self, now: float) -> None:
        passed = max(0.0, now - self._since)
        self._since = max(self._since, now)
        self._said = max(0.0, self._said - passed * MESSAGES_A_SECOND)
        self._offended = max(0.0, self._offended - passed * FORGIVEN_A_SECOND)
