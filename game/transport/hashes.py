"""All hashes of the protocol. Each use has its own prefix (domain separation), so no hash serves another use."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from random import Random


def new_secret(dice: Random) -> str:
    """Return 32 hexadecimal digits: 128 bits, if `dice` has that much entropy."""
    return f"{dice.getrandbits(128):032x}"


def commitment(round: int, seat: int, share: str) -> str:
    """Return the commitment of `seat` to its share in this round. It does not disclose the share."""
    return _digest("seal", round, seat, share)[:32]


def mixed(shares: Mapping[int, str]) -> str:
    """Return the seed that results from all shares together."""
    return _digest("shuffle", *(f"{seat}:{share}" for seat, share in sorted(shares.items())))


def room_name(kind: str, token: str) -> str:
    """Return the room's name, which relays may know; `kind` is "link" or "code"."""
    return _digest(kind, "room", token)[:32]


def room_secret(kind: str, token: str) -> str:
    """Return the room's secret, from which the encryption of all relay traffic derives."""
    return _digest(kind, "secret", token)


def topic(room: str) -> str:
    """Return the topic of a room's events on the relays. It discloses nothing about the room."""
    return _digest("topic", room)[:32]


def club_id(key: str) -> str:
    """Return the id of the club with this key, which does not disclose the key."""
    return _digest("club", "id", key)[:32]


def club_topic(key: str, day: int) -> str:
    """Return the topic of a club's listings on this day. Only members can compute it."""
    return _digest("club", "topic", day, key)[:32]


def club_secret(key: str) -> str:
    """Return the encryption key of a club's listings, in 64 hexadecimal digits."""
    return _digest("club", "secret", key)


def envelope_key(secret: str) -> str:
    """Return the encryption key, in 64 hexadecimal digits, of what every page that knows the room's secret may read."""
    return _digest("envelope", secret)


def stamp(secret: str, page: str, number: int, sealed: str) -> str:
    """Return the MAC of an event, in 32 hexadecimal digits. Only pages that know the room's `secret` can make it.

    HMAC-SHA256 over every field of the event that is read: the sender's key, its number and its encrypted content.
    """
    said = f"one mind stamp {page} {number} {sealed}".encode()
    return hmac.digest(bytes.fromhex(secret), said, "sha256").hex()[:32]


def nearness(topic: str, relay: str) -> str:
    """Return the sort key for choosing relays. A room uses the highest ones, which differ between rooms."""
    return _digest("nearness", topic, relay)


def roster_digest(text: str) -> str:
    """Return the hash by which votes refer to the signed roster with this text."""
    return _digest("roster", text)


def _digest(use: str, *parts: object) -> str:
    return hashlib.sha256(" ".join(["one mind", use, *map(str, parts)]).encode()).hexdigest()
