"""The side of a page without a host: it votes, stands for election itself, and counts the votes for it."""

from __future__ import annotations

from game.net.election.terms import MOST_TERMS, TERM_LEAP, Rules, SignedRoster, Vote, has_quorum, vote_text
from game.net.identity import Credentials


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
        """Whether a quorum wants this page to be host."""
        return self._base is not None and has_quorum(self._base, self._votes)

    def begin(self, base: SignedRoster | None) -> None:
        """The host of `base` is lost, or a newer roster of it turned up: all votes so far are worth nothing."""
        self._base, self.stands = base, False
        self._votes.clear()

    def heard_term(self, term: int) -> None:
        """A member said that it voted in `term`: a candidate needs a later one."""
        if self._base is not None and term <= max(self._base.term, self.voted, self._heard) + TERM_LEAP:
            self._heard = max(self._heard, term)

    def stand(self) -> bool:
        """Stand in a term after all that this page knows of, with its own vote. Returns whether it is a new one."""
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
        """Return our vote for a candidate on the newest roster that we know; None where we give none."""
        if self._base is None or base.digest != self._base.digest or not {self._own.key, claimant} <= base.keys:
            return None
        if (term, claimant) != (self.voted, self._choice):
            if not max(base.term, self.voted) < term <= max(base.term, self.voted) + TERM_LEAP:
                return None
            self.stands = False
            self._votes.clear()
        return self._sign(base, term, claimant)

    def may_join(self, base: SignedRoster, term: int, claimant: str) -> bool:
        """Whether we can vote for a page that is host already. A vote for ourselves counts for nothing then."""
        free = term > self.voted or (term == self.voted and self._choice in (self._own.key, claimant))
        return free and self._own.key in base.keys

    def join(self, base: SignedRoster, term: int, claimant: str) -> Vote | None:
        """Return our vote for a page that is host already; None where we have none to give."""
        return self._sign(base, term, claimant) if self.may_join(base, term, claimant) else None

    def count(self, vote: Vote) -> None:
        """Count a vote for this page, if it is one."""
        if self.stands and self._base and self._rules.is_vote(vote, self._base, self.voted, self._own.key):
            self._votes[vote.key] = vote

    def _sign(self, base: SignedRoster, term: int, claimant: str) -> Vote:
        self.voted, self._choice = term, claimant
        return Vote(self._own.key, self._own.sign(vote_text(self._own.room, base, term, claimant)))
