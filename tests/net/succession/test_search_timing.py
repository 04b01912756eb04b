"""The timing of a search: when a page asks others, and what it believes of their reports."""

from __future__ import annotations

from game.net.channel import Channel
from game.net.succession.search_timing import DOUBTED_AFTER, PATIENCE, STUBBORN, SearchTiming
from game.transport.route import QUICK, THRIFTY, Route

LOST = 100.0


def search(seeking: str = "", vouching: str = "", silent: str = "", route: Route = Route.DIRECT) -> SearchTiming:
    """Return a search that began at LOST, when these pages reported that they search, too, or hear the host."""
    found = SearchTiming(LOST)
    for name in (*seeking, *vouching, *silent):
        found.channels[name.lower()] = Channel(name.lower(), route=route, key=f"key {name}")
    for name in (*seeking, *vouching):
        found.channels[name.lower()].says(LOST, hears_host=name in vouching)
    return found


# --- Requests ---------------------------------------------------------------------------


def test_all_pages_are_asked_at_once_and_then_at_the_interval_of_the_route() -> None:
    found = search(silent="B")
    found.channels["c"] = Channel("c", route=Route.RELAY)
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
    found.channels["c"] = Channel("c", route=Route.RELAY)
    assert found.pace is THRIFTY
    del found.channels["c"]
    assert found.pace is QUICK


def test_a_page_without_peers_looks_whether_it_has_to_host() -> None:
    found = SearchTiming(LOST)
    assert found.due() <= LOST and found.calls(LOST) == []
    assert found.due() == LOST + QUICK.call
    assert found.calls(LOST + 60.0) == [] and found.due() == LOST + 60.0 + 60.0 / PATIENCE


# --- Reports ----------------------------------------------------------------------------


def test_a_page_searches_until_it_has_been_silent_for_too_long() -> None:
    found = search(seeking="B", silent="C")
    assert found.keys() == {"key B"} == found.keys(LOST + QUICK.silence - 0.01)
    assert found.keys(LOST + QUICK.silence) == set()


def test_a_report_of_the_host_expires() -> None:
    found = search(vouching="B")
    assert found.is_vouched_for(LOST + QUICK.grace - 0.01) and not found.is_vouched_for(LOST + QUICK.grace)


def test_a_page_that_searches_itself_no_longer_vouches() -> None:
    found = search(vouching="B")
    found.channels["b"].says(LOST, hears_host=False)
    assert not found.is_vouched_for(LOST)


def test_after_a_while_more_pages_must_hear_the_host_than_search() -> None:
    for seeking, vouching, believed in (("B", "C", False), ("B", "CD", True)):
        found = search(seeking, vouching)
        for name in vouching:
            found.channels[name.lower()].says(LOST + DOUBTED_AFTER, hears_host=True)
        for name in seeking:
            found.channels[name.lower()].says(LOST + DOUBTED_AFTER, hears_host=False)
        assert found.is_vouched_for(LOST + DOUBTED_AFTER) is believed, (seeking, vouching)


def test_finally_a_page_ignores_that_others_hear_the_host() -> None:
    found = search(vouching="BC")
    for at in (STUBBORN - 0.01, STUBBORN):
        for name in "BC":
            found.channels[name.lower()].says(LOST + at, hears_host=True)
        assert found.is_vouched_for(LOST + at) is (at < STUBBORN)


def test_without_reports_the_host_counts_as_lost() -> None:
    assert not search(silent="BC").is_vouched_for(LOST)
