"""The timing of a search: when a page asks others, reconnects, and runs for host. Times are seconds after the loss."""

from __future__ import annotations

import math

import pytest

from game.core import variant
from game.net.channel import Channel
from game.net.election.search_timing import (
    DOUBTED_AFTER,
    LONGEST_BACK_OFF,
    PASSED_OVER,
    PATIENCE,
    RESTORED_WAIT,
    STUBBORN,
    SearchTiming,
    turn,
)
from game.net.roster import Place, Presence, Roster, Sitter
from game.transport.route import QUICK, THRIFTY, Route

LOST = 100.0
ANSWER = QUICK.answer


def roster(here: str, absent: str = "", sent_away: str = "") -> Roster:
    """Return the roster of a host A: seats are letters in order, with the key `key X` at the peer `x`."""
    places = tuple(
        Place(
            Sitter.PERSON,
            name,
            peer=name.lower(),
            key=f"key {name}",
            presence=Presence.CONNECTED if name in here else Presence.GONE,
        )
        for name in sorted({*here, *absent})
    )
    banned = tuple(f"key {name}" for name in sent_away)
    return Roster(1, 0, variant("classic"), False, False, True, places, (), sent_away=banned)


def search(seeking: str = "", silent: str = "", route: Route = Route.DIRECT, at: float = LOST) -> SearchTiming:
    """Return a search that began at LOST. The pages in `seeking` reported at the time `at` that they search as well."""
    found = SearchTiming(LOST)
    for name in (*seeking, *silent):
        found.connected(Channel(name.lower(), route=route))
    for name in seeking:
        found.sought_by(name.lower(), f"key {name}", at)
    return found


def is_next(found: SearchTiming, table: Roster, after: float, me: str = "B", *, restored: bool = False) -> bool:
    return found.is_next(table, f"key {me}", "key A", LOST + after, restored=restored)


@pytest.mark.parametrize(
    ("seat", "host", "turns"), [(1, 0, 0), (3, 0, 2), (0, 3, 0), (2, 3, 2), (3, 3, 3), (0, None, 0), (2, None, 2)]
)
def test_seats_have_their_turns_clockwise_from_the_host(seat: int, host: int | None, turns: int) -> None:
    assert turn(seat, host, 4) == turns


def test_the_screen_runs_last() -> None:
    assert turn(None, 0, 4) == 4 > turn(3, 3, 4)


# --- Requests ---------------------------------------------------------------------------


def test_all_pages_are_asked_at_once_and_then_at_the_interval_of_the_route() -> None:
    found = search(silent="B")
    found.connected(Channel("c", route=Route.RELAY))
    assert found.calls(LOST) == ["b", "c"] and found.calls(LOST) == []
    assert found.due() == LOST + QUICK.call
    assert found.calls(LOST + QUICK.call) == ["b"]
    assert found.calls(LOST + THRIFTY.call) == ["b", "c"]


def test_the_interval_grows_with_the_time_without_a_host() -> None:
    found = search(silent="B")
    later = LOST + 60.0
    assert found.calls(later) == ["b"]
    assert found.calls(later + 60.0 / PATIENCE - 0.01) == []
    assert found.calls(later + 60.0 / PATIENCE) == ["b"]


def test_a_new_search_asks_all_pages_at_once() -> None:
    found = search(silent="B")
    assert found.calls(LOST) == ["b"]
    found.begin(LOST + 0.1)
    assert found.since == LOST + 0.1 and found.calls(LOST + 0.1) == ["b"]


def test_a_page_on_another_route_is_asked_at_the_interval_of_that_route() -> None:
    found = search(silent="B")
    found.calls(LOST)
    found.channel_to("b").route = Route.RELAY
    assert found.channel_to("b").pace is THRIFTY and found.channel_to("unknown").pace is QUICK
    assert found.calls(LOST + THRIFTY.call - 0.01) == [] and found.calls(LOST + THRIFTY.call) == ["b"]


def test_the_slowest_route_sets_the_pace() -> None:
    found = search(silent="B")
    assert found.pace is QUICK
    found.connected(Channel("c", route=Route.RELAY))
    assert found.pace is THRIFTY
    found.lost("c")
    assert found.pace is QUICK


def test_reconnects_back_off_exponentially() -> None:
    found, now, waits = SearchTiming(LOST), LOST, []
    assert not found.dials(LOST)
    for _ in range(8):
        waits.append(found.due() - now)
        now = found.due()
        assert not found.dials(now - 0.001) and found.dials(now) and not found.dials(now)
    assert waits == [1, 2, 4, 8, 16, LONGEST_BACK_OFF, LONGEST_BACK_OFF, LONGEST_BACK_OFF]


def test_reports_expire_but_not_the_route() -> None:
    found = search(seeking="B", route=Route.RELAY)
    found.forget("b")
    found.forget("unknown")
    assert found.keys() == set() and found.channel_to("b").pace is THRIFTY and not found.hears("unknown")


