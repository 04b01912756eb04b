"""Routes between pages: relay and direct routes, and routes that break, change and return."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from game.net.channel import Channel
from game.net.guest_updates import Searching
from game.net.host.press_timing import PressTiming
from game.net.protocol.messages import Goodbye, Join, Notice, Why
from game.transport.link_clock import LinkClock, Stamp
from game.transport.mesh_events import RouteChanged
from game.transport.route import QUICK, THRIFTY, Route
from tests.net.chaos import ends
from tests.net.pages import Delays, Net, Page, idle, table
from tests.net.pairs import RIGHT, Landed, measure
from tests.thorough import thorough_after

PATIENT = 0.1
"""Seconds per card at which people play over the relays."""


def relayed(net: Net, pages: list[Page]) -> None:
    for one, other in combinations(pages, 2):
        net.goes(one, other, Route.RELAY)


def moved(page: Page) -> list[object]:
    """Return the notices of this page about people who join, leave or are lost."""
    return [one for one in page.shown if isinstance(one, Searching | Notice)]


def one_table(net: Net) -> bool:
    """Return whether there is one host with all pages at its table."""
    hosts = net.hosts()
    if len(hosts) != 1 or any(not page.is_in for page in net.pages.values()):
        return False
    return sum(place.here for place in hosts[0].host.lobby.places) == len(net.pages)


def wait(host: Page, *, face_down: bool = True) -> float:
    return max(peer.wait(face_down=face_down) for _, peer in host.host.peers.guests())


# --- By relay -------------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 3])
def test_people_play_a_game_to_its_end_by_relay(people: int) -> None:
    net, pages = table(f"relayed {people}", people, people, tempo=PATIENT)
    relayed(net, pages)
    assert ends(net, within=1800)
    assert not any(moved(page) for page in pages)


def test_newcomers_are_seated_by_relay_within_eight_seconds() -> None:
    net = Net("newcomers")
    host = net.open("Ana", 4)
    for name in ("Ben", "Cleo", "Dan"):
        for page in list(net.pages.values()):
            net._routes[frozenset((page.name, f"{name.lower()}-{net._made + 1}"))] = Route.RELAY
        net.enter(name)
    assert net.run(8, lambda: net.seated(4))
    assert [host.room.route(page.name) for page in net.pages.values()] == [Route.DIRECT, *3 * [Route.RELAY]]


def test_an_idle_table_sends_nothing() -> None:
    net, (host, guest) = table("thrifty", 2, 2)
    net.goes(host, guest, Route.RELAY)
    idle([host, guest])
    net.run(20)
    net.recording = True
    net.run(60)
    assert not net.wire


# --- Route changes ----------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 3])
def test_route_changes_during_a_level_cost_no_seat(people: int) -> None:
    net, pages = table(f"changing {people}", people, people, tempo=PATIENT)
    while not net.over() and net.now < 2000:
        one, other = net.dice.sample(pages, 2)
        net.goes(one, other, net.dice.choice((Route.DIRECT, Route.RELAY, Route.TURN)))
        net.run(net.dice.uniform(0.2, 8), net.over)
    assert ends(net, within=60)
    assert not any(moved(page) for page in pages)


def test_a_card_face_down_waits_longer_for_a_seat_by_relay_until_it_is_direct_again() -> None:
    net, pages = table("waits", 3, 3, delays=Delays(0.02, 0.02))
    idle(pages)
    net.run(5)
    assert wait(pages[0]) < 0.06
    net.goes(pages[0], pages[1], Route.RELAY)
    net.run(0.6)
    assert wait(pages[0]) == THRIFTY.wait
    assert wait(pages[0], face_down=False) == QUICK.wait
    net.run(60)
    assert 0.8 < wait(pages[0]) < THRIFTY.wait
    net.goes(pages[0], pages[1], Route.DIRECT)
    net.run(2.0)
    assert wait(pages[0]) < 0.06


def test_a_press_made_by_relay_is_waited_for_after_the_route_is_direct_again() -> None:
    clock = LinkClock(THRIFTY)
    peer = PressTiming(0.0, Channel("", route=Route.DIRECT, clock=clock))
    before = clock.stamp(49.9).at
    clock.route_changed(QUICK)
    clock.take(Stamp(49.95, before, 49.95), 50.0)
    assert peer.reach == THRIFTY.wait  # this stamp answers one that was sent over the former route
    for beat in range(QUICK.first_beats):
        asked = clock.stamp(50.0 + beat / 10).at
        clock.take(Stamp(asked + 0.02, asked, asked + 0.02), asked + 0.04)
    assert peer.reach < 0.05


def test_round_trips_of_the_former_route_count_for_the_clock_offset_but_not_the_latency() -> None:
    clock, dice = LinkClock(), Random(1)
    for number in range(30):
        asked = clock.stamp(number).at
        clock.take(Stamp(number + 7.02, asked, number + 7.02), number + 0.04)
    clock.route_changed(THRIFTY)
    for number in range(40, 140, 5):
        there, back = dice.uniform(0.2, 0.8), dice.uniform(0.2, 0.8)
        asked = clock.stamp(number).at
        clock.take(Stamp(number + there + 7, asked, number + there + 7), number + there + back)
    assert clock.ours(207.0) == pytest.approx(200.0, abs=0.001)
    assert clock.trips == 20 and clock.reach > 0.5
    clock.route_changed(QUICK)
    asked = clock.stamp(300.0).at
    clock.take(Stamp(307.02, asked, 307.02), 300.04)
    assert clock.reach == pytest.approx(0.02)


def test_a_page_shows_the_routes_to_the_others() -> None:
    net, (ana, ben, cleo) = table("shown", 3, 3)
    net.goes(ana, ben, Route.RELAY)
    net.run(1)
    assert [one.route for one in ben.shown if isinstance(one, RouteChanged) and one.peer == ana.name] == [
        Route.DIRECT,
        Route.RELAY,
    ]
    assert ben.room.relayed == ["Ana"] and ana.room.relayed == ["Ben"] and cleo.room.relayed == []
    assert [ben.room.route(page.name) for page in (ana, ben, cleo)] == [Route.RELAY, Route.DIRECT, Route.DIRECT]
    net.goes(ana, ben, Route.DIRECT)
    net.run(1)
    assert ben.room.relayed == ana.room.relayed == []


# --- Presses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "changing"),
    [((1, 2, 3), False), *(pytest.param(*one, marks=pytest.mark.thorough) for one in [((2,), False), ((1, 2), True)])],
)
def test_the_first_press_lands_first_on_every_route(seats: tuple[int, ...], changing: bool) -> None:
    landed = measure("by ways", 2, 40, Delays(0.005, 0.12, 0.03), seats, changing)
    assert {how for how in Landed if landed[how]} <= {*RIGHT, Landed.MISSED}
    assert landed.total() == 80


# --- Network failures -----------------------------------------------------------------------


@pytest.mark.parametrize("seconds", thorough_after(1, [30, 3, 5, 10]))
@pytest.mark.parametrize("people", thorough_after(1, [3, 2]))
@pytest.mark.parametrize("who", ["host", "guest"])
@pytest.mark.parametrize("route", [Route.DIRECT, Route.RELAY])
def test_after_an_outage_there_is_one_table_again(who: str, people: int, seconds: int, route: Route) -> None:
    net, pages = table(f"outage {who} {people} {seconds}", people, people, tempo=PATIENT)
    if route is Route.RELAY:
        relayed(net, pages)
    net.run(6)
    lone, back = pages[0 if who == "host" else 1], net.now + seconds
    for other in pages:
        if other is not lone:
            net.cut(lone, other, back)
    net.run(seconds)
    assert net.run(5, lambda: one_table(net))
    assert ends(net, within=1800)


@pytest.mark.parametrize("seed", thorough_after(4, range(24)))
def test_after_all_failures_are_repaired_there_is_one_table(seed: int) -> None:
    dice = Random(f"partitions {seed}")
    people = dice.randint(2, 5)
    net, pages = table(f"partitions {seed}", people, people, tempo=0.3)
    for one, other in combinations(pages, 2):
        if dice.random() < (0.0, 0.5, 1.0)[seed % 3]:
            net.goes(one, other, Route.RELAY)
    net.run(dice.uniform(1, 6))
    mended = net.now
    for _ in range(dice.choice((1, 1, 2, 3))):
        until = net.now + dice.choice((3, 5, 10, 30, dice.uniform(1, 60)))
        sides = {page.name: dice.random() < 0.5 for page in pages}
        for one, other in combinations(pages, 2):
            if sides[one.name] != sides[other.name]:
                again = dice.uniform(0, 5)
                net.cut(one, other, until, again)
                mended = max(mended, until + again)
        net.run(until - net.now + dice.uniform(0, 3))
    net.run(mended - net.now)
    assert net.run(20, lambda: one_table(net))


@pytest.mark.parametrize("seconds", thorough_after(1, [60, 120]))
@pytest.mark.parametrize("people", thorough_after(1, [2, 3]))
def test_a_connection_that_hangs_and_delivers_everything_at_once_costs_no_seat(people: int, seconds: int) -> None:
    net, pages = table(f"hangs {people} {seconds}", people, people, tempo=PATIENT)
    watcher = net.enter("Wanda", watch=True)
    net.run(2)
    for other in [*pages[1:], watcher]:
        net.stall(pages[0], other, seconds)
    net.run(seconds)
    assert net.run(10, lambda: net.at_one_table(net.pages.values()))
    assert not net.banned


def test_a_page_that_asks_a_former_host_for_a_seat_is_answered_at_once() -> None:
    net, (_, ben, cleo) = table("no more", 3, 3)
    net.recording = True
    cleo.guest.lost_host(net.clock(cleo))
    net.inject(cleo, ben, Join("Cleo", False))
    assert net.sent(object, by=ben, to=cleo) == [Goodbye(Why.MOVED)]
