"""The mesh, with two pages of one room."""

from __future__ import annotations

import json
import math
from random import Random

import pytest

from game.transport.connection import Closed, Flooded, Report, Text
from game.transport.mesh import LEAVING, LINGER, MORE_AFTER, PARTING, Mesh
from game.transport.mesh_events import Connected, Left, Lonely, Lost, Received, RouteChanged
from game.transport.peers import A_TEXT, BYTES
from game.transport.relay_outbox import GREET_EARLY, GREET_EVERY, GREET_SELDOM, GREETINGS
from game.transport.reliable_stream import ACKNOWLEDGE_AFTER
from game.transport.room_events import RoomEvent
from game.transport.route import THRIFTY, Care, Route
from game.transport.timeouts import BEAT, PROBE, PROVE_WITHIN, SILENT
from tests.net.relayed import Key
from tests.transport.pair import NO_TIMES, SECRET, Line, Pair


def test_two_pages_meet_over_relays_and_receive_all_texts_in_order() -> None:
    pair = Pair()
    ana, ben = pair.keys
    binding = " ".join(sorted((ana.public, ben.public)))
    assert pair.told(0) == [Connected(ben.name, binding, Route.RELAY)]
    assert pair.told(1) == [Connected(ana.name, binding, Route.RELAY)]
    pair.say(0, "one", "two")
    pair.run(1.0)
    assert pair.told(1) == [Received(ana.name, "one"), Received(ana.name, "two")]


def test_idle_pages_without_a_direct_connection_publish_little() -> None:
    pair = Pair()
    pair.run(30.0)
    pair.published = 0
    pair.run(60.0)
    assert pair.published <= 2 * (60.0 / THRIFTY.beat + 60.0 / GREET_EVERY + 1)


@pytest.mark.parametrize(
    ("care", "most"),
    [((Care.LEADS, Care.FOLLOWS), (1.4, 0.8)), ((Care.SELDOM, Care.SELDOM), (0.5, 0.5))],
)
def test_idle_pages_with_a_direct_connection_wake_seldom(care: tuple[Care, Care], most: tuple[float, float]) -> None:
    pair = Pair(direct=True, care=care)
    pair.open()
    pair.run(30.0)
    pair.woke = [0, 0]
    pair.run(60.0)
    assert all(woke / 60.0 <= few for woke, few in zip(pair.woke, most, strict=True)), pair.woke


def test_a_guest_of_an_idle_table_greets_the_room_seldom() -> None:
    pair = Pair(direct=True, care=(Care.LEADS, Care.FOLLOWS))
    pair.open()
    pair.run(60.0)
    pair.published = 0
    pair.run(180.0)
    assert pair.published <= 180.0 / (GREET_EVERY - GREET_EARLY) + 180.0 / (GREET_SELDOM - GREET_EARLY) + 1


def test_texts_use_the_direct_connection_once_it_is_open_and_relays_when_it_closes() -> None:
    pair = Pair(direct=True)
    ana, ben = (key.name for key in pair.keys)
    assert pair.told(0) == [] and [line.wanted for line in pair.lines] == [1, 1]
    pair.open()
    assert [type(one) for one in pair.told(0) + pair.told(1)] == [Connected, Connected]
    pair.relays = False
    pair.say(0, "direct")
    pair.run(0.0)
    assert pair.told(1) == [Received(ana, "direct")]
    pair.relays = True
    for me, other in enumerate((ben, ana)):
        pair.lines[me].open = False
        pair.pages[me].reported(other, Closed(), pair.now)
    pair.say(1, "by relay")
    pair.run(1.0)
    assert pair.told(0) == [RouteChanged(ben, Route.RELAY), Received(ben, "by relay")]


def test_the_last_texts_of_a_page_that_closes_go_over_relays_too() -> None:
    pair = Pair(direct=True)
    pair.open()
    pair.told(1)
    pair.lines[0].open = False  # the page closes, and its data channel with it
    pair.say(0, "goodbye")
    pair.pages[0].tick(pair.now, online=True)
    pair.pages[0].flush(pair.now)
    pair.run(0.0)
    assert pair.told(1) == [Received(pair.keys[0].name, "goodbye")]


