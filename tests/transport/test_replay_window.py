"""A sequence number is accepted once, and only while it is recent."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.transport.replay_window import SIZE, ReplayWindow


@given(st.lists(st.integers(1, 5 * SIZE)))
def test_a_number_is_accepted_once_and_only_while_it_is_recent(numbers: list[int]) -> None:
    window, accepted, highest = ReplayWindow(), set[int](), 0
    for number in numbers:
        new = number not in accepted and number > highest - SIZE
        assert window.is_new(number) is new
        assert window.accept(number) is new
        if new:
            accepted.add(number)
            highest = max(highest, number)
