"""Rate limits on the messages of a peer."""

from __future__ import annotations

import pytest

from game.net.channel import Channel
from game.transport.rate_limit import MESSAGES_A_SECOND, PATIENCE, UNTIMELY


@pytest.mark.parametrize(
    ("limit", "weight", "every", "count", "accepted"),
    [
        ("messages", 1.0, 0.0, 200, MESSAGES_A_SECOND),
        ("messages", 1.0, 1 / 40, 4000, 4000),
        ("offences", 1.0, 0.0, 200, PATIENCE),
        ("offences", 1.0, 1.0, 600, 600),
        ("offences", UNTIMELY, 0.0, 200, PATIENCE / UNTIMELY),  # well formed, but at the wrong time
    ],
)
def test_messages_and_offences_are_limited(
    limit: str, weight: float, every: float, count: int, accepted: float
) -> None:
    bucket = getattr(Channel("ben"), limit)
    assert sum(bucket.spend(number * every, weight) for number in range(count)) == accepted
