"""Every hash of the protocol; each use has a word of its own, so that no hash serves another use."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from random import Random

from game.core import Seat


def new_secret(dice: Random) -> str:
    """32 hexadecimal digits: 128 bits, if the dice hold so many."""
    return f"{dice.getrandbits(128):032x}"


def commitment(round: int, seat: Seat, share: str) -> str:
    """What binds `seat` to its share in this round of the shuffle and tells nobody what it is."""
    return _digest("seal", round, seat, share)[:32]


def mixed(shares: Mapping[Seat, str]) -> str:
    """The seed that all shares make together."""
    return _digest("shuffle", *(f"{seat}:{share}" for seat, share in sorted(shares.items())))


def room_name(kind: str, token: str) -> str:
    """What relays may know of where an invitation leads; `kind` is "link" or "code"."""
    return _digest(kind, "room", token)[:32]


def room_secret(kind: str, token: str) -> str:
    """What seals everything that passes over the relays."""
    return _digest(kind, "secret", token)


def topic(room: str) -> str:
    """Under which name the events of a room pass over the relays; it says nothing."""
    return _digest("topic", room)[:32]


def envelope_key(secret: str) -> str:
    """The key, in 64 hexadecimal digits, of what all who know a room's secret may read."""
    return _digest("envelope", secret)


def stamp(secret: str, page: str, number: int, sealed: str) -> str:
    """The MAC of an event: 32 hexadecimal digits that only those can make who know the room's `secret`.

    HMAC-SHA256 over all that is read of the event: the key it comes by, its number and its sealed content.
    """
    said = f"one mind stamp {page} {number} {sealed}".encode()
    return hmac.digest(bytes.fromhex(secret), said, "sha256").hex()[:32]


def nearness(topic: str, relay: str) -> str:
    """By which the relays of a room are chosen: the highest ones, which are others for each room."""
    return _digest("nearness", topic, relay)


def roster_digest(text: str) -> str:
    """The hash by which votes name the signed roster that has this text."""
    return _digest("roster", text)


def _digest(use: str, *parts: object) -> str:
    return hashlib.sha256(" ".join(["one mind", use, *map(str, parts)]).encode()).hexdigest()
