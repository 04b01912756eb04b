"""Votes of one page: the candidate, the term, and the result of the election."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.net.election.candidate import Candidate
from game.net.election.terms import MOST_TERMS, TERM_LEAP, SignedRoster
from tests.net.election_chains import RULES, credentials, table, vote
from tests.net.election_model import KEYS

BASE = table("ABC").roster


def candidate(name: str = "C", voted: int = 0, base: SignedRoster | None = BASE) -> Candidate:
    one = Candidate(credentials(name), RULES, voted)
    one.begin(base)
    return one


# --- Running ----------------------------------------------------------------------------


def test_a_candidate_votes_for_itself_in_the_next_term() -> None:
    one = candidate()
    assert not one.stands and one.votes == () and not one.is_elected
    assert one.stand() and one.stands and one.voted == BASE.term + 1
    (own,) = one.votes
    assert own.key == KEYS["C"] and RULES.is_vote(own, BASE, one.voted, KEYS["C"])


def test_it_runs_once_until_it_learns_of_a_later_term() -> None:
    one = candidate()
    assert one.stand() and not one.stand()
    one.heard_term(one.voted)
    assert not one.stand()
    one.heard_term(one.voted + 3)
    before = one.voted
    assert one.stand() and one.voted == before + 4 and len(one.votes) == 1


def test_it_runs_after_the_term_in_which_it_voted_before_a_reload() -> None:
    one = candidate(voted=7)
    assert one.stand() and one.voted == 8


@pytest.mark.parametrize("base", [None, table("AB").roster])
def test_a_page_that_no_roster_names_does_not_run(base: SignedRoster | None) -> None:
    one = candidate(base=base)
    one.heard_term(5)
    assert one.stand() is False and not one.stands and not one.is_elected


def test_terms_have_a_maximum() -> None:
    one = candidate(voted=MOST_TERMS - 1)
    assert one.stand() and one.voted == MOST_TERMS
    one = candidate(voted=MOST_TERMS)
    assert one.stand() is False and not one.stands


def test_terms_that_are_too_far_ahead_are_ignored() -> None:
    one = candidate()
    one.heard_term(BASE.term + TERM_LEAP + 1)
    assert one.stand() and one.voted == BASE.term + 1
    one = candidate()
    one.heard_term(BASE.term + TERM_LEAP)
    one.heard_term(BASE.term + 2)
    assert one.stand() and one.voted == BASE.term + TERM_LEAP + 1


# --- Votes of others ----------------------------------------------------------------------


def test_a_quorum_of_valid_votes_elects() -> None:
    one = candidate()
    one.count(vote("B", BASE, 2, "C"))
    assert one.votes == ()  # it did not run
    one.stand()
    for wrong in (vote("B", BASE, 3, "C"), vote("B", BASE, 2, "A"), vote("M", BASE, 2, "C")):
        one.count(wrong)
    assert len(one.votes) == 1 and not one.is_elected
    one.count(vote("B", BASE, 2, "C"))
    assert len(one.votes) == 2 and one.is_elected
    one.begin(BASE)
    assert one.votes == () and not one.stands and not one.is_elected


# --- Voting for others ----------------------------------------------------------------------


def test_a_vote_is_for_our_newest_roster_and_a_member_of_it() -> None:
    other = table("ABCD").roster
    assert candidate().vote(other, 2, KEYS["B"]) is None
    assert candidate(base=None).vote(BASE, 2, KEYS["B"]) is None
    assert candidate().vote(BASE, 2, KEYS["M"]) is None
    assert candidate("D").vote(BASE, 2, KEYS["B"]) is None
    given = candidate().vote(BASE, 2, KEYS["B"])
    assert given is not None and RULES.is_vote(given, BASE, 2, KEYS["B"])


def test_a_vote_is_for_a_later_term_that_is_not_too_far_ahead() -> None:
    assert candidate().vote(BASE, BASE.term, KEYS["B"]) is None
    assert candidate(voted=4).vote(BASE, 4, KEYS["B"]) is None
    assert candidate(voted=4).vote(BASE, 5, KEYS["B"]) is not None
    assert candidate(voted=4).vote(BASE, 4 + TERM_LEAP, KEYS["B"]) is not None
    assert candidate(voted=4).vote(BASE, 5 + TERM_LEAP, KEYS["B"]) is None


def test_a_page_that_votes_for_another_does_not_run() -> None:
    one = candidate()
    one.stand()
    assert one.vote(BASE, 3, KEYS["B"]) is not None
    assert not one.stands and one.votes == () and one.voted == 3


def test_a_page_votes_once_per_term_and_a_repeated_request_gets_the_same_vote() -> None:
    one = candidate()
    first = one.vote(BASE, 2, KEYS["B"])
    assert first is not None and one.vote(BASE, 2, KEYS["B"]) == first
    assert one.vote(BASE, 2, KEYS["A"]) is None


# --- Votes for a page that is host already ----------------------------------------------------


def test_a_page_votes_for_a_host_of_a_later_term_when_it_joins() -> None:
    one = candidate(voted=2)
    given = one.join(BASE, 3, KEYS["B"])
    assert given is not None and RULES.is_vote(given, BASE, 3, KEYS["B"]) and one.voted == 3
    assert one.join(BASE, 3, KEYS["B"]) == given
    assert one.join(BASE, 3, KEYS["A"]) is None and one.join(BASE, 2, KEYS["B"]) is None


def test_a_vote_for_itself_may_change_to_one_for_the_host_of_that_term() -> None:
    one = candidate()
    one.stand()
    assert one.may_join(BASE, one.voted, KEYS["B"]) is True
    assert one.join(BASE, one.voted, KEYS["B"]) is not None


def test_after_a_reload_a_page_does_not_know_its_earlier_vote() -> None:
    assert candidate(voted=3).may_join(BASE, 3, KEYS["B"]) is False
    assert candidate(voted=3).join(BASE, 3, KEYS["B"]) is None
    assert candidate(voted=3).may_join(BASE, 4, KEYS["B"]) is True


def test_only_a_member_joins_with_a_vote() -> None:
    absent = replace(BASE, members=BASE.members[:1])
    assert {KEYS["C"]} & absent.keys == set()
    assert candidate().join(absent, 2, KEYS["A"]) is None
