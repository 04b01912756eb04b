"""The updates for the members: the host's deed, the roster, and what else happens. Frequent changes are batched."""

from __future__ import annotations

import math

from game.net.host.lobby import Lobby
from game.net.host.peers import Peers
from game.net.protocol.messages import Content, Update
from game.net.roster import Presence, Roster
from game.net.succession.deeds import MOST_MEMBERS
from game.net.succession.term import Term
from game.transport.rate_limit import ANNOUNCEMENTS, ANNOUNCEMENTS_A_SECOND, TokenBucket


class Announcements:
    """What the members know of the table. Call `announce` after every event, and no later than `due`."""

    def __init__(self, lobby: Lobby, peers: Peers, term: Term) -> None:
        self.due = math.inf
        self._lobby = lobby
        self._peers = peers
        self._term = term
        self._announced: Roster | None = None
        self._limit: TokenBucket | None = None

    def announce(self, roster: Roster, now: float) -> None:
        """Send all members what they lack. A change of the roster or the deed may wait, except for newcomers."""
        waits = self._can_wait(roster, now)
        members = [(peer, self._peers[peer]) for peer, _ in self._lobby.members()]
        lack = [known for _, known in members if not waits or known.roster is None]
        if lack:
            self._term.renew(self._keys())
        deed = self._term.deed
        for peer, known in members:
            news: list[Content] = []
            if known in lack:
                news += [deed] * (known.deed != deed)
                news += [roster] * (known.roster != roster)
                known.roster, known.deed = roster, deed
            for what in (*news, *known.untold):
                self._peers.out.say(peer, Update(known.timing.sent.send(now), known.done, what))
            known.untold.clear()
        if not waits:
            self._announced = roster

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
        if roster.settings.challenge != before.settings.challenge:
            return False
        self._limit = self._limit or TokenBucket(ANNOUNCEMENTS, ANNOUNCEMENTS_A_SECOND, now)
        if self._limit.spend(now):
            return False
        self.due = now + 1 / ANNOUNCEMENTS_A_SECOND
        return True

    def _keys(self) -> list[str]:
        """Return the keys of all members: the seats in order, and a host without one.

        Who lost the connection stays a member, also without a seat, until that person leaves or is banned.
        """
        gone = self._lobby.left.union(self._lobby.sent_away)
        seated = [place.key for place in self._lobby.places if place.key and place.presence is not Presence.GONE]
        keys = [*seated, self._term.roster.host, *(key for key in self._term.roster.members if key not in gone)]
        return [*dict.fromkeys(key for key in keys if key not in self._lobby.sent_away)][:MOST_MEMBERS]
