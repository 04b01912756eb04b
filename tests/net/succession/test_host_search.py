"""The choice of a host, and the time at which a page hosts the table itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.net.channel import Channel
from game.net.succession.deeds import Deed, Signed
from game.net.succession.host_search import LOST_FOR, PASSED_OVER, RESTORED_WAIT, UNDECIDED_FOR, VERIFIED, HostSearch
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
    """Row 25: the key of an early roster does not win by answering first."""
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


def test_the_named_successor_hosts_as_soon_as_the_others_search() -> None:
    for name in "BC":
        search, other = member(name), "C" if name == "B" else "B"
        search.peers.channels[other] = Channel(other, key=KEYS[other])
        hear(search, "host", deed(roster("A", "BCM", number=6, successor="C")), 9)
        search.lost(10, handed_over=True)
        assert not search.takes_over(10, here=[KEYS[other]])
        search.peers.channels[other].says(10, hears_host=False)
        assert search.takes_over(10, here=[KEYS[other]]) is (name == "C")


def test_a_host_that_said_goodbye_and_comes_back_takes_nobody() -> None:
    """Row 5."""
    last = roster("A", "BCM", number=6, successor="B")
    search = member("C", deed(last, roster("B", "BCM", 2, after="A"), accepted="B"))
    hear(search, "a", deed(roster("A", "ABCM", number=10**9), accepted="ACM", number=99), 20)
    assert search.best(30) is None
    search.lost(30)
    assert search.best(90) is None and not search.waits


def test_a_present_host_does_not_yield_to_early_keys() -> None:
    """Row 2."""
    host = HostSearch("A", credentials("A"), 0)
    term = host.found("e" * 32)
    term.renew([KEYS[name] for name in "AMX"])
    early = term.roster
    term.renew([KEYS[name] for name in "ABC"])
    assert hear(host, "A", term.deed, 1)
    hear(host, "m", deed(early, roster("M", "AMX", 2, after="A"), accepted="MX", number=9), 2)
    assert host.best(100) is None


def test_acceptances_of_an_earlier_session_prove_nothing() -> None:
    """Row 3."""
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
    """Row 40."""
    search = HostSearch("E", credentials("E"), 0)
    accepted = [accept(name, BY_B.roster, number) for number, name in enumerate("BCDFGHLMN", 1)]
    claim = Deed(BY_B.chain, tuple(accepted))
    heard = 0
    for at in range(1000):
        if hear(search, f"page {at}", claim, 0):
            heard = len(search.peers.offers)
    assert heard == VERIFIED // (len(claim.chain) + len(claim.accepted))
    assert hear(search, "founder", deed(FIRST), 0) and search.best(0) is not None


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


def test_members_host_in_seat_order_and_pages_in_the_background_last() -> None:
    for hidden, first in (("", "B"), ("B", "C")):
        for name in "BC":
            search, other = member(name), "C" if name == "B" else "B"
            search.peers.channels[other] = Channel(other, key=KEYS[other])
            search.lost(10)
            search.peers.channels[other].says(10, hears_host=False)
            assert not search.takes_over(10 + LOST_FOR - 0.1, [KEYS[other]], [KEYS[one] for one in hidden])
            takes = search.takes_over(10 + LOST_FOR, [KEYS[other]], [KEYS[one] for one in hidden])
            assert takes is (name == first), (hidden, name)


def test_a_page_does_not_host_while_others_hear_the_host() -> None:
    search = member("C")
    search.peers.channels["b"] = Channel("b", key=KEYS["B"])
    search.lost(10)
    search.peers.channels["b"].says(11, hears_host=True)
    assert not search.takes_over(11.5, [KEYS["B"]])
    assert search.takes_over(10 + STUBBORN, [KEYS["B"]])


def test_later_members_wait_for_each_earlier_one_that_searches() -> None:
    search = member("M")
    for name in "BC":
        search.peers.channels[name] = Channel(name, key=KEYS[name])
    search.lost(10)
    for at, takes in ((2 * PASSED_OVER - 0.1, False), (2 * PASSED_OVER, True)):
        for name in "BC":
            search.peers.channels[name].says(10 + at, hears_host=False)
        assert search.takes_over(10 + at, [KEYS["B"], KEYS["C"]]) is takes
    assert member("X").takes_over(100, []) is False


def test_a_member_does_not_wait_for_those_that_do_not_search() -> None:
    search = member("M")
    search.lost(10)
    assert not search.takes_over(10 + LOST_FOR - 0.1, [KEYS["B"]])
    assert search.takes_over(10 + LOST_FOR, [KEYS["B"]])


def test_after_a_reload_a_page_waits_longer_for_those_that_were_there() -> None:
    for name, here, after in (("C", [KEYS["B"]], RESTORED_WAIT), ("C", [], LOST_FOR), ("A", [], QUICK.answer)):
        search = HostSearch(name, credentials(name), 0, deed(FIRST))
        assert not search.takes_over(after - 0.1, here) and search.takes_over(after, here)


def test_what_pages_say_that_are_no_members_does_not_count() -> None:
    search = member("C")
    search.peers.channels["x"] = Channel("x", key=KEYS["X"])
    search.lost(10)
    search.says(search.peers.channels["x"], 10, hears_host=True)
    assert search.takes_over(10 + LOST_FOR, [])


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
