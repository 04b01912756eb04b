"""The pages of one room: discovery over relays, then direct connections where possible. Sans-I/O.

Without a direct connection, messages go over the relays.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from game.core.safe_json import read_json
from game.transport.connection import Closed, Connect, Flooded, Opened, Report, Signal, Text
from game.transport.mesh_events import Connected, Event, Left, Lonely, Lost, Received, RouteChanged
from game.transport.newcomer_queue import Newcomer, NewcomerQueue
from game.transport.peer_link import SIGNAL, TALK, TIMES, LinkEvent
from game.transport.peers import A_TEXT, Peer, Peers
from game.transport.relay_outbox import GREET_EVERY, GREET_SELDOM, Batch, RelayOutbox
from game.transport.reliable_stream import ReliableStream, StreamError, StreamFull, StreamRestarted
from game.transport.room_events import Cipher, RoomEvents, name_of
from game.transport.route import Care, Route
from game.transport.suspension import Suspension

MORE_AFTER = 4.0
"""Seconds without any peer after which this page needs more relays."""

MOST_LAST = 3
"""The most events that a page that closes publishes at once."""

PARTING = 1.5
"""Seconds between the last message and the closing of its channel. Over relays it may be delayed by the rate limit."""

LEAVING = 4.0
"""Seconds within which the peers have to acknowledge the last messages of a page that leaves.

