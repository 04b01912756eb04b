"""Signed rosters, and the votes by which a member of one roster becomes the next host.

Every host signs the list of its members. A claim to a later term carries votes of
members of the last list, bound to its hash. A key that no host admitted counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from game.transport.hashes import roster_digest
from game.transport.identity import Credentials, statement

MOST_TERMS = 10**6
"""Highest term number."""

TERM_LEAP = 16
"""Terms by which a candidate may be ahead of the last term in which a voter voted.

Every failed election costs one. Without this bound one candidate could use up all terms.
"""

MOST_LINKS = 12
"""Terms in the longest chain."""

MOST_CHAIN_SIZE = 5600
"""Characters of the longest chain on the wire, so that a message that carries one fits into 8 KiB."""

Verify: TypeAlias = Callable[[str, str, str], bool]
"""Takes a key, a signature and a text; returns whether they belong together."""


@dataclass(frozen=True, slots=True)
class Member:
    """A key that a host admitted, and whether that host heard its page when it signed."""

    key: str
    present: bool


@dataclass(frozen=True, slots=True)
class SignedRoster:
    """Who belongs to the table of the host `host` in its `term`, the host included.

    `number` grows with each roster of a term. `previous` is the digest of the roster
    before this one, which for the first of a term is the roster that was voted on.
    """

    session_id: str
    term: int
    number: int
    previous: str
    host: str
    members: tuple[Member, ...]
    signature: str = ""

    @property
    def text(self) -> str:
        """What the host signs, without the name of the room."""
        members = [[one.key, one.present] for one in self.members]
        return statement("roster", self.session_id, self.term, self.number, self.previous, self.host, members)

    @property
    def digest(self) -> str:
        """The hash by which votes and later rosters name this one."""
        return roster_digest(self.text)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all members."""
        return frozenset(one.key for one in self.members)

    @property
    def present(self) -> frozenset[str]:
        """The keys of the members that the host heard, and its own."""
        return frozenset(one.key for one in self.members if one.present) | {self.host}


@dataclass(frozen=True, slots=True)
class Vote:
    """The signature of the holder of `key` under `vote_text`."""

    key: str
    signature: str


@dataclass(frozen=True, slots=True)
class Term:
    """The latest known roster of one term, and the votes by which its host came after the host before."""

    roster: SignedRoster
    votes: tuple[Vote, ...] = ()


Chain: TypeAlias = tuple[Term, ...]
"""Terms in order; each but the first has votes on the roster of the one before."""


@dataclass(frozen=True, slots=True)
class Following:
    """The holder of `key` accepted roster `number`, signed under `following_text`."""

    key: str
    number: int
    signature: str


@dataclass(frozen=True, slots=True)
class Proof:
    """By what a page is host: its `chain`, and members that have followed it since some roster."""

    chain: Chain
    following: tuple[Following, ...] = ()

    @property
    def roster(self) -> SignedRoster:
        """The newest roster."""
        return self.chain[-1].roster


def vote_text(room: str, base: SignedRoster, term: int, claimant: str) -> str:
    """Return what a member of `base` signs to make `claimant` host in `term`."""
    return statement("vote", room, base.session_id, base.term, base.digest, term, claimant)


def following_text(room: str, roster: SignedRoster, number: int) -> str:
    """Return what a page signs when it accepts roster `number` of the host and term of `roster`."""
    return statement("following", room, roster.session_id, roster.term, roster.host, number)


def signed(room: str, roster: SignedRoster) -> str:
    """Return what the host of `roster` signs."""
    return statement("host", room, roster.text)


def size(chain: Sequence[Term]) -> int:
    """Return an upper bound of the characters that `chain` takes on the wire."""
    return sum(300 + 48 * len(term.roster.members) + 140 * len(term.votes) for term in chain)


def shortened(chain: Chain, founder: str) -> Chain:
    """Return the newest part of `chain` that fits into a message.

    It starts with a roster that the founder signed or voted on, if one fits: newcomers can
    verify no other chain. Members verify any.
    """
    starts = [at for at in range(len(chain)) if size(chain[at:]) <= MOST_CHAIN_SIZE and len(chain) - at <= MOST_LINKS]
    return chain[next((at for at in starts if is_rooted(chain[at:], founder)), starts[0]) :]


