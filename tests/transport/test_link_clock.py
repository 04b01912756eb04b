"""Clock offsets of other pages."""

from __future__ import annotations

from random import Random

import pytest

from game.transport.link_clock import LinkClock, Stamp


def trip(offset: LinkClock, sent: float, at: float, now: float) -> None:
    """Send a frame, which the peer echoes at once at its time `at`; the echo arrives `now`."""
    offset.take(Stamp(at, offset.stamp(sent).at, at), now)


def trips(
    offset: LinkClock, dice: Random, theirs: float, delay: float, jitter: float, count: int, now: float = 0.0
) -> float:
    for _ in range(count):
        there, back = (delay + dice.uniform(0, jitter) for _ in range(2))
        trip(offset, now, now + there + theirs, now + there + back)
        now += 0.5
    return now


def test_one_round_trip_gives_the_clock_offset() -> None:
    offset = LinkClock()
    assert not offset.known
    trip(offset, 10.0, 500.1, 10.2)
    assert offset.known
    assert offset.ours(500.1) == pytest.approx(10.1)
    assert offset._round_trip / 2 == pytest.approx(0.1)


@pytest.mark.parametrize("seed", range(10))
def test_the_clock_offset_is_accurate_to_a_few_milliseconds_despite_jitter(seed: int) -> None:
    offset = LinkClock()
    trips(offset, Random(seed), theirs=-321.5, delay=0.12, jitter=0.08, count=40)
    assert offset.ours(-221.5) == pytest.approx(100.0, abs=0.008)
    assert offset._round_trip / 2 == pytest.approx(0.12, abs=0.008)
    assert 0.05 < offset.reach - offset._round_trip / 2 < 0.09


def test_rare_late_messages_count_for_the_reach_but_not_for_the_usual_one() -> None:
    offset, dice = LinkClock(), Random(5)
    now = trips(offset, dice, theirs=7.0, delay=0.02, jitter=0.01, count=57)
    now = trips(offset, dice, theirs=7.0, delay=0.3, jitter=0.0, count=3, now=now)
    assert offset.reach == pytest.approx(0.3, abs=0.005) and offset.usual_reach < 0.035
    trips(offset, dice, theirs=7.0, delay=0.3, jitter=0.0, count=1, now=now)
    assert offset.usual_reach == offset.reach


def test_the_estimate_follows_a_drifting_clock() -> None:
    offset = LinkClock()
    for second in range(3600):
        theirs = 100.0 + second * 1e-4  # a drift of 0.1 s in 1000 s
        trip(offset, second, second + theirs + 0.02, second + 0.04)
    assert offset.ours(3600 + 100.36) == pytest.approx(3600, abs=0.01)


def test_a_clock_that_was_set_is_measured_again_at_once() -> None:
    offset, dice = LinkClock(), Random(1)
    now = trips(offset, dice, theirs=50.0, delay=0.03, jitter=0.01, count=20)
    trips(offset, dice, theirs=-4.0, delay=0.03, jitter=0.01, count=1, now=now)
    assert offset.ours(now - 4.0) == pytest.approx(now, abs=0.02)
