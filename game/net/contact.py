"""One other page of the room: whether it is there, and which way leads to it. Knows no connections and no clock.

Two lines lead to it: `talk` carries what the pages say to each other, by a direct line where
there is one, else over relays; `signal` carries over relays what it takes to make a direct line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from game.net.line import Frame, Line, LineError
from game.net.way import THRIFTY, Way

TALK, SIGNAL = "talk", "signal"

DIRECT_WITHIN = 5.0
"""Seconds for which a direct line is waited for before a page that is new here is spoken to over relays."""

SILENT = 1.6
"""Seconds without a word on a direct line after which all goes over relays."""

BEAT = 0.5
"""Seconds between two signs of life on a direct line. A page in the background may take a second for it."""

PROBE = 2.0
"""Seconds in which a page that a direct line has lost has to be heard over relays."""

PROVE_WITHIN = 15.0
"""Seconds in which a page has to show that it holds the key that it comes by."""

CLOSE_WITHIN = 1.5
"""Seconds that a channel which the peer has closed waits for texts that were sent before."""

LINE_AFTER, LONGEST_LINE_AFTER = 10.0, 60.0
"""Seconds after which a direct line is tried once more; each time twice as many."""


class Happening(Enum):
    """What has come to pass with a page."""

    CONNECTED = "it can be spoken to"
    WENT = "it is spoken to by another way"
    LOST = "it is gone, or never came"
    LINE = "it is time to make a direct line, or to mend it"


class Heard(NamedTuple):
    """Texts that came over relays, from page to page and about the direct line."""

    talk: list[str]
    signals: list[str]


class Contact:
    """What is known of the page called `peer`. `way` is None until it is CONNECTED.

    A direct line is waited for if there may be one, `direct`, unless the page was here `before`.
    `mine` is this page's name for its end of the lines.
    """

    def __init__(self, peer: str, mine: int, now: float, *, direct: bool, before: bool) -> None:
        self.peer = peer
        self.talk, self.signal = Line(mine), Line(mine)
        self.way: Way | None = None
        self._direct = direct
        self._patient_until = now + DIRECT_WITHIN if direct and not before else now
        self._prove_until = now + PROVE_WITHIN
        self._heard = self._relay_heard = now
        self._line: Way | None = None
        self._line_heard = -math.inf
        self._line_hears = True
        self._probe_until = math.inf
        self._beat_at = math.inf
        self._relay_beat_at = now
        self._line_at = now if direct else math.inf
        self._line_after = LINE_AFTER
        self._close_after = math.inf
        self._close_by = math.inf

    @property
    def closed_by_peer(self) -> bool:
        """Whether the peer has closed the channel and every text that it sent before has come."""
        return self.talk.heard >= self._close_after

    @property
    def proven(self) -> bool:
        """Whether it has shown that it holds the key that it comes by, and that it means this page as it is now."""
        return bool(self.talk.theirs or self.signal.theirs)

    # --- what the connections tell --------------------------------------------------

    def opened(self, way: Way, now: float) -> None:
        """There is a direct line, by `way`."""
        self._line, self._line_hears = way, True
        self._line_heard = self._heard = self._beat_at = now
        self._line_at, self._line_after = math.inf, LINE_AFTER

    def closed(self, now: float) -> None:
        """There is none any more."""
        if self._line is not None:
            self._line = None
            self.mend(now)

    def mend(self, now: float) -> None:
        """Have the direct line made or mended at once."""
        if self._direct:
            self._line_at, self._line_after = now, LINE_AFTER

    def take_relayed(self, frames: Mapping[str, object], now: float) -> Heard:
        """What came over relays. Raises LineError and BegunAnew."""
        told = {name: line.take(frames[name], now) for name, line in self._lines() if name in frames}
        if any(texts is not None for texts in told.values()):
            self._heard = self._relay_heard = now
            self._probe_until = math.inf
        if told.get(TALK) is not None and self.way is not Way.RELAY:
            self.signal.speak_by(now)  # it has lost the direct line, and wants to know whether this page is there
        if told.get(TALK):
            self._patient_until = now  # there is no more to wait for: it speaks over relays itself
        return Heard(told.get(TALK) or [], told.get(SIGNAL) or [])

    def peer_closes(self, texts: int, now: float) -> None:
        """The peer has closed the channel after it sent so many `texts`. Over another route they may come later."""
        if self._close_after == math.inf:
            self._close_after, self._close_by = texts, now + CLOSE_WITHIN

    def take_direct(self, said: object, now: float) -> list[str]:
        """The texts that came by the direct line. Raises LineError and BegunAnew."""
        match said:
            case [bool(hears), *frame]:
                texts = self.talk.take(frame, now)
                self._line_hears = hears
                self._line_heard = self._heard = now
                return texts or []
        raise LineError("nothing that a direct line carries")

    def woke(self, now: float) -> None:
        """This page has slept: whoever was silent meanwhile may have spoken."""
        self._heard = now
        self._line_heard = max(self._line_heard, now) if self._line else self._line_heard
        self._prove_until = max(self._prove_until, now + PROBE)

    # --- what follows ---------------------------------------------------------------

    def tick(self, now: float) -> Iterator[Happening]:
        """All that has come to pass by `now`."""
        if now >= self._lost_at():
            yield Happening.LOST
            return
        if not self.proven:
            return
        way = self._best(now)
        if way is not self.way:
            yield self._go(way, now)
        if self.way is Way.RELAY and now >= self._relay_beat_at:
            self._relay_beat_at = now + THRIFTY.beat
            self.talk.speak_by(now)
        if now >= self._line_at:
            self._line_at = now + self._line_after
            self._line_after = min(2 * self._line_after, LONGEST_LINE_AFTER)
            yield Happening.LINE

    def due(self) -> float:
        """When `tick` or `direct_frames` has something to do next, if nothing is heard or said."""
        times = [self._lost_at(), self._beat_at]
        if self.proven:
            times.append(self._line_at)
            if self.way is None:
                times.append(self._patient_until)
            elif self.way is Way.RELAY:
                times.append(self._relay_beat_at)
            else:
                times += [self._line_heard + SILENT, self.talk.due()]
        return min(times)

    def direct_frames(self, now: float) -> Iterator[list[bool | int | str]]:
        """What goes out by the direct line now."""
        if self._line is None:
            return
        frames: list[Frame] = []
        if self.way is self._line:
            frames = list(self.talk.frames(now))
        if not frames and now >= self._beat_at:
            frames = [self.talk.beat()]
        if frames:
            self._beat_at = now + BEAT
        hears = now < self._line_heard + SILENT
        yield from ([hears, *frame] for frame in frames)

    def _lines(self) -> tuple[tuple[str, Line], tuple[str, Line]]:
        return (TALK, self.talk), (SIGNAL, self.signal)

    def _lost_at(self) -> float:
        if not self.proven:
            return self._prove_until
        if self.way is Way.RELAY:
            return min(self._heard + THRIFTY.silence, self._probe_until, self._close_by)
        return self._close_by

    def _best(self, now: float) -> Way | None:
        """By which way to speak now."""
        if self._line is not None and self._line_hears and now < self._line_heard + SILENT:
            return self._line
        return None if self.way is None and now < self._patient_until else Way.RELAY

    def _go(self, way: Way | None, now: float) -> Happening:
        """Speak by `way` from now on; what may not have arrived by the old one is said again."""
        before, self.way = self.way, way
        self.talk.again()
        if before is None:
            return Happening.CONNECTED
        if way is Way.RELAY:
            self._relay_beat_at = now
            if self._relay_heard <= self._line_heard:
                self._probe_until = now + PROBE
            self.mend(now)
        return Happening.WENT
