"""Elections: quorums, deposing, bounded proofs, and all interleavings of small elections."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.net.election.compare import deposes, may_follow, prevails
from game.net.election.tenure import Tenure
from game.net.election.terms import (
    MOST_CHAIN_SIZE,
    MOST_LINKS,
    Member,
    Proof,
    SignedRoster,
    Term,
    following_text,
    has_quorum,
    size,
)
from tests.net import pages
from tests.net.election_chains import RULES, credentials, elected, table, vote
from tests.net.election_model import KEYS, ROOM, Unsafe, explore, wander
from tests.thorough import thorough_after

# --- Quorums ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "voters", "carried"),
    [("AB", "B", True), ("ABC", "B", False), ("ABC", "BC", True), ("ABCD", "BC", True), ("ABCD", "B", False)],
)
def test_a_claim_needs_more_than_half_of_the_remaining_members(members: str, voters: str, carried: bool) -> None:
    assert has_quorum(table(members).roster, {KEYS[name] for name in voters}) is carried


def test_votes_of_keys_that_no_host_admitted_do_not_count() -> None:
    base = table("ABC").roster
    assert not has_quorum(base, {KEYS[name] for name in "BXY"})
    false = elected(table("ABC").chain, "B", "BXY")
    assert not RULES.is_sound(false.chain)


def test_a_newcomer_accepts_a_chain_of_the_founder_with_quorums() -> None:
    first = table("ABCD")
    second = elected(first.chain, "B", "BCD")
    third = elected(second.chain, "C", "CD", term=3)
    assert RULES.convinces(third.chain)
    assert not RULES.convinces(elected(first.chain, "B", "B").chain)  # the founder's, without a quorum
    unrooted = second.chain[1:]
    assert RULES.is_proven(unrooted) and not RULES.convinces(unrooted)


def test_only_the_founder_needs_no_quorum_and_only_for_a_new_session() -> None:
    base = elected(table("ABCD").chain, "B", "BCD").roster
    for name, session_id, carried in [("A", "e" * 32, False), ("A", "f" * 32, True), ("C", "f" * 32, False)]:
        claim = Term(replace(base, session_id=session_id, term=3, host=KEYS[name]))
        assert RULES.is_carried(base, claim) is carried, (name, session_id)


def test_a_vote_is_valid_only_for_its_roster_term_and_claimant() -> None:
    base, other = table("ABC").roster, table("ABCD").roster
    given = vote("C", base, 2, "B")
    assert RULES.is_vote(given, base, 2, KEYS["B"])
    assert not RULES.is_vote(given, base, 3, KEYS["B"])
    assert not RULES.is_vote(given, base, 2, KEYS["C"])
    assert not RULES.is_vote(given, other, 2, KEYS["B"])


def test_an_absent_member_cannot_elect_itself_while_others_are_left() -> None:
    tenure = table("ABC")
    tenure.renew({KEYS["A"]: True, KEYS["B"]: True, KEYS["C"]: False})
    assert has_quorum(tenure.roster, {KEYS["B"]})
    assert not has_quorum(tenure.roster, {KEYS["C"]})


# --- Two hosts -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "voters", "yields"),
    [("AB", "B", False), ("ABC", "BC", True), ("ABCD", "BC", False), ("ABCD", "BCD", True)],
)
def test_a_present_host_yields_if_more_members_voted_than_stay(members: str, voters: str, yields: bool) -> None:
    host = table(members)
    rival = elected(host.chain, "B", voters)
    assert host.yields_to(rival.proof()) is yields
    assert rival.yields_to(host.proof(rival=rival.proof())) is not yields


def test_absent_members_do_not_count_as_staying_with_a_host() -> None:
    host = table("ABCD")
    rival = elected(host.chain, "C", "CD")
    host.renew({KEYS["A"]: True, KEYS["B"]: False, KEYS["C"]: False, KEYS["D"]: False})
    assert host.yields_to(rival.proof()) and not rival.yields_to(host.proof(rival=rival.proof()))


def test_a_vote_of_a_member_that_returned_to_the_host_does_not_count() -> None:
    host = table("ABC")
    rival = elected(host.chain, "B", "BC")
    host.renew({KEYS[name]: True for name in "ABC"}, again=True)
    own = credentials("C")
    assert host.follows(own.key, host.roster.number, own.sign(following_text(ROOM, host.roster, host.roster.number)))
    shown = host.proof(rival=rival.proof())
    assert not host.yields_to(rival.proof()) and rival.yields_to(shown)


def test_a_host_cannot_pretend_that_its_voters_returned() -> None:
    host = table("ABC")
    rival = elected(host.chain, "B", "BC")
    host.renew({KEYS[name]: True for name in "ABC"}, again=True)
    assert not host.follows(KEYS["C"], host.roster.number, credentials("A").sign("anything"))
    assert deposes(RULES, rival.chain[-1], rival.chain[-2].roster, host.proof(rival=rival.proof()))


def test_a_founder_cannot_depose_a_host_by_a_new_session() -> None:
    host = elected(table("ABC").chain, "B", "BC")
    again = SignedRoster("f" * 32, 50, 1, "", KEYS["A"], (Member(KEYS["A"], True),))
    founder = Tenure(credentials("A"), RULES, (), again)
    assert not host.yields_to(founder.proof())
    assert not may_follow(RULES, founder.proof(), host.chain, KEYS["C"])


def test_both_hosts_choose_the_same_of_two_claims_after_one_host() -> None:
    base = table("ABCD").chain
    one, other = elected(base, "B", "BD", 2), elected(base, "C", "CD", 3)
    assert prevails(RULES, other.proof(), one.proof())
    assert not prevails(RULES, one.proof(), other.proof())


def test_the_former_host_counts_for_the_claim_that_it_voted_for() -> None:
    base = table("ABC").roster
    assert not has_quorum(base, {KEYS["B"]}, KEYS["C"])
    assert has_quorum(base, {KEYS["A"], KEYS["B"]}, KEYS["C"])


def test_a_vote_for_the_successor_of_a_later_host_also_accepts_that_host() -> None:
    before = table("ABCD").chain
    first = elected(before, "B", "BC")
    second = elected(first.chain, "C", "BCD", 3)
    assert not may_follow(RULES, elected(before, "B", "B").proof(), before, KEYS["D"])
    assert may_follow(RULES, second.proof(), before, KEYS["D"])


def test_a_page_that_accepts_a_roster_counts_as_a_voter() -> None:
    base = table("ABC")
    base.renew({KEYS["A"]: True, KEYS["B"]: True, KEYS["C"]: False})
    claim = elected(base.chain, "B", "B").proof()
    assert not may_follow(RULES, claim, base.chain, KEYS["C"])
    assert may_follow(RULES, claim, base.chain, KEYS["C"], agrees=True)


def test_of_two_pages_with_one_key_and_number_both_choose_the_same() -> None:
    chain = table("AB").chain
    one, other = (Tenure.claim(credentials("A"), RULES, chain, 1, "e" * 32, ()) for _ in range(2))
    one.renew({KEYS["B"]: True})
    other.renew({KEYS["B"]: False})
    assert one.roster.number == other.roster.number + 1
    other.renew({KEYS["B"]: False}, again=True)
    assert one.roster.number == other.roster.number
    assert prevails(RULES, one.proof(), other.proof()) is not prevails(RULES, other.proof(), one.proof())


def test_a_page_that_does_not_accept_a_newer_roster_counts_as_absent() -> None:
    net, (ana, ben, cleo) = pages.table("withheld", 3, 3)
    net.run(2)
    net.intercept(ben.name, ana.name, lambda sender, to, text: [] if '"accepted"' in text else [text])
    net.kill(cleo, noticed=True)
    seat = ana.host.lobby.seat_of(ben.name)
    assert seat is not None
    assert net.run(4, lambda: not ana.host.lobby.places[seat].here)


# --- Bounds ----------------------------------------------------------------------------


def test_a_chain_stays_bounded_and_members_accept_its_end() -> None:
    chain, hosts = table("ABC").chain, "BC"
    for term in range(2, 4 * MOST_LINKS):
        before, claimant = chain, hosts[term % 2]
        tenure = elected(chain, claimant, "BC", term)
        tenure.renew({KEYS[name]: name != "A" for name in "ABC"})
        chain = tenure.chain
        assert len(chain) <= MOST_LINKS and size(chain) <= MOST_CHAIN_SIZE and RULES.is_sound(chain)
        assert may_follow(RULES, Proof(chain), before, "")


def test_a_chain_that_is_too_long_starts_at_a_vote_of_the_founder() -> None:
    chain, hosts = table("ABC").chain, "BC"
    for term in range(2, 4 * MOST_LINKS):
        tenure = elected(chain, hosts[term % 2], "ABC", term)
        tenure.renew({KEYS[name]: True for name in "ABC"})
        chain = tenure.chain
        assert RULES.convinces(chain)


# --- All interleavings -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("honest", "hostile", "depth"),
    [("ABC", False, 6), pytest.param("AB", True, 5, marks=pytest.mark.thorough), ("ABC", True, 3)],
)
def test_every_interleaving_is_safe_and_heals(honest: str, hostile: bool, depth: int) -> None:
    found = explore(honest, hostile=hostile, depth=depth, most=1500)
    assert found.states > 100 and found.healed > 5


@pytest.mark.parametrize("seed", thorough_after(5, range(20)))
def test_random_longer_histories_are_safe(seed: int) -> None:
    wander("ABCD" if seed % 3 == 0 else "ABC", Random(seed), hostile=seed % 2 == 0, steps=40)


def test_the_model_finds_unsafe_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.net.election.terms.has_quorum", lambda *said: True)
    monkeypatch.setattr("game.net.election.compare.has_quorum", lambda *said: True)
    with pytest.raises(Unsafe):
        explore("ABC", hostile=True, depth=4)
