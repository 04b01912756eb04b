"""The effects of a line on packets: delay, loss, and cuts."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Quality:
    """Seconds of delay, up to `jitter` more seconds at random, and percent of packets lost."""

    delay: float = 0.0
    jitter: float = 0.0
    loss: float = 0.0


class Line:
    """One direction of a line. While it is `cut`, packets are lost without an error."""

    def __init__(self, quality: Quality, dice: Random) -> None:
        self.cut = False
        self.quality = quality
        self._dice = dice
        self._last = 0.0

    def arrival(self, now: float) -> float | None:
        """Return when a packet sent at `now` arrives, or None if it is lost. Packets stay in order."""
        if self.cut or self._dice.random() * 100 < self.quality.loss:
            return None
        self._last = max(self._last, now + self.quality.delay + self._dice.random() * self.quality.jitter)
        return self._last
