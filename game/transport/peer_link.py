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
from game.transport.link_clock import LinkClock, Stamp, read_stamp
from game.transport.reliable_stream import ReliableStream, StreamError
from game.transport.route import QUICK, THRIFTY, Care, Pace, Route
from game.transport.timeouts import (
    BEAT,
    DIRECT_WITHIN,
    IDLE_BEAT,
    IDLE_SILENT,
    LOST_WITHIN,
    NEAR,
    PROBE,
    PROVE_WITHIN,
    SELDOM_BEAT,
    SELDOM_SILENT,
    SHORTEST_PROBE,
    SILENT,
)

TALK, SIGNAL, TIMES = "talk", "signal", "times"
"""What relays carry to a peer: the frames of the two streams, and the times of `talk`."""

RETRY_AFTER, LONGEST_RETRY = 10.0, 60.0
"""Seconds until another attempt at a direct connection, and the longest delay between two. Delays double."""

EARLY = 0.5
"""The share of its interval by which a heartbeat may be early. A page that is awake sends those to all pages."""

EARLIEST = 1.0
"""The most seconds by which a heartbeat may be early."""

ANSWERED_WITHIN = 0.2
"""Seconds that a page which answered waits for the next heartbeat before it sends its own.

A host waits twice that, so that guests begin.
"""

IDLE_AFTER = 10.0
"""Seconds after the last text, in either direction, or the first contact, until heartbeats become less frequent."""

LATE = 0.2
"""Seconds by which a heartbeat is late in a tab that is throttled or busy. Then heartbeats stay frequent."""

MEASURING = 2.0
"""How often a page tries to measure a route before it sends heartbeats at the usual interval, answered or not."""


class LinkState(Enum):
    """The state of a contact. Messages can be sent to it in DIRECT and RELAY. LOST is final."""

    UNPROVEN = "unproven"
    WAITING = "waiting"
    DIRECT = "direct"
    RELAY = "relay"
    LOST = "lost"


class LinkEvent(Enum):
    """What happened to a contact.

    CONNECTED: messages can be sent to it. ROUTE_CHANGED: messages to it use another route. LOST: it has disconnected,
    or it never connected. RETRY: it is time to open a direct connection, or to restart ICE on the existing one.
    """

    CONNECTED = "connected"
    ROUTE_CHANGED = "route changed"
    LOST = "lost"
    RETRY = "retry the direct connection"


class Received(NamedTuple):
    """Texts that arrived over relays, by stream: messages between the pages, and signalling."""

    talk: list[str]
    signals: list[str]


class DirectConnection:
    """The direct connection to a page, where one is `possible`. `route` is None while it is not open.

    The last frame arrived at the time `heard`, and said whether the peer `hears` this page. At the time `silent_at`,
    the peer has been silent for too long.
    """

    def __init__(self, now: float, *, possible: bool) -> None:
        self.route: Route | None = None
        self.heard = self.silent_at = -math.inf
        self.hears = True
        self.beat_at = self.retry_at = math.inf
        self._possible = possible
        self.retries = Backoff(RETRY_AFTER, LONGEST_RETRY)
        self.mend(now)

    def opened(self, route: Route, now: float) -> None:
        """Note that it has opened, with the route `route`."""
        self.route, self.hears = route, True
        self.beat_at = now
        self.hear(now)
        self.retry_at = math.inf
        self.retries.reset()

    def closed(self, now: float) -> None:
        """Note that it has closed, and try a new one at once."""
        if self.route is not None:
            self.route, self.beat_at = None, math.inf
            self.mend(now)

    def mend(self, now: float) -> None:
        """Try to open or repair it at once."""
        if self._possible:
            self.retry_at = now
            self.retries.reset()

    def hear(self, now: float, silence: float = SILENT) -> None:
        """Note that a frame has arrived, after which the peer is silent for less than `silence` seconds."""
        self.heard, self.silent_at = now, now + silence

    def works(self, now: float) -> bool:
        """Whether it is open, and both ends receive on it."""
        return self.route is not None and self.hears and now < self.silent_at


