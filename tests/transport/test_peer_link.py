"""Liveness of another page and the route to it, driven by received frames and the time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.transport.mesh_events import Connected, Lost, Received, RouteChanged
from game.transport.peer_link import (
    ANSWERED_WITHIN,
    IDLE_AFTER,
    LATE,
    MEASURING,
    RETRY_AFTER,
    TALK,
    TIMES,
    LinkEvent,
    PeerLink,
)
from game.transport.reliable_stream import StreamError
from game.transport.route import QUICK, THRIFTY, Care, Route
from game.transport.timeouts import (
    BEAT,
    DIRECT_WITHIN,
    IDLE_BEAT,
    LOST_WITHIN,
    NEAR,
    PROBE,
    PROVE_WITHIN,
    SELDOM_BEAT,
    SELDOM_SILENT,
    SILENT,
)
from tests.transport.pair import LEADS, NO_TIMES, Pair

JUST = 0.05
"""Seconds just before or after something happens."""

CHANGED = [[RouteChanged], [RouteChanged]]
NOTHING: list[list[type]] = [[], []]


def new(*, direct: bool = True, before: bool = False) -> PeerLink:
    return PeerLink(1, 100.0, direct=direct, before=before)


def happened(pair: Pair) -> list[list[type]]:
    """Return the kinds of events at each end since the last call."""
    return [[type(one) for one in pair.told(me)] for me in (0, 1)]


def routes(pair: Pair) -> list[Route | None]:
    return [pair.link(me).route for me in (0, 1)]


def wired(route: Route = Route.DIRECT, care: Sequence[Care] = LEADS) -> Pair:
    """Return a pair that is connected by `route`, after its events were read."""
    pair = Pair(direct=True, care=care)
    pair.open(route)
    assert happened(pair) == [[Connected], [Connected]] and routes(pair) == [route, route]
    return pair


def set_line(pair: Pair, *, works: bool) -> None:
    """Let the direct connection deliver messages, or drop them all."""
    for line in pair.lines:
        line.open = works


# --- Connecting -------------------------------------------------------------------------


def test_a_page_that_does_not_prove_its_key_is_lost_and_nothing_happens_to_it_any_more() -> None:
    ben = new()
    assert list(ben.tick(100.0)) == [] and ben.due() == 100.0 + PROVE_WITHIN
    ben.direct.opened(Route.DIRECT, ben.due())
    assert list(ben.tick(ben.due())) == [LinkEvent.LOST]
    assert list(ben.tick(200.0)) == []


def test_relays_carry_messages_if_no_direct_connection_opens() -> None:
    pair = Pair(direct=True)
    pair.run(pair.link(0).since + DIRECT_WITHIN - JUST - pair.now)
    assert happened(pair) == NOTHING
    pair.run(2 * JUST)
    assert happened(pair) == [[Connected], [Connected]] and routes(pair) == [Route.RELAY, Route.RELAY]


def test_a_message_over_relays_connects_without_waiting_for_a_direct_connection() -> None:
    ben = new()
    assert ben.take_relayed({TALK: [1, 1, 0, 0, "a"], TIMES: NO_TIMES}, 100.0).talk == ["a"]
    assert LinkEvent.CONNECTED in list(ben.tick(100.0))


def test_a_returning_page_is_connected_at_once_and_gets_its_direct_connection_when_it_opens() -> None:
    pair = Pair(direct=True, returning=True)
    assert happened(pair) == [[Connected], [Connected]] and routes(pair) == [Route.RELAY, Route.RELAY]
    pair.run(20.0)
    pair.open()
    assert happened(pair) == CHANGED and routes(pair) == [Route.DIRECT, Route.DIRECT]


def test_a_direct_connection_that_opens_by_another_route_changes_the_route() -> None:
    pair = wired(Route.TURN)
    pair.open()
    assert happened(pair) == CHANGED and routes(pair) == [Route.DIRECT, Route.DIRECT]


def test_attempts_at_a_direct_connection_become_less_frequent() -> None:
    pair, wanted = Pair(direct=True, returning=True), list[int]()
    for second in range(1, round(8 * RETRY_AFTER)):
        before = pair.lines[0].wanted
        pair.run(1.0)
        wanted += [second] * (pair.lines[0].wanted - before)
    assert wanted == [RETRY_AFTER, 3 * RETRY_AFTER, 7 * RETRY_AFTER]


def test_without_direct_connections_none_is_requested() -> None:
    pair = Pair()
    pair.run(100.0)
    assert [line.wanted for line in pair.lines] == [0, 0]


def test_a_message_for_an_earlier_epoch_proves_nothing() -> None:
    anew = PeerLink(2, 100.0, direct=True, before=True)
    assert anew.take_relayed({TALK: [1, 1, 0, 0, "old"], TIMES: NO_TIMES}, 100.0) == ([], [])
    assert not anew.proven


# --- Silence ----------------------------------------------------------------------------


@pytest.mark.parametrize("relays", [True, False])
def test_an_idle_direct_connection_stays_open_with_and_without_relays(relays: bool) -> None:
    pair = wired()
    pair.relays = relays
    pair.run(100.0)
    pair.say(0, "a")
    pair.run(0.0)
    assert happened(pair) == [[], [Received]]


def test_a_silent_direct_connection_is_replaced_by_relays_without_loss() -> None:
    pair = wired()
    (ana, ben), wanted = (key.name for key in pair.keys), pair.lines[0].wanted
    set_line(pair, works=False)
    pair.say(0, "a")
    pair.run(SILENT + 0.2)
    assert pair.lines[0].wanted == wanted + 1  # an ICE restart is requested at once
    assert pair.told(0) == [RouteChanged(ben, Route.RELAY)]
    assert pair.told(1) == [RouteChanged(ana, Route.RELAY), Received(ana, "a")]
    pair.run(30.0)
    assert happened(pair) == NOTHING
    set_line(pair, works=True)
    pair.run(3 * BEAT)
    pair.say(0, "b")
    pair.run(0.0)
    assert pair.told(0) == [RouteChanged(ben, Route.DIRECT)]
    assert pair.told(1) == [RouteChanged(ana, Route.DIRECT), Received(ana, "b")]


def test_a_connection_that_fails_in_one_direction_is_replaced_in_both() -> None:
    pair = wired()
    pair.lines[0].open = False
    pair.run(2 * SILENT)
    assert happened(pair) == CHANGED


@pytest.mark.parametrize("signals", [False, True])
def test_a_page_silent_on_every_route_is_lost_soon_after_its_direct_connection(signals: bool) -> None:
    """Also if it has sent signals over relays just before, for example an acknowledgement."""
    pair = wired()
    set_line(pair, works=False)
    if signals:
        pair.run(0.1)
        for me in (0, 1):
            pair.link(me).signal.speak_by(pair.now)
        pair.run(0.0)
    pair.relays = False
    pair.run(SILENT + JUST)
    assert happened(pair) == CHANGED
    pair.run(PROBE + 0.1)
    assert happened(pair) == [[Lost], [Lost]]


def test_a_page_silent_over_relays_is_lost_later() -> None:
    pair = Pair()
    happened(pair)
    pair.run(60.0)
    pair.relays = False
    pair.run(THRIFTY.silence - THRIFTY.beat - JUST)
    assert happened(pair) == NOTHING
    pair.run(THRIFTY.beat + 2 * JUST)
    assert happened(pair) == [[Lost], [Lost]]


# --- Clocks and frames ------------------------------------------------------------------


def test_the_clock_is_measured_soon_and_again_over_another_route() -> None:
    pair = wired()
    clocks = [pair.link(me).clock for me in (0, 1)]
    pair.run(QUICK.first_beats * QUICK.first_beat * MEASURING)
    assert all(one.trips >= QUICK.first_beats and one.wait == QUICK.wait for one in clocks)
    set_line(pair, works=False)
    pair.relays = False
    pair.run(SILENT + 0.2)
    assert all(one.trips == 0 and one.wait == THRIFTY.wait for one in clocks)


def test_a_frame_after_a_missing_text_says_nothing_about_the_clock() -> None:
    ben = new(direct=False)
    ben.talk.theirs = 1
    assert list(ben.tick(100.0)) == [LinkEvent.CONNECTED]
    ben.take_relayed({TALK: [1, 1, 0, 3, "later"], TIMES: [1.0, -1.0, 0.0, SILENT]}, 100.0)
    assert ben.clock.stamp(100.0).asked != 1.0
    ben.take_relayed({TALK: [1, 1, 0, 0, "a", "b", "c"], TIMES: [2.0, -1.0, 0.0, SILENT]}, 100.0)
    assert ben.clock.stamp(100.0).asked == 2.0


@pytest.mark.parametrize("times", [None, [], [1.0, 2.0, 3.0], [1e9, 0, 0, 0], ["x", 0, 0, 0], [1, 0, 0, 1e9]])
def test_invalid_times_are_refused(times: object) -> None:
    with pytest.raises(StreamError):
        new().take_relayed({TALK: [1, 1, 0, 0], TIMES: times}, 100.0)


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        [True],
        ["x", [0, 0, 0, 0], 1, 1, 0, 0],
        [True, [0, 0, 0, 0], 1, 1, 0],
        [True, 1, 1, 0, 0],
        {"hears": True},
    ],
)
def test_an_invalid_direct_frame_is_refused(said: object) -> None:
    with pytest.raises(StreamError):
        new().take_direct(said, 100.0)


# --- Heartbeats -------------------------------------------------------------------------


def idle(*care: Care) -> Pair:
    """Return a directly connected pair with this `care`, 30 s after its last text."""
    pair = wired(care=care)
    pair.run(30.0)
    return pair


def test_a_page_answers_the_heartbeats_of_its_host_which_are_more_frequent_during_play() -> None:
    pair = idle(Care.LEADS, Care.FOLLOWS)
    host, guest = pair.link(0), pair.link(1)
    for interval in (IDLE_BEAT, BEAT):
        until = pair.now + 5.0
        while pair.now < until:
            pair.run(JUST)
            assert pair.now < guest.direct.beat_at, "it needs no timer"
            assert pair.now <= max(host.direct.heard, guest.direct.heard) + interval + JUST
        pair.say(0, "a")
        pair.run(0.0)
    happened(pair)
    set_line(pair, works=False)
    pair.run(SILENT)
    assert happened(pair) == CHANGED


@pytest.mark.parametrize("speaks", [False, True])
def test_a_page_that_is_gone_is_lost_as_soon_from_an_idle_table_and_sooner_noticed_by_a_text(speaks: bool) -> None:
    for after in range(10):
        pair = idle(Care.LEADS, Care.FOLLOWS)
        pair.run(after / 5)
        happened(pair)
        pair.relays = False
        set_line(pair, works=False)
        if speaks:
            for me in (0, 1):
                pair.say(me, "a")
            pair.run(SILENT)
            assert happened(pair) == CHANGED
            pair.run(PROBE)
        else:
            pair.run(LOST_WITHIN)
        assert all(Lost in kinds for kinds in happened(pair))


def test_heartbeats_stay_frequent_on_a_line_that_is_far_or_loses_some(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = idle(Care.LEADS, Care.FOLLOWS)
    host = pair.link(0)
    monkeypatch.setattr(host.clock, "_note", lambda _: None)
    host.clock.reach = 2 * NEAR
    pair.run(IDLE_BEAT)
    until = pair.now + 5.0
    while pair.now < until:
        pair.run(JUST)
        assert host.direct.beat_at <= pair.now + BEAT + 2 * ANSWERED_WITHIN


def test_heartbeats_stay_frequent_in_a_page_whose_timers_are_late() -> None:
    pair = idle(Care.LEADS, Care.FOLLOWS)
    guest = pair.link(0)
    pair.now = guest.direct.beat_at + LATE + JUST
    pair.run(0.0)
    assert guest.direct.beat_at <= pair.now + BEAT + ANSWERED_WITHIN


def test_pages_that_need_each_other_seldom_notice_a_silence_late_until_they_need_each_other_soon() -> None:
    pair = idle(Care.SELDOM, Care.SELDOM)
    assert pair.now < max(pair.link(me).direct.beat_at for me in (0, 1)) - BEAT
    set_line(pair, works=False)
    pair.run(SELDOM_SILENT - SELDOM_BEAT)
    assert happened(pair) == NOTHING
    pair.run(SELDOM_BEAT)
    assert happened(pair) == CHANGED
    pair = idle(Care.SELDOM, Care.SELDOM)
    pair.care = LEADS
    pair.run(BEAT)
    set_line(pair, works=False)
    pair.run(SILENT)
    assert happened(pair) == CHANGED


def test_a_page_that_waits_wakes_for_all_peers_together() -> None:
    links = []
    for at in (100.0, 100.13, 100.29, 100.41):
        link = PeerLink(1, at, direct=True, before=False)
        link.talk.theirs = 1
        link.direct.opened(Route.DIRECT, at)
        assert list(link.tick(at)) == [LinkEvent.CONNECTED] and list(link.direct_frames(at))
        links.append(link)
    wakes = 0
    measured = 101.0 + IDLE_AFTER
    while (now := min(link.due() for link in links)) < measured + 8.0:
        for link in links:
            link.take_direct([True, NO_TIMES, 1, 1, 0, 0], now)
            assert list(link.tick(now)) == []
            list(link.direct_frames(now))
        wakes += now >= measured
    assert wakes == pytest.approx(8.0 / IDLE_BEAT, abs=1)
