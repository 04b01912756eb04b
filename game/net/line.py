"""Texts to and from one peer, in order and once each, by whichever way their frames go.

A frame says how many texts were heard, and which texts come with it, by the number of the
first. It also names both ends: a page that has lost the other and begins anew does so with a
higher `mine`, so that nothing of before is taken for something of now.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

Frame: TypeAlias = list[int | str]
"""`[mine, theirs, heard, first, *texts]`; `theirs` is 0 while it is not known."""

MOST_KEPT, MOST_KEPT_LENGTH = 512, 500_000
"""Texts, and characters in them, that may wait for the other end to say that it has heard them."""

MOST_EARLY, MOST_EARLY_LENGTH = 64, 100_000
"""The same of texts that are heard before others that come first."""

ACKNOWLEDGE_AFTER = 1.0
"""Seconds after which it is said that a text was heard, if nothing else is said before."""

REPEAT_AFTER, LONGEST_REPEAT = 2.5, 10.0
"""Seconds after which a text that nobody has acknowledged goes over the relays again; each time twice as many."""

LARGEST = 2**53


class LineError(ValueError):
    """A frame that no honest page sends."""


class LineFull(Exception):
    """The other end has acknowledged nothing for so long that this line is given up."""


class BegunAnew(Exception):
    """The other page has lost this one and begins anew: so must this line, with the same `mine`."""


class Line:
    """One end of a line. What `say` is told goes out by `frames` or `frame`; what comes in goes to `take`.

    `theirs` is the other end's name for its own, 0 until it is heard.
    """

    def __init__(self, mine: int) -> None:
        self.mine = mine
        self.theirs = 0
        self._speak_at = math.inf
        self._kept: deque[str] = deque()
        self._length = 0
        self._first = 0
        self._next = 0
        self._heard = 0
        self._early: dict[int, str] = {}
        self._repeat_at = math.inf
        self._repeat_after = REPEAT_AFTER

    @property
    def settled(self) -> bool:
        """Whether all that was said here was heard there."""
        return not self._kept

    @property
    def said(self) -> int:
        """How many texts this end was told to say."""
        return self._first + len(self._kept)

    @property
    def heard(self) -> int:
        """How many texts of the other end have come, all before them included."""
        return self._heard

    def say(self, text: str) -> None:
        """Have `text` told, after all that was said before. Raises LineFull."""
        self._length += len(text)
        self._kept.append(text)
        if len(self._kept) > MOST_KEPT or self._length > MOST_KEPT_LENGTH:
            raise LineFull(f"{len(self._kept)} texts wait")

    def again(self) -> None:
        """Let all go out once more that was not acknowledged: the way has changed."""
        self._next = self._first
        self._repeat_at = math.inf
        self._repeat_after = REPEAT_AFTER

    def due(self) -> float:
        """When something is to go out over the relays."""
        return -math.inf if self._unsent else min(self._repeat_at, self._speak_at)

    def speak_by(self, at: float) -> None:
        """Let a frame go out by then, even if it says no more than that this page is here."""
        self._speak_at = min(self._speak_at, at)

    def frames(self, now: float) -> Iterator[Frame]:
        """What goes out now by a line from page to page, which loses nothing: each text in a frame of its own."""
        self._repeat_at = math.inf
        while self._unsent:
            yield self._made(1)
        if now >= self._speak_at:
            yield self._made(0)

    def frame(self, now: float, most: int) -> Frame | None:
        """What goes out now over the relays, of texts at most so many characters, or a single one; None for nothing."""
        if now >= self._repeat_at:
            self._next = self._first
            self._repeat_at = math.inf
            self._repeat_after = min(2 * self._repeat_after, LONGEST_REPEAT)
        count = self._fitting(most)
        if not count and now < self._speak_at:
            return None
        if count:
            self._repeat_at = min(self._repeat_at, now + self._repeat_after)
        return self._made(count)

    def beat(self) -> Frame:
        """A frame that says no more than that this page is here, as often as wanted."""
        return [self.mine, self.theirs, self._heard, self._next]

    def take(self, frame: object, now: float) -> list[str] | None:
        """The texts that are heard by `frame`, in order; None if it is said to what this page was before.

        Raises LineError and BegunAnew.
        """
        mine, theirs, heard, first, texts = _read(frame)
        if self.theirs and mine > self.theirs:
            raise BegunAnew
        if theirs not in (0, self.mine) or mine < self.theirs:
            self.speak_by(now)
            return None
        self.theirs = mine
        if theirs:
            self._acknowledged(heard, now)
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
        """How many of those that are unsent go into so many characters."""
        length = count = 0
        start = self._next - self._first
        for text in (self._kept[at] for at in range(start, start + self._unsent)):
            length += len(text)
            if length > most and count:
                break
            count += 1
        return count

    def _made(self, count: int) -> Frame:
        """A frame with so many of those that are unsent."""
        start = self._next - self._first
        texts = [self._kept[at] for at in range(start, start + count)]
        made: Frame = [self.mine, self.theirs, self._heard, self._next, *texts]
        self._next += count
        self._speak_at = math.inf
        return made

    def _acknowledged(self, heard: int, now: float) -> None:
        if heard > self._first + len(self._kept):
            raise LineError("what was never said is acknowledged")
        if heard <= self._first:
            return
        for _ in range(heard - self._first):
            self._length -= len(self._kept.popleft())
        self._first = heard
        self._next = max(self._next, heard)
        self._repeat_after = REPEAT_AFTER
        if self._next == self._first:
            self._repeat_at = math.inf
        elif self._repeat_at < math.inf:
            self._repeat_at = now + REPEAT_AFTER

    def _keep_early(self, number: int, text: str) -> None:
        """Keep a text until those before it are heard; one that is much too early comes again."""
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
    raise LineError("not a frame")
