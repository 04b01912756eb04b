"""Exponential backoff, used by everything that retries."""

from __future__ import annotations


class Backoff:
    """Exponential backoff: delays double from `first` to `longest` seconds. `reset` starts over.

    There is no jitter: each page retries at times that follow from its own losses, so pages do not retry in step.
    """

    def __init__(self, first: float, longest: float) -> None:
        self.delay = first
        self._first = first
        self._longest = longest

    def next(self, longest: float | None = None) -> float:
        """Return the current delay, and double it for the next retry, up to `longest` if that is less."""
        delay = self.delay
        self.delay = min(2 * delay, self._longest if longest is None else longest)
        return delay

    def reset(self) -> None:
        """Start over with the first delay."""
        self.delay = self._first
