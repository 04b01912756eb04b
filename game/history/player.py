"""Plays a timeline at a variable speed, with pauses. Knows no clock: the time is an argument, in seconds."""

from __future__ import annotations

from game.history.timeline import Timeline

PLAYING, PAUSED, ENDED = "playing", "paused", "ended"

STEP = 0.2
"""The largest interval, in seconds, between two updates of the time display."""


class Player:
    """The position of a replay. The caller shows `at` after each delay that `due` returns, and stops on None."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.speed = 1.0
        self._at = 0.0
        self._since: float | None = None

    def at(self, now: float) -> float:
        """Return the position at `now`, in seconds of the replay."""
        if self._since is None:
            return self._at
        return min(self._at + (now - self._since) * self.speed, self.timeline.seconds)

    def state(self, now: float) -> str:
        """Return whether the replay plays, is paused, or has ended at `now`."""
        if self.at(now) >= self.timeline.seconds:
            return ENDED
        return PAUSED if self._since is None else PLAYING

    def play(self, now: float) -> None:
        """Continue; from the beginning, if the replay has ended."""
        self._at = 0.0 if self.state(now) == ENDED else self.at(now)
        self._since = now

    def pause(self, now: float) -> None:
        """Pause at the current position."""
        self._at, self._since = self.at(now), None

    def seek(self, at: float, now: float) -> None:
        """Jump to `at`, and continue to play if it was playing."""
        ended = self.state(now) == ENDED
        self._at = min(max(0.0, at), self.timeline.seconds)
        self._since = None if self._since is None or ended else now

    def change_speed(self, speed: float, now: float) -> None:
        """From `now` on, play `speed` seconds of the game per second."""
        at = self.at(now)
        self._at, self._since = at, None if self._since is None else now
        self.speed = speed

    def due(self, now: float) -> float | None:
        """Return the seconds until there is something new to show; None while the replay is paused or has ended."""
        if self.state(now) != PLAYING:
            return None
        at, frames = self.at(now), self.timeline.frames
        following = self.timeline.frame(at) + 1
        until = frames[following].at if following < len(frames) else self.timeline.seconds
        return max(0.0, min((until - at) / self.speed, STEP))
