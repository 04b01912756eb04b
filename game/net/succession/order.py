"""Decides which of several present hosts stays. The result depends on signed evidence only, not on who decides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from game.net.succession.deeds import Acceptance, Chain, Deed, Office, Rules, SignedRoster, merged, newer


class Evidence:
    """The newest roster of each term, and the newest acceptance of each key, in all `deeds` that a page knows."""

    def __init__(self, deeds: Iterable[Deed]) -> None:
        known = [*deeds]
        self.rosters: dict[Office, SignedRoster] = {}
        for one in (one for deed in known for one in deed.chain):
            self.rosters[one.office] = newer(self.rosters.get(one.office, one), one)
        self.accepted: tuple[Acceptance, ...] = merged(one for deed in known for one in deed.accepted)

    def has_ended(self, office: Office) -> bool:
        """Whether the host of `office` has said goodbye or has handed over."""
        return office in self.rosters and self.rosters[office].successor != ""


def fork(ours: Chain, theirs: Chain) -> tuple[int, int] | None:
    """Return the index of the last shared term in each of two chains; None if they share no term."""
    places = {one.office: at for at, one in enumerate(ours)}
    shared = [(places[one.office], at) for at, one in enumerate(theirs) if one.office in places]
    return shared[-1] if shared else None


def prevailing(rules: Rules, deeds: Collection[Deed], known: Iterable[Deed] = ()) -> Deed | None:
    """Return the deed whose host stays; None if no term has all these hosts in common.

    All hosts are present and their deeds are sound. The `known` deeds of other hosts are evidence, too. The hosts
    after the last common term form branches, by the host that came next. The branch that most members of that common
    host accept stays, and so on within it. A host whose term has ended does not stay.
    """
    evidence = Evidence((*deeds, *known))
    left = [one for one in deeds if not evidence.has_ended(one.roster.office)]
    while len({one.roster.office for one in left}) > 1:
        base = _last_shared(left)
        if base is None:
            return None
        branches: dict[Office, list[Deed]] = {}
        for one in left:
            branches.setdefault(_path(one, base)[0], []).append(one)
        ranks = {branch: _rank(rules, branch, within, base, evidence) for branch, within in branches.items()}
        left = branches[max(ranks, key=lambda branch: ranks[branch])]
    return max(left, key=lambda one: (one.roster.number, one.roster.digest), default=None)  # tabs of one person


def _last_shared(deeds: Sequence[Deed]) -> Office | None:
    shared = set.intersection(*({one.office for one in deed.chain} for deed in deeds))
    return max(shared, key=lambda office: office.term, default=None)


def _path(deed: Deed, base: Office) -> list[Office]:
    """Return the terms after `base`; `base` itself if its host still hosts."""
    return [one.office for one in deed.chain if one.term > base.term] or [base]


def _rank(
    rules: Rules, branch: Office, deeds: Sequence[Deed], base: Office, evidence: Evidence
) -> tuple[bool, int, bool, int, str, int]:
    """Return the sort key of a branch.

    Nothing in it can be signed by one claimant alone: acceptances, then the common host, then its seat order. What
    comes last decides only between two tabs of one person.
    """
    offices = {office for one in deeds for office in _path(one, base)}
    electors = rules.electors(evidence.rosters[base])
    accepts = sum(one.key in electors and one.office in offices for one in evidence.accepted)
    order = evidence.rosters[base].order
    seat = order.index(branch.host) if branch.host in order else len(order)
    return branch.host in electors, accepts, branch == base, -seat, branch.host, branch.began
