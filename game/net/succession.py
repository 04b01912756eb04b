"""Who is host next, when the last one is not heard any more or two of them find each other."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.core import Phase, Seat, State, View, new_game
from game.net.identity import Channel, Verifier, hosting_text
from game.net.mandate import Mandate, Trust
from game.net.messages import Hosting
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

OVER = (Phase.WON, Phase.LOST)


def survives(view: View) -> State:
    """What survives the host of the game of `view`: its level about to be dealt anew, or its end as it was."""
    level = view.level + 1 if view.phase is Phase.REVEAL else view.level
    return new_game(view.variant, view.seats)._replace(
        level=level,
        lives=view.lives,
        stars=view.stars,
        phase=view.phase if view.phase in OVER else Phase.DEAL,
        blind=view.blind,
    )


def is_authentic(said: Hosting, channel: Channel, verify: Verifier) -> bool:
    """Whether the holder of the key that `said` names is at the other end of `channel`, and the last of its chain."""
    if not said.chain or (said.chain[-1].term, said.chain[-1].host) != (said.term, said.key):
        return False
    return verify(said.key, said.signature, hosting_text(channel, said.term))


class Offers:
    """The hosts that a page which looks for one has heard of: since when, how far believed, backed by how many."""

    def __init__(self) -> None:
        self._offers: dict[str, tuple[float, Trust, int, Hosting]] = {}

    def put(self, peer: str, offer: Hosting, trusted: Trust, backing: int, now: float) -> None:
        """`peer` says that it is host. Only the latest that it says counts, but from the first on."""
        since, before, *_ = self._offers.get(peer, (now, trusted))
        self._offers[peer] = (since if before is trusted else now), trusted, backing, offer

    @property
    def mandates(self) -> list[Mandate]:
        """All that was shown: each of them is signed by the host that it names."""
        return [one for *_, offer in self._offers.values() for one in offer.chain]

    def weigh_again(self, trust: Callable[[Hosting], Trust], now: float) -> None:
        """What was heard since may show that an earlier offer is worth less."""
        for peer, (_, _, backing, offer) in list(self._offers.items()):
            self.put(peer, offer, trust(offer), backing, now)

    def drop(self, peer: str) -> None:
        """`peer` is not heard any more."""
        self._offers.pop(peer, None)

    def clear(self) -> None:
        """A host was found, or the search begins anew."""
        self._offers.clear()

    def due(self, patience: Callable[[Trust], float]) -> float:
        """When `best` may first have an answer; `patience` is how long an offer waits for a better one, in seconds."""
        return min((since + patience(trusted) for since, trusted, *_ in self._offers.values()), default=math.inf)

    def best(self, patience: Callable[[Trust], float], now: float) -> tuple[str, Hosting] | None:
        """Whom to follow by now, if anybody."""
        if now < self.due(patience):
            return None
        best = max(self._offers, key=lambda peer: self._weight(peer))
        return best, self._offers[best][3]

    def _weight(self, peer: str) -> tuple[int, int, int]:
        _, trusted, backing, offer = self._offers[peer]
        return trusted, backing, offer.term


def turn(seat: Seat | None, roster: Roster) -> int:
    """How many seats come before `seat`, round the table from the last host's left; the screen, None, comes last."""
    if seat is None:
        return len(roster.places)
    first = 0 if roster.host is None else roster.host + 1
    return (seat - first) % len(roster.places)


class Fellow:
    """What a page without a host knows of another that it hears, by a way of that `pace`: times, None for never.

    `called` is when it was last asked for the host, `sought` when it said that it looks for
    one as well, `vouched` when it said that the host is well.
    """

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.called = -math.inf
        self.sought = -math.inf
        self.vouched = -math.inf

    def next_call(self, since: float) -> float:
        """When it is to be asked again, if the host is missed `since` then."""
        return self.called + max(self.pace.call, (self.called - since) / PATIENCE)

    def seeks(self, now: float) -> bool:
        """Whether it looks for a host as well."""
        return now < self.sought + self.pace.silence

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

    def sought_by(self, peer: str, now: float) -> None:
        """`peer` says that it looks for a host as well."""
        self._heard[peer].sought = now

    def vouched(self, peer: str, now: float) -> None:
        """`peer`, who sits at this table, says that the host is well."""
        self._heard[peer].vouched = now

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

    def is_next(self, roster: Roster, seat: Seat | None, now: float, *, restored: bool) -> bool:
        """Whether it is for `seat`, or the screen, to be host: it is the first of those who miss the last one."""
        missed = now - self.since
        others = {place.peer for other, place in roster.people() if place.here and other not in (seat, roster.host)}
        reachable = others & self._heard.keys()
        seeking = {peer for peer in reachable if self._heard[peer].seeks(now)}
        if self._is_vouched_for(len(seeking), missed, now):
            return False
        mine = turn(seat, roster)
        before = sum(turn(other, roster) < mine for other, place in roster.people() if place.peer in seeking)
        if before:
            return missed >= PASSED_OVER * before
        answer = max((one.pace.answer for one in self._heard.values()), default=QUICK.answer)
        if missed < (RESTORED_WAIT if restored and others and not seeking else answer):
            return bool(seeking) and seeking == reachable
        return True

    def _is_vouched_for(self, seeking: int, missed: float, now: float) -> bool:
        """Whether the host is believed to be well, for others say so."""
        vouching = sum(one.vouches(now) for one in self._heard.values())
        if missed >= DOUBTED_AFTER and vouching <= seeking:
            return False
        return vouching > 0 and missed < STUBBORN
