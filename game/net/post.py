"""What a page says over relays, in few events: each carries the frames for several peers at once.

Relays are run by people who give them away, and turn away whoever says too much.
"""

from __future__ import annotations

import math
from collections import deque
from typing import NamedTuple

from game.net.line import Frame, Line

EVENTS_A_SECOND = 3

ANSWERED_WITHIN = 0.5
"""Seconds in which a page that is there answers a greeting of ours. Relays that keep what they carry tell us of older
greetings at once: answers to those would use up what may be said in the second that counts most."""

MOST_LENGTH = 8_000
"""Characters of texts in one event, but for a single text that is longer; sealed, it stays below 64 KiB."""


class Letter(NamedTuple):
    """One event: a greeting for everybody, and for each peer the frames of its lines by their names."""

    greets: bool
    frames: dict[str, dict[str, Frame]]


class Post:
    """Gathers what the lines that go by relay have to say, at most three times in any second.

    Whoever runs it calls `letter` at `due()`, and again for as long as there is one.
    """

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str], Line] = {}
        self._greet_at: list[float] = []
        self._greeted_at = -math.inf
        self._went = deque([-math.inf] * EVENTS_A_SECOND, EVENTS_A_SECOND)

    def carry(self, peer: str, name: str, line: Line) -> None:
        """From now on, `line` to `peer` goes by relay, as the one called `name` there."""
        self._lines[peer, name] = line

    def drop(self, peer: str, name: str) -> None:
        """It goes by relay no more."""
        self._lines.pop((peer, name), None)

    def greet(self, *at: float) -> None:
        """Say at these times to everybody that this page is here."""
        self._greet_at = sorted({*self._greet_at, *at})

    def greet_by(self, at: float) -> None:
        """The same, unless that is said before anyway."""
        if not self._greet_at or self._greet_at[0] > at:
            self.greet(at)

    def answer_by(self, now: float) -> float:
        """When to answer a greeting that is heard now: whoever has just heard ours answers that."""
        return max(now, self._greeted_at + ANSWERED_WITHIN)

    def due(self) -> float:
        """When the next letter is to go out."""
        wanted = min((line.due() for line in self._lines.values()), default=math.inf)
        return max(self._went[0] + 1.0, min([wanted, *self._greet_at[:1]]))

    def letter(self, now: float) -> Letter | None:
        """What goes out now; None if there is nothing to say, or it is too early for more."""
        return self._made(now) if now >= self.due() else None

    def last_letter(self, now: float) -> Letter | None:
        """What is still to be said by a page that says nothing after that; None if there is nothing."""
        return self._made(now) if any(line.due() <= now for line in self._lines.values()) else None

    def _made(self, now: float) -> Letter:
        greets = bool(self._greet_at) and self._greet_at[0] <= now
        self._greeted_at = now if greets else self._greeted_at
        self._greet_at = [at for at in self._greet_at if at > now]
        self._went.append(now)
        return Letter(greets, self._gather(now))

    def again(self) -> None:
        """Say all once more that was not acknowledged: the relays were gone."""
        for line in self._lines.values():
            line.again()

    def _gather(self, now: float) -> dict[str, dict[str, Frame]]:
        """As much as goes into one event; whoever had a turn is last in the next."""
        frames: dict[str, dict[str, Frame]] = {}
        room = MOST_LENGTH
        for (peer, name), line in tuple(self._lines.items()):
            if room <= 0:
                break
            if now < line.due() or (frame := line.frame(now, room)) is None:
                continue
            room -= sum(len(text) for text in frame if isinstance(text, str))
            frames.setdefault(peer, {})[name] = frame
            self._lines[peer, name] = self._lines.pop((peer, name))
        return frames
