"""The relays that are used where nobody says which: of operators that have nothing to do with each other."""

from __future__ import annotations

from functools import partial

from game.net.digests import nearness

RELAYS = (
    "wss://nos.lol",
    "wss://relay.damus.io",
    "wss://relay.primal.net",
)


def usual_relays(topic: str) -> list[str]:
    """All of them, in an order that is the same for all pages of a room and another for each room."""
    return sorted(RELAYS, key=partial(nearness, topic), reverse=True)
