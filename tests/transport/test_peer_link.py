"""Liveness of another page and the route to it, driven by received frames and the time."""

from __future__ import annotations

import json
from itertools import product

import pytest

from game.transport.peer_link import (
    IDLE_AFTER,
    MEASURING,
    RETRY_AFTER,
    SIGNAL,
    TALK,
    TIMES,
    TRANSITIONS,
    LinkEvent,
    LinkState,
    LinkStep,
    PeerLink,
)
from game.transport.reliable_stream import StreamError, StreamRestarted
from game.transport.route import QUICK, THRIFTY, Care, Route
from game.transport.timeouts import (
    BEAT,
    DIRECT_WITHIN,
    IDLE_BEAT,
    NEAR,
    PROBE,
    PROVE_WITHIN,
    SELDOM_BEAT,
    SELDOM_SILENT,
    SILENT,
)

NO_TIMES = [0.0, -1.0, 0.0, SILENT]
"""The times in a frame that echoes nothing."""

CONNECTED, CHANGED, LOST, RETRY = LinkEvent.CONNECTED, LinkEvent.ROUTE_CHANGED, LinkEvent.LOST, LinkEvent.RETRY


@pytest.mark.parametrize(("before", "step"), [*product(LinkState, LinkStep)], ids=lambda one: one.value)
def test_a_step_changes_the_route_and_is_reported_or_is_refused(before: LinkState, step: LinkStep) -> None:
    link = PeerLink(1, 100.0, direct=True, before=False)
    link.direct.opened(Route.TURN, 100.0)
    link.state = before
    after = TRANSITIONS.get((before, step))
    if after is None:
        with pytest.raises(KeyError):
            link.move(step, 100.0)
        assert link.state is before
    else:
        happened = {LinkState.LOST: LOST, LinkState.WAITING: None}.get(after, CONNECTED)
        assert link.move(step, 100.0) is happened
        assert link.state is after
        assert link.route is {LinkState.DIRECT: Route.TURN, LinkState.RELAY: Route.RELAY}.get(after)


def test_nothing_happens_to_a_lost_page() -> None:
    ben = PeerLink(1, 100.0, direct=True, before=False)
    ben.direct.opened(Route.DIRECT, 100.0 + PROVE_WITHIN)
    assert list(ben.tick(100.0 + PROVE_WITHIN)) == [LOST]
    assert list(ben.tick(200.0)) == []


class Pair:
    """Two contacts that know each other, with relays and a direct connection between them, in virtual time."""

    def __init__(self, *, direct: bool = True, before: bool = False) -> None:
        self.now = 100.0
        self.ends = [PeerLink(1, self.now, direct=direct, before=before) for _ in range(2)]
        self.relays = self.line = True
        self.happened: list[list[LinkEvent]] = [[], []]
        self.heard: list[list[str]] = [[], []]
        for end in self.ends:
            end.signal.speak_by(self.now)
        self.run(0.0)

    def open(self, route: Route = Route.DIRECT) -> None:
        for end in self.ends:
            end.direct.opened(route, self.now)
        self.run(0.0)

    def say(self, me: int, text: str) -> None:
        self.ends[me].talk.say(text)
        self.run(0.0)

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while True:
            for me, end in enumerate(self.ends):
                self._pass_on(me, end)
            if self.now >= until:
                return
            self.now = min(until, self.now + 0.05)

    def _pass_on(self, me: int, end: PeerLink) -> None:
        other = self.ends[1 - me]
        self.happened[me] += end.tick(self.now)
        for said in list(end.direct_frames(self.now)):
            if self.line:
                self.heard[1 - me] += other.take_direct(json.loads(json.dumps(said)), self.now)
        lines = {SIGNAL: end.signal} | ({TALK: end.talk} if end.route is Route.RELAY else {})
        for name, line in lines.items():
            if self.relays and line.due() <= self.now and (frame := line.frame(self.now, 1000)) is not None:
                self.heard[1 - me] += other.take_relayed({name: frame, TIMES: end.clock.stamp(self.now)}, self.now).talk
                self.happened[1 - me] += other.tick(self.now)

    def routes(self) -> list[Route | None]:
        return [end.route for end in self.ends]

    def told(self) -> list[list[LinkEvent]]:
        """Return what has happened since the last call, except requests for a direct connection."""
        told = [[one for one in happened if one is not RETRY] for happened in self.happened]
        self.happened = [[], []]
        return told


