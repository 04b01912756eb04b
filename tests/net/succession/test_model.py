"""All interleavings of small tables, and random ones of larger tables, with and without an adversary."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeAlias

import pytest

from game.net.succession import deeds, host_search, order, term
from game.net.succession.deeds import Acceptance, Chain, Deed, Office, Rules, SignedRoster
from tests.net.succession.deeds import KEYS
from tests.net.succession.model import NotHealed, Unsafe, beginning, explore, heal, step, wander

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]

MOST = 800
"""States to explore in each test; a run by hand may take 100 times as many."""


@pytest.mark.parametrize(
    ("honest", "seated", "depth", "hostile"),
    [
        ("ABC", "", 12, False),
        ("ABCD", "", 9, False),
        ("ABC", "M", 6, True),
        ("AB", "ML", 6, True),
        ("ABC", "", 6, True),
    ],
)
def test_no_order_of_events_is_unsafe_or_leaves_two_tables(honest: str, seated: str, depth: int, hostile: bool) -> None:
    assert explore(beginning(honest, seated), depth, MOST, hostile=hostile) >= MOST


@pytest.mark.parametrize("seed", range(8))
def test_no_random_course_is_unsafe_or_leaves_two_tables(seed: int) -> None:
    dice = Random(seed)
    for _ in range(15):
        wander(beginning("ABCD", "M"), dice, 16, hostile=True)
        wander(beginning("ABCDE"), dice, 16, hostile=False)


def test_pages_that_keep_only_short_chains_follow_no_false_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deeds, "MOST_LINKS", 3)
    dice = Random(0)
    for _ in range(40):
        wander(beginning("ABC", "M"), dice, 20, hostile=True, heals=False)


ENDS_AND_BEGINS_AGAIN = [
    ("restarts", "A"),
    *[("loses its host", name) for name in "CBD"],
    ("hosts", "B"),
    ("hands over", "B", "A"),
    ("hosts", "D"),
    ("leaves", "D", "A"),
    *[("hosts", "A"), ("hosts", "C"), ("restarts", "A")],
    ("hears", "B", "C"),
    ("leaves", "C", "A"),
    *[("hosts", "B"), ("hosts", "A"), ("restarts", "B")],
    ("hears", "C", "A"),
    ("restarts", "A"),
    ("loses its host", "C"),
    ("hosts", "C"),
]
"""A course in which C hosts the second term, leaves, comes back to A, and then hosts the second term again."""


def replay(course: Iterable[tuple[str, ...]]) -> None:
    """Take the steps of a course of the pages A to D, then heal."""
    state = beginning("ABCD")
    for event in course:
        state = step(state, event)
    heal(state)


def test_two_terms_of_one_host_with_one_number_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    replay(ENDS_AND_BEGINS_AGAIN)
    monkeypatch.setattr(SignedRoster, "office", property(lambda one: Office(one.session, one.term, one.host, "", 0)))
    with pytest.raises(NotHealed):
        replay(ENDS_AND_BEGINS_AGAIN)


# --- Each attack succeeds without its defence --------------------------------------------


def counts_old_rosters(patch: pytest.MonkeyPatch) -> None:
    def older(one: SignedRoster, other: SignedRoster) -> SignedRoster:
        return min(one, other, key=lambda roster: roster.number)

    patch.setattr(order, "newer", older)
    patch.setattr(host_search, "newer", older)


def counts_old_acceptances(patch: pytest.MonkeyPatch) -> None:
    def oldest(accepted: Iterable[Acceptance]) -> tuple[Acceptance, ...]:
        first = {one.key: one for one in sorted(accepted, key=lambda one: one.age, reverse=True)}
        return tuple(first.values())

    for module in (order, term):
        patch.setattr(module, "merged", oldest)


def counts_keys_that_are_no_members(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Rules, "electors", lambda self, roster: frozenset(KEYS.values()))


def lets_a_term_go_on_after_its_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(order.Evidence, "has_ended", lambda self, office: False)
    patch.setattr(host_search, "newer", lambda one, other: max(one, other, key=lambda roster: roster.number))


def lets_a_claimant_choose_its_term(patch: pytest.MonkeyPatch) -> None:
    def follows(self: Rules, before: SignedRoster, after: SignedRoster) -> bool:
        return after.term > before.term and after.host in self.electors(before)

    patch.setattr(Rules, "follows", follows)


def breaks_ties_by_what_a_claimant_signs(patch: pytest.MonkeyPatch) -> None:
    rank = order._rank

    def signed(
        rules: Rules, branch: Office, within: list[Deed], base: Office, evidence: order.Evidence
    ) -> tuple[bool, int, int]:
        known = rank(rules, branch, within, base, evidence)
        return *known[:2], max(one.roster.number for one in within)

    patch.setattr(order, "_rank", signed)


def forgets_the_acceptances_of_its_members(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(term, "shown", lambda accepted, chain: ())


def follows_whoever_comes(patch: pytest.MonkeyPatch) -> None:
    def last(rules: Rules, heard: tuple[Deed, ...], known: Iterable[Deed] = ()) -> Deed:
        return heard[-1]

    patch.setattr(host_search, "prevailing", last)


def takes_any_chain_for_rooted(patch: pytest.MonkeyPatch) -> None:
    def above(self: host_search.HostSearch, theirs: Chain) -> Chain:
        return theirs

    patch.setattr(host_search.HostSearch, "_above", above)
    patch.setattr(host_search.HostSearch, "_with_ours", lambda self, above, deed: deed)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "plant",
    [
        counts_old_rosters,
        counts_old_acceptances,
        counts_keys_that_are_no_members,
        lets_a_term_go_on_after_its_end,
        lets_a_claimant_choose_its_term,
        breaks_ties_by_what_a_claimant_signs,
        forgets_the_acceptances_of_its_members,
        follows_whoever_comes,
        takes_any_chain_for_rooted,
    ],
)
def test_the_model_finds_an_attack_that_succeeds_without_its_defence(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Unsafe):
        for honest, seated in (("AB", "ML"), ("ABC", "M"), ("ABC", "ML")):
            explore(beginning(honest, seated), 5, MOST, hostile=True, heals=False)
        for seed in range(60):
            wander(beginning("ABCD", "M"), Random(seed), 16, hostile=True)
