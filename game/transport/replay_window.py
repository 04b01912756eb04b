"""Anti-replay window for the numbered events of one sender (RFC 4303, section 3.4.3)."""

from __future__ import annotations

SIZE = 64
"""The window size: how far an event may lag behind the highest number. At three events a second, this is 21 seconds."""


class ReplayWindow:
    """The highest accepted number, and which of the `SIZE` numbers up to it were accepted."""

    def __init__(self) -> None:
        self._highest = 0
        self._accepted = 0

    def is_new(self, number: int) -> bool:
        """Whether `number` is recent enough and was not accepted before. It changes nothing."""
        back = self._highest - number
        return back < 0 or (back < SIZE and not self._accepted >> back & 1)

    def accept(self, number: int) -> bool:
        """Accept `number`. Return False, and change nothing, if it is not new."""
        if not self.is_new(number):
            return False
        ahead = number - self._highest
        if ahead > 0:
            self._accepted = self._accepted << ahead & (1 << SIZE) - 1 if ahead < SIZE else 0
            self._highest = number
        self._accepted |= 1 << self._highest - number
        return True
