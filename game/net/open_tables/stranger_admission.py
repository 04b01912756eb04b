"""The host's side of a knock at an open table: who gets the invitation, as long as there is room.

A stranger who takes and leaves seats for ever, or has many keys, costs the table little: the table admits only so many
strangers per minute, each key once in a while, and never more at once than there is room for. After the host has
removed a stranger, who may come back with another key, it admits nobody for a while, each time for longer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container
from dataclasses import replace
from typing import NamedTuple

from game.net.invite import Invite
from game.net.protocol.messages import Goodbye, Invited, Knock, Message, Why
from game.net.protocol.wire import decoded
from game.transport.rate_limit import TokenBucket
from game.transport.recent import Recent

ADMITTED, ADMITTED_A_SECOND = 8, 1 / 10
"""The most strangers to admit: at once, a whole table, and per second."""

COOLS_DOWN = 60.0
"""Seconds after its knock in which a key is not admitted again."""

SITS_WITHIN = 15.0
"""Seconds for which a seat is reserved for an admitted stranger. In this time, the stranger's page connects."""

CLOSED_FOR, LONGEST_CLOSED = 30.0, 480.0
"""Seconds without admission after the first removal, twice as many after each further one, and the most."""

MOST_REMEMBERED = 500
"""The number of keys to remember."""


class TableRoom(NamedTuple):
    """The number of free `seats` at a table, and of strangers who may come as `watchers`."""

    seats: int
    watchers: int = 0

    def left(self, *, watch: bool) -> int:
        """Return the number of free seats, or with `watch` of further watchers."""
        return self.watchers if watch else self.seats


class Reserved(NamedTuple):
    """A seat, or with `watch` a watcher's place, that is reserved `until` that time."""

    watch: bool
    until: float


class StrangerAdmission:
    """Answers knocks with the `invite`, or a refusal. People with `avoided` keys get none."""

    def __init__(self, invite: Invite, now: float, avoided: Callable[[], Container[str]] = frozenset) -> None:
        self._invite = invite
        self._avoided = avoided
        self._opens_at = -math.inf
        self._closed_for = CLOSED_FOR
        self._admitted = TokenBucket(ADMITTED, ADMITTED_A_SECOND, now)
        self._knocked: Recent[str, float] = Recent(MOST_REMEMBERED)
        self._reserved: dict[str, Reserved] = {}

    def removed(self, now: float) -> None:
        """Note that the host has removed a stranger."""
        self._opens_at = now + self._closed_for
        self._closed_for = min(2 * self._closed_for, LONGEST_CLOSED)

    def answer(self, peer: str, text: str, room: TableRoom, arrived: Container[str], now: float) -> Message | None:
        """Return the answer to a message from `peer`; None if it is no knock.

        The table has `room` for others, and the `arrived` pages are there.
        """
        knock = decoded(text)
        if not isinstance(knock, Knock):
            return None
        self._reserved = {
            one: kept for one, kept in self._reserved.items() if now < kept.until and one not in arrived and one != peer
        }
        if sum(kept.watch == knock.watch for kept in self._reserved.values()) >= room.left(watch=knock.watch):
            return Goodbye(Why.FULL)
        if now < self._opens_at or knock.key in self._avoided():
            return Goodbye(Why.NOT_LET_IN)
        if now < self._knocked.get(peer, -math.inf) + COOLS_DOWN or not self._admitted.spend(now):
            return Goodbye(Why.NOT_LET_IN)
        self._knocked[peer] = now
        self._reserved[peer] = Reserved(knock.watch, now + SITS_WITHIN)
        return Invited(replace(self._invite, watch=knock.watch).fragment())
