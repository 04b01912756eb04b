"""Admission of people who join: their seats, their rate limits, and what they are sent first."""

from __future__ import annotations

from game.net.host.hosted_game import HostedGame
from game.net.host.lobby import Lobby
from game.net.host.peers import Peers
from game.net.protocol.messages import Notice
from game.net.roster import Place, Roster
from game.transport.rate_limit import COMING, EFFECTS, EFFECTS_A_SECOND, TokenBucket


class Admission:
    """Lets people in. After a change of host, it tells those that were at the table before."""

    def __init__(self, lobby: Lobby, peers: Peers, game: HostedGame) -> None:
        self._notice: Notice | None = None
        self._untold: set[str] = set()
        self._lobby = lobby
        self._peers = peers
        self._game = game
        self._effects: dict[str, TokenBucket] = {}

    def announce_change(self, notice: Notice, before: Roster) -> None:
        """Send `notice` once to each person of the roster `before` who joins."""
        self._notice = notice
        self._untold = {place.key for place in before.everyone}

    def admit(self, one: Place, now: float) -> bool:
        """Give a person a seat, or a place as a watcher. Raises Refusal. Return False if the person comes too often."""
        peer = one.peer
        effects = self._effects_of(one.key, now)
        if self._lobby.started and not effects.spend(now, COMING):
            return False
        seat = self._lobby.join(peer, one.name, one.key, not one.waits, now)
        self._peers.connect(self._peers[peer].channel, now).effects = effects
        if self._notice is not None and one.key in self._untold:
            self._peers.say(peer, self._notice)
        self._untold.discard(one.key)
        if seat is not None:
            self._game.player_returned(seat, now)
        self._game.show(peer, seat, now)
        self._game.begin_if_complete(now)
        return True

    def readmit(self, peer: str, now: float) -> None:
        """Send everything again to a member that lost its connection, which concerns no other page."""
        known = self._peers[peer]
        known.roster = known.deed = None
        self._game.show(peer, self._lobby.seat_of(peer), now)

    def _effects_of(self, key: str, now: float) -> TokenBucket:
        """Return the rate limit of the holder of `key`. A player who returns to the same seat gets the same limit."""
        effects = self._effects.get(key) or TokenBucket(EFFECTS, EFFECTS_A_SECOND, now)
        seated = {place.key for place in self._lobby.places} | {key}
        self._effects = {one: of for one, of in (*self._effects.items(), (key, effects)) if one in seated}
        return effects
