"""What a line does to packets: it delays them, loses some, and may be cut."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Quality:
    """Seconds that every packet takes, seconds that some take longer, and how many of a hundred are lost."""

    delay: float = 0.0
    jitter: float = 0.0
    loss: float = 0.0


class Line:
    """One direction of a line. While it is `cut`, nothing gets through, and nobody is told."""

    def __init__(self, quality: Quality, dice: Random) -> None:
        self.cut = False
        self.quality = quality
        self._dice = dice
        self._last = 0.0

    def arrival(self, now: float) -> float | None:
        """When what is sent at `now` arrives, or None if it never does. Packets do not overtake each other."""
        if self.cut or self._dice.random() * 100 < self.quality.loss:
            return None
        self._last = max(self._last, now + self.quality.delay + self._dice.random() * self.quality.jitter)
        return self._last