def test_a_page_searches_until_it_has_been_silent_for_too_long() -> None:
    found = search(seeking="B", silent="C")
    assert found.keys() == {"key B"} == found.keys(LOST + QUICK.silence - 0.01)
    assert found.keys(LOST + QUICK.silence) == set()


# --- Who runs ----------------------------------------------------------------------------


def test_the_first_seat_after_the_host_waits_for_one_answer() -> None:
    found, table = search(silent="C"), roster("ABC")
    assert not is_next(found, table, ANSWER - 0.01)
    assert is_next(found, table, ANSWER)


def test_the_answer_time_is_that_of_the_slowest_route() -> None:
    found = search(silent="C", route=Route.RELAY)
    assert not is_next(found, roster("ABC"), THRIFTY.answer - 0.01)
    assert is_next(found, roster("ABC"), THRIFTY.answer)


def test_it_does_not_wait_if_all_reachable_pages_search_as_well() -> None:
    assert is_next(search(seeking="C"), roster("ABC"), 0.0)
    assert not is_next(search(seeking="C", silent="D"), roster("ABCD"), 0.0)
    assert is_next(search(seeking="C"), roster("ABCD"), 0.0)  # D is not reachable
    assert not is_next(search(), roster("ABC"), 0.0)


def test_a_page_with_a_new_peer_id_counts_by_its_key() -> None:
    found = search(seeking="C")
    found.connected(Channel("new id of d"))
    found.sought_by("new id of d", "key D", LOST - QUICK.silence)  # it searched, but no longer
    assert not is_next(found, roster("ABCD"), 0.0)


def test_later_seats_wait_for_each_earlier_one_that_searches() -> None:
    found = search(seeking="BC", at=LOST + 9)
    table = roster("ABCD")
    assert not is_next(found, table, 2 * PASSED_OVER - 0.01, me="D")
    assert is_next(found, table, 2 * PASSED_OVER, me="D")


def test_later_seats_do_not_wait_for_pages_that_do_not_search() -> None:
    assert is_next(search(silent="BC"), roster("ABCD"), ANSWER, me="D")


def test_kicked_members_have_no_turn() -> None:
    found = search(seeking="B", at=LOST + 1)
    assert not is_next(found, roster("ABC"), 1.0, me="C")
    assert is_next(found, roster("ABC", sent_away="B"), 1.0, me="C")


def test_after_a_reload_a_page_waits_longer_for_those_that_were_present() -> None:
    found, table = search(silent="C"), roster("ABC")
    assert not is_next(found, table, RESTORED_WAIT - 0.01, restored=True)
    assert is_next(found, table, RESTORED_WAIT, restored=True)


def test_after_a_reload_it_does_not_wait_for_the_absent_the_host_or_itself() -> None:
    assert is_next(search(), roster("AB", absent="C"), ANSWER, restored=True)


def test_after_a_reload_it_does_not_wait_once_another_page_searches() -> None:
    found = search(seeking="C", silent="D")
    assert is_next(found, roster("ABCD"), ANSWER, restored=True)


def test_a_host_without_a_seat_runs_ahead_of_the_first_seat() -> None:
    found = search(seeking="A", at=LOST)
    assert found.is_next(roster("ABC"), "key A", "the screen's key", LOST, restored=False)
    assert not found.is_next(roster("ABC"), "key B", "the screen's key", LOST, restored=False)


# --- Reports that another page hears the host ----------------------------------------------


def test_no_page_runs_while_another_page_hears_the_host() -> None:
    found = search(silent="CD")
    found.vouched("c", LOST)
    assert found.is_vouched_for(LOST) and not is_next(found, roster("ABCD"), ANSWER)
    assert not is_next(found, roster("ABCD"), 1.0)


def test_a_page_that_searches_itself_no_longer_vouches() -> None:
    found = search(silent="C")
    found.vouched("c", LOST)
    found.sought_by("c", "key C", LOST + 0.1)
    assert not found.is_vouched_for(LOST + 0.1)
    assert is_next(found, roster("ABC"), 0.1)


def test_a_report_of_the_host_expires() -> None:
    found = search(silent="C")
    found.vouched("c", LOST)
    assert found.is_vouched_for(LOST + QUICK.grace - 0.01)
    assert not found.is_vouched_for(LOST + QUICK.grace)


def test_after_a_while_more_pages_must_hear_the_host_than_search() -> None:
    found, late = search(seeking="B", silent="CD", at=LOST + DOUBTED_AFTER), LOST + DOUBTED_AFTER
    found.vouched("c", late - 0.1)
    assert found.is_vouched_for(late - 0.1)
    assert not found.is_vouched_for(late)  # one page hears it, one searches
    found.vouched("d", late)
    assert found.is_vouched_for(late)


def test_finally_a_page_ignores_that_others_hear_the_host() -> None:
    found = search(silent="CD")
    for after in (STUBBORN - 0.01, STUBBORN):
        found.vouched("c", LOST + after)
        assert found.is_vouched_for(LOST + after) is (after < STUBBORN)


def test_without_reports_the_host_counts_as_lost() -> None:
    assert not search(silent="C").is_vouched_for(LOST)
    assert search().due() < math.inf
