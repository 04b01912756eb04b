"""Verification and decryption of the events that the relays of one room deliver."""

from __future__ import annotations

import time
from collections.abc import Mapping

from game.browser.webrtc.due_work import DueWork
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.nostr_events import NostrEvents
from game.browser.webrtc.peer_registry import PeerRegistry
from game.browser.webrtc.remote_peer import RemotePeer, RemotePeerEvents
from game.transport.newcomer_queue import Newcomer, NewcomerQueue
from game.transport.relay_outbox import RelayOutbox
from game.transport.reliable_stream import StreamError, StreamRestarted


class RelayInbox:
    """Passes the events of `peers` to them, and their texts to `owner`. Events of other pages wait in `newcomers`."""

    def __init__(
        self,
        key: PageKey,
        events: NostrEvents,
        peers: PeerRegistry,
        outbox: RelayOutbox,
        owner: RemotePeerEvents,
        work: DueWork,
    ) -> None:
        self.newcomers = NewcomerQueue(time.monotonic())
        self._key = key
        self._events = events
        self._peers = peers
        self._outbox = outbox
        self._owner = owner
        self._work = work

    def receive(self, public: str, number: str, stamped: str, sealed: str, work: int) -> bool | None:
        """Handle an event that claims to be from the page with the key `public`. Return whether its author is genuine.

        Return None if the event is ignored. The cheapest checks come first. No quota is charged before the stamp is
        verified, and a page's own quota only for events with a part encrypted for this page.
        """
        if self._work.closed or public == self._key.public or self._peers.is_banned(public):
            return None
        if not self._events.is_genuine(public, number, stamped, sealed):
            return False
        event, remote, now = (
            Newcomer(public, int(number), sealed, int(work)),
            self._peers.with_key(public),
            time.monotonic(),
        )
        if remote is None:
            self.newcomers.add(event, now)
            self._work.run_at(self.newcomers.due())
            return True
        if not remote.window.is_new(event.number):
            return True
        with self._work.once():
            return remote.opened.spend(now) and self._open(event, remote, now)

    def open_newcomers(self, now: float) -> None:
        """Handle the events that waited until now."""
        while (event := self.newcomers.next(now)) is not None:
            self._open(event, self._peers.with_key(event.public), now)

    def _open(self, event: Newcomer, remote: RemotePeer | None, now: float) -> bool:
        """Handle the content of an event. Return False if it is forged."""
        match self._events.read(event.sealed):
            case [bool(greets), dict(parts)]:
                part = parts.get(self._key.name)
                if remote is None and (greets or part is not None):
                    remote = self._peers.meet(event.public, now, work=event.work)
                if remote is not None:
                    return remote.public == event.public and self._take(remote, event, greets, part, now)
        return True

    def _take(self, remote: RemotePeer, event: Newcomer, greets: bool, part: object, now: float) -> bool:
        remote.work = max(remote.work, event.work)
        signal = remote.link.signal
        if greets and not remote.link.proven:
            signal.speak_by(self._outbox.answer_by(now))
        if part is None:
            return True
        match self._events.read(part, remote.shared):
            case [int(number), dict(frames)] if number == event.number:
                if remote.window.accept(number) and remote.events.spend(now):
                    if signal.due() < float("inf"):
                        signal.speak_by(now)  # the peer is online: send now what waits for a later time
                    self._take_frames(remote, frames, now)
                return True
        return False

    def _take_frames(self, remote: RemotePeer, frames: Mapping[str, object], now: float) -> None:
        proven = remote.link.proven
        try:
            content = remote.link.take_relayed(frames, now)
        except StreamError:
            return
        except StreamRestarted:
            self._take_frames(self._peers.replace(remote, now), frames, now)
            return
        if remote.link.proven and not proven:
            self._peers.bound_strangers()
        self._owner.received(remote, content.talk)
        for signal in content.signals:
            self._peers.bound_connections()
            remote.signalled(signal)
        self._peers.lose_if_closed(remote)
