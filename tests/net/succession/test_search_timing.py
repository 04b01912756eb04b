"""The timing of a search: when a page asks others, and what it believes of their reports."""

from __future__ import annotations

import pytest

from game.net.channel import Channel
from game.net.succession.search_timing import DOUBTED_AFTER, PATIENCE, STUBBORN, SearchTiming
from game.transport.route import QUICK, THRIFTY, Route

LOST = 100.0


def search(connected: str, seeking: str = "") -> SearchTiming:
    """Return a search that began at LOST, with channels to these pages. Some reported then that they search, too."""
    found = SearchTiming(LOST)
    for name in (*connected, *seeking):
        found.channels[name.lower()] = Channel(name.lower(), key=f"key {name}")
    for name in seeking.lower():
        found.channels[name].says(LOST, hears_host=False)
    return found


# --- Requests ---------------------------------------------------------------------------


def test_all_pages_are_asked_at_once_and_then_at_the_interval_of_the_route() -> None:
    found = search(connected="B")
    found.channels["c"] = Channel("c", route=Route.RELAY)
    assert found.calls(LOST) == ["b", "c"] and found.calls(LOST) == []
    assert found.due() == LOST + QUICK.call
    assert found.calls(LOST + QUICK.call) == ["b"]
    assert found.calls(LOST + THRIFTY.call) == ["b", "c"]


def test_the_interval_grows_with_the_time_without_a_host() -> None:
    found = search(connected="B")
    later = LOST + 60.0
    assert found.calls(later) == ["b"]
    assert found.calls(later + 60.0 / PATIENCE - 0.01) == []
    assert found.calls(later + 60.0 / PATIENCE) == ["b"]


def test_a_new_search_asks_all_pages_at_once() -> None:
    found = search(connected="B")
    assert found.calls(LOST) == ["b"]
    found.begin(LOST + 0.1)
    assert found.since == LOST + 0.1 and found.calls(LOST + 0.1) == ["b"]


def test_the_slowest_route_sets_the_pace() -> None:
    found = search(connected="B")
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
    found = search(seeking="B", connected="C")
    assert found.keys(LOST + QUICK.silence - 0.01) == {"key B"}
    assert found.keys(LOST + QUICK.silence) == set()


@pytest.mark.parametrize(
    ("seeking", "vouching", "said", "asked", "believed"),
    [
        ("", "B", 0.0, QUICK.grace - 0.01, True),
        ("", "B", 0.0, QUICK.grace, False),
        ("B", "B", 0.0, 0.0, False),
        ("B", "C", DOUBTED_AFTER - 0.01, DOUBTED_AFTER - 0.01, True),
        ("B", "C", DOUBTED_AFTER, DOUBTED_AFTER, False),
        ("B", "CD", DOUBTED_AFTER, DOUBTED_AFTER, True),
        ("", "BC", STUBBORN - 0.01, STUBBORN - 0.01, True),
        ("", "BC", STUBBORN, STUBBORN, False),
        ("", "", 0.0, 0.0, False),
    ],
)
def test_others_who_hear_the_host_are_believed_for_a_while(
    seeking: str, vouching: str, said: float, asked: float, believed: bool
) -> None:
    """After DOUBTED_AFTER seconds, more pages must hear the host than search; after STUBBORN, none is believed."""
    found = search(connected=f"{vouching}{seeking}A")
    for names, hears_host in ((vouching, True), (seeking, False)):
        for name in names.lower():
            found.channels[name].says(LOST + said, hears_host=hears_host)
    assert found.is_vouched_for(LOST + asked) is believed
