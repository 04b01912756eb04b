"""Which numbered events of one sender are new: the anti-replay window of RFC 4303, section 3.4.3."""

from __future__ import annotations

SIZE = 64
"""How far behind the highest number an event may come. At three events a second this is 21 seconds."""


class ReplayWindow:
    """The highest number that was accepted, and which of the `SIZE` numbers up to it were."""

    def __init__(self) -> None:
        self._highest = 0
        self._accepted = 0

    def is_new(self, number: int) -> bool:
        """Whether `number` is recent enough and was not accepted before. Accepts nothing."""
        back = self._highest - number
        return back < 0 or (back < SIZE and not self._accepted >> back & 1)

    def accept(self, number: int) -> bool:
        """Accept `number`. Returns False, and changes nothing, if it is not new."""
        if not self.is_new(number):
            return False
        ahead = number - self._highest
        if ahead > 0:
            self._accepted = self._accepted << ahead & (1 << SIZE) - 1 if ahead < SIZE else 0
            self._highest = number
        self._accepted |= 1 << self._highest - number
        return True
