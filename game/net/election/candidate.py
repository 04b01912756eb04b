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
        self.standing: int | None = None
        self._own = credentials
        self._rules = rules
        self._base: SignedRoster | None = None
        self._heard = 0
        self._before = voted
        self._chosen: dict[int, str] = {}
        self._votes: dict[str, Vote] = {}

    @property
    def votes(self) -> tuple[Vote, ...]:
        """The votes for this page in the term for which it stands."""
        return tuple(self._votes.values())

    @property
    def is_elected(self) -> bool:
        """Whether a quorum wants this page to be host."""
        return self.standing is not None and self._base is not None and has_quorum(self._base, self._votes)

    def begin(self, base: SignedRoster | None) -> None:
        """The host of `base` is lost, or a newer roster of it turned up: all votes so far are worth nothing."""
        self._base, self.standing = base, None
        self._votes.clear()

    def heard_term(self, term: int) -> None:
        """A member said that it voted in `term`: a candidate needs a later one."""
        if self._base is not None and term <= max(self._base.term, self.voted, self._heard) + TERM_LEAP:
            self._heard = max(self._heard, term)

    def stand(self) -> int | None:
        """Stand in a term after all that this page knows of, with its own vote. Returns the term."""
        base = self._base
        if base is None or self._own.key not in base.keys or self._own.key == base.host:
            return None
        if self.standing is None or self.standing < max(self._heard, self.voted):
            term = max(base.term, self.voted, self._heard) + 1
            if term > MOST_TERMS:
                return None
            self._votes.clear()
            self.standing = self.voted = term
            self._chosen[term] = self._own.key
            self.count(self._sign(base, term, self._own.key))
        return self.standing

    def vote(self, digest: str, term: int, claimant: str) -> Vote | None:
        """Return our vote for `claimant` on the roster with that digest; None where we give none."""
        base = self._base
        if base is None or base.digest != digest or not {self._own.key, claimant} <= base.keys:
            return None
        again = self._chosen.get(term) == claimant
        if not again and not max(base.term, self.voted) < term <= max(base.term, self.voted) + TERM_LEAP:
            return None
        if not again:
            self.voted, self.standing = term, None
            self._chosen[term] = claimant
            self._votes.clear()
        return self._sign(base, term, claimant)

    def join(self, base: SignedRoster, term: int, claimant: str) -> Vote | None:
        """Return our vote for a page that is host already; None if we voted for another in its term.

        A vote for ourselves counts for nothing, once we are not host. A vote in a later term counts before this one.
        """
        chosen = self._chosen.get(term, "" if term > self._before else None)
        if self._own.key not in base.keys or chosen not in ("", self._own.key, claimant):
            return None
        self.voted = max(self.voted, term)
        self._chosen[term] = claimant
        return self._sign(base, term, claimant)

    def count(self, vote: Vote) -> None:
        """Count a vote for this page, if it is one."""
        base = self._base
        if base is None or self.standing is None:
            return
        if self._rules.is_vote(vote, base, self.standing, self._own.key):
            self._votes[vote.key] = vote

    def _sign(self, base: SignedRoster, term: int, claimant: str) -> Vote:
        return Vote(self._own.key, self._own.sign(vote_text(self._own.room, base, term, claimant)))
