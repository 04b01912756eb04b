"""Deeds: by what a page is host. Each host signs the roster of its members, and each page signs which host it accepts.

A member of the last roster may host after its host. A key that no host admitted counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, NamedTuple, TypeAlias, TypeVar

from game.core.codec import CHECKS, integer, refuse
from game.net.fields import Count, Digest, KeyOrNobody, ShortKey, ShortSignature
from game.transport.hashes import roster_digest
from game.transport.identity import Credentials, statement

MOST_LINKS = 12
"""Terms in the longest chain. A longer one loses its beginning, so newcomers may need the founder."""

MOST_CHAIN_SIZE = 4400
"""Characters of the longest chain on the wire, so that a message that carries a deed fits into 8 KiB."""

MOST_MEMBERS = 9
"""The seats of a table, and a host without a seat."""

MOST_ACCEPTED = 12
"""Acceptances in a deed: those of the members, then the newest of earlier members."""

MOST_TERMS = 10**6
"""Highest term number."""

Term: TypeAlias = Annotated[int, integer(1, MOST_TERMS)]


class Office(NamedTuple):
    """One host's term in a session. All its rosters share it.

    `previous` is the host of the term before, and `began` the number of the host's own acceptance: one host may hold
    the same term number after two different hosts, or again after its goodbye.
    """

    session: Digest
    term: Term
    host: ShortKey
    previous: KeyOrNobody
    began: Count


@dataclass(frozen=True, slots=True)
class SignedRoster:
    """The `members` of the table of `host` in its `term`, in seat order. `previous` is the host of the term before.

    `began` tells terms of one host with the same number apart. `number` grows with each roster of a term. The roster
    that names a `successor` is the last one of its term; its host is a member only if it stays at the table.
    """

    session: Digest
    term: Term
    began: Count
    number: Count
    previous: KeyOrNobody
    host: ShortKey
    members: Annotated[tuple[ShortKey, ...], MOST_MEMBERS]
    successor: KeyOrNobody = ""
    signature: ShortSignature = ""

    @property
    def text(self) -> str:
        """What the host signs, without the name of the room."""
        where = self.session, self.term, self.began, self.number, self.previous
        return statement("roster", *where, self.host, self.members, self.successor)

    @property
    def digest(self) -> str:
        """The hash of this roster. It orders rosters that are equal otherwise."""
        return roster_digest(self.text)

    @property
    def office(self) -> Office:
        """The term of this roster's host."""
        return Office(self.session, self.term, self.host, self.previous, self.began)

    @property
    def order(self) -> tuple[str, ...]:
        """The other members in the order in which they succeed: the named successor, then by seat after the host."""
        members = self.members
        at = members.index(self.host) + 1 if self.host in members else 0
        seats = [one for one in (*members[at:], *members[:at]) if one != self.host]
        return tuple(sorted(seats, key=lambda one: one != self.successor))


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The holder of `key` accepts the host of `office`. Of each key, the acceptance with the highest number counts."""

    key: ShortKey
    number: Count
    office: Office
    signature: ShortSignature = ""

    @property
    def text(self) -> str:
        """What the holder signs, without the name of the room."""
        return statement("accepts", self.key, self.number, *self.office)

    @property
    def age(self) -> tuple[int, Office]:
        """The sort key by which the newest acceptance of a key comes last."""
        return self.number, self.office


Signed: TypeAlias = SignedRoster | Acceptance
One = TypeVar("One", SignedRoster, Acceptance)

Chain: TypeAlias = Annotated[tuple[SignedRoster, ...], MOST_LINKS]
"""The newest known roster of each term, in order."""


@dataclass(frozen=True, slots=True)
class Deed:
    """By what a page is host: its `chain`, and the newest acceptances that it knows."""

    chain: Chain
    accepted: Annotated[tuple[Acceptance, ...], MOST_ACCEPTED] = ()

    @property
    def roster(self) -> SignedRoster:
        """The newest roster."""
        return self.chain[-1]


CHECKS[Deed] = lambda deed: bool(deed.chain) or refuse(deed, "a deed")


class Rules:
    """Signs and verifies with our credentials. `founder` is the key in the room's link, which is never banned."""

    def __init__(self, own: Credentials) -> None:
        self.own = own
        self.founder = own.founder

    def sign(self, one: One) -> One:
        """Return `one` with our signature."""
        return replace(one, signature=self.own.sign(f"{self.own.room} {one.text}"))

    def is_signed(self, one: Signed) -> bool:
        """Whether the host of this roster, or the holder of the key of this acceptance, signed it."""
        key = one.host if isinstance(one, SignedRoster) else one.key
        return self.own.verify(key, one.signature, f"{self.own.room} {one.text}")

    def is_formed(self, deed: Deed) -> bool:
        """Whether `deed` follows the rules apart from its signatures.

        Each host was admitted by the host before it, or is the founder; each term is the one before plus one.
        """
        return (
            0 < len(deed.chain) <= MOST_LINKS
            and len(deed.accepted) <= MOST_ACCEPTED
            and all(_is_formed(one) for one in deed.chain)
            and all(self.follows(before, after) for before, after in pairwise(deed.chain))
            and all(one.office.session == deed.roster.session for one in deed.accepted)
        )

    def follows(self, before: SignedRoster, after: SignedRoster) -> bool:
        """Whether the term of the roster `after` may come after that of `before`."""
        return (
            after.session == before.session
            and after.term == before.term + 1
            and after.previous == before.host
            and after.host in self.electors(before)
        )

    def electors(self, roster: SignedRoster) -> frozenset[str]:
        """Return the keys that may succeed the host of `roster`, and whose acceptances count: members and founder."""
        return frozenset((*roster.members, self.founder))

    def is_rooted(self, deed: Deed) -> bool:
        """Whether a newcomer, who knows only the founder's key, may join: all later hosts come after the founder."""
        return any(one.host == self.founder for one in deed.chain)