def test_a_page_that_leaves_closes_once_its_texts_are_acknowledged() -> None:
    for relays, within in ((True, ACKNOWLEDGE_AFTER + LINGER), (False, LEAVING + LINGER)):
        pair = Pair()
        pair.run(THRIFTY.beat)  # the first heartbeats would acknowledge earlier
        pair.told(0)
        pair.relays = relays
        pair.say(0, "goodbye")
        pair.pages[0].leave(pair.now)
        pair.run(within - 0.01)
        assert pair.told(0) == []
        pair.run(0.02)
        assert pair.told(0) == [Left()] and pair.pages[0].due == math.inf


@pytest.mark.parametrize("bans", [False, True])
@pytest.mark.parametrize("direct", [False, True])
def test_a_closed_channel_is_lost_at_the_other_end_after_its_texts(direct: bool, bans: bool) -> None:
    pair = Pair(direct=direct)
    ana = pair.keys[0].name
    if direct:
        pair.open()
        pair.relays = False
    pair.told(1)
    pair.say(0, "the reason")
    pair.pages[0].close_channel(pair.keys[1].name, pair.now, bans=bans)
    pair.run(PARTING / 2)
    assert pair.told(1) == [Received(ana, "the reason"), Lost(ana)]
    assert pair.pages[0].peers.proven_count == 1
    pair.run(PARTING)
    assert pair.pages[0].peers.proven_count == 0 and Lost not in map(type, pair.told(0))
    pair.relays = True
    pair.run(GREET_EVERY)
    assert (Connected in map(type, pair.told(0))) is not bans


def test_a_page_that_leaves_before_it_is_connected_is_forgotten() -> None:
    pair = Pair(direct=True)
    assert pair.pages[1].peers.proven_count == 1
    pair.pages[0].leave(pair.now)
    pair.run(LINGER)
    assert pair.pages[1].peers.proven_count == 0 and pair.told(1) == []


@pytest.mark.parametrize("report", [Text("no frame"), Text("[true, 0]"), Text(" " * BYTES), Flooded()])
def test_a_peer_that_breaks_the_protocol_on_a_direct_connection_is_banned(report: Report) -> None:
    pair = Pair(direct=True)
    pair.open()
    pair.told(0)
    ben = pair.keys[1]
    pair.pages[0].reported(ben.name, report, pair.now)
    pair.run(0.0)
    assert pair.told(0) == [Lost(ben.name)]
    assert pair.pages[0].receive(ben.public, "99", "", "", 0, pair.now) is None
    pair.run(2.0)
    assert pair.told(0) == []


