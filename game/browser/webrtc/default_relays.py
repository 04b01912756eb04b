"""The default relays, chosen from independent operators."""

from __future__ import annotations

from functools import partial

from game.transport.hashes import nearness

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
"""Tested weekly with one event each, to see whether they still forward it: .github/workflows/relays.yml."""


def usual_relays(topic: str) -> list[str]:
    """Return all relays in an order that depends only on the room's topic, so all its pages use the same ones."""
    return sorted(RELAYS, key=partial(nearness, topic), reverse=True)