def direct_pair() -> Pair:
    """Return a pair with an open direct connection, and forget what has happened."""
    pair = Pair()
    pair.open()
    pair.told()
    return pair


def test_a_page_that_does_not_prove_its_key_is_lost() -> None:
    ben = PeerLink(1, 100.0, direct=True, before=False)
    assert list(ben.tick(100.0)) == []
    assert ben.due() == 100.0 + PROVE_WITHIN
    assert list(ben.tick(ben.due())) == [LOST]


def test_a_direct_connection_is_made_when_the_peer_has_proved_its_key() -> None:
    pair = Pair()
    assert [happened.count(RETRY) for happened in pair.happened] == [1, 1]
    assert pair.routes() == [None, None]


@pytest.mark.parametrize("route", [Route.DIRECT, Route.TURN])
def test_a_new_page_is_connected_when_the_direct_connection_opens(route: Route) -> None:
    pair = Pair()
    pair.run(2.0)
    pair.open(route)
    assert pair.told() == [[CONNECTED], [CONNECTED]]
    assert pair.routes() == [route, route]


def test_relays_carry_messages_if_no_direct_connection_opens() -> None:
    pair = Pair()
    pair.run(DIRECT_WITHIN - 0.1)
    assert pair.told() == [[], []]
    pair.run(0.2)
    assert pair.told() == [[CONNECTED], [CONNECTED]]
    pair.say(0, "a")
    assert pair.heard == [[], ["a"]] and pair.routes() == [Route.RELAY, Route.RELAY]


def test_a_message_over_relays_connects_without_waiting_for_a_direct_connection() -> None:
    pair = Pair()
    ana = pair.ends[1]
    assert ana.take_relayed({TALK: [1, 1, 0, 0, "a"], TIMES: NO_TIMES}, pair.now).talk == ["a"]
    assert list(ana.tick(pair.now)) == [CONNECTED]


@pytest.mark.parametrize(("direct", "before"), [(False, False), (True, True)])
def test_a_returning_or_relay_only_page_is_connected_at_once(direct: bool, before: bool) -> None:
    assert Pair(direct=direct, before=before).told() == [[CONNECTED], [CONNECTED]]


def test_a_direct_connection_replaces_the_relays_when_it_opens() -> None:
    pair = Pair(before=True)
    pair.told()
    pair.run(20.0)
    pair.open()
    assert pair.told() == [[CHANGED], [CHANGED]]
    assert pair.routes() == [Route.DIRECT, Route.DIRECT]


def test_a_direct_connection_that_opens_by_another_route_changes_the_route() -> None:
    pair = direct_pair()
    pair.open(Route.TURN)
    assert pair.told() == [[CHANGED], [CHANGED]]
    assert pair.routes() == [Route.TURN, Route.TURN]


def test_an_idle_direct_connection_stays_open() -> None:
    pair = direct_pair()
    pair.run(60.0)
    assert pair.told() == [[], []]


def test_a_silent_direct_connection_is_replaced_by_relays_without_loss() -> None:
    pair = direct_pair()
    pair.line = False
    pair.say(0, "a")
    pair.run(SILENT + 0.2)
    assert pair.happened[0].count(RETRY) == 1  # an ICE restart is requested at once
    assert pair.told() == [[CHANGED], [CHANGED]]
    assert pair.heard == [[], ["a"]]
    pair.run(30.0)
    assert pair.told() == [[], []]
    pair.say(1, "b")
    pair.line = True
    pair.run(3 * BEAT)
    assert pair.told() == [[CHANGED], [CHANGED]]
    pair.say(0, "c")
    assert pair.heard == [["b"], ["a", "c"]]


