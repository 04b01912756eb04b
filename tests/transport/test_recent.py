"""A dictionary of bounded size."""

from __future__ import annotations

from game.transport.recent import Recent


def test_the_key_that_was_set_longest_ago_is_dropped() -> None:
    recent = Recent[str, int](2)
    for key, value in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        recent[key] = value
    assert list(recent.items()) == [("a", 3), ("c", 4)]
