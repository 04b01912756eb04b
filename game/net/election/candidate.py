"""The candidate and voter: casts votes, runs for host, and counts the votes it gets."""

from __future__ import annotations

from game.net.election.terms import MOST_TERMS, TERM_LEAP, Rules, SignedRoster, Vote, has_quorum, vote_text
from game.transport.identity import Credentials


class Candidate:
    """Votes with `credentials`, at most once a term.

    `voted` is the highest term in which this page voted; a browser keeps it with the roster.
    """

    def __init__(self, credentials: Credentials, rules: Rules, voted: int = 0) -> None:
        self.voted = voted
        self.stands = False
        self._own = credentials
        self._rules = rules
        self._base: SignedRoster | None = None
        self._heard = 0
        self._choice = ""
        self._votes: dict[str, Vote] = {}

    @property
    def votes(self) -> tuple[Vote, ...]:
        """The votes for this page in the term in which it stands."""
        return tuple(self._votes.values())

    @property
    def is_elected(self) -> bool:
        """Whether a quorum has voted for this page."""
        return self._base is not None and has_quorum(self._base, self._votes)

    def begin(self, base: SignedRoster | None) -> None:
        """Start an election on the roster `base`, and discard all votes. Call it on a lost host or a newer roster."""
        self._base, self.stands = base, False
        self._votes.clear()

    def heard_term(self, term: int) -> None:
        """Note that a member voted in `term`, so a candidate needs a later term."""
        if self._base is not None and term <= max(self._base.term, self.voted, self._heard) + TERM_LEAP:
            self._heard = max(self._heard, term)

    def stand(self) -> bool:
        """Run in a term later than any known one, and vote for this page. Return whether that term is new."""
        base = self._base
        if base is None or self._own.key not in base.keys or (self.stands and self.voted >= self._heard):
            return False
        term = max(base.term, self.voted, self._heard) + 1
        if term > MOST_TERMS:
            return False
        vote = self._sign(base, term, self._own.key)
        self.stands, self._votes = True, {vote.key: vote}
        return True

    def vote(self, base: SignedRoster, term: int, claimant: str) -> Vote | None:
        """Return our vote for `claimant`; None if `base` is not our newest roster or we voted in that term."""
        if self._base is None or base.digest != self._base.digest or not {self._own.key, claimant} <= base.keys:
            return None
        if (term, claimant) != (self.voted, self._choice):
            if not max(base.term, self.voted) < term <= max(base.term, self.voted) + TERM_LEAP:
                return None
            self.stands = False
            self._votes.clear()
        return self._sign(base, term, claimant)

    def may_join(self, base: SignedRoster, term: int, claimant: str) -> bool:
        """Whether we can vote for a page that already hosts, instead of for ourselves."""
        free = term > self.voted or (term == self.voted and self._choice in (self._own.key, claimant))
        return free and self._own.key in base.keys

    def join(self, base: SignedRoster, term: int, claimant: str) -> Vote | None:
        """Return our vote for a page that already hosts; None if we voted otherwise in that term."""
        return self._sign(base, term, claimant) if self.may_join(base, term, claimant) else None

    def count(self, vote: Vote) -> None:
        """Count `vote` if it is valid and for this page."""
        if self.stands and self._base and self._rules.is_vote(vote, self._base, self.voted, self._own.key):
            self._votes[vote.key] = vote

    def _sign(self, base: SignedRoster, term: int, claimant: str) -> Vote:
        self.voted, self._choice = term, claimant
        return Vote(self._own.key, self._own.sign(vote_text(self._own.room, base, term, claimant)))