def _is_formed(one: SignedRoster) -> bool:
    ended = one.successor != ""
    return (
        1 <= one.term <= MOST_TERMS
        and len({*one.members}) == len(one.members) <= MOST_MEMBERS
        and (one.successor in one.members and one.successor != one.host if ended else one.host in one.members)
    )


def unverified(deed: Deed, known: Deed | None) -> Iterator[Signed]:
    """Yield the rosters and acceptances of `deed` that the verified deed `known` lacks."""
    verified: set[Signed] = {*known.chain, *known.accepted} if known else set()
    yield from (one for one in deed.chain if one not in verified)
    yield from (one for one in deed.accepted if one not in verified)


def newer(one: SignedRoster, other: SignedRoster) -> SignedRoster:
    """Return which of two rosters of one term counts. A term ends once: of two last rosters, the earlier one counts."""
    if one.successor and other.successor:
        return min(one, other, key=lambda roster: (roster.number, roster.digest))
    return max(one, other, key=lambda roster: (roster.successor != "", roster.number, roster.digest))


def merged(accepted: Iterable[Acceptance]) -> tuple[Acceptance, ...]:
    """Return the newest acceptance of each key, by key."""
    newest = {one.key: one for one in sorted(accepted, key=lambda one: one.age)}
    return tuple(newest[key] for key in sorted(newest))


def shown(accepted: Iterable[Acceptance], chain: Chain) -> tuple[Acceptance, ...]:
    """Return the acceptances that a deed with this `chain` shows: members of its newest rosters first."""
    rank: dict[str, int] = {}
    for at, roster in enumerate(reversed(chain)):
        for key in roster.members:
            rank.setdefault(key, at)
    session = chain[-1].session
    counted = [one for one in merged(accepted) if one.key in rank and one.office.session == session]
    return merged(sorted(counted, key=lambda one: (rank[one.key], one.key))[:MOST_ACCEPTED])


def trimmed(chain: Chain) -> Chain:
    """Return the newest part of `chain` that a deed may hold, and that fits into a message."""
    kept = chain[-MOST_LINKS:]
    while sum(312 + 48 * len(one.members) for one in kept) > MOST_CHAIN_SIZE:
        kept = kept[1:]
    return kept
