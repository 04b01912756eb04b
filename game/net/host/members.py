"""The members of the table: how they come, hide and leave, and what they are sent first."""

from __future__ import annotations

from math import inf

from game.net.host.hosted_game import HostedGame
from game.net.host.lobby import Lobby
from game.net.host.peers import Peers
from game.net.protocol.messages import Notice
from game.net.roster import Place, Presence
from game.transport.rate_limit import COMING
from game.transport.timeouts import LOOKS_AWAY

OFFER_EVERY = 5.0
"""Seconds between two offers to a page that has not joined. It gets one at once if it asks, and when it connects."""


class Members:
    """The members. All other peers get an offer to join now and then.

    A `notice` of a change of host goes once to each person who joins and is untold of it.
    """

    def __init__(self, lobby: Lobby, peers: Peers, game: HostedGame) -> None:
        self._lobby = lobby
        self._peers = peers
        self._game = game
        self.notice: Notice | None = None

    def due(self) -> float:
        """Return when to call `tick` next."""
        members = {peer for peer, _ in self._lobby.members()}
        offers = (one.next_offer for peer, one in self._peers.items() if peer not in members and one.at_door is None)
        return min(min(offers, default=inf), min((known.hides_at for known in self._peers.values()), default=inf))

    def tick(self, now: float) -> None:
        """Send the offers that are due by `now`, and mark pages that stayed in the background as hidden."""
        for peer, known in list(self._peers.items()):
            if now >= known.hides_at:
                known.hides_at = inf
                self._lobby.hide(peer, True)
                seat = self._lobby.seat_of(peer)
                if seat is not None:
                    self._game.player_hides(seat, now)
            if now >= known.next_offer:
                known.next_offer = now + OFFER_EVERY
                if not self._lobby.has(peer) and known.at_door is None:
                    self._peers.offer(peer)

    def admit(self, one: Place, now: float) -> bool:
        """Give a person a seat, or a place as a watcher. Raises Refusal. Return False if the person comes too often."""
        peer = one.peer
        person = self._lobby.person(one.key)
        if self._lobby.started and not person.effects.spend(now, COMING):
            return False
        seat = self._lobby.join(peer, one.name, one.key, not one.waits, now)
        self._peers.connect(self._peers[peer].channel, now)
        if self.notice is not None and person.untold:
            self._peers.tell(peer, self.notice)
        person.untold = False
        if seat is not None:
            self._game.player_returned(seat, now)
        self._game.show(peer, seat)
        self._game.begin_if_complete(now)
        return True

    def readmit(self, peer: str) -> None:
        """Send everything again to a member that lost its connection, which concerns no other page."""
        known = self._peers[peer]
        known.roster = known.deed = None
        self._game.show(peer, self._lobby.seat_of(peer))

    def hides(self, peer: str, hidden: bool, now: float) -> None:
        """Note that a player's page or the screen went to the background, or is back. A short look has no effect."""
        known = self._peers[peer]
        if hidden and not self._lobby.is_hidden(peer):
            known.hides_at = min(known.hides_at, now + LOOKS_AWAY)
        elif not hidden:
            known.hides_at = inf
            if self._lobby.is_hidden(peer):
                self._lobby.hide(peer, False)
                seat = self._lobby.seat_of(peer)
                if seat is not None:
                    self._game.player_shows(seat)

    def left(self, peer: str, presence: Presence, now: float) -> None:
        """Note that a member has left. Its page gets offers to join again, and the game pauses for its player."""
        if not self._lobby.has(peer):
            return
        known = self._peers[peer]
        if known.hides_at < inf:
            self._lobby.hide(peer, True)
        known.next_offer, known.hides_at = now, inf
        seat = self._lobby.leave(peer, presence, now)
        if seat is not None and self._lobby.is_deserted:
            self._game.abandon()
            self._lobby.reopen(now)
            self._lobby.free_all()
        elif seat is not None:
            self._game.player_left(seat, presence, now)
