"""A stream delivers every text once and in order, even if frames are lost, doubled or reordered."""

from __future__ import annotations

import json
import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.transport.reliable_stream import (
    ACKNOWLEDGE_AFTER,
    LONGEST_REPEAT,
    MOST_EARLY,
    MOST_KEPT,
    REPEAT_AFTER,
    Frame,
    ReliableStream,
    StreamError,
    StreamFull,
    StreamRestarted,
)

ROOM = 1000


def pair() -> tuple[ReliableStream, ReliableStream]:
    return ReliableStream(1), ReliableStream(1)


def frame(line: ReliableStream, now: float = 0.0) -> Frame:
    said = line.frame(now, ROOM)
    assert said is not None
    return said


def told(line: ReliableStream, frame: object, now: float = 0.0) -> list[str]:
    heard = line.take(frame, now)
    assert heard is not None
    return heard


def test_on_a_direct_connection_each_text_has_its_own_frame() -> None:
    ana, ben = pair()
    for text in "abc":
        ana.say(text)
    assert [ben.take(one, 0.0) for one in ana.frames(0.0)] == [["a"], ["b"], ["c"]]
    assert list(ana.frames(0.0)) == []


def test_a_text_is_acknowledged_after_a_delay_or_with_the_next_frame() -> None:
    ana, ben = pair()
    ana.say("a")
    ben.take(frame(ana), 5.0)
    assert ben.frame(5.0 + ACKNOWLEDGE_AFTER - 0.01, ROOM) is None
    assert ben.due() == 5.0 + ACKNOWLEDGE_AFTER
    assert ana._kept
    ana.take(frame(ben, ben.due()), 6.0)
    assert not ana._kept and ana.due() == ben.due() == math.inf


def test_unacknowledged_texts_are_retransmitted_over_relays_with_backoff() -> None:
    ana, _ = pair()
    ana.say("a")
    frame(ana)
    now, waits = 0.0, []
    for _ in range(4):
        assert ana.frame(ana.due() - 0.01, ROOM) is None
        waits.append(ana.due() - now)
        now = ana.due()
        assert frame(ana, now)[4:] == ["a"]
    assert waits == [REPEAT_AFTER, 2 * REPEAT_AFTER, LONGEST_REPEAT, LONGEST_REPEAT]


def test_a_text_sent_directly_is_retransmitted_only_when_the_route_changes() -> None:
    ana, ben = pair()
    ana.say("a")
    assert len(list(ana.frames(0.0))) == 1
    assert ana.due() == math.inf
    ana.again()
    assert ben.take(frame(ana, 1.0), 1.0) == ["a"]


def test_a_frame_holds_as_many_texts_as_fit_and_at_least_one() -> None:
    ana, ben = pair()
    for text in ("x" * 600, "y" * 600, "z" * 2000):
        ana.say(text)
    assert [[len(text) for text in told(ben, frame(ana))] for _ in range(3)] == [[600], [600], [2000]]


def test_a_stream_without_acknowledgements_fills_up_and_fails() -> None:
    ana, _ = pair()
    for _ in range(MOST_KEPT):
        ana.say("a")
    with pytest.raises(StreamFull):
        ana.say("a")
    with pytest.raises(StreamFull):
        for _ in range(100):
            ReliableStream(1).say("x" * 500_001)


def test_a_text_too_far_ahead_is_dropped() -> None:
    _, ben = pair()
    assert ben.take([1, 1, 0, MOST_EARLY, "far"], 0.0) == []
    for number in range(1, MOST_EARLY):
        ben.take([1, 1, 0, number, "x" * 20_000], 0.0)
    assert ben.take([1, 1, 0, 0, "first"], 0.0) == ["first", *["x" * 20_000] * 5]


def test_a_peer_that_starts_over_is_distinguished_by_its_epoch() -> None:
    ana, ben = pair()
    ana.say("old")
    ben.take(frame(ana), 0.0)
    ben.say("old too")
    late = frame(ben)
    anew = ReliableStream(2)
    assert anew.take(late, 0.0) is None  # addressed to Ana's earlier epoch
    with pytest.raises(StreamRestarted):
        ben.take(frame(anew), 0.0)
    ben = ReliableStream(1)
    anew.say("new")
    assert ben.take(frame(anew), 0.0) == ["new"]
    ben.say("new too")
    assert anew.take(frame(ben), 0.0) == ["new too"]


NONSENSE = [
    None,
    "frame",
    [],
    [1, 1, 0],
    [0, 1, 0, 0],
    [1, -1, 0, 0],
    [1, 1, 1.5, 0],
    [1, 1, 0, 2**60],
    [1, 1, 0, 0, 7],
    [1, 1, 0, 0, None],
    {"mine": 1},
]


@pytest.mark.parametrize("said", [*NONSENSE, [1, 1, 5, 0]])
def test_an_invalid_frame_is_refused(said: object) -> None:
    with pytest.raises(StreamError):
        ReliableStream(1).take(said, 0.0)


@given(st.lists(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5), max_size=6))
def test_a_random_frame_raises_no_other_error(said: list[object]) -> None:
    try:
        ReliableStream(1).take(said, 0.0)
    except (StreamError, StreamRestarted):
        pass


@given(st.integers(0, 2**32), st.integers(1, 60))
def test_every_text_is_delivered_once_and_in_order_on_a_lossy_route(seed: int, count: int) -> None:
    """Frames are lost, doubled and reordered, and the route changes at random times."""
    dice = Random(seed)
    ends = pair()
    heard: tuple[list[str], list[str]] = [], []
    flying: list[tuple[float, int, str]] = []
    now, direct, said = 0.0, False, [0, 0]
    while min(said) < count or any(end._kept for end in ends):
        now += dice.uniform(0.0, 1.0)
        assert now < 1000 * count
        if dice.random() < 0.1:  # frames on the old route may still arrive, or never
            direct = not direct
            flying = [one for one in flying if dice.random() < 0.5]
            for end in ends:
                end.again()
        for me, end in enumerate(ends):
            if said[me] < count and dice.random() < 0.5:
                end.say(f"{me} {said[me]}")
                said[me] += 1
            if direct:
                flying += [(now, 1 - me, json.dumps(one)) for one in end.frames(now)]
            elif (one := end.frame(now, 30)) is not None:
                for _ in range(dice.choice([0, 1, 1, 1, 2])):
                    flying.append((now + dice.uniform(0.0, 3.0), 1 - me, json.dumps(one)))
        flying.sort(key=lambda one: one[0])
        while flying and flying[0][0] <= now:
            _, to, one_said = flying.pop(0)
            heard[to].extend(told(ends[to], json.loads(one_said), now))
    assert heard == ([f"1 {n}" for n in range(count)], [f"0 {n}" for n in range(count)])
