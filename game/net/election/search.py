"""When a page without a host asks for one, and when it is its turn to stand for election."""

from __future__ import annotations

import math

from game.core import Seat
from game.net.roster import Roster
from game.net.way import QUICK, Pace, Way

RESTORED_WAIT = 10.0
"""Seconds that a page which was reloaded looks for its table before it keeps it alone."""

PATIENCE = 15
"""A call for a host waits for a part of the time that it is missed already, one in so many.

A line may hang for a minute and then bring all that was said in it at once: no more than one may say.
"""

DOUBTED_AFTER = 5.0
"""Seconds after which somebody's word counts only if more of the others hear the host than miss it."""

STUBBORN = 30.0
"""Seconds after which nobody's word counts any more."""

PASSED_OVER = 5.0
"""Seconds after which whoever was to be host, and is not, is passed over."""

FIRST_BACK_OFF, LONGEST_BACK_OFF = 1.0, 30.0
"""Seconds before the first and, at most, between two further tries to connect."""

VOTES_AFTER, RESTORED_VOTES_AFTER = 2.0, 5.0
"""Seconds without a host before a page votes, or follows a host that its last one might still depose.

A break of a moment costs no host its table. A page that was opened again first looks longer for that host.
"""

LONE_AFTER = 5.0
"""Seconds without a quorum after which a candidate keeps the table alone."""


def turn(seat: Seat | None, host: Seat | None, seats: int) -> int:
    """How many seats come before `seat`, round the table from the left of `host`; the screen, None, comes last."""
    if seat is None:
        return seats
    return (seat - (-1 if host is None else host) - 1) % seats


class Fellow:
    """What a page without a host knows of another that it hears, by a way of that `pace`.

    `key` is the one that it showed to hold. The rest are times: `called` is when it was last asked for the host,
    `sought` when it said that it looks for one as well, `vouched` when it said that the host is well.
    """

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.key = ""
        self.called = -math.inf
        self.sought = -math.inf
        self.vouched = -math.inf

    def next_call(self, since: float) -> float:
        """When it is to be asked again, if the host is missed `since` then."""
        return self.called + max(self.pace.call, (self.called - since) / PATIENCE)

    def vouches(self, now: float) -> bool:
        """Whether its word that the host is well still counts."""
        return now < self.vouched + self.pace.grace


class Search:
    """What a page without a host knows of the pages that it hears; all times are its own, in seconds."""

    def __init__(self, now: float) -> None:
        self._heard: dict[str, Fellow] = {}
        self.begin(now)

    def begin(self, now: float) -> None:
        """The host is not heard any more from `now` on."""
        self.since = now
        for one in self._heard.values():
            one.called = -math.inf
        self._back_off = FIRST_BACK_OFF
        self._next_dial = now + self._back_off

    def hears(self, peer: str) -> bool:
        """Whether there is a channel to `peer`."""
        return peer in self._heard

    def connected(self, peer: str, way: Way) -> None:
        """There is a channel to `peer`, of which nothing else is known."""
        self._heard[peer] = Fellow(way.pace)

    def went(self, peer: str, way: Way) -> None:
        """`peer` is reached by another `way` from now on."""
        if peer in self._heard:
            self._heard[peer].pace = way.pace

    def lost(self, peer: str) -> None:
        """There is no channel to `peer` any more."""
        self._heard.pop(peer, None)

    def sought_by(self, peer: str, key: str, now: float) -> None:
        """`peer`, which holds `key`, says that it looks for a host as well."""
        self._heard[peer].key, self._heard[peer].sought = key, now

    def vouched(self, peer: str, now: float) -> None:
        """`peer`, who sits at this table, says that the host is well."""
        self._heard[peer].vouched = now

    @property
    def pace(self) -> Pace:
        """The pace of the slowest of the pages that are heard."""
        return max((one.pace for one in self._heard.values()), default=QUICK, key=lambda pace: pace.call)

    def due(self) -> float:
        """When `calls` or `dials` next has something to do."""
        return min(self._next_dial, *(one.next_call(self.since) for one in self._heard.values()), math.inf)

    def calls(self, now: float) -> list[str]:
        """Whom it is time to ask for the host."""
        called = [peer for peer, one in self._heard.items() if now >= one.next_call(self.since)]
        for peer in called:
            self._heard[peer].called = now
        return called

    def dials(self, now: float) -> bool:
        """Whether it is time to look for more pages, which it is less and less often."""
        if now < self._next_dial:
            return False
        self._back_off = min(2 * self._back_off, LONGEST_BACK_OFF)
        self._next_dial = now + self._back_off
        return True

    def is_next(self, roster: Roster, me: str, host: str, now: float, *, restored: bool) -> bool:
        """Whether it is for the page of the key `me` to be host after `host`: it is the first of those who miss it."""
        if self.is_vouched_for(now):
            return False
        missed, seats = now - self.since, len(roster.places)
        people = {place.key: (seat, place) for seat, place in roster.people() if place.key not in roster.sent_away}
        last = people[host][0] if host in people else None
        others = {key: place for key, (_, place) in people.items() if place.here and key not in (me, host)}
        reachable = {key for key, place in others.items() if place.peer in self._heard} | (self.keys() & others.keys())
        seeking = self.keys(now)
        mine = turn(people[me][0] if me in people else None, last, seats)
        before = sum(turn(people[key][0], last, seats) < mine for key in seeking & people.keys())
        if before:
            return missed >= PASSED_OVER * before
        answer = max((one.pace.answer for one in self._heard.values()), default=QUICK.answer)
        if missed < (RESTORED_WAIT if restored and others and not seeking else answer):
            return bool(seeking) and seeking >= reachable
        return True

    def keys(self, now: float = -math.inf) -> set[str]:
        """Return the keys of the pages that are heard; of those that look for a host `now`, if that is given."""
        return {one.key for one in self._heard.values() if one.key and now < one.sought + one.pace.silence}

    def is_vouched_for(self, now: float) -> bool:
        """Whether the host is believed to be well, for others say so."""
        missed, seeking = now - self.since, len(self.keys(now))
        vouching = sum(one.vouches(now) for one in self._heard.values())
        if missed >= DOUBTED_AFTER and vouching <= seeking:
            return False
        return vouching > 0 and missed < STUBBORN
