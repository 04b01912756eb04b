"""Another page of the room: its liveness and the route to it. Sans-I/O: it uses no connections and no clock.

Two streams lead to it. `talk` carries the messages between the pages, over a direct connection where there is one,
otherwise over relays. `signal` carries the WebRTC signalling, always over relays. A direct connection is a data
channel, whether or not a TURN server forwards it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from game.transport.backoff import Backoff
from game.transport.reliable_stream import Frame, ReliableStream, StreamError
from game.transport.route import THRIFTY, Route

TALK, SIGNAL = "talk", "signal"

DIRECT_WITHIN = 5.0
"""Seconds to wait for a direct connection to a page that is new here, before messages to it go over relays."""

SILENT = 1.6
"""Seconds without a frame on a direct connection after which messages go over relays."""

BEAT = 0.5
"""Heartbeat interval in seconds on a direct connection. A tab in the background may be throttled to one second."""

PROBE = 2.0
"""Seconds within which a page must send something over relays after its direct connection has failed."""

PROVE_WITHIN = 15.0
"""Seconds within which a page must prove that it holds its key."""

CLOSE_WITHIN = 1.5
"""Seconds that a channel closed by the peer waits for texts that the peer sent before."""

LINE_AFTER, LONGEST_LINE_AFTER = 10.0, 60.0
"""Seconds until another attempt at a direct connection, and the longest delay between two. Delays double."""


class LinkEvent(Enum):
    """What happened to a contact.

    CONNECTED: messages can be sent to it. WENT: messages to it use another route. LOST: it has disconnected, or it
    never connected. LINE: it is time to open a direct connection, or to restart ICE on the existing one.
    """

    CONNECTED = "it can be spoken to"
    WENT = "it is spoken to by another way"
    LOST = "it is gone, or never came"
    LINE = "it is time to make a direct line, or to mend it"


class Received(NamedTuple):
    """Texts that arrived over relays, by stream: messages between the pages, and signalling."""

    talk: list[str]
    signals: list[str]


class PeerLink:
    """The state of the page `peer`. `route` is None until it is CONNECTED.

    If `direct`, a direct connection is possible; relays are used before it only if the page was here `before`, or after
    DIRECT_WITHIN seconds. `mine` is this page's epoch in both streams.
    """

    def __init__(self, peer: str, mine: int, now: float, *, direct: bool, before: bool) -> None:
        self.peer = peer
        self.talk, self.signal = ReliableStream(mine), ReliableStream(mine)
        self.route: Route | None = None
        self._direct = direct
        self._patient_until = now + DIRECT_WITHIN if direct and not before else now
        self._prove_until = now + PROVE_WITHIN
        self._heard = self._relay_heard = now
        self._direct_route: Route | None = None
        self._direct_heard = -math.inf
        self._direct_hears = True
        self._probe_until = math.inf
        self._beat_at = math.inf
        self._relay_beat_at = now
        self._retry_at = now if direct else math.inf
        self._retries = Backoff(LINE_AFTER, LONGEST_LINE_AFTER)
        self._close_after = math.inf
        self._close_by = math.inf

    @property
    def closed_by_peer(self) -> bool:
        """Whether the peer has closed the channel and every text that it sent before has arrived."""
        return self.talk.heard >= self._close_after

    @property
    def proven(self) -> bool:
        """Whether the page has proved that it holds its key, by a frame for the current epoch of this page."""
        return bool(self.talk.theirs or self.signal.theirs)

    # --- events from the connections ------------------------------------------------

    def opened(self, route: Route, now: float) -> None:
        """Note that the direct connection has opened, with the route `route`."""
        self._direct_route, self._direct_hears = route, True
        self._direct_heard = self._heard = self._beat_at = now
        self._retry_at = math.inf
        self._retries.reset()

    def closed(self, now: float) -> None:
        """Note that the direct connection has closed, and try a new one at once."""
        if self._direct_route is not None:
            self._direct_route = None
            self.mend(now)

    def mend(self, now: float) -> None:
        """Try to open or repair the direct connection at once."""
        if self._direct:
            self._retry_at = now
            self._retries.reset()

    def take_relayed(self, frames: Mapping[str, object], now: float) -> Received:
        """Return the texts that arrived over relays. Raises StreamError and StreamRestarted."""
        told = {name: line.take(frames[name], now) for name, line in self._lines() if name in frames}
        if any(texts is not None for texts in told.values()):
            self._heard = self._relay_heard = now
            self._probe_until = math.inf
        if told.get(TALK) is not None and self.route is not Route.RELAY:
            self.signal.speak_by(now)  # it has lost the direct connection, and waits for a sign that this page is here
        if told.get(TALK):
            self._patient_until = now  # stop waiting for a direct connection: the page itself uses relays
        return Received(told.get(TALK) or [], told.get(SIGNAL) or [])

    def peer_closes(self, texts: int, now: float) -> None:
        """Note that the peer closed the channel after it sent `texts` texts. On another route they may arrive later."""
        if self._close_after == math.inf:
            self._close_after, self._close_by = texts, now + CLOSE_WITHIN

    def take_direct(self, said: object, now: float) -> list[str]:
        """Return the texts that arrived on the direct connection. Raises StreamError and StreamRestarted."""
        match said:
            case [bool(hears), *frame]:
                texts = self.talk.take(frame, now)
                self._direct_hears = hears
                self._direct_heard = self._heard = now
                return texts or []
        raise StreamError("nothing that a direct line carries")

    def woke(self, now: float) -> None:
        """Restart the timeouts, because this tab was suspended and messages may be waiting."""
        self._heard = now
        self._direct_heard = max(self._direct_heard, now) if self._direct_route else self._direct_heard
        self._prove_until = max(self._prove_until, now + PROBE)

    # --- timers and output ----------------------------------------------------------

    def tick(self, now: float) -> Iterator[LinkEvent]:
        """Yield everything that has happened by `now`."""
        if now >= self._lost_at():
            yield LinkEvent.LOST
            return
        if not self.proven:
            return
        route = self._best(now)
        if route is not self.route:
            yield self._go(route, now)
        if self.route is Route.RELAY and now >= self._relay_beat_at:
            self._relay_beat_at = now + THRIFTY.beat
            self.talk.speak_by(now)
        if now >= self._retry_at:
            self._retry_at = now + self._retries.next()
            yield LinkEvent.LINE

    def due(self) -> float:
        """Return when `tick` or `direct_frames` has something to do next, if nothing is received or sent before."""
        times = [self._lost_at(), self._beat_at]
        if self.proven:
            times.append(self._retry_at)
            if self.route is None:
                times.append(self._patient_until)
            elif self.route is Route.RELAY:
                times.append(self._relay_beat_at)
            else:
                times += [self._direct_heard + SILENT, self.talk.due()]
        return min(times)

    def direct_frames(self, now: float) -> Iterator[list[bool | int | str]]:
        """Yield the frames to send now on the direct connection."""
        if self._direct_route is None:
            return
        frames: list[Frame] = []
        if self.route is self._direct_route:
            frames = list(self.talk.frames(now))
        if not frames and now >= self._beat_at:
            frames = [self.talk.beat()]
        if frames:
            self._beat_at = now + BEAT
        hears = now < self._direct_heard + SILENT
        yield from ([hears, *frame] for frame in frames)

    def _lines(self) -> tuple[tuple[str, ReliableStream], tuple[str, ReliableStream]]:
        return (TALK, self.talk), (SIGNAL, self.signal)

    def _lost_at(self) -> float:
        if not self.proven:
            return self._prove_until
        if self.route is Route.RELAY:
            return min(self._heard + THRIFTY.silence, self._probe_until, self._close_by)
        return self._close_by

    def _best(self, now: float) -> Route | None:
        """Return the best route for messages now; None to wait for a direct connection."""
        if self._direct_route is not None and self._direct_hears and now < self._direct_heard + SILENT:
            return self._direct_route
        return None if self.route is None and now < self._patient_until else Route.RELAY

    def _go(self, route: Route | None, now: float) -> LinkEvent:
        """Switch to the route `route`, and retransmit the texts that may not have arrived over the old one."""
        before, self.route = self.route, route
        self.talk.again()
        if before is None:
            return LinkEvent.CONNECTED
        if route is Route.RELAY:
            self._relay_beat_at = now
            if self._relay_heard <= self._direct_heard:
                self._probe_until = now + PROBE
            self.mend(now)
        return LinkEvent.WENT
