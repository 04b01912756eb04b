"""Delays of retries."""

from __future__ import annotations

from game.transport.backoff import Backoff


def test_delays_double_up_to_the_longest_and_start_over_after_a_reset() -> None:
    backoff = Backoff(1.0, 5.0)
    assert [backoff.next() for _ in range(5)] == [1.0, 2.0, 4.0, 5.0, 5.0]
    backoff.reset()
    assert backoff.next() == 1.0 and backoff.delay == 2.0


def test_the_longest_delay_may_be_shorter_for_one_retry() -> None:
    backoff = Backoff(1.0, 30.0)
    assert [backoff.next(longest=3.0) for _ in range(4)] == [1.0, 2.0, 3.0, 3.0]
    assert backoff.next() == 3.0 and backoff.next() == 6.0
