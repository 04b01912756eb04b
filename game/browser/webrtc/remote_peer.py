"""A peer in the browser: its key, its contact state and its direct connection."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Protocol

from game.browser.webrtc.peer_connection import PeerConnection
from game.browser.webrtc.servers import Servers
from game.core.safe_json import read_json
from game.transport.peer_link import PeerLink
from game.transport.rate_limit import TokenBucket
from game.transport.reliable_stream import StreamError, StreamFull, StreamRestarted
from game.transport.replay_window import ReplayWindow
from game.transport.route import Route

CLOSES = "closes"
"""Signal that closes a channel. Its argument is the number of texts sent before."""

EVENTS, EVENTS_A_SECOND = 30, 6
"""Rate limit per peer for events with a part for this page: burst, and rate per second.

A page publishes at most three events per second, four in a burst.
"""

OPENED, OPENED_A_SECOND = 60, 20
"""Rate limit per peer for decrypting events: burst, and rate per second.

Only an attacker who knows the room's secret, with a relay that forwards unsigned events, can exhaust it.
"""


class RemotePeerEvents(Protocol):
    """Callbacks for the direct connection of a peer."""

    def received(self, remote: RemotePeer, texts: list[str]) -> None:
        """Handle `texts` from the peer, which is connected."""

    def go_on(self) -> None:
        """Do the work that follows from a change."""

    def restart(self, remote: RemotePeer) -> None:
        """Replace the peer, which restarted its connection to this page."""

    def shut_out(self, remote: RemotePeer) -> None:
        """Ban the peer, which violates the protocol."""


class RemotePeer:
    """A peer with the key `public`. Only the peer and this page have the `shared` key.

    `work` is the best proof of work of its events, in bits. `window` holds the event numbers it certainly used: those
    of events whose part for this page was encrypted with the shared key. `may_connect` returns whether the rate limit
    allows the named peer one more connection.
    """

    def __init__(
        self,
        link: PeerLink,
        public: str,
        shared: Any,
        work: int,
        offers: bool,
        servers: Servers,
        owner: RemotePeerEvents,
        may_connect: Callable[[str], bool],
    ) -> None:
        self.link = link
        self.public = public
        self.shared = shared
        self.work = work
        self.window = ReplayWindow()
        self.events = TokenBucket(EVENTS, EVENTS_A_SECOND, time.monotonic())
        self.opened = TokenBucket(OPENED, OPENED_A_SECOND, time.monotonic())
        self.connection = PeerConnection(offers, servers, self._signal, self)
        self._owner = owner
        self._may_connect = may_connect

    @property
    def peer(self) -> str:
        """The peer's name."""
        return self.link.peer

    def speak(self, now: float) -> None:
        """Send the frames that are due on the direct connection."""
        for frame in self.link.direct_frames(now):
            self.connection.send(json.dumps(frame))

    def signalled(self, text: str) -> None:
        """Handle a signal about the direct connection or the channel."""
        try:
            signal = read_json(text)
        except (ValueError, RecursionError):
            return  # malformed signals are ignored
        match signal:
            case [str(word), int(texts)] if word == CLOSES:
                self.link.peer_closes(texts, time.monotonic())
            case _:
                self.connection.signalled(signal)

    def say_goodbye(self) -> None:
        """Signal that this page closes the channel."""
        try:
            self.link.signal.say(json.dumps([CLOSES, self.link.talk.said]))
        except StreamFull:
            pass  # the peer will time out

    # --- callbacks of the direct connection -----------------------------------------

    def may_connect(self) -> bool:
        return self._may_connect(self.peer)

    def channel_opened(self, route: Route) -> None:
        self.link.direct.opened(route, time.monotonic())
        self._owner.go_on()

    def channel_closed(self) -> None:
        self.link.direct.closed(time.monotonic())
        self._owner.go_on()

    def channel_received(self, text: str) -> None:
        """Handle `text` from the direct connection. Ban the peer if it is malformed."""
        try:
            texts = self.link.take_direct(read_json(text), time.monotonic())
        except StreamRestarted:
            self._owner.restart(self)
        except (StreamError, ValueError, RecursionError):
            self._owner.shut_out(self)
        else:
            self._owner.received(self, texts)

    def channel_flooded(self) -> None:
        self._owner.shut_out(self)

    def _signal(self, signal: list[Any]) -> None:
        try:
            self.link.signal.say(json.dumps(signal))
        except StreamFull:
            self._owner.shut_out(self)
        else:
            self._owner.go_on()
