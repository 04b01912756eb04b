"""Which of two hosts stays. Both hosts come to the same answer, for they judge by the same signed evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.net.election.terms import Chain, Proof, Rules, SignedRoster, Term, has_quorum, voters


class Fork(NamedTuple):
    """The last term that two chains share, by its place in either."""

    ours: int
    theirs: int


def fork(ours: Sequence[Term], theirs: Sequence[Term]) -> Fork | None:
    """Return where two chains part; None if they share no term."""
    places = {(term.roster.term, term.roster.host): at for at, term in enumerate(ours)}
    keys = [(term.roster.term, term.roster.host) for term in theirs]
    shared = [Fork(places[key], at) for at, key in enumerate(keys) if key in places]
    return shared[-1] if shared else None


def deposes(rules: Rules, claim: Term, base: SignedRoster, present: Proof) -> bool:
    """Whether the voters of `claim` are more than the host of `base` and all who stay with it.

    `present` is what that host shows now. Whoever signed to follow it after `base` has come back and counts
    for it; so does every member of `base` that it hears and that did not vote for the claimant.
    """
    voted = voters(claim) - rules.has_followed(present, base.number)
    staying = (base.keys & present.roster.present) - voted
    return len(voted) > len(staying)


def prevails(rules: Rules, theirs: Proof, ours: Proof) -> bool:
    """Whether the host that shows `theirs` stays, and not the one that shows `ours`.

    Both are present, and both proofs are sound. A host whose proof shares no term with ours never does.
    """
    at = fork(ours.chain, theirs.chain)
    if at is None:
        return False  # a founder that is present deposes nobody by a beginning of its own
    our_base, their_base = ours.chain[at.ours].roster, theirs.chain[at.theirs].roster
    our_claim = next(iter(ours.chain[at.ours + 1 :]), None)
    their_claim = next(iter(theirs.chain[at.theirs + 1 :]), None)
    if their_claim is None:
        if our_claim is None:
            return (their_base.number, their_base.digest) > (our_base.number, our_base.digest)  # two pages of one key
        return not deposes(rules, our_claim, our_base, theirs)
    if not rules.is_proven(theirs.chain[at.theirs :]):
        return False
    if our_claim is None:
        return deposes(rules, their_claim, their_base, ours)
    return _votes(their_claim, their_base, our_claim, our_base) > _votes(our_claim, our_base, their_claim, our_base)


def _votes(claim: Term, base: SignedRoster, other: Term, judge: SignedRoster) -> tuple[int, int, int, str]:
    """Return what speaks for `claim` against the `other` of the same host before: votes of members of `judge` first.

    Of a member who voted for both, the later vote counts.
    """
    changed = voters(other) if other.roster.term > claim.roster.term else frozenset[str]()
    counted = (voters(claim) - changed) & judge.keys
    return len(counted), base.number, claim.roster.term, claim.roster.host


def may_follow(rules: Rules, theirs: Proof, ours: Chain, me: str, *, began: bool = False, agrees: bool = False) -> bool:
    """Whether the page of the key `me`, which has no host, believes `theirs`, the sound proof of a page that is there.

    `ours` is what the page's own last host showed; nothing for a newcomer. A page that was opened again (`began`)
    also believes the founder's next evening. One that `agrees` counts as somebody who voted for that host.
    """
    if not ours:
        return rules.convinces(theirs.chain)
    at, known = fork(ours, theirs.chain), ours[-1].roster
    if at is None:
        return began and rules.convinces(theirs.chain) and theirs.roster.term > known.term
    later = theirs.chain[at.theirs :]
    shown = later[0].roster
    if at.ours < len(ours) - 1:
        return prevails(rules, theirs, Proof(ours))
    if len(later) == 1:
        return shown.number >= known.number
    claim = later[1]
    judge = known if known.number > shown.number else shown
    founded = began and claim.roster.host == rules.founder and claim.roster.evening != shown.evening
    voted = frozenset[str]().union(*map(voters, later[1:]))  # who votes after a later host agrees to that one
    return rules.is_proven(later) and (founded or has_quorum(judge, voted | {me} if agrees else voted, me))