def test_the_clock_is_measured_soon_and_again_over_another_route() -> None:
    pair = direct_pair()
    pair.run(QUICK.first_beats * QUICK.first_beat * MEASURING)
    assert all(end.clock.trips >= QUICK.first_beats and end.clock.wait == QUICK.wait for end in pair.ends)
    pair.line = False
    pair.run(SILENT + 0.2)
    assert all(end.clock.trips == 0 and end.clock.wait == THRIFTY.wait for end in pair.ends)


def test_a_frame_after_a_missing_text_says_nothing_about_the_clock() -> None:
    pair = Pair(direct=False)
    ana = pair.ends[1]
    ana.take_relayed({TALK: [1, 1, 0, 3, "later"], TIMES: [1.0, -1.0, 0.0, SILENT]}, pair.now)
    assert ana.clock.stamp(pair.now).asked != 1.0
    ana.take_relayed({TALK: [1, 1, 0, 0, "a", "b", "c"], TIMES: [2.0, -1.0, 0.0, SILENT]}, pair.now)
    assert ana.clock.stamp(pair.now).asked == 2.0


@pytest.mark.parametrize("times", [None, [], [1.0, 2.0, 3.0], [1e9, 0, 0, 0], ["x", 0, 0, 0], [1, 0, 0, 1e9]])
def test_invalid_times_are_refused(times: object) -> None:
    pair = Pair(direct=False)
    with pytest.raises(StreamError):
        pair.ends[0].take_relayed({TALK: [1, 1, 0, 0], TIMES: times}, pair.now)


def test_a_closed_direct_connection_is_replaced_at_once() -> None:
    pair = direct_pair()
    pair.ends[0].direct.closed(pair.now)
    pair.run(0.0)
    assert pair.told()[0] == [CHANGED]
    assert pair.routes()[0] is Route.RELAY
    assert pair.ends[0].due() > pair.now


def test_a_connection_that_fails_in_one_direction_is_replaced_in_both() -> None:
    pair = direct_pair()
    ana = pair.ends[1]
    for _ in range(60):
        pair.now += 0.05
        ana.take_direct([False, NO_TIMES, *pair.ends[0].talk.beat()], pair.now)
        list(ana.tick(pair.now))
    assert ana.route is Route.RELAY


def test_a_page_silent_on_every_route_is_lost_soon_after_its_direct_connection() -> None:
    pair = direct_pair()
    pair.line = pair.relays = False
    pair.run(SILENT + PROBE - 0.2)
    assert pair.told() == [[CHANGED], [CHANGED]]
    pair.run(0.4)
    assert all(LOST in told for told in pair.told())


def test_signals_over_relays_just_before_a_page_falls_silent_do_not_delay_its_loss() -> None:
    pair = direct_pair()
    pair.line = False
    pair.run(0.1)
    for end in pair.ends:
        end.signal.speak_by(pair.now)  # for example an acknowledgement, later than the last heartbeat
    pair.run(0.0)
    pair.relays = False
    pair.run(SILENT + PROBE + 0.2)
    assert all(LOST in told for told in pair.told())


def test_direct_connections_survive_without_relays() -> None:
    pair = direct_pair()
    pair.relays = False
    pair.run(100.0)
    pair.say(0, "a")
    assert pair.told() == [[], []] and pair.heard[1] == ["a"]


def test_a_page_silent_over_relays_is_lost_later() -> None:
    pair = Pair(direct=False)
    pair.told()
    pair.run(60.0)
    assert pair.told() == [[], []]
    pair.relays = False
    pair.run(THRIFTY.silence - THRIFTY.beat - 0.1)
    assert pair.told() == [[], []]
    pair.run(THRIFTY.beat + 0.2)
    assert all(LOST in told for told in pair.told())


def test_a_page_that_was_suspended_gives_its_peers_time_to_answer() -> None:
    pair = direct_pair()
    ben = pair.ends[0]
    pair.now += 60.0
    ben.woke(pair.now)
    assert list(ben.tick(pair.now)) == [] and ben.route is Route.DIRECT


