"""The order between hosts, by example and by property."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from game.net.succession.deeds import Acceptance, Deed, SignedRoster, newer, trimmed
from game.net.succession.order import prevailing
from tests.net.succession.deeds import KEYS, accept, deed, roster, rules

RULES = rules("A")
BASE = roster("A", "ABCDM", number=5)


def after(name: str, accepted: str = "", base: SignedRoster = BASE, number: int = 2) -> Deed:
    """Return the deed of a page that hosts after `base`, which the pages `accepted` accept after that host."""
    host = next(one for one, key in KEYS.items() if key == base.host)
    own = roster(name, "ABCDM", base.term + 1, after=host)
    return deed(base, own, accepted=name + accepted, number=number)


def winner(*deeds: Deed) -> str | None:
    stays = prevailing(RULES, deeds)
    return None if stays is None else next(name for name, key in KEYS.items() if key == stays.roster.host)


def prevails(theirs: Deed, ours: Deed, known: Iterable[Deed] = ()) -> bool:
    """Whether the host of `theirs` stays rather than that of `ours`."""
    return theirs != ours and prevailing(RULES, (ours, theirs), known) == theirs


def test_the_host_that_more_members_accept_stays() -> None:
    assert winner(deed(BASE, accepted="AB"), after("C", "DM")) == "C"
    assert winner(deed(BASE, accepted="ABD"), after("C", "M")) == "A"


def test_a_tie_stays_with_the_common_host() -> None:
    assert winner(deed(BASE, accepted="AB"), after("C", "D")) == "A"


def test_a_tie_of_two_later_hosts_goes_to_the_earlier_seat_after_the_common_host() -> None:
    assert winner(after("C", "D"), after("B", "M")) == "B"


def test_nothing_that_one_claimant_signs_breaks_a_tie() -> None:
    former = replace(after("M", "A"), chain=(BASE, roster("M", "ABCDM", 2, 10**9, "A")))
    assert winner(former, after("B", "C")) == "B"
    later = replace(BASE, number=10**9)
    assert winner(replace(former, chain=(RULES.sign(later), former.roster)), after("B", "C")) == "B"


def test_keys_that_left_or_were_never_admitted_count_for_nothing() -> None:
    early = roster("A", "AMX", number=2)
    claim = deed(early, roster("M", "AMX", 2, after="A"), accepted="MXY", number=99)
    assert winner(claim, deed(roster("A", "ABC", number=6), accepted="A")) == "A"


def test_absent_members_count_by_their_newest_acceptance() -> None:
    stays, claim = deed(BASE, accepted="A"), after("M", "B")
    old = accept("C", claim.roster, 3), accept("D", claim.roster, 3)
    new = accept("C", BASE, 4), accept("D", BASE, 4)
    assert winner(stays, replace(claim, accepted=(*claim.accepted, *old))) == "M"
    assert (
        winner(replace(stays, accepted=(*stays.accepted, *new)), replace(claim, accepted=(*claim.accepted, *old)))
        == "A"
    )


def test_whose_term_has_ended_does_not_stay() -> None:
    last = roster("A", "BCDM", number=6, successor="B")
    back = deed(roster("A", "ABCDM", number=10**9), accepted="ABCD", number=9)
    successor = after("B", base=last)
    assert winner(back, successor) == "B"


def test_a_term_ends_once() -> None:
    first, second = roster("A", "BC", number=6, successor="B"), roster("A", "BCM", number=9, successor="M")
    assert newer(first, second) == newer(second, first) == first


def test_the_newer_tab_of_one_key_stays() -> None:
    old, new = deed(BASE, accepted="ABCD"), deed(replace(BASE, number=1005))
    assert prevails(new, old) and not prevails(old, new)


def test_hosts_without_a_common_term_are_not_compared() -> None:
    assert winner(deed(BASE), deed(roster("A", "AM", session="f" * 32))) is None


def test_the_founder_counts_even_if_a_later_host_does_not_list_it() -> None:
    base = roster("B", "BCM", 2, 3, "A")
    founder = deed(roster("A", "ABCM"), base, roster("A", "ABCM", 3, after="B"), accepted="AC", number=5)
    assert winner(deed(roster("A", "ABCM"), base, accepted="B", number=4), founder) == "A"


def test_a_healed_partition_with_newcomers_on_both_sides_has_one_host() -> None:
    base, ours = roster("A", "ABCD", number=5), roster("A", "ABCDE", number=6)
    theirs = roster("C", "ABCDF", 2, 2, "A")
    assert winner(deed(ours, accepted="ABE"), deed(base, theirs, accepted="CDF", number=2)) == "A"
    assert winner(deed(base, theirs, accepted="BCDF", number=2), deed(ours, accepted="AE")) == "C"


def test_a_long_chain_loses_its_beginning() -> None:
    hosts = "ABCDBACDBCDBCD"
    chain = tuple(roster(host, "ABCD", at + 1, after=hosts[at - 1] if at else "") for at, host in enumerate(hosts))
    kept = trimmed(chain)
    assert kept == chain[-len(kept) :] and len(kept) == 8  # 9 would not fit into a message
    assert rules("E").is_formed(Deed(kept))
    assert not rules("E").is_rooted(Deed(chain[-8:]))


# --- properties -----------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> list[Deed]:
    """Return the deeds of three hosts after one common host, with any rosters and acceptances."""
    base = roster("A", "ABCDM", number=draw(st.integers(1, 3)))
    offices = [base.office, *(roster(name, "ABCDM", 2, after="A").office for name in "BCM")]
    found = []
    for name in draw(st.permutations("ABCM"))[:3]:
        listed = "".join(draw(st.lists(st.sampled_from("BCDMX"), unique=True, max_size=5)))
        copy = roster("A", "A" + listed, number=draw(st.integers(1, 3)))
        own = () if name == "A" else (roster(name, "ABCDM", 2, draw(st.integers(1, 10**9)), "A"),)
        signed = [
            accept(draw(st.sampled_from("ABCDMXY")), draw(st.sampled_from(offices)), draw(st.integers(1, 4)))
            for _ in range(draw(st.integers(0, 6)))
        ]
        found.append(Deed((copy, *own), tuple(signed)))
    return found


@given(tables())
@settings(max_examples=100, deadline=None)
def test_all_pages_decide_alike_in_whatever_order_they_hear_hosts(deeds: list[Deed]) -> None:
    assert len({winner(*order) for order in itertools.permutations(deeds)}) == 1
    for one, other in itertools.combinations(deeds, 2):
        assert prevails(one, other) != prevails(other, one)


@given(tables())
@settings(max_examples=100, deadline=None)
def test_with_the_same_evidence_the_order_of_three_hosts_is_transitive(deeds: list[Deed]) -> None:
    def over(one: Deed, other: Deed) -> bool:
        return prevails(one, other, deeds)

    for one, two, three in itertools.permutations(deeds):
        assert not (over(one, two) and over(two, three)) or over(one, three)
    best = prevailing(RULES, deeds)
    assert best is not None and all(over(best, other) for other in deeds if other != best)


@given(tables(), st.data())
@settings(max_examples=100, deadline=None)
def test_a_claim_gains_nothing_by_leaving_out_its_own_evidence(deeds: list[Deed], data: st.DataObject) -> None:
    """The claim shows the most favourable acceptance of each key, and the other host holds the newest ones."""
    claim, other, _ = deeds
    offices = {claim.roster.office}
    shown = tuple(one for one in claim.accepted if one.office in offices)
    kept = data.draw(st.lists(st.sampled_from(shown), unique=True)) if shown else list[Acceptance]()
    if prevails(replace(claim, accepted=tuple(kept)), other):
        assert prevails(replace(claim, accepted=shown), other)


@given(tables(), st.data())
@settings(max_examples=100, deadline=None)
def test_replayed_acceptances_never_help_against_newer_ones(deeds: list[Deed], data: st.DataObject) -> None:
    claim, other, _ = deeds
    newest = tuple(accept(name, other.roster, 9) for name in "ABCDM")
    present = replace(other, accepted=newest)
    replay = replace(claim, accepted=(*claim.accepted, *data.draw(st.sampled_from(deeds)).accepted))
    assert prevails(replay, present) <= prevails(claim, present)
