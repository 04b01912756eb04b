"""The term of a host: signs rosters, holds its votes, and steps down only for a claim that deposes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from game.net.election.compare import prevails
from game.net.election.terms import (
    Chain,
    Following,
    Member,
    Proof,
    Rules,
    SignedRoster,
    Term,
    Vote,
    enough,
    following_text,
    shortened,
    signed,
    voters,
)
from game.transport.identity import Credentials
from game.transport.recent import Recent

RESUMED = 1000
"""Roster numbers that a reloaded host skips, because it may have signed rosters that were not saved."""

MOST_FOLLOWING = 64
"""Most followers that a host remembers, the latest first."""

MOST_SHOWN = 8
"""Most followers in a proof: the seats of a table."""


class Tenure:
    """One term of the host that has `credentials`."""

    def __init__(
        self, credentials: Credentials, rules: Rules, before: Chain, first: SignedRoster, votes: Iterable[Vote] = ()
    ) -> None:
        self.rules = rules
        self._own = credentials
        self.before = before
        self._following: Recent[str, Following] = Recent(MOST_FOLLOWING)
        self.votes = tuple(votes)
        self.roster = self._signed(first)

    @classmethod
    def found(cls, credentials: Credentials, rules: Rules, session_id: str) -> Tenure:
        """Return the first term of a new room."""
        first = SignedRoster(session_id, 1, 1, "", credentials.key, (Member(credentials.key, True),))
        return cls(credentials, rules, (), first)

    @classmethod
    def claim(
        cls, credentials: Credentials, rules: Rules, chain: Chain, term: int, session_id: str, votes: Iterable[Vote]
    ) -> Tenure:
        """Return the term that `votes` on the last roster of `chain` elect; the same term if its host is this page."""
        last, key = chain[-1].roster, credentials.key
        members = tuple(Member(one.key, one.key == key) for one in last.members)
        if key not in last.keys:
            members = (*members[:8], Member(key, True))
        if last.host == key:
            number = last.number + RESUMED
            first = SignedRoster(session_id, last.term, number, last.digest, key, members)
            return cls(credentials, rules, chain[:-1], first, chain[-1].votes)
        return cls(credentials, rules, chain, SignedRoster(session_id, term, 1, last.digest, key, members), votes)

    @property
    def newest(self) -> Term:
        """This term: its latest roster, and the votes that elected this host."""
        return Term(self.roster, self.votes)

    @property
    def chain(self) -> Chain:
        """The terms up to this one."""
        before = self.before
        if len(before) > 1:
            trimmed = Term(before[-1].roster, enough(before[-2].roster, before[-1].votes, self.rules.founder))
            before = (*before[:-1], trimmed)
        return shortened((*before, self.newest), self.rules.founder)

    @property
    def is_proven(self) -> bool:
        """Whether this host has a quorum, or needs none."""
        return not self.before or self.rules.is_carried(self.before[-1].roster, self.newest)

    def proof(self, *, rival: Proof | None = None) -> Proof:
        """Return the chain of this host, and who follows it: the members, or the voters of the `rival`."""
        claimed = {key for term in rival.chain for key in voters(term)} if rival else self.roster.keys
        shown = [one for key, one in self._following.items() if key in claimed]
        return Proof(self.chain, tuple(shown[-MOST_SHOWN:]))

    def renew(self, members: Mapping[str, bool], *, again: bool = False) -> None:
        """Sign the roster of these `members`, by key, and whether each is present.

        Nothing is signed while they are the same, unless somebody came in `again`.
        """
        listed = {**members, self._own.key: True}
        wanted = tuple(Member(key, listed[key]) for key in sorted(listed))
        last = self.roster
        if wanted != last.members or again:
            self.roster = self._signed(
                SignedRoster(last.session_id, last.term, last.number + 1, last.digest, last.host, wanted)
            )

    def add_vote(self, vote: Vote) -> None:
        """Keep `vote`, if it is one for this term."""
        if not self.before or vote.key in voters(self.newest):
            return
        if self.rules.is_vote(vote, self.before[-1].roster, self.roster.term, self._own.key):
            self.votes = (*self.votes, vote)

    def follows(self, key: str, number: int, signature: str) -> bool:
        """Note that the holder of `key` accepted roster `number`. Return False if the signature is wrong."""
        known = self._following.get(key)
        if number > self.roster.number or not self._own.verify(
            key, signature, following_text(self._own.room, self.roster, number)
        ):
            return False
        if known is None or number > known.number:
            self._following[key] = Following(key, number, signature)
        return True

    def yields_to(self, rival: Proof) -> bool:
        """Whether this host steps down for the connected `rival`, whose proof is sound."""
        return prevails(self.rules, rival, self.proof(rival=rival))

    def _signed(self, roster: SignedRoster) -> SignedRoster:
        return replace(roster, signature=self._own.sign(signed(self._own.room, roster)))
