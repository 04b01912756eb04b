"""Reliable ordered stream of texts to and from one peer: sequence numbers, cumulative ACKs, retransmission.

The stream is independent of the route of its frames. A frame carries a cumulative ACK and the sequence number of its
first text. It also carries the epochs of both ends: a page that has lost the other end starts over with a higher
`mine`, so that stale frames are rejected.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from game.transport.backoff import Backoff

Frame: TypeAlias = list[int | str]
"""A frame, as `[mine, theirs, heard, first, *texts]`.

`mine` is our epoch, `theirs` the peer's epoch (0 while unknown), `heard` the cumulative ACK, and `first` the sequence
number of the first text.
"""

MOST_KEPT, MOST_KEPT_LENGTH = 512, 500_000
"""The send window: the most texts, and the most characters in them, that may be unacknowledged."""

MOST_EARLY, MOST_EARLY_LENGTH = 64, 100_000
"""The receive buffer: the most texts, and characters in them, that may arrive ahead of a missing text."""

ACKNOWLEDGE_AFTER = 1.0
"""Seconds after which an ACK is sent on its own, if no other frame carries it earlier."""

REPEAT_AFTER, LONGEST_REPEAT = 2.5, 10.0
"""Seconds before an unacknowledged text is retransmitted over the relays, and the longest delay. Delays double."""

LARGEST = 2**53


class StreamError(ValueError):
    """A frame that no correct page sends."""


class StreamFull(Exception):
    """The send window is full: the peer has acknowledged nothing for too long, so the stream is given up."""


class StreamRestarted(Exception):
    """The peer has lost this page and restarted its stream. Replace this stream by a new one with the same `mine`."""


class ReliableStream:
    """One end of a reliable stream. Send with `say`; deliver `frames` or `frame`; pass received frames to `take`.

    `mine` is our epoch. `theirs` is the epoch of the peer, 0 until its first frame arrives. `sent_at` is when the last
    frame was sent over the relays. `complete` is whether all texts before those of the newest frame have arrived.
    """

    def __init__(self, mine: int) -> None:
        self.mine = mine
        self.theirs = 0
        self.sent_at = -math.inf
        self.complete = False
        self._speak_at = math.inf
        self._kept: deque[str] = deque()
        self._length = 0
        self._first = 0
        self._next = 0
        self._heard = 0
        self._early: dict[int, str] = {}
        self._repeat_at = math.inf
        self._retransmits = Backoff(REPEAT_AFTER, LONGEST_REPEAT)

    @property
    def waits(self) -> bool:
        """Whether the peer has not acknowledged all texts."""
        return bool(self._kept)

    def say(self, text: str) -> None:
        """Queue `text` behind all earlier ones. Raises StreamFull if the send window is full."""
        self._length += len(text)
        self._kept.append(text)
        if len(self._kept) > MOST_KEPT or self._length > MOST_KEPT_LENGTH:
            raise StreamFull(f"{len(self._kept)} texts wait")

    def again(self) -> None:
        """Schedule the retransmission of all unacknowledged texts, because the route has changed."""
        self._next = self._first
        self._repeat_at = math.inf
        self._retransmits.reset()

    def due(self) -> float:
        """Return when to send the next frame over the relays."""
        return -math.inf if self._unsent else min(self._repeat_at, self._speak_at)

    def speak_by(self, at: float) -> None:
        """Schedule a frame for the time `at` or earlier, even if it carries only an ACK."""
        self._speak_at = min(self._speak_at, at)

    def frames(self, now: float) -> Iterator[Frame]:
        """Yield the frames to send now over a data channel. It loses nothing, so each text gets its own frame."""
        self._repeat_at = math.inf
        while self._unsent:
            yield self._made(1)
        if now >= self._speak_at:
            yield self._made(0)

    def frame(self, now: float, most: int) -> Frame | None:
        """Return the frame to send now over the relays; None if there is none.

        Its texts have at most `most` characters in total, unless a single text is longer.
        """
        if now >= self._repeat_at:
            self._next = self._first
            self._repeat_at = math.inf
            self._retransmits.next()
        count = self._fitting(most)
        if not count and now < self._speak_at:
            return None
        self.sent_at = now
        if count:
            self._repeat_at = min(self._repeat_at, now + self._retransmits.delay)
        return self._made(count)

    def beat(self) -> Frame:
        """Return a frame without texts, a heartbeat. It changes no state, so it may be sent at any time."""
        return [self.mine, self.theirs, self._heard, self._next]

    def take(self, frame: object, now: float) -> list[str] | None:
        """Return the texts that `frame` completes, in order; None if the frame belongs to another epoch.

        Raises StreamError if the frame is invalid, and StreamRestarted if the peer has restarted its stream.
        """
        mine, theirs, heard, first, texts = _read(frame)
        if self.theirs and mine > self.theirs:
            raise StreamRestarted
        if theirs not in (0, self.mine) or mine < self.theirs:
            self.speak_by(now)
            return None
        self.theirs = mine
        if theirs:
            self._acknowledged(heard, now)
        self.complete = first <= self._heard
        if not texts:
            return []
        self.speak_by(now + ACKNOWLEDGE_AFTER)
        told: list[str] = []
        for number, text in enumerate(texts, first):
            self._keep_early(number, text)
            told += self._in_order()
        return told

    @property
    def _unsent(self) -> int:
        return self._first + len(self._kept) - self._next

    def _fitting(self, most: int) -> int:
        """Return how many unsent texts fit into `most` characters, at least one if there is any."""
        length = count = 0
        start = self._next - self._first
        for text in (self._kept[at] for at in range(start, start + self._unsent)):
            length += len(text)
            if length > most and count:
                break
            count += 1
        return count

    def _made(self, count: int) -> Frame:
        """Return a frame with the next `count` unsent texts."""
        start = self._next - self._first
        texts = [self._kept[at] for at in range(start, start + count)]
        made: Frame = [self.mine, self.theirs, self._heard, self._next, *texts]
        self._next += count
        self._speak_at = math.inf
        return made

    def _acknowledged(self, heard: int, now: float) -> None:
        if heard > self._first + len(self._kept):
            raise StreamError("what was never said is acknowledged")
        if heard <= self._first:
            return
        for _ in range(heard - self._first):
            self._length -= len(self._kept.popleft())
        self._first = heard
        self._next = max(self._next, heard)
        self._retransmits.reset()
        if self._next == self._first:
            self._repeat_at = math.inf
        elif self._repeat_at < math.inf:
            self._repeat_at = now + REPEAT_AFTER

    def _keep_early(self, number: int, text: str) -> None:
        """Buffer a text until all earlier ones have arrived. Drop one beyond the window; the peer retransmits it."""
        length = sum(map(len, self._early.values())) + len(text)
        if number == self._heard or (self._heard < number < self._heard + MOST_EARLY and length <= MOST_EARLY_LENGTH):
            self._early[number] = text

    def _in_order(self) -> Iterator[str]:
        while self._heard in self._early:
            text = self._early.pop(self._heard)
            self._heard += 1
            yield text


def _read(frame: object) -> tuple[int, int, int, int, list[str]]:
    match frame:
        case [int(mine), int(theirs), int(heard), int(first), *rest] if mine:
            texts = [text for text in rest if isinstance(text, str)]
            bounded = all(0 <= number < LARGEST for number in (mine, theirs, heard, first))
            if bounded and len(texts) == len(rest):
                return mine, theirs, heard, first, texts
    raise StreamError("not a frame")
