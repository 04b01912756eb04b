"""Batching of relay traffic: each event carries frames for several peers.

Relays are run by volunteers, and reject pages that send too many events.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from game.transport.rate_limit import TokenBucket
from game.transport.reliable_stream import Frame, ReliableStream

EVENTS, EVENTS_A_SECOND = 4, 3
"""Rate limit: burst, and rate per second. A page that joins needs a few events in its first second."""

GREETINGS = 0.0, 1.0, 3.0, 7.0, 15.0
"""Seconds at which this page announces itself, after it has joined or lost a page of its table."""

GREET_EVERY, GREET_SELDOM = 20.0, 60.0
"""Seconds between later greetings. A guest of an idle table needs no relays, and greets after GREET_SELDOM.

They also show which relays no longer respond.
"""

GREET_EARLY = 2.0
"""Seconds by which a later greeting may be early, when the page is awake: then it needs no timer."""

GREET_TOGETHER = 0.1
"""Seconds that the greeting waits after a relay connects, so that one greeting reaches other relays, too."""

ANSWERED_WITHIN = 0.5
"""Seconds within which a connected page answers our greeting.

Relays that store events deliver older greetings at once. Answers to those would use up the events that this page may
send in its first second, when it needs them most.
"""

MOST_LENGTH = 8_000
"""Characters of texts in one event, unless a single text is longer. An encrypted event stays below 64 KiB."""


class Batch(NamedTuple):
    """One event: a greeting to all pages, and for each peer the frames of its streams by stream name."""

    greets: bool
    frames: dict[str, dict[str, Frame]]


class RelayOutbox:
    """A queue that batches the frames of all relayed streams into few events.

    `streams` returns those streams, each after its peer and its name. The caller calls `batch` at `due()`, and repeats
    the call until it returns None. It greets `every` so many seconds.
    """

    def __init__(self, streams: Callable[[], Iterable[tuple[str, str, ReliableStream]]]) -> None:
        self._streams = streams
        self.every = GREET_EVERY
        self._greet_at: list[float] = []
        self._regular_at = math.inf
        self._greeted_at = -math.inf
        self._limit = TokenBucket(EVENTS, EVENTS_A_SECOND, 0.0)

    def announce(self, now: float) -> None:
        """Greet all pages a few times, and then regularly."""
        self.greet(*(now + at for at in GREETINGS))
        self._regular_at = now + GREET_EVERY

    def greet(self, *at: float) -> None:
        """Greet all pages at each of these times, in order to find them or to detect stalled relay connections."""
        self._greet_at = sorted({*self._greet_at, *at})

    def answer_by(self, now: float) -> float:
        """Return when to answer a greeting that arrives now.

        A page that has just received our greeting sends it in answer to that, so the answer waits `ANSWERED_WITHIN`
        seconds.
        """
        return max(now, self._greeted_at + ANSWERED_WITHIN)

    def due(self) -> float:
        """Return when to send the next event, or to plan the next regular greeting."""
        wanted = min((stream.due() for *_, stream in self._streams()), default=math.inf)
        return min(self._regular_at, max(self._limit.free_at(), min([wanted, *self._greet_at[:1]])))

    def batch(self, now: float) -> Batch | None:
        """Return the event to send now; None if there is nothing to send or the rate limit does not allow it yet."""
        if now >= self._regular_at - GREET_EARLY:
            self.greet(now)
            self._regular_at = now + self.every
        return self._made(now) if now >= self.due() else None

    def last_batch(self, now: float) -> Batch | None:
        """Return the last event of a page that closes, without a rate limit; None if nothing is due."""
        return self._made(now) if any(stream.due() <= now for *_, stream in self._streams()) else None

    def _made(self, now: float) -> Batch:
        greets = bool(self._greet_at) and self._greet_at[0] <= now
        self._greeted_at = now if greets else self._greeted_at
        self._greet_at = [at for at in self._greet_at if at > now]
        self._limit.spend(now)
        return Batch(greets, self._gather(now))

    def relay_opened(self, now: float) -> None:
        """Retransmit all unacknowledged texts, and greet soon, because a relay was disconnected until now."""
        for *_, stream in self._streams():
            stream.again()
        if not self._greet_at or self._greet_at[0] > now + GREET_TOGETHER:
            self.greet(now + GREET_TOGETHER)

    def _gather(self, now: float) -> dict[str, dict[str, Frame]]:
        """Return the frames that fit into one event. The stream that has waited longest goes first."""
        frames: dict[str, dict[str, Frame]] = {}
        room = MOST_LENGTH
        for peer, name, stream in sorted(self._streams(), key=lambda one: one[2].sent_at):
            if room <= 0:
                break
            if now < stream.due() or (frame := stream.frame(now, room)) is None:
                continue
            room -= sum(len(text) for text in frame if isinstance(text, str))
            frames.setdefault(peer, {})[name] = frame
        return frames