class PeerLink:
    """The state of the contact to one page. `route` is None until it is CONNECTED.

    If `direct`, a direct connection is possible; relays are used before it only if the page was here `before`, or after
    DIRECT_WITHIN seconds. `mine` is this page's epoch in both streams. `since` is when this page first heard it.

    Pages `paired` by hand have one direct connection, which is open and cannot be repaired, and no relays.
    """

    def __init__(self, mine: int, now: float, *, direct: bool, before: bool, paired: bool = False) -> None:
        self.since = now
        self.talk, self.signal = ReliableStream(mine), ReliableStream(mine)
        self.state = LinkState.UNPROVEN
        self.route: Route | None = None
        self.clock = LinkClock()
        self._measure_until = now
        self.direct = DirectConnection(now, possible=direct)
        self._paired = paired
        if paired:
            self.direct.opened(Route.DIRECT, now)
            self.direct.hear(-math.inf)  # the peer must not take this page for connected before it hears the peer
        self._patient_until = math.inf if paired else now + DIRECT_WITHIN if direct and not before else now
        self._prove_until = now + PROVE_WITHIN
        self._relay_heard = self._relay_beat_at = now
        self._talk_relayed = -math.inf
        self._probe_until = math.inf
        self._care = Care.LEADS
        self._idle_at = now + IDLE_AFTER

    @property
    def proven(self) -> bool:
        """Whether the page has proved that it holds its key, by a frame for the current epoch of this page."""
        return bool(self.talk.theirs or self.signal.theirs)

    def _enter(self, state: LinkState, now: float) -> LinkEvent | None:
        """Enter `state`, and return the event to report, if any.

        On another route, retransmit the texts that may not have arrived over the old one.
        """
        fails = self.state is LinkState.DIRECT and state is LinkState.RELAY
        self.state = state
        match state:
            case LinkState.WAITING:
                return None
            case LinkState.LOST:
                return LinkEvent.LOST
        before, self.route = self.route, Route.RELAY if state is LinkState.RELAY else self.direct.route
        self.talk.again()
        self._measure(self.route, now)
        if fails:
            if self._talk_relayed <= self.direct.heard:  # it has not turned to relays yet
                left = max(self.direct.heard + LOST_WITHIN - now, SHORTEST_PROBE)
                self._probe_until = now + min(left, PROBE)
            self.direct.mend(now)
        return LinkEvent.CONNECTED if before is None else LinkEvent.ROUTE_CHANGED

    def _measure(self, route: Route | None, now: float) -> None:
        """Measure the clock over the new `route`: the first heartbeats follow each other soon."""
        pace = route.pace if route is not None else QUICK
        self.clock.route_changed(pace)
        self._measure_until = now + MEASURING * pace.first_beats * pace.first_beat
        self._relay_beat_at = now
        if self.direct.route is not None:
            self.direct.beat_at = now

    def end_beats(self) -> None:
        """Stop the heartbeats over relays."""
        self._relay_beat_at = math.inf

    def watch(self, care: Care, now: float) -> None:
        """Send heartbeats as this `care` needs them."""
        if care is not self._care:
            self._care, self._idle_at = care, now + IDLE_AFTER
            if care is not Care.SELDOM and self.direct.route is not None:
                self.direct.beat_at = now

    def _measures(self, pace: Pace, now: float) -> bool:
        """Whether the clock is still to be measured over a route with these timeouts."""
        return self.clock.trips < pace.first_beats and now < self._measure_until

    def _direct_beats(self, now: float) -> tuple[float, float]:
        """Return the seconds between two direct heartbeats, and after how many seconds they count as ended."""
        if self._measures(QUICK, now):
            return QUICK.first_beat, SILENT
        if self._care is Care.SELDOM:
            return SELDOM_BEAT, SELDOM_SILENT
        return (IDLE_BEAT, IDLE_SILENT) if self.is_idle(now) else (BEAT, SILENT)

    def is_idle(self, now: float) -> bool:
        """Whether no texts have been sent for a while over a direct connection that is near and loses nothing."""
        return now >= self._idle_at and self.clock.reach <= NEAR and self.state is LinkState.DIRECT

    # --- events from the connections ------------------------------------------------

    def take_relayed(self, frames: Mapping[str, object], now: float) -> Received:
        """Return the texts that arrived over relays. Raises StreamError and StreamRestarted."""
        times = read_stamp(frames.get(TIMES))
        streams = {TALK: self.talk, SIGNAL: self.signal}
        told = {name: stream.take(frames[name], now) for name, stream in streams.items() if name in frames}
        if any(texts is not None for texts in told.values()):
            self._relay_heard = now
            self._probe_until = math.inf
        if told.get(TALK) is not None:
            self._talk_relayed = now
            if self.route is Route.RELAY:
                self._take_times(times, now)
            else:
                self.signal.speak_by(now)  # it has lost the direct connection, and waits for a sign of this page
        if told.get(TALK):
            self._patient_until = now  # stop waiting for a direct connection: the page itself uses relays
        return Received(told.get(TALK) or [], told.get(SIGNAL) or [])

    def take_direct(self, said: object, now: float) -> list[str]:
        """Return the texts that arrived on the direct connection. Raises StreamError and StreamRestarted."""
        match said:
            case [bool(hears), said_times, *frame]:
                times, texts = read_stamp(said_times), self.talk.take(frame, now)
                self.direct.hears = hears
                self.direct.hear(now, SILENT if texts is None else times.silence)
                if texts is not None and self.route is self.direct.route:
                    self._take_times(times, now)
                if texts:
                    self._idle_at = now + IDLE_AFTER
                    self.direct.beat_at = min(self.direct.beat_at, now + BEAT)
                return texts or []
        raise StreamError("not a frame of a direct connection")

    def _take_times(self, stamp: Stamp, now: float) -> None:
        """Handle the times of a frame on the current route, unless earlier texts are missing."""
        if self.talk.complete:
            self.clock.take(stamp, now)

    def woke(self, now: float) -> None:
        """Restart the timeouts, because this tab was suspended and messages may be waiting.

        A healthy page sends something over relays within RELAY_GRACE.
        """
        self._relay_heard = max(self._relay_heard, now - THRIFTY.silence + THRIFTY.grace)
        if self.direct.route is not None:
            self.direct.hear(now, SELDOM_SILENT if self._care is Care.SELDOM else IDLE_SILENT)
        self._prove_until = max(self._prove_until, now + PROBE)

    # --- timers and output ----------------------------------------------------------

    def tick(self, now: float) -> Iterator[LinkEvent]:
        """Yield everything that has happened by `now`."""
        while (state := self._next_state(now)) is not None:
            if (happened := self._enter(state, now)) is not None:
                yield happened
        if self.state is LinkState.RELAY and now >= self._relay_beat_at:
            self._relay_beat_at = now + (THRIFTY.first_beat if self._measures(THRIFTY, now) else THRIFTY.beat)
            self.talk.speak_by(now)
        if self._runs and now >= self.direct.retry_at:
            self.direct.retry_at = now + self.direct.retries.next()
            yield LinkEvent.RETRY

    def due(self) -> float:
        """Return when `tick` or `direct_frames` has something to do next, if nothing is received or sent before."""
        times = [self._lost_at(), self.direct.beat_at]
        match self.state:
            case LinkState.UNPROVEN if self.proven:
                return -math.inf
            case LinkState.WAITING:
                times.append(self._patient_until)
            case LinkState.DIRECT:
                times += [math.inf if self._paired else self.direct.silent_at, self.talk.due()]
            case LinkState.RELAY:
                times.append(self._relay_beat_at)
        return min([*times, self.direct.retry_at] if self._runs else times)

    def direct_frames(self, now: float) -> Iterator[list[bool | Stamp | int | str]]:
        """Yield the frames to send now on the direct connection."""
        if self.direct.route is None:
            return
        if self.talk.waits or now > self.direct.beat_at + LATE:
            self._idle_at = now + IDLE_AFTER
        interval, silence = self._direct_beats(now)
        leads = now >= self.direct.beat_at
        beats = now >= self.direct.beat_at - min(EARLY * interval, EARLIEST)
        if self.route is self.direct.route:
            if beats:
                self.talk.speak_by(now)  # the heartbeat is an ACK
            frames = list(self.talk.frames(now))
        else:
            frames = [self.talk.beat()] * beats
        if frames:
            waits = 2 if self._care is Care.FOLLOWS else not leads
            self.direct.beat_at = now + interval + ANSWERED_WITHIN * waits
        hears = now < self.direct.silent_at
        if self.talk.waits:  # the peer acknowledges a text soon
            self.direct.silent_at = min(self.direct.silent_at, now + SILENT)
        for frame in frames:
            yield [hears, self.clock.stamp(now, silence), *frame]

    @property
    def _runs(self) -> bool:
        return self.state not in (LinkState.UNPROVEN, LinkState.LOST)

    def _lost_at(self) -> float:
        match self.state:
            case LinkState.UNPROVEN:
                return math.inf if self.proven else self._prove_until
            case LinkState.RELAY:
                heard = max(self._relay_heard, self.direct.heard)
                return min(heard + THRIFTY.silence, self._probe_until)
            case LinkState.WAITING | LinkState.DIRECT if self._paired:
                return self.direct.heard + LOST_WITHIN
        return math.inf

    def _next_state(self, now: float) -> LinkState | None:
        """Return the state to enter next, given what has arrived and the time; None to stay in this one."""
        if now >= self._lost_at():
            return LinkState.LOST
        if not self._runs:
            return LinkState.WAITING if self.state is LinkState.UNPROVEN and self.proven else None
        if self.direct.works(now):
            return None if self.route is self.direct.route else LinkState.DIRECT
        if self._paired:
            return None
        fails = self.state is LinkState.DIRECT
        waited = self.state is LinkState.WAITING and now >= self._patient_until
        return LinkState.RELAY if fails or waited else None
