"""Announcements of the roster and its signed chain to the members. Frequent changes are sent together."""

from __future__ import annotations

import math

from game.net.election.tenure import Tenure
from game.net.election.terms import Term
from game.net.host.lobby import Lobby
from game.net.host.peers import Peers
from game.net.outgoing import Say
from game.net.protocol.messages import Company, Terms
from game.net.roster import Roster
from game.transport.rate_limit import ANNOUNCEMENTS, ANNOUNCEMENTS_A_SECOND, TokenBucket


class Announcements:
    """What the members know of the roster. Call `announce` after every event, and no later than `due`."""

    def __init__(self, lobby: Lobby, peers: Peers, tenure: Tenure) -> None:
        self.due = math.inf
        self._lobby = lobby
        self._peers = peers
        self._tenure = tenure
        self._announced: Roster | None = None
        self._announced_term: Term | None = None
        self._newcomers: set[str] = set()
        self._someone_came = False
        self._limit: TokenBucket | None = None

    def came_in(self, peer: str) -> None:
        """Note that `peer` has joined: it gets the roster in any case."""
        self._newcomers.add(peer)
        self._someone_came = True

    def announce(self, roster: Roster, now: float) -> None:
        """Send the roster and its proof to all members if they have changed, and to newcomers in any case."""
        waits = self._can_wait(roster, now)
        if not self._someone_came and (roster, self._tenure.newest) == (self._announced, self._announced_term):
            return
        members = [peer for peer, _ in self._lobby.members()]
        newcomers = self._newcomers.intersection(members)
        if waits and not newcomers:
            return
        self._tenure.renew(self._keys(), again=self._someone_came)
        term, chain = self._tenure.newest, self._tenure.chain
        told = newcomers if waits or roster == self._announced else members
        messages = [Say(peer, Company(roster)) for peer in told]
        told = newcomers if waits or term == self._announced_term else members
        for peer in told:
            messages.append(Say(peer, Terms(chain)))
            self._peers[peer].told = self._tenure.roster.number
        self._peers.say_first(messages)
        self._newcomers.clear()
        self._someone_came = False
        if not waits:
            self._announced, self._announced_term = roster, term

    def _can_wait(self, roster: Roster, now: float) -> bool:
        """Whether the rate limit delays this roster, so that several changes are sent together.

        Changes that matter for the game are not delayed.
        """
        self.due = math.inf
        before = self._announced
        if before is None or roster == before or roster.started != before.started:
            return False
        if len(roster.places) != len(before.places):
            return False
        if roster.started and (roster.places, roster.screen) != (before.places, before.screen):
            return False
        if roster.challenge != before.challenge:
            return False
        self._limit = self._limit or TokenBucket(ANNOUNCEMENTS, ANNOUNCEMENTS_A_SECOND, now)
        if self._limit.spend(now):
            return False
        self.due = now + 1 / ANNOUNCEMENTS_A_SECOND
        return True

    def _keys(self) -> dict[str, bool]:
        """Return the keys of all members, and whether their pages are connected."""
        sent_away = self._lobby.sent_away
        return {place.key: place.here for place in self._lobby.places if place.key and place.key not in sent_away}
