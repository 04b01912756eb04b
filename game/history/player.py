"""Plays a timeline, pauses, and goes faster or slower. Knows no clock: the time is an argument, in seconds."""

from __future__ import annotations

from game.history.timeline import Timeline

PLAYING, PAUSED, ENDED = "playing", "paused", "ended"

STEP = 0.2
"""Seconds after which somebody who watches sees the time move on, though nothing else happens."""


class Player:
    """Where a replay is. Whoever runs it asks at `due` for `at` and shows that, and need not ask while that is None."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.speed = 1.0
        self._at = 0.0
        self._since: float | None = None

    def at(self, now: float) -> float:
        """Where it is by `now`, in seconds of the replay."""
        if self._since is None:
            return self._at
        return min(self._at + (now - self._since) * self.speed, self.timeline.seconds)

    def state(self, now: float) -> str:
        """Whether it plays, is paused, or has ended by `now`."""
        if self.at(now) >= self.timeline.seconds:
            return ENDED
        return PAUSED if self._since is None else PLAYING

    def play(self, now: float) -> None:
        """Go on; from the beginning, if it has ended."""
        self._at = 0.0 if self.state(now) == ENDED else self.at(now)
        self._since = now

    def pause(self, now: float) -> None:
        """Stay where it is."""
        self._at, self._since = self.at(now), None

    def seek(self, at: float, now: float) -> None:
        """Go to `at`, playing on if it played."""
        ended = self.state(now) == ENDED
        self._at = min(max(0.0, at), self.timeline.seconds)
        self._since = None if self._since is None or ended else now

    def change_speed(self, speed: float, now: float) -> None:
        """From `now` on let so many seconds of the game pass in one."""
        at = self.at(now)
        self._at, self._since = at, None if self._since is None else now
        self.speed = speed

    def due(self, now: float) -> float | None:
        """In how many seconds there is something new to see; None while it stands still."""
        if self.state(now) != PLAYING:
            return None
        at, frames = self.at(now), self.timeline.frames
        following = self.timeline.frame(at) + 1
        until = frames[following].at if following < len(frames) else self.timeline.seconds
        return max(0.0, min((until - at) / self.speed, STEP))
