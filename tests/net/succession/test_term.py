"""The rules of soundness, and a host's term in office."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.net.succession.deeds import MOST_ACCEPTED, Deed, SignedRoster
from game.net.succession.term import MOST_ACCEPTANCES, RESUMED, Term
from tests.net.succession.deeds import KEYS, SESSION, accept, deed, keys, roster, rules

FIRST = roster("A", "ABC")


def founded(members: str = "ABC", accepted: str = "") -> Term:
    term = Term.found(rules("A"), SESSION)
    term.renew(keys(members))
    assert all(term.accept(accept(name, term.roster)) for name in accepted)
    return term


@pytest.mark.parametrize(
    "chain",
    [
        (),
        (roster("A", "BC"),),
        (roster("A", "AAB"),),
        (FIRST, roster("D", "ABCD", 2, after="A")),
        (FIRST, roster("B", "ABC", 3, after="A")),
        (FIRST, roster("B", "ABC", 1_000_000, after="A")),
        (FIRST, roster("B", "ABC", 2, after="C")),
        (FIRST, roster("B", "ABC", 2, after="A", session="f" * 32)),
        (roster("A", "ABC", successor="D"),),
        (roster("A", "ABC", successor="A"),),
    ],
    ids=["empty", "host no member", "twice", "not admitted", "leap", "far", "recombined", "session", "heir", "itself"],
)
def test_a_chain_that_breaks_the_rules_is_not_sound(chain: tuple[SignedRoster, ...]) -> None:
    assert not rules("B").is_formed(Deed(chain))


def test_the_founder_may_host_after_any_roster() -> None:
    by_b = roster("B", "BC", 2, after="A")
    assert rules("B").is_formed(deed(FIRST, by_b, roster("A", "ABC", 3, after="B")))


def test_acceptances_end_with_their_session() -> None:
    other = accept("B", roster("A", "ABC", session="f" * 32))
    assert not rules("B").is_formed(deed(FIRST, more=[other]))
    assert rules("B").is_formed(deed(FIRST, accepted="B"))


def test_a_statement_is_valid_only_as_it_was_signed() -> None:
    one, known = accept("B", FIRST), rules("C")
    assert known.is_signed(one) and known.is_signed(FIRST)
    assert not known.is_signed(replace(one, number=9)) and not known.is_signed(replace(one, key=KEYS["C"]))
    assert not known.is_signed(replace(FIRST, number=9)) and not known.is_signed(replace(FIRST, members=keys("ABX")))


def test_a_term_is_the_one_before_plus_one() -> None:
    term = Term.after(rules("B"), founded(accepted="BC").deed, 5)
    assert (term.roster.term, term.roster.number, term.roster.previous) == (2, 1, KEYS["A"])
    assert rules("C").is_formed(term.deed)
    assert accept("B", term.roster, 5) in term.deed.accepted


def test_a_host_that_reloads_continues_its_term_with_a_newer_number() -> None:
    before = founded().roster
    term = Term.after(rules("A"), founded().deed, 2)
    assert (term.roster.office, term.roster.number) == (before.office, before.number + RESUMED)


def test_a_key_that_is_no_member_cannot_host() -> None:
    with pytest.raises(ValueError, match="cannot host"):
        Term.after(rules("D"), founded().deed, 1)


def test_a_host_that_leaves_ends_its_term_and_is_no_member_any_more() -> None:
    term = founded()
    term.end(KEYS["C"], stays=False)
    term.renew(keys("ABC"))
    assert term.roster.members == keys("BC") and term.roster.order[0] == KEYS["C"]
    assert Term.after(rules("C"), term.deed, 1).roster.term == 2


def test_a_host_that_hands_over_stays_a_member() -> None:
    term = founded()
    term.end(KEYS["C"], stays=True)
    assert term.roster.order == keys("CB") and KEYS["A"] in term.roster.members


def test_members_succeed_by_seat_after_the_host() -> None:
    assert roster("B", "ABCD", 2, after="A").order == keys("CDA")


def test_a_host_keeps_only_acceptances_of_members_by_their_own_hand() -> None:
    term = founded()
    assert term.accept(accept("B", term.roster))
    assert not term.accept(accept("X", term.roster))
    assert not term.accept(replace(accept("C", term.roster), number=7))
    assert not term.accept(accept("C", roster("B", "ABC", 2, after="A")))


def test_a_host_never_forgets_the_acceptance_of_a_member() -> None:
    """Row 29: visitors that come and go must not revive older acceptances of members."""
    term = founded("ABC", "BC")
    for at in range(MOST_ACCEPTANCES + 20):
        visitor = accept("X", term.roster, at + 1)
        term._accepted[f"{at:064x}"] = replace(visitor, key=f"{at:064x}")
        term.accept(accept("B", term.roster, at + 2))
    assert len(term._accepted) <= MOST_ACCEPTANCES + 1
    assert set(keys("ABC")) <= {one.key for one in term._accepted.values()}
    assert len(term.deed.accepted) <= MOST_ACCEPTED
