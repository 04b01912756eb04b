"""The chain of terms: its bounds, its proof, and the tenure that extends it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.net.election.compare import Fork, fork, may_follow, prevails
from game.net.election.tenure import RESUMED, Tenure
from game.net.election.terms import (
    MOST_CHAIN_SIZE,
    MOST_LINKS,
    Chain,
    Following,
    Member,
    Proof,
    SignedRoster,
    Term,
    Vote,
    enough,
    following_text,
    is_rooted,
    shortened,
    signed,
    size,
    voters,
)
from tests.net.election_chains import RULES, credentials, elected, table, vote
from tests.net.election_model import KEYS, ROOM, SIGNATURES


def signed_by(name: str, roster: SignedRoster) -> SignedRoster:
    roster = replace(roster, host=KEYS[name])
    return replace(roster, signature=credentials(name).sign(signed(ROOM, roster)))


def followed(tenure: Tenure, name: str, number: int) -> bool:
    own = credentials(name)
    return tenure.follows(own.key, number, own.sign(following_text(ROOM, tenure.roster, number)))


def links(count: int, members: str = "AB", votes: int = 1) -> Chain:
    """Return a chain of this length, without signatures."""
    roster = table(members).roster
    given = tuple(Vote(f"{number}", "") for number in range(votes))
    return tuple(Term(replace(roster, term=1 + at, host=KEYS["AB"[at > 0]]), given) for at in range(count))


# --- Bounds -----------------------------------------------------------------------------


def test_the_size_of_a_chain_grows_with_terms_members_and_votes() -> None:
    chain = elected(table("ABCD").chain, "B", "BCD").chain
    assert size(chain) == 2 * (300 + 4 * 48) + 3 * 140


def test_a_chain_keeps_as_many_terms_as_fit() -> None:
    assert shortened(links(MOST_LINKS, votes=0), KEYS["A"]) == links(MOST_LINKS, votes=0)
    assert len(shortened(links(MOST_LINKS + 1, votes=0), KEYS["M"])) == MOST_LINKS
    fits = next(count for count in range(1, 30) if size(links(count + 1, "ABCD", 4)) > MOST_CHAIN_SIZE)
    assert fits < MOST_LINKS
    assert len(shortened(links(fits + 2, "ABCD", 4), KEYS["M"])) == fits


def test_a_chain_whose_size_is_the_limit_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.net.election.terms.MOST_CHAIN_SIZE", size(links(3)))
    assert len(shortened(links(5), KEYS["M"])) == 3
    chain = elected(table("AB").chain, "B", "B").chain
    monkeypatch.setattr("game.net.election.terms.MOST_CHAIN_SIZE", size(chain))
    assert RULES.is_sound(chain)
    monkeypatch.setattr("game.net.election.terms.MOST_CHAIN_SIZE", size(chain) - 1)
    assert not RULES.is_sound(chain)


def test_a_chain_is_rooted_where_the_founder_hosted_or_voted_first() -> None:
    first = table("ABC")
    second = elected(first.chain, "B", "ABC")
    third = elected(second.chain, "C", "BC", 3)
    fourth = elected(third.chain, "B", "ABC", 4)
    assert is_rooted(first.chain, KEYS["A"])
    assert not is_rooted(second.chain[1:], KEYS["A"])
    assert not is_rooted(third.chain[1:], KEYS["A"])
    assert not is_rooted(fourth.chain[1:], KEYS["A"])  # the founder voted, but not on the first roster
    assert is_rooted(fourth.chain[2:], KEYS["A"])


def test_a_chain_has_at_least_one_term_and_a_limited_number(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = elected(table("AB").chain, "B", "B").chain
    assert RULES.is_sound(()) is False
    monkeypatch.setattr("game.net.election.terms.MOST_LINKS", 2)
    assert RULES.is_sound(chain) is True
    monkeypatch.setattr("game.net.election.terms.MOST_LINKS", 1)
    assert RULES.is_sound(chain) is False


# --- Signatures ---------------------------------------------------------------------------


def test_a_roster_is_signed_by_its_host_who_is_a_member() -> None:
    roster = table("AB").roster
    assert RULES.is_signed(roster)
    assert not RULES.is_signed(replace(roster, number=9))
    assert not RULES.is_signed(replace(roster, signature=""))
    assert not RULES.is_signed(signed_by("C", roster))
    twice = (*roster.members, roster.members[0])
    assert not RULES.is_signed(signed_by("A", replace(roster, members=twice)))


def test_every_roster_of_a_sound_chain_is_signed() -> None:
    first, second = elected(table("AB").chain, "B", "B").chain
    assert RULES.is_sound((first, second)) is True
    assert RULES.is_sound((replace(first, roster=replace(first.roster, signature="")), second)) is False
    assert RULES.is_sound((first, replace(second, roster=replace(second.roster, signature="")))) is False


def test_a_claim_is_for_a_later_term() -> None:
    base = table("ABC")
    for term in (0, 1):
        claim = elected(base.chain, "B", "BC", term)
        assert not RULES.is_sound((*base.chain, Term(claim.roster, claim.votes)))


def test_each_vote_of_a_claim_counts_once_and_must_be_valid() -> None:
    base = table("ABC")
    claim = elected(base.chain, "B", "BC")
    for votes in [(*claim.votes, claim.votes[0]), (*claim.votes, vote("A", base.roster, 3, "B"))]:
        assert not RULES.is_sound((*base.chain, Term(claim.roster, votes)))


def test_a_claimant_is_a_member_or_the_founder() -> None:
    base = elected(table("BCD").chain, "B", "BCD")
    without = signed_by("B", replace(base.roster, members=tuple(Member(KEYS[name], True) for name in "BC")))
    for name, admitted in [("C", True), ("A", True), ("D", False)]:
        claimed = SignedRoster("e" * 32, 3, 1, without.digest, KEYS[name], (Member(KEYS[name], True),))
        claim = Term(signed_by(name, claimed), (vote("B", without, 3, name),))
        assert RULES.is_sound((Term(without), claim)) is admitted, name


def test_members_follow_a_roster_by_a_valid_signature_of_a_later_number() -> None:
    roster = table("AB").roster
    own = credentials("B")
    good = Following(own.key, 7, own.sign(following_text(ROOM, roster, 7)))
    proof = Proof((Term(roster),), (good,))
    assert RULES.has_followed(proof, 6) == {own.key}
    assert RULES.has_followed(proof, 7) == frozenset()
    forged = Proof((Term(roster),), (replace(good, number=8),))
    assert RULES.has_followed(forged, 6) == frozenset()


# --- Minimal quorums ------------------------------------------------------------------------


def test_a_minimal_quorum_keeps_the_votes_of_the_founder_and_the_host_before_last_first() -> None:
    base = elected(table("ABCD").chain, "B", "BCD")
    base.renew({KEYS[name]: True for name in "ABCD"})
    votes = [vote(name, base.roster, 3, "C") for name in "BCDA"]
    names = [name for one in enough(base.roster, votes, KEYS["A"]) for name in "ABCD" if KEYS[name] == one.key]
    assert names == ["A", "C"]
    assert [one.key for one in enough(base.roster, votes[:2], KEYS["A"])] == [KEYS["C"], KEYS["B"]]


def test_without_a_quorum_all_votes_are_kept() -> None:
    base = table("ABCD").roster
    votes = (vote("B", base, 2, "B"),)
    assert enough(base, votes, KEYS["A"]) == votes


# --- A tenure ---------------------------------------------------------------------------------


def test_a_founder_begins_with_itself_alone() -> None:
    roster = Tenure.found(credentials("A"), RULES, "e" * 32).roster
    assert (roster.term, roster.number, roster.previous) == (1, 1, "")
    assert roster.members == (Member(KEYS["A"], True),) and RULES.is_signed(roster)


def test_a_claim_counts_no_other_member_as_present() -> None:
    claim = elected(table("ABC").chain, "B", "BC").roster
    assert claim.number == 1 and claim.present == {KEYS["B"]} and claim.keys == {KEYS[name] for name in "ABC"}


def test_a_banned_founder_is_a_member_of_its_own_claim() -> None:
    full = table("A")
    others = [SIGNATURES.public_key(f"guest {number}") for number in range(9)]
    full.renew(dict.fromkeys(others, True))
    last = signed_by(
        "B", replace(full.roster, members=tuple(Member(key, True) for key in sorted((KEYS["B"], *others))))
    )
    claim = Tenure.claim(credentials("A"), RULES, (Term(last),), 2, "f" * 32, ())
    assert len(claim.roster.members) == 9 and claim.roster.members[-1] == Member(KEYS["A"], True)
    member = Tenure.claim(credentials("B"), RULES, (Term(last),), 2, "f" * 32, ())
    assert len(member.roster.members) == 10


def test_a_reloaded_host_continues_with_later_numbers_in_its_term() -> None:
    host = elected(table("ABC").chain, "B", "BC")
    again = Tenure.claim(credentials("B"), RULES, host.chain, 9, "e" * 32, ())
    assert (again.roster.term, again.roster.number) == (host.roster.term, host.roster.number + RESUMED)
    assert again.votes == host.votes and again.before == host.before and again.is_proven


def test_the_last_but_one_claim_is_trimmed_to_a_quorum() -> None:
    base = table("ABCD")
    second = elected(base.chain, "B", "BCD")
    second.renew({KEYS[name]: True for name in "ABCD"})
    assert len(second.chain[1].votes) == 3  # its own votes stay
    third = elected(second.chain, "C", "BCD", 3)
    assert [len(term.votes) for term in third.chain] == [0, 2, 3] and RULES.convinces(third.chain)


def test_a_host_without_a_quorum_counts_late_votes() -> None:
    base = table("ABC")
    alone = elected(base.chain, "B", "B")
    assert not alone.is_proven
    for wrong in (vote("C", base.roster, 3, "B"), vote("B", base.roster, 2, "B"), vote("M", base.roster, 2, "B")):
        alone.add_vote(wrong)
    assert len(alone.votes) == 1
    alone.add_vote(vote("C", base.roster, 2, "B"))
    assert len(alone.votes) == 2 and alone.is_proven
    founder = table("AB")
    founder.add_vote(vote("B", founder.roster, 1, "A"))
    assert founder.votes == () and founder.is_proven


def test_no_new_signature_is_made_while_members_stay_the_same() -> None:
    host = table("AB")
    before = host.roster
    host.renew({KEYS["B"]: True})
    assert host.roster is before
    host.renew({KEYS["B"]: True}, again=True)
    assert (host.roster.number, host.roster.previous) == (before.number + 1, before.digest)


def test_a_host_remembers_the_latest_roster_that_a_member_accepted() -> None:
    host = table("AB")
    number = host.roster.number
    assert followed(host, "B", number) is True and followed(host, "B", number - 1) is True
    assert [one.number for one in host.proof().following] == [number]
    assert followed(host, "B", number + 1) is False  # not signed yet
    assert host.follows(KEYS["B"], number, "") is False


def test_the_remembered_followers_of_a_host_are_limited_and_it_shows_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.net.election.tenure.MOST_FOLLOWING", 3)
    monkeypatch.setattr("game.net.election.tenure.MOST_SHOWN", 2)
    host = table("ABCDM")
    for name in "BCDM":
        assert followed(host, name, host.roster.number) is True
    assert [*host._following] == [KEYS[name] for name in "CDM"]
    assert [one.key for one in host.proof().following] == [KEYS[name] for name in "DM"]


# --- Two hosts ----------------------------------------------------------------------------------


def test_two_chains_fork_at_the_last_term_that_they_share() -> None:
    base = table("ABC").chain
    left, right = elected(base, "B", "BC", 2).chain, elected(base, "C", "BC", 3).chain
    assert fork(left, right) == Fork(0, 0) and fork(left, left) == Fork(1, 1)
    assert fork(left[1:], right) is None and fork(left[1:], left) == Fork(0, 1)


def test_of_two_pages_of_one_key_the_higher_number_stays() -> None:
    older = table("AB")
    newer = Tenure(credentials("A"), RULES, (), replace(older.roster, number=older.roster.number + 1))
    assert prevails(RULES, newer.proof(), older.proof()) is True
    assert prevails(RULES, older.proof(), newer.proof()) is False
    assert prevails(RULES, older.proof(), older.proof()) is False


def test_a_chain_without_a_shared_term_never_prevails() -> None:
    chain = elected(table("ABC").chain, "B", "BC").chain
    assert prevails(RULES, Proof(chain[1:]), Proof(chain[:1])) is False


def test_a_claim_without_a_quorum_never_prevails() -> None:
    base = table("ABCD").chain
    ours = elected(base, "C", "C", 3).proof()
    assert prevails(RULES, elected(base, "B", "B", 4).proof(), ours) is False  # as many votes, and a later term


def test_only_votes_of_members_of_our_roster_count_against_our_claim() -> None:
    host = table("ABC")
    ours = elected(host.chain, "C", "AC", 2)
    host.renew({KEYS[name]: True for name in "ABCD"})
    theirs = elected(host.chain, "B", "BD", 3)
    assert RULES.is_proven(theirs.chain)
    assert prevails(RULES, theirs.proof(), ours.proof()) is False


def test_equal_claims_after_one_host_are_decided_by_the_higher_key() -> None:
    base = table("ABCDM").chain
    one, other = elected(base, "B", "BCD"), elected(base, "C", "CDM")
    higher, lower = (one, other) if KEYS["B"] > KEYS["C"] else (other, one)
    assert prevails(RULES, higher.proof(), lower.proof()) is True
    assert prevails(RULES, lower.proof(), higher.proof()) is False


def test_the_later_vote_of_a_member_counts() -> None:
    base = table("ABCD").chain
    earlier, later = elected(base, "B", "ABD", 2), elected(base, "C", "CD", 3)
    assert voters(earlier.chain[-1]) & voters(later.chain[-1]) == {KEYS["D"]}
    assert prevails(RULES, later.proof(), earlier.proof()) is True  # two votes each, and a later term
    assert prevails(RULES, earlier.proof(), later.proof()) is False


# --- The host that a searching page follows ---------------------------------------------------


def test_a_page_returns_to_a_host_that_it_followed_unless_its_roster_is_older() -> None:
    host = table("AB")
    old = host.chain
    host.renew({KEYS["B"]: False})
    assert may_follow(RULES, host.proof(), old, KEYS["B"]) is True
    assert may_follow(RULES, host.proof(), host.chain, KEYS["B"]) is True
    assert may_follow(RULES, Proof(old), host.chain, KEYS["B"]) is False


def test_a_page_that_followed_a_later_host_returns_only_to_one_that_prevails() -> None:
    base = table("ABC")
    later = elected(base.chain, "B", "BC").chain
    assert may_follow(RULES, base.proof(), later, KEYS["C"]) is False
    lone = elected(base.chain, "B", "B").chain
    assert may_follow(RULES, base.proof(), lone, KEYS["C"]) is True


def test_only_a_reloaded_page_follows_a_later_session_that_shares_no_term() -> None:
    known = elected(table("ABC").chain, "B", "BC").chain[1:]
    for term, later in [(known[-1].roster.term, False), (known[-1].roster.term + 1, True)]:
        roster = SignedRoster("f" * 32, term, 1, "", KEYS["A"], (Member(KEYS["A"], True),))
        session = Tenure(credentials("A"), RULES, (), roster).proof()
        assert may_follow(RULES, session, known, KEYS["C"], began=True) is later
        assert may_follow(RULES, session, known, KEYS["C"]) is False


def test_only_a_reloaded_page_follows_a_new_session_of_the_founder_without_votes() -> None:
    known = elected(table("ABCD").chain, "B", "BCD")
    for name, session_id, follows in [("A", "f" * 32, True), ("A", "e" * 32, False), ("C", "f" * 32, False)]:
        session = Tenure.claim(credentials(name), RULES, known.chain, 3, session_id, ()).proof()
        assert may_follow(RULES, session, known.chain, KEYS["D"], began=True) is follows, (name, session_id)
        assert may_follow(RULES, session, known.chain, KEYS["D"]) is False


def test_the_newest_known_roster_determines_the_quorum() -> None:
    host = table("ABC")
    claim = elected(host.chain, "B", "B")
    host.renew({KEYS["B"]: True, KEYS["C"]: False, KEYS["A"]: True})
    assert may_follow(RULES, claim.proof(), table("ABC").chain, KEYS["C"]) is False
    shown = elected(host.chain, "B", "B")  # its voters knew that C was absent
    assert may_follow(RULES, shown.proof(), host.chain, "") is True
    assert may_follow(RULES, shown.proof(), table("ABC").chain, "") is True
    assert may_follow(RULES, claim.proof(), host.chain, "") is False