def test_a_peer_that_sends_more_than_any_honest_page_on_a_direct_connection_is_banned() -> None:
    pair = Pair(direct=True)
    pair.open()
    pair.told(0)
    ben = pair.keys[1]
    beat = json.dumps([True, NO_TIMES, *pair.link(1).talk.beat()])
    for many, banned in ((BYTES // (len(beat) + A_TEXT) - 10, False), (20, True)):
        for _ in range(many):
            pair.pages[0].reported(ben.name, Text(beat), pair.now)
        pair.run(0.0)
        assert (pair.told(0) == [Lost(ben.name)]) is banned


@pytest.mark.parametrize("direct", [False, True])
def test_after_a_suspension_a_page_waits_for_the_other_one(direct: bool) -> None:
    for wakes in (True, False):
        pair = Pair(direct=direct)
        if direct:
            pair.open()
        pair.run(THRIFTY.beat)
        pair.told(0)
        pair.now += 2 * THRIFTY.silence
        if wakes:
            pair.pages[0].wake(pair.now)
        told = [type(one) for one in pair.pages[0].tick(pair.now, online=True)]
        assert (RouteChanged in told, Lost in told) == (direct and not wakes, not wakes)


@pytest.mark.parametrize("direct", [False, True])
def test_after_a_suspension_a_page_soon_notices_that_the_other_one_is_gone(direct: bool) -> None:
    pair = Pair(direct=direct)
    if direct:
        pair.open()
    pair.told(0)
    pair.lines[1].open = pair.relays = False
    pair.now += 3600.0
    pair.pages[0].wake(pair.now)
    pair.run(SILENT + PROBE if direct else THRIFTY.grace)
    assert Lost(pair.keys[1].name) in pair.told(0)


def test_a_page_that_loses_one_of_its_table_announces_itself_again() -> None:
    for trusts in (True, False):
        pair = Pair()
        pair.trusts = trusts
        pair.run(GREETINGS[-1])
        page, lost, greeted = pair.pages[0], math.inf, []
        while pair.now < lost + GREETINGS[-1]:
            pair.now = max(pair.now, page.due)
            events = page.tick(pair.now, online=True)
            greeted += [pair.now - lost for one in events if isinstance(one, RoomEvent) and lost < math.inf]
            lost = min([lost, *(pair.now for one in events if isinstance(one, Lost))])
        early = [after for after in greeted if after <= GREETINGS[-1]]
        assert early == pytest.approx(GREETINGS) if trusts else len(early) == 1


def test_a_page_without_any_peer_asks_for_more_relays() -> None:
    alone = Mesh(Key(Random(2)), SECRET, lambda *_: Line(Pair(), 0), lambda _: True, 0.0)
    told = [event for at in (0.0, MORE_AFTER, 2 * MORE_AFTER) for event in alone.tick(at, online=False)]
    assert told == [Lonely()]


# --- Pages paired by hand, without relays -------------------------------------------------


def paired() -> tuple[Pair, str, str]:
    """Return two pages paired by hand, and their names."""
    pair = Pair(relays=False)
    pair.told(0), pair.told(1)
    pair.pair()
    ana, ben = (key.name for key in pair.keys)
    assert pair.told(0) == [Connected(ben, "fingerprints", Route.DIRECT)]
    assert pair.told(1) == [Connected(ana, "fingerprints", Route.DIRECT)]
    return pair, ana, ben


def test_pages_paired_by_hand_stay_connected_without_relays() -> None:
    pair, ana, _ = paired()
    pair.run(60.0)
    pair.say(0, "one", "two")
    pair.run(0.0)
    assert pair.told(0) == [] and pair.told(1) == [Received(ana, "one"), Received(ana, "two")]


@pytest.mark.parametrize("silent", [(0, 1), (0,), (1,)])
def test_a_page_paired_by_hand_that_falls_silent_is_lost_and_returns_on_the_same_connection(
    silent: tuple[int, ...],
) -> None:
    pair, ana, ben = paired()
    for me in silent:
        pair.lines[me].open = False
    pair.run(SILENT + PROBE - BEAT - 0.1)
    assert pair.told(0) == pair.told(1) == []
    pair.run(BEAT + 2 * PROVE_WITHIN)
    for me in silent:
        assert Lost((ben, ana)[1 - me]) in pair.happened[1 - me]
        pair.lines[me].open = True
    pair.run(2 * BEAT)
    for me, other in enumerate((ben, ana)):
        assert pair.told(me)[-2:] == [Lost(other), Connected(other, "fingerprints", Route.DIRECT)]
    pair.say(1, "back")
    pair.run(0.0)
    assert pair.told(0) == [Received(ben, "back")]


@pytest.mark.parametrize("report", [Closed(), Flooded()])
def test_a_page_paired_by_hand_does_not_return_after_its_connection_is_closed(report: Report) -> None:
    pair, _, ben = paired()
    pair.pages[0].reported(ben, report, pair.now)
    pair.run(60.0)
    assert pair.told(0) == [Lost(ben), Lonely()] and not pair.lines[0].open


def test_a_page_paired_by_hand_is_lost_after_its_last_text_when_the_other_one_leaves() -> None:
    pair, ana, _ = paired()
    pair.say(0, "goodbye")
    pair.pages[0].leave(pair.now)
    pair.run(ACKNOWLEDGE_AFTER + LINGER + 0.1)
    assert pair.told(1) == [Received(ana, "goodbye"), Lost(ana)]
    assert Left() in pair.told(0) and not any(line.open for line in pair.lines)


@pytest.mark.parametrize(("every", "length"), [(0.0, 10), (2.0, 200_000)])
def test_a_page_paired_by_hand_starts_over_only_within_its_limits(every: float, length: int) -> None:
    pair, _, ben = paired()
    for epoch in range(2, 60):
        for text in ("", "x" * length):  # the first frame starts over
            pair.pages[0].reported(ben, Text(json.dumps([True, NO_TIMES, epoch, 0, 0, 0, text])), pair.now)
        pair.now += every
    assert not pair.lines[0].open
