"""Which members are connected: heartbeats, timeouts, and what follows when a member disconnects."""

from __future__ import annotations

from collections.abc import Callable

from game.net.host.hosted_game import HostedGame
from game.net.host.lobby import Lobby
from game.net.host.peer_state import PeerState
from game.net.host.peers import Peers
from game.net.protocol.messages import AtDoor
from game.net.roster import Presence
from game.transport.timeouts import LOOKS_AWAY

OFFER_EVERY = 5.0
"""Seconds between two offers to a page that has not joined. It gets one at once if it asks, and when it connects."""


class MemberLiveness:
    """Sends heartbeats to members. `offer` sends all other peers an offer to join."""

    def __init__(self, lobby: Lobby, peers: Peers, game: HostedGame, offer: Callable[[str], None]) -> None:
        self._lobby = lobby
        self._peers = peers
        self._game = game
        self._offer = offer
        self._hides_at: dict[str, float] = {}

    def due(self) -> float:
        """Return when to call `tick` next."""
        times = [known.next_beat for known in self._peers.values()] + [*self._hides_at.values()]
        return min(times + [self._peers[peer].times_out_at for peer, _ in self._lobby.members()], default=float("inf"))

    def tick(self, now: float) -> None:
        """Send the heartbeats that are due, and drop the members that were silent for too long."""
        for peer in [peer for peer, at in self._hides_at.items() if now >= at]:
            del self._hides_at[peer]
            self._lobby.hide(peer, True)
            seat = self._lobby.seat_of(peer)
            if seat is not None:
                self._game.player_hides(seat, now)
        for peer, known in list(self._peers.items()):
            if self._lobby.has(peer) and now >= known.times_out_at:
                self.left(peer, Presence.AWAY, now)
            if now >= known.next_beat:
                self._beat(peer, known, now)

    def woke(self, now: float) -> None:
        """Extend the timeouts of all peers, because this tab was suspended."""
        for known in self._peers.values():
            known.liveness.woke(known.channel.pace, now)

    def hides(self, peer: str, hidden: bool, now: float) -> None:
        """Note that a player's page or the screen went to the background, or is back. A short look has no effect."""
        if hidden and not self._lobby.is_hidden(peer):
            self._hides_at.setdefault(peer, now + LOOKS_AWAY)
        elif not hidden:
            self._hides_at.pop(peer, None)
            if self._lobby.is_hidden(peer):
                self._lobby.hide(peer, False)
                seat = self._lobby.seat_of(peer)
                if seat is not None:
                    self._game.player_shows(seat)

    def left(self, peer: str, presence: Presence, now: float) -> bool:
        """Note that a member has left, or that the player of a page is GONE that had been silent for too long.

        From now on, the page gets offers to join again, and the game pauses for the player who had the seat. Return
        False if that page is no member, and has no seat.
        """
        member = self._lobby.has(peer)
        if member and self._hides_at.pop(peer, None) is not None:
            self._lobby.hide(peer, True)
        if member and peer in self._peers:
            self._peers[peer].next_beat = now
        seat = self._lobby.leave(peer, presence, now)
        if seat is not None:
            self._game.player_left(seat, presence, now)
            if self._lobby.is_deserted:
                self._game.abandon()
                self._lobby.reopen(now)
                self._lobby.free_all()
        return member or seat is not None

    def _beat(self, peer: str, known: PeerState, now: float) -> None:
        """Send `peer` a heartbeat, also at the door, or an offer to join if it has not joined."""
        if self._lobby.has(peer):
            self._peers.say(peer, known.ping(now))
        elif self._lobby.door.has(peer):
            known.next_beat = now + known.channel.pace.beat
            self._peers.say(peer, AtDoor())
        else:
            known.next_beat = now + OFFER_EVERY
            self._offer(peer)
