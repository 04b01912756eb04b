"""Who is host next, when the last one is not heard any more or two of them find each other."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from game.core import Phase, Seat, State, View, new_game
from game.net.roster import Roster

SEEK_EVERY = 0.5
"""Seconds between two calls for a host."""

OTHERS_SEEK = 1.0
"""Seconds that the others have to say that they miss the host as well."""

RESTORED_WAIT = 10.0
"""Seconds that a page which was reloaded looks for its table before it keeps it alone."""

HEARD_FOR = 1.5
"""Seconds for which somebody's word counts that the host is alive."""

STUBBORN = 30.0
"""Seconds after which nobody's word counts any more."""

FIRST_BACK_OFF, LONGEST_BACK_OFF = 1.0, 30.0
"""Seconds before the first and, at most, between two further tries to connect."""

OVER = (Phase.WON, Phase.LOST)


def survives(view: View) -> State:
    """What survives the host of the game of `view`: its level about to be dealt anew, or its end as it was."""
    level = view.level + 1 if view.phase is Phase.REVEAL else view.level
    return replace(
        new_game(view.variant, view.seats),
        level=level,
        lives=view.lives,
        stars=view.stars,
        phase=view.phase if view.phase in OVER else Phase.DEAL,
        blind=view.blind,
    )


class Claim(NamedTuple):
    """`peer`, at `seat`, is the `term`-th host of a room, and `people` sit at its table."""

    people: int
    term: int
    seat: Seat
    peer: str


def outranks(rival: Claim, own: Claim, missing: int) -> bool:
    """Whether the host of `own` gives way to `rival`, while `missing` people are not heard."""
    # Nobody is believed to hold more people than we miss; a newer tab of our own may be one of them.
    most = missing + 1 if missing and own.people <= 1 else missing
    # One person may be host in two pages: then nothing but their names is left to tell them apart.
    theirs = (min(rival.people, most), rival.term, -rival.seat, rival.peer)
    return theirs > (own.people, own.term, -own.seat, own.peer)


def turn(seat: Seat, roster: Roster) -> int:
    """How many seats come before `seat`, round the table from the last host's left."""
    return (seat - roster.host - 1) % len(roster.places)


class Search:
    """What a page without a host knows of the pages that it hears; all times are its own, in seconds."""

    def __init__(self, now: float) -> None:
        self._sought_by: dict[str, float | None] = {}
        self._vouched = now - HEARD_FOR
        self.begin(now)

    def begin(self, now: float) -> None:
        """The host is not heard any more from `now` on."""
        self.since = self._next_call = now
        self._back_off = FIRST_BACK_OFF
        self._next_dial = now + self._back_off

    @property
    def peers(self) -> list[str]:
        """The pages that are heard."""
        return list(self._sought_by)

    def hears(self, peer: str) -> bool:
        """Whether there is a channel to `peer`."""
        return peer in self._sought_by

    def connected(self, peer: str) -> None:
        """There is a channel to `peer`, of which nothing else is known."""
        self._sought_by[peer] = None

    def lost(self, peer: str) -> None:
        """There is no channel to `peer` any more."""
        self._sought_by.pop(peer, None)

    def sought_by(self, peer: str, now: float) -> None:
        """`peer` says that it looks for a host as well."""
        self._sought_by[peer] = now

    def vouched(self, now: float) -> None:
        """Somebody at this table says that the host is well."""
        self._vouched = now

    def due(self) -> float:
        """When `calls` or `dials` next has something to do."""
        return min(self._next_call, self._next_dial)

    def calls(self, now: float) -> bool:
        """Whether it is time to ask everybody for the host."""
        if now < self._next_call:
            return False
        self._next_call = now + SEEK_EVERY
        return True

    def dials(self, now: float) -> bool:
        """Whether it is time to look for more pages, which it is less and less often."""
        if now < self._next_dial:
            return False
        self._back_off = min(2 * self._back_off, LONGEST_BACK_OFF)
        self._next_dial = now + self._back_off
        return True

    def is_next(self, roster: Roster, seat: Seat, now: float, *, restored: bool) -> bool:
        """Whether it is for `seat` to be host: it is the first of those who miss the last one."""
        missed = now - self.since
        if missed < STUBBORN and now < self._vouched + HEARD_FOR:
            return False
        others = {place.peer for other, place in roster.people() if place.here and other not in (seat, roster.host)}
        reachable = others & self._sought_by.keys()
        seeking = {peer for peer in reachable if self._seeks(peer, now)}
        first = all(turn(seat, roster) < turn(other, roster) for other, one in roster.people() if one.peer in seeking)
        if missed < (RESTORED_WAIT if restored and others and not seeking else OTHERS_SEEK):
            return first and bool(seeking) and seeking == reachable
        return first

    def _seeks(self, peer: str, now: float) -> bool:
        at = self._sought_by[peer]
        return at is not None and now - at < 2 * SEEK_EVERY + HEARD_FOR
