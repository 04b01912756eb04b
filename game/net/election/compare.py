"""Decides between two hosts. Both hosts reach the same result, because they compare the same signed proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.net.election.terms import Chain, Proof, Rules, SignedRoster, Term, has_quorum, voters


class Fork(NamedTuple):
    """The last term that two chains share, as an index into each chain."""

    ours: int
    theirs: int


def fork(ours: Sequence[Term], theirs: Sequence[Term]) -> Fork | None:
    """Return the last shared term of two chains; None if they share no term."""
    places = {(term.roster.term, term.roster.host): at for at, term in enumerate(ours)}
    keys = [(term.roster.term, term.roster.host) for term in theirs]
    shared = [Fork(places[key], at) for at, key in enumerate(keys) if key in places]
    return shared[-1] if shared else None


def deposes(rules: Rules, claim: Term, base: SignedRoster, present: Proof) -> bool:
    """Whether the voters of `claim` outnumber the host of `base` and the members that stay with it.

    `present` is the current proof of that host. A member that signed a later roster of this host stays with
    it, and so does each member of `base` that is connected to it and did not vote for the claimant.
    """
    voted = voters(claim) - rules.has_followed(present, base.number)
    staying = (base.keys & present.roster.present) - voted
    return len(voted) > len(staying)


def prevails(rules: Rules, theirs: Proof, ours: Proof) -> bool:
    """Whether the host with the proof `theirs` stays host, rather than the one with `ours`.

    Both hosts are connected, and both proofs are sound. Proofs that share no term never prevail.
    """
    at = fork(ours.chain, theirs.chain)
    if at is None:
        return False  # a founder that starts a second chain cannot depose a host
    our_base, their_base = ours.chain[at.ours].roster, theirs.chain[at.theirs].roster
    our_claim = next(iter(ours.chain[at.ours + 1 :]), None)
    their_claim = next(iter(theirs.chain[at.theirs + 1 :]), None)
    if their_claim is None:
        if our_claim is None:  # two pages with the same key
            return (their_base.number, their_base.digest) > (our_base.number, our_base.digest)
        return not deposes(rules, our_claim, our_base, theirs)
    if not rules.is_proven(theirs.chain[at.theirs :]):
        return False
    if our_claim is None:
        return deposes(rules, their_claim, their_base, ours)
    return _votes(their_claim, their_base, our_claim, our_base) > _votes(our_claim, our_base, their_claim, our_base)


def _votes(claim: Term, base: SignedRoster, other: Term, judge: SignedRoster) -> tuple[int, int, int, str]:
    """Return the sort key of `claim` against `other`, a claim after the same host.

    It starts with the votes of members of `judge`. If a member voted for both claims, its later vote counts.
    """
    changed = voters(other) if other.roster.term > claim.roster.term else frozenset[str]()
    counted = (voters(claim) - changed) & judge.keys
    return len(counted), base.number, claim.roster.term, claim.roster.host


def may_follow(rules: Rules, theirs: Proof, ours: Chain, me: str, *, began: bool = False, agrees: bool = False) -> bool:
    """Whether the page with the key `me`, which has no host, may follow the host with the sound proof `theirs`.

    `ours` is the chain of the page's last host, empty for a newcomer. A reloaded page (`began`) also follows a
    new session of the founder. With `agrees`, the page counts as a voter for that host.
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
    founded = began and claim.roster.host == rules.founder and claim.roster.session_id != shown.session_id
    voted = frozenset[str]().union(*map(voters, later[1:]))  # who votes after a later host agrees to that one
    return rules.is_proven(later) and (founded or has_quorum(judge, voted | {me} if agrees else voted, me))