def test_attempts_at_a_direct_connection_become_less_frequent() -> None:
    pair = Pair(before=True)
    pair.told()
    pair.run(RETRY_AFTER + 0.1)
    assert pair.happened[0].count(RETRY) == 1
    pair.run(RETRY_AFTER)
    assert pair.happened[0].count(RETRY) == 1
    pair.run(RETRY_AFTER)
    assert pair.happened[0].count(RETRY) == 2


def test_without_direct_connections_none_is_requested() -> None:
    pair = Pair(direct=False)
    pair.run(100.0)
    assert RETRY not in pair.happened[0] + pair.happened[1]


def test_a_page_that_lost_this_one_starts_a_new_epoch() -> None:
    pair = Pair(before=True)
    anew = PeerLink(2, pair.now, direct=True, before=True)
    anew.signal.speak_by(pair.now)
    frame = anew.signal.frame(pair.now, 1000)
    with pytest.raises(StreamRestarted):
        pair.ends[1].take_relayed({SIGNAL: frame, TIMES: NO_TIMES}, pair.now)


def test_a_message_for_an_earlier_epoch_proves_nothing() -> None:
    anew = PeerLink(2, 100.0, direct=True, before=True)
    assert anew.take_relayed({TALK: [1, 1, 0, 0, "old"], TIMES: NO_TIMES}, 100.0) == ([], [])
    assert not anew.proven


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
    pair = direct_pair()
    with pytest.raises(StreamError):
        pair.ends[0].take_direct(said, pair.now)


def idle_pair(*cares: Care) -> Pair:
    """Return a pair with a direct connection whose ends `care` like this, and on which no text was sent for long."""
    pair = direct_pair()
    for end, care in zip(pair.ends, cares, strict=True):
        end.watch(care, pair.now)
    pair.run(30.0)
    pair.told()
    return pair


def test_a_page_answers_the_heartbeats_of_its_host_which_are_more_frequent_during_play() -> None:
    pair = idle_pair(Care.LEADS, Care.FOLLOWS)
    host, guest = pair.ends
    for interval in (IDLE_BEAT, BEAT):
        until = pair.now + 5.0
        while pair.now < until:
            pair.run(0.05)
            assert pair.now < guest.direct.beat_at, "it needs no timer"
            assert pair.now <= max(host.direct.heard, guest.direct.heard) + interval + 0.05
        pair.say(0, "a")
    pair.line = False
    pair.run(SILENT)
    assert pair.told() == [[CHANGED], [CHANGED]]


def test_heartbeats_stay_frequent_on_a_line_that_is_far_or_loses_some(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = idle_pair(Care.LEADS, Care.FOLLOWS)
    host = pair.ends[0]
    monkeypatch.setattr(host.clock, "_note", lambda _: None)
    host.clock.reach = 2 * NEAR
    pair.run(IDLE_BEAT)
    until = pair.now + 5.0
    while pair.now < until:
        pair.run(0.05)
        assert host.direct.beat_at <= pair.now + BEAT


def test_pages_that_need_each_other_seldom_notice_a_silence_late_until_they_need_each_other_soon() -> None:
    pair = idle_pair(Care.SELDOM, Care.SELDOM)
    assert pair.now < max(end.direct.beat_at for end in pair.ends) - BEAT
    pair.line = False
    pair.run(SELDOM_SILENT - SELDOM_BEAT)
    assert pair.told() == [[], []]
    pair.run(SELDOM_BEAT)
    assert pair.told() == [[CHANGED], [CHANGED]]
    pair = idle_pair(Care.SELDOM, Care.SELDOM)
    for end in pair.ends:
        end.watch(Care.LEADS, pair.now)
    pair.run(BEAT)
    pair.line = False
    pair.run(SILENT)
    assert pair.told() == [[CHANGED], [CHANGED]]


def test_a_page_that_waits_wakes_for_all_peers_together() -> None:
    links = []
    for at in (100.0, 100.13, 100.29, 100.41):
        link = PeerLink(1, at, direct=True, before=False)
        link.talk.theirs = 1
        link.direct.opened(Route.DIRECT, at)
        assert list(link.tick(at)) == [CONNECTED] and list(link.direct_frames(at))
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
