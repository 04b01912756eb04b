"""The choice of a host, and the time at which a page hosts the table itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import pytest

from game.net.channel import Channel
from game.net.succession.deeds import Deed, Signed
from game.net.succession.host_search import (
    LOST_FOR,
    PASSED_OVER,
    RESTORED_WAIT,
    UNDECIDED_FOR,
    VERIFIED,
    VERIFIED_A_SECOND,
    HostSearch,
)
from game.net.succession.search_timing import STUBBORN
from game.transport.route import QUICK
from tests.net.succession.deeds import KEYS, accept, credentials, deed, hear, roster

FIRST = roster("A", "ABCM", number=5)
BY_B = deed(FIRST, roster("B", "ABCM", 2, after="A"), accepted="BC", number=2)
EARLY = deed(roster("A", "AM", number=2), roster("M", "AM", 2, after="A"), accepted="M", number=9)


def member(name: str, last: Deed | None = None, now: float = 0.0) -> HostSearch:
    """Return the search of a member that follows the host of `last`, for as long as it hears it."""
    search = HostSearch(name, credentials(name), now)
    given = last or deed(FIRST, accepted="ABC")
    hear(search, "host", given, now)
    assert search.best(now + UNDECIDED_FOR) == "host"
    search.follow("host")
    return search


def test_a_newcomer_follows_the_founder_at_once_and_others_after_a_while() -> None:
    search = HostSearch("E", credentials("E"), 0)
    assert hear(search, "b", BY_B, 1)
    assert search.best(1 + UNDECIDED_FOR - 0.1) is None and search.waits
    assert search.best(1 + UNDECIDED_FOR) == "b"
    hear(search, "a", deed(FIRST, accepted="A"), 2)
    assert search.best(2) is not None


def test_a_newcomer_follows_the_better_offer_in_whatever_order_it_hears_them() -> None:
    """The key of an early roster does not win by answering first."""
    for offers in ([("m", EARLY), ("b", BY_B)], [("b", BY_B), ("m", EARLY)]):
        search = HostSearch("E", credentials("E"), 0)
        for at, (peer, claim) in enumerate(offers):
            hear(search, peer, claim, at)
        assert search.best(20) == "b"


def test_a_newcomer_ignores_hosts_whom_the_founder_did_not_admit() -> None:
    search = HostSearch("E", credentials("E"), 0)
    hear(search, "m", deed(roster("M", "EM"), accepted="M"), 0)
    assert search.best(100) is None and not search.waits


def test_a_claim_must_be_sound_and_of_the_key_that_the_channel_has_proven() -> None:
    search = member("C")
    assert not hear(search, "b", BY_B, 1, key=KEYS["M"])
    assert not hear(search, "b", replace(BY_B, chain=(FIRST, replace(BY_B.roster, signature="00"))), 1)
    assert not hear(search, "x", deed(FIRST, roster("X", "ABX", 2, after="A")), 1)


def test_a_short_failure_replaces_no_host() -> None:
    search = member("C")
    search.lost(10)
    hear(search, "b", BY_B, 10)
    assert search.best(11.9) is None
    assert search.best(12.0) == "b"
    del search.peers.channels["b"]
    hear(search, "a", deed(FIRST), 10)
    assert search.best(10) == "a"  # the last host itself


def test_a_page_follows_the_successor_at_once_after_a_goodbye() -> None:
    search = member("C")
    last = roster("A", "BCM", number=6, successor="B")
    assert hear(search, "host", deed(last), 9)
    search.lost(10, handed_over=True)
    hear(search, "b", deed(last, roster("B", "BCM", 2, after="A"), accepted="B"), 10)
    assert search.best(10) == "b"


def test_a_host_that_said_goodbye_and_comes_back_takes_nobody() -> None:
    last = roster("A", "BCM", number=6, successor="B")
    search = member("C", deed(last, roster("B", "BCM", 2, after="A"), accepted="B"))
    hear(search, "a", deed(roster("A", "ABCM", number=10**9), accepted="ACM", number=99), 20)
    assert search.best(30) is None
    search.lost(30)
    assert search.best(90) is None and not search.waits


def test_a_present_host_does_not_yield_to_early_keys() -> None:
    host = HostSearch("A", credentials("A"), 0)
    term = host.found("e" * 32)
    term.renew([KEYS[name] for name in "AMX"])
    early = term.roster
    term.renew([KEYS[name] for name in "ABC"])
    assert hear(host, "A", term.deed, 1)
    hear(host, "m", deed(early, roster("M", "AMX", 2, after="A"), accepted="MX", number=9), 2)
    assert host.best(100) is None


def test_acceptances_of_an_earlier_session_prove_nothing() -> None:
    old = roster("A", "ABM", session="f" * 32)
    claim = deed(old, roster("M", "ABM", 2, after="A", session="f" * 32), accepted="BM", number=99)
    search = member("C")
    assert hear(search, "m", claim, 1)
    search.lost(2)
    assert search.best(100) is None


def test_a_reloaded_page_follows_a_new_session_of_the_founder_only() -> None:
    saved, session = deed(FIRST), "f" * 32
    search = HostSearch("C", credentials("C"), 0, saved, 3)
    new = roster("A", "AM", session=session)
    hear(search, "m", deed(new, roster("M", "AM", 2, after="A", session=session)), 0)
    assert search.best(100) is None
    hear(search, "a", deed(new), 0)
    assert search.best(100) == "a"


def test_a_page_that_a_returning_host_removed_does_not_follow_it() -> None:
    search = member("C")
    search.lost(10)
    hear(search, "b", BY_B, 10)
    search.follow(search.best(20) or "")
    hear(search, "a", deed(roster("A", "AM", number=10**9), accepted="AM", number=99), 21)
    assert search.best(100) is None


def test_a_newer_tab_of_the_host_takes_its_place() -> None:
    search = member("C")
    hear(search, "new tab", deed(roster("A", "ABCM", number=1005)), 1)
    assert search.best(1) == "new tab"


def test_signatures_of_unproven_pages_share_one_budget() -> None:
    search = HostSearch("E", credentials("E"), 0)
    accepted = [accept(name, BY_B.roster, number) for number, name in enumerate("BCDFGHLMN", 1)]
    claim = Deed(BY_B.chain, tuple(accepted))
    heard = 0
    for at in range(1000):
        if hear(search, f"page {at}", claim, 0):
            heard = len(search.peers.offers)
    each = len(claim.chain) + len(claim.accepted)
    assert heard == VERIFIED // each
    assert hear(search, "founder", deed(FIRST), 0) and search.best(0) is not None
    before = len(search.peers.offers)
    for at in range(1000):
        hear(search, f"later {at}", claim, 1)
    assert 0 < len(search.peers.offers) - before <= (VERIFIED + VERIFIED_A_SECOND) // each - heard


def test_only_what_is_above_a_shared_term_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    search = member("C")
    asked = set[Signed]()

    def is_signed(one: Signed) -> bool:
        asked.add(one)
        return True

    monkeypatch.setattr(search.rules, "is_signed", is_signed)
    hear(search, "b", BY_B, 1)
    assert asked == {BY_B.roster, *BY_B.accepted}
    asked.clear()
    other = roster("A", "AB", session="f" * 32)
    hear(search, "m", deed(other, roster("B", "AB", 2, after="A", session="f" * 32), accepted="B"), 1)
    assert asked == set()


def test_each_acceptance_has_a_higher_number_also_after_a_reload() -> None:
    search = member("C")
    before, saved = search.numbered, search.deed
    again = HostSearch("C", credentials("C"), 0, saved, before)
    hear(again, "b", BY_B, 0)
    assert again.best(100) == "b" and again.follow("b").number > before


def takes_over_after(name: str, others: Sequence[str]) -> float:
    """Return the seconds from the loss of the host until the page `name` hosts, while others act as described.

    "B searches" and "B hears the host" are what B keeps saying. "B is here": it was at the table. "B is hidden": its
    page is in the background. "names B": the host has named it as its successor. "reloaded": the page `name` has just
    been reloaded.
    """
    began, restored = 10.0, "reloaded" in others
    search = HostSearch(name, credentials(name), began, deed(FIRST)) if restored else member(name)
    said, here, hidden, named = dict[str, bool](), list[str](), list[str](), ""
    for other in others:
        match other.split():
            case [one, "searches" | "hears" as what, *_]:
                said[one] = what == "hears"
                here.append(KEYS[one])
            case [one, "is", "here"]:
                here.append(KEYS[one])
            case [one, "is", "hidden"]:
                hidden.append(KEYS[one])
            case ["names", named]:
                assert hear(search, "host", deed(roster("A", "BCM", number=6, successor=named)))
            case [] | ["reloaded"]:
                pass
            case _:
                raise ValueError(other)
    for one in said:
        search.peers.channels[one] = Channel(one, key=KEYS[one])
    if not restored:
        search.lost(began, handed_over=bool(named))
    for tenths in range(400):
        now = began + tenths / 10
        for one, hears_host in said.items():
            search.says(search.peers.channels[one], now, hears_host=hears_host)
        if search.takes_over(now, here, hidden):
            return tenths / 10
    return inf


@pytest.mark.parametrize(
    ("name", "others", "after"),
    [
        ("B", "C searches", LOST_FOR),
        ("C", "B searches", PASSED_OVER),
        ("B", "C searches, B is hidden", PASSED_OVER),
        ("C", "B searches, B is hidden", LOST_FOR),
        ("M", "B searches, C searches", 2 * PASSED_OVER),
        ("M", "B is here", LOST_FOR),
        ("C", "B hears the host", STUBBORN),
        ("C", "X hears the host", LOST_FOR),
        ("X", "", inf),
        ("C", "B searches, names C", 0.0),
        ("B", "C searches, names C", PASSED_OVER),
        ("C", "B is here, names C", QUICK.answer),
        ("C", "reloaded, B is here", RESTORED_WAIT),
        ("C", "reloaded", LOST_FOR),
        ("A", "reloaded", QUICK.answer),
    ],
)
def test_when_a_page_takes_over_after_the_host_is_lost(name: str, others: str, after: float) -> None:
    assert takes_over_after(name, others.split(", ")) == after


def test_a_newer_tab_of_the_host_goes_on_with_its_term() -> None:
    search = member("A")
    search.lost(10, handed_over=True)
    assert search.takes_over(10, [KEYS["B"]])
    assert search.take_over().roster.office == FIRST.office


def test_a_page_that_was_removed_follows_that_host_only_if_it_is_alone() -> None:
    """The host says then that it removed the page."""
    removed = deed(roster("A", "ABM", number=6), accepted="AB")
    search = member("C")
    search.lost(10)
    hear(search, "a", removed, 10)
    assert search.best(10) == "a"
    alone, guest = member("C"), member("C")
    for search in (alone, guest):
        search.lost(10)
    alone.take_over()
    hear(guest, "b", BY_B, 10)
    guest.follow(guest.best(20) or "")
    for search, follows in ((alone, "a"), (guest, None)):
        hear(search, "a", removed, 21)
        assert search.best(21) == follows
