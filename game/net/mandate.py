"""By whose word a page is host: a chain of mandates that begins with the founder's key, which the link vouches for.

Every host signs who sits at its table. Who is host after it must be one of those, and
another of them, if there is any, signs that it agrees.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple, TypeAlias

MOST_TERMS = 10**6
"""More changes of host than any room sees; after so many, terms are not told apart any more."""

LONGEST_LEAP = 100
"""Terms by which a host may be ahead of the last that a page knew."""

MOST_MANDATES = 6
"""Hosts in the longest chain: a longer one has to begin again with the founder."""

Verify: TypeAlias = Callable[[str, str, str], bool]
"""Takes a key, a signature and a text; whether they belong together."""


class Trust(IntEnum):
    """How far a page that says it is host is believed to speak for its room."""

    NONE = 0
    WEAK = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class Mandate:
    """The holder of the key `host` is the `term`-th host, and `members` are the keys of the people at its table.

    `signature` is the host's; `assents` are of people who follow it, each with the key.
    """

    term: int
    host: str
    members: tuple[str, ...]
    signature: str
    assents: tuple[tuple[str, str], ...] = ()


Chain: TypeAlias = tuple[Mandate, ...]


def mandate_text(room: str, term: int, host: str, members: Iterable[str]) -> str:
    """What a host signs about its table."""
    return json.dumps(["one mind", "mandate", room, term, host, sorted(members)], separators=(",", ":"))


def assent_text(room: str, term: int, host: str) -> str:
    """What whoever follows a host signs."""
    return json.dumps(["one mind", "assent", room, term, host], separators=(",", ":"))


def new_mandate(room: str, term: int, host: str, members: Iterable[str], sign: Callable[[str], str]) -> Mandate:
    """A mandate that `sign` signs, nobody having agreed to it yet."""
    among = tuple(sorted(members))
    return Mandate(term, host, among, sign(mandate_text(room, term, host, among)))


def extended(chain: Sequence[Mandate], newest: Mandate, founder: str) -> Chain:
    """`chain` with `newest` in place of an older one of the same host, or after the last."""
    before = [one for one in chain if (one.term, one.host) != (newest.term, newest.host)]
    if newest.host == founder:
        before = []
    if before:
        before[-1] = replace(before[-1], assents=_needed(before[-1], before[-2] if before[1:] else None))
    return _shortened((*before, newest))


def _shortened(chain: Chain) -> Chain:
    """`chain` without a host in between whose successor sat at the table before as well, where it is too long."""
    while len(chain) > MOST_MANDATES:
        spare = (at for at in range(1, len(chain) - 1) if chain[at + 1].host in chain[at - 1].members)
        at = next(spare, 0)
        chain = (*chain[:at], *chain[at + 1 :])
    return chain


def _needed(mandate: Mandate, before: Mandate | None) -> tuple[tuple[str, str], ...]:
    """One assent is enough to show later that somebody of the table before agreed."""
    among = set(before.members) - {before.host} if before else set[str]()
    return tuple(one for one in mandate.assents if one[0] in among)[:1]


def assenting(mandate: Mandate, room: str, verify: Verify) -> frozenset[str]:
    """The keys of those who follow the host of `mandate`, itself apart."""
    text = assent_text(room, mandate.term, mandate.host)
    return frozenset(key for key, signature in mandate.assents if verify(key, signature, text)) - {mandate.host}


def trust(chain: Sequence[Mandate], room: str, founder: str, verify: Verify, known: Sequence[Mandate] = ()) -> Trust:
    """How far the last host of `chain` speaks for the room that `founder` opened.

    Mandates that are `known` beside the chain show who else has sat at the same tables: an old mandate,
    of a time at which fewer sat there, does not free anybody from asking the others.
    """
    sat: dict[tuple[int, str], set[str]] = defaultdict(set)
    for one in (*known, *chain):
        sat[one.term, one.host].update(one.members)
    if not chain or chain[0].host != founder:
        return Trust.NONE
    if any(after.term < before.term or after.host not in before.members for before, after in pairwise(chain)):
        return Trust.NONE
    if not all(is_signed(one, room, verify) for one in chain):
        return Trust.NONE
    trusted = Trust.FULL
    for before, after in pairwise(chain):
        others = sat[before.term, before.host] - {before.host, after.host}
        if others and not others & assenting(after, room, verify):
            trusted = Trust.WEAK
    return trusted


def backing(chain: Sequence[Mandate], room: str, verify: Verify) -> int:
    """How many who sat at the table before the last of `chain` follow its host."""
    before = {key for one in chain[-2:-1] for key in one.members}
    return len(assenting(chain[-1], room, verify) & before)


def is_signed(mandate: Mandate, room: str, verify: Verify) -> bool:
    """Whether the host of `mandate` has signed it."""
    text = mandate_text(room, mandate.term, mandate.host, mandate.members)
    return verify(mandate.host, mandate.signature, text)


class Claim(NamedTuple):
    """What speaks for one of two hosts, the weightiest first."""

    people: int
    is_founder: bool
    came_before: bool
    term: int
    seat: int
    peer: str


def followers(chain: Sequence[Mandate], other: Sequence[Mandate], room: str, verify: Verify) -> frozenset[str]:
    """Who follows the last host of `chain` and has not gone over to `other` since, of those whom both hosts know.

    Of two hosts of one term nobody can tell which was followed last: whoever follows both counts for neither.
    A person with a page at each of the two tables would else be what either host has more than the other.
    """
    mine, theirs = chain[-1], other[-1]
    gone_over = assenting(theirs, room, verify) if theirs.term >= mine.term else frozenset()
    return (assenting(mine, room, verify) & _common(chain, other)) - gone_over


def came_before(chain: Sequence[Mandate], other: Sequence[Mandate]) -> bool:
    """Whether the last host of `other` was at the table of the last host of `chain`, and became host after it."""
    return any(one.host == chain[-1].host and one.term == chain[-1].term for one in other[:-1])


def _common(chain: Sequence[Mandate], other: Sequence[Mandate]) -> frozenset[str]:
    """Those who sat at the last table that both hosts know of."""
    tables = {(one.term, one.host): one.members for one in other}
    shared = [one for one in chain if (one.term, one.host) in tables]
    if not shared:
        return frozenset(chain[-1].members) | frozenset(other[-1].members)
    last = shared[-1]
    return frozenset(last.members) | frozenset(tables[last.term, last.host])