Longer than the first retransmission over relays, and than the loss of a direct connection.
"""

LINGER = 0.3
"""Seconds between the last message of a page that leaves and the closing of all connections."""

GOODBYE = "closes"
"""The last text to a peer: it closes the channel. Every message is a list in JSON, so none is equal to it."""


class Mesh:
    """The peers of one room, for the page with this `cipher`. The room's `secret` encrypts what all of them may read.

    Pass what relays and direct connections deliver to its methods, or to those of `peers` and `outbox`. After each
    call, and at the time `due`, call `tick` until it returns nothing; after `receive`, only if it brought `due`
    forward. `leaves` is whether `leave` was called.

    `trusted` returns whether a peer sits at the table, and `care` how soon this page has to notice that it is silent.
    If `direct`, peers get direct connections, made by `connect`.
    If `returning`, this page comes back to its seat, and peers are connected over relays without waiting for them.
    Without relays, the only peer is the one that people `pair` by hand.
    """

    def __init__(
        self,
        cipher: Cipher,
        secret: str,
        connect: Connect,
        trusted: Callable[[str], bool],
        now: float,
        care: Callable[[str], Care] = lambda _: Care.LEADS,
        *,
        direct: bool = True,
        returning: bool = False,
    ) -> None:
        self.due = now
        self.leaves = False
        self._cipher, self._trusted, self._care = cipher, trusted, care
        self._room = RoomEvents(cipher, secret)
        self.outbox = RelayOutbox(self._relayed)
        self.outbox.announce(now)
        self._more_at = now + MORE_AFTER
        self._newcomers = NewcomerQueue(now)
        self.peers = Peers(cipher, connect, trusted, self._lost, now, direct=direct, returning=returning)
        self._online = self._misses = False
        self._suspension = Suspension()
        self._leave_by = self._close_at = math.inf
        self._parted = self._flushes = False
        self._events: list[Event] = []

    # --- what the page asks for -------------------------------------------------------

    def send(self, peer: str, text: str) -> None:
        """Send `text` to `peer`. Do nothing without a channel; drop the peer if its send window is full."""
        one = self.peers.get(peer)
        if one is not None and one.link.route is not None:
            try:
                one.link.talk.say(text)
            except StreamFull:
                self.peers.lose(one)

    def close_channel(self, peer: str, now: float, *, bans: bool = False) -> None:
        """Close the channel to `peer` after its last message is sent. If it `bans`, ignore the peer from now on."""
        one = self.peers.get(peer)
        if one is not None:
            _say_goodbye(one)
            one.closes_at = now + PARTING
            if bans:
                self.peers.bar(one)

    def retry(self, now: float) -> None:
        """Retry direct connections to relayed peers, because the page is visible again or the network is back."""
        for one in self.peers:
            if one.link.route is Route.RELAY:
                one.link.direct.mend(now)
        self.outbox.greet(now)

    def flush(self, now: float) -> None:
        """Publish the last batches now, regardless of the rate limit.

        They also repeat what direct connections may not deliver any more: that a page closes, closes them, too.
        """
        for one in self.peers:
            if one.link.talk.waits:
                one.link.talk.again()
        self._flushes = True
        for _ in range(MOST_LAST):
            if self._online and (batch := self.outbox.last_batch(now)) is not None:
                self._publish(batch, now)
        self._flushes = False

    def leave(self, now: float) -> None:
        """Close all connections once the last messages are acknowledged. May be called twice.

        That takes LEAVING seconds at most. The owner ignores what happens to peers from now on.
        """
        if not self.leaves:
            self.leaves, self._leave_by = True, now + LEAVING

    # --- what relays and connections deliver --------------------------------------------

    def receive(self, public: str, number: str, stamped: str, sealed: str, work: int, now: float) -> bool | None:
        """Handle an event that claims to be from the page with the key `public`. Return whether its author is genuine.

        Return None if the event is ignored. The cheapest checks come first. No quota is charged before the stamp is
        verified.
        """
        if self._parted or public == self._cipher.public or self.peers.is_banned(public):
            return None
        if not self._room.is_genuine(public, number, stamped, sealed):
            return False
        event, one = Newcomer(public, int(number), sealed, work), self.peers.get(name_of(public))
        if one is None:
            self._newcomers.add(event, now)
            self.due = min(self.due, self._newcomers.due())
            return True
        if not one.window.is_new(event.number):
            return True
        self.due = -math.inf
        return one.opened.spend(now) and self._open(event, one, now)

    def reported(self, peer: str, report: Report, now: float) -> None:
        """Handle what the direct connection to `peer` reports. Ban a peer that violates the protocol."""
        one = self.peers.get(peer)
        if one is None or self.peers.is_banned(one.public):
            return
        match report:
            case Opened(route):
                one.link.direct.opened(route, now)
            case Closed() if one.is_paired:
                self.peers.lose(one)
            case Closed():
                one.link.direct.closed(now)
            case Text(text) if one.bytes.spend(now, len(text) + A_TEXT):
                self._take_direct(one, text, now)
            case Text() | Flooded():
                self.peers.ban(one)
            case Signal(content):
                try:
                    one.link.signal.say(json.dumps(content))
                except StreamFull:
                    self.peers.ban(one)

    # --- due work -------------------------------------------------------------------

    def wake(self, now: float) -> None:
        """Restart the timeouts if this tab was suspended. Call it when the timer for `due` fires, before `tick`."""
        if self._suspension.ended(now):
            for one in self.peers:
                one.link.woke(now)

    def tick(self, now: float, *, online: bool) -> list[Event]:
        """Do all work that is due, and return what has happened. `online` is whether any relay is connected."""
        self._online = online
        if not self._parted:
            self._work(now)
        elif now >= self._close_at:
            self._close()
        self.due = self._suspension.due = self._next()
        events, self._events = self._events, []
        return events

    def _work(self, now: float) -> None:
        if now >= self._more_at:
            self._more_at = math.inf
            if not self.peers.proven_count:
                self._events.append(Lonely())
        while (event := self._newcomers.next(now)) is not None:
            self._open(event, self.peers.get(name_of(event.public)), now)
        for one in self.peers:
            if now >= one.closes_at:
                self.peers.forget(one)
            elif now >= one.link.due():
                self._see_to(one, now)
        if self._misses:
            self._misses = False
            self.outbox.announce(now)
        if not self._events:  # otherwise the owner may have an answer, which needs no event of its own
            self._speak(now)

    def _speak(self, now: float) -> None:
        """Send all that is due."""
        self.outbox.every = GREET_EVERY
        for one in self.peers:
            care = self._care(one.name)
            if care is Care.LEADS and one.link.is_idle(now):
                self.outbox.every = GREET_SELDOM
            one.link.watch(care, now)
            _send_frames(one, now)
        while self._online and (batch := self.outbox.batch(now)) is not None:
            self._publish(batch, now)
        if self._online and (bits := self._newcomers.work_due(now)):
            self._events.append(self._room.event(True, {}, bits))
        if self.leaves and (now >= self._leave_by or not any(one.link.talk.waits for one in self.peers)):
            self._part(now)

    def _next(self) -> float:
        """Return when to do the next work."""
        if self._parted:
            return self._close_at
        times = [self._leave_by, self._more_at, self._newcomers.due()]
        times += [min(one.link.due(), one.closes_at) for one in self.peers]
        return min(times + [self.outbox.due(), self._newcomers.work_due_at()] * self._online)

    def _see_to(self, one: Peer, now: float) -> None:
        if not self.peers.has(one):
            return  # dropped in the meantime
        for happening in list(one.link.tick(now)):
            self._happened(one, happening, now)

    def _happened(self, one: Peer, happening: LinkEvent, now: float) -> None:
        link = one.link
        match happening:
            case LinkEvent.LOST if one.is_paired:
                self.peers.pair_again(one, now)
            case LinkEvent.LOST:
                self.peers.lose(one)
            case LinkEvent.RETRY if not self.leaves:
                self.peers.bound_connections(now)
                one.connection.mend()
            case LinkEvent.CONNECTED if link.route is not None:
                self._events.append(Connected(one.name, one.binding, link.route, link.clock))
            case LinkEvent.ROUTE_CHANGED if link.route is not None:
                self._events.append(RouteChanged(one.name, link.route))

    def _relayed(self) -> Iterator[tuple[str, str, ReliableStream]]:
        """Yield the streams that relays carry: all signalling, and the texts to peers without a direct connection."""
        for one in self.peers:
            yield one.name, SIGNAL, one.link.signal
            if self._flushes or one.link.route is Route.RELAY:
                yield one.name, TALK, one.link.talk

    def _publish(self, batch: Batch, now: float) -> None:
        """Publish the frames for each peer as one event, with their times."""
        parts = dict[str, tuple[Any, object]]()
        for name, frames in batch.frames.items():
            if (one := self.peers.get(name)) is not None:
                parts[name] = one.shared, {**frames, TIMES: one.link.clock.stamp(now)}
        self._events.append(self._room.event(batch.greets, parts))

    # --- texts ------------------------------------------------------------------------

    def _open(self, event: Newcomer, one: Peer | None, now: float) -> bool:
        """Handle the content of an event. Return False if it is forged."""
        match self._room.read(event.sealed):
            case [bool(greets), dict(parts)]:
                part = parts.get(name_of(self._cipher.public))
                if one is None and (greets or part is not None):
                    one = self.peers.meet(event.public, now, work=event.work)
                    if one is not None:
                        one.link.signal.speak_by(self.outbox.answer_by(now))
                if one is not None:
                    return one.public == event.public and self._take(one, event, greets, part, now)
        return True

    def _take(self, one: Peer, event: Newcomer, greets: bool, part: object, now: float) -> bool:
        one.work = max(one.work, event.work)
        signal = one.link.signal
        if greets and not one.link.proven:
            signal.speak_by(self.outbox.answer_by(now))
        if part is None:
            return True
        match self._room.read(part, one.shared):
            case [int(number), dict(frames)] if number == event.number:
                if one.window.accept(number):
                    if signal.due() < math.inf:
                        signal.speak_by(now)  # the peer is online: send now what waits for a later time
                    self._take_frames(one, frames, now)
                return True
        return False

    def _take_frames(self, one: Peer, frames: Mapping[str, object], now: float) -> None:
        proven = one.link.proven
        try:
            content = one.link.take_relayed(frames, now)
        except StreamError:
            return
        except StreamRestarted:
            self._take_frames(self.peers.replace(one, now), frames, now)
            return
        if one.link.proven and not proven:
            self.peers.bound_strangers(now)
        self._received(one, content.talk, now)
        for signal in content.signals:
            self.peers.bound_connections(now)
            self._signalled(one, signal)

    def _take_direct(self, one: Peer, text: str, now: float) -> None:
        try:
            texts = one.link.take_direct(read_json(text), now)
        except StreamRestarted:
            if one.is_paired:
                self.peers.pair_again(one, now, restarted=True)
            else:
                self.peers.replace(one, now)
        except (StreamError, ValueError, RecursionError):
            self.peers.ban(one)
        else:
            self._received(one, texts, now)

    def _received(self, one: Peer, texts: Sequence[str], now: float) -> None:
        """Report a peer's texts, after reporting that it is connected. Drop it if it has closed its channel."""
        if texts[:1] != [GOODBYE]:
            self._see_to(one, now)
        for text in texts:
            if text == GOODBYE:
                self.peers.lose(one)
            elif self.peers.has(one):
                self._events.append(Received(one.name, text))

    def _signalled(self, one: Peer, text: str) -> None:
        """Handle a signal about the direct connection."""
        try:
            one.connection.signalled(read_json(text))
        except (ValueError, RecursionError):
            pass  # malformed signals are ignored

    def _lost(self, peer: str) -> None:
        self._misses |= not self.leaves and self._trusted(peer)
        self._events.append(Lost(peer))

    # --- leaving ----------------------------------------------------------------------

    def _part(self, now: float) -> None:
        """Close all channels, and soon after that all connections."""
        for one in self.peers:
            _say_goodbye(one)
            _send_frames(one, now)
        self.flush(now)
        self._parted, self._close_at = True, now + LINGER

    def _close(self) -> None:
        self._close_at = math.inf
        for one in self.peers:
            self.peers.forget(one)
        self._events.append(Left())


def _say_goodbye(one: Peer) -> None:
    """Tell the peer that this page closes the channel. A later heartbeat over relays would connect the two again."""
    one.link.end_beats()
    try:
        one.link.talk.say(GOODBYE)
    except StreamFull:
        pass  # the peer will time out


def _send_frames(one: Peer, now: float) -> None:
    """Send the frames that are due on the direct connection."""
    for frame in one.link.direct_frames(now):
        one.connection.send(json.dumps(frame))
