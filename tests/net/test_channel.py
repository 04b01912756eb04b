"""Rate channels on the messages of a peer."""

from __future__ import annotations

from game.net.channel import Channel
from game.transport.rate_limit import MESSAGES_A_SECOND, PATIENCE, UNTIMELY


def test_fifty_messages_a_second_are_accepted_and_the_rest_refused() -> None:
    channel = Channel("ben")
    heard = sum(channel.messages.spend(0.0) for _ in range(200))
    assert heard == MESSAGES_A_SECOND == 50
    assert sum(channel.messages.spend(1.0) for _ in range(200)) == 50


def test_a_steady_forty_messages_a_second_are_never_refused() -> None:
    channel = Channel("ben")
    assert all(channel.messages.spend(n / 40) for n in range(4000))


def test_a_few_offences_are_tolerated_and_many_are_not() -> None:
    channel = Channel("ben")
    assert all(channel.offences.spend(second) for second in range(600))
    assert not all(channel.offences.spend(600.0) for _ in range(int(PATIENCE) + 2))


def test_valid_messages_at_the_wrong_time_weigh_less() -> None:
    channel = Channel("ben")
    assert all(channel.offences.spend(0.0, UNTIMELY) for _ in range(60))
    assert not all(channel.offences.spend(0.0, UNTIMELY) for _ in range(60))