def is_rooted(chain: Sequence[Term], founder: str) -> bool:
    """Whether the founder signed the first roster of `chain`, or voted on it."""
    return chain[0].roster.host == founder or any(vote.key == founder for term in chain[1:2] for vote in term.votes)


def has_quorum(base: SignedRoster, voters: Collection[str], me: str = "") -> bool:
    """Whether `voters` are more than half of the remaining members of `base`.

    Those are the members connected to its host, the voters, and the member `me`. The host counts only if it voted.
    """
    voted = base.keys & frozenset(voters)
    left = (base.present - {base.host}) | voted | (base.keys & {me})
    return 2 * len(voted) > len(left)


class Rules:
    """Verifies the claims of a room. `founder` is the key in its link."""

    def __init__(self, room: str, founder: str, verify: Verify) -> None:
        self.room = room
        self.founder = founder
        self._verify = verify

    @classmethod
    def of(cls, credentials: Credentials) -> Rules:
        """Return the rules of the room of these `credentials`."""
        return cls(credentials.room, credentials.founder, credentials.verify)

    def is_signed(self, roster: SignedRoster) -> bool:
        """Whether the host of `roster` signed it and is one of its members."""
        distinct = len(roster.keys) == len(roster.members)
        return (
            distinct
            and roster.host in roster.keys
            and self._verify(roster.host, roster.signature, signed(self.room, roster))
        )

    def is_vote(self, vote: Vote, base: SignedRoster, term: int, claimant: str) -> bool:
        """Whether `vote` is of a member of `base`, for this claim."""
        return vote.key in base.keys and self._verify(
            vote.key, vote.signature, vote_text(self.room, base, term, claimant)
        )

    def is_sound(self, chain: Sequence[Term]) -> bool:
        """Whether the signatures, terms and claimants of `chain` are valid. Quorums are checked by `is_proven`."""
        if not 0 < len(chain) <= MOST_LINKS or size(chain) > MOST_CHAIN_SIZE:
            return False
        if not all(self.is_signed(term.roster) for term in chain):
            return False
        return all(self._follows(before.roster, after) for before, after in pairwise(chain))

    def _follows(self, base: SignedRoster, after: Term) -> bool:
        claim = after.roster
        distinct = len({vote.key for vote in after.votes}) == len(after.votes)
        admitted = claim.host in base.keys or claim.host == self.founder
        return (
            distinct
            and admitted
            and claim.term > base.term
            and all(self.is_vote(vote, base, claim.term, claim.host) for vote in after.votes)
        )

    def is_carried(self, base: SignedRoster, after: Term) -> bool:
        """Whether the claim `after` has a quorum of `base`, or the founder starts a new session, which needs none."""
        begins = after.roster.host == self.founder and after.roster.session_id != base.session_id
        return begins or has_quorum(base, voters(after))

    def is_proven(self, chain: Sequence[Term]) -> bool:
        """Whether each host of a sound `chain` but the first had a quorum."""
        return all(self.is_carried(before.roster, after) for before, after in pairwise(chain))

    def convinces(self, chain: Sequence[Term]) -> bool:
        """Whether a newcomer, who knows only the founder's key, accepts a sound `chain`."""
        return is_rooted(chain, self.founder) and self.is_proven(chain)

    def has_followed(self, proof: Proof, since: int) -> frozenset[str]:
        """Return the keys that have signed to follow the host of `proof` after its roster number `since`."""
        roster = proof.roster
        return frozenset(
            one.key
            for one in proof.following
            if one.number > since
            and self._verify(one.key, one.signature, following_text(self.room, roster, one.number))
        )


def voters(term: Term) -> frozenset[str]:
    """Return the keys that voted for the host of `term`."""
    return frozenset(vote.key for vote in term.votes)


def enough(base: SignedRoster, votes: Iterable[Vote], founder: str) -> tuple[Vote, ...]:
    """Return a smallest quorum of `base` among `votes`, the founder's vote first; all of them if there is none."""
    kept: list[Vote] = []
    given = sorted(votes, key=lambda vote: (vote.key != founder, vote.key == base.host))
    for vote in given:
        kept.append(vote)
        if has_quorum(base, {one.key for one in kept}):
            break
    return tuple(kept)
