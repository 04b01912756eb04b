"""The relays that are used where nobody says which: of operators that have nothing to do with each other."""

from __future__ import annotations

from functools import partial

from game.net.digests import nearness

RELAYS = (
    "wss://basspistol.org",
    "wss://bucket.coracle.social",
    "wss://nos.lol",
    "wss://nostr.data.haus",
    "wss://nostr.mom",
    "wss://nostr.vulpem.com",
    "wss://offchain.pub",
    "wss://purplerelay.com",
    "wss://relay.damus.io",
    "wss://relay.mostr.pub",
    "wss://relay.primal.net",
    "wss://strfry.shock.network",
)
"""Asked each week, by one event at each, whether they still pass on what pages say: .github/workflows/relays.yml."""


def usual_relays(topic: str) -> list[str]:
    """All of them, in an order that is the same for all pages of a room and another for each room."""
    return sorted(RELAYS, key=partial(nearness, topic), reverse=True)
