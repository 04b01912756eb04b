"""The identity of a page: a key pair saved by its browser, and the texts that it signs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Protocol

from game.transport.recent import Recent

REMEMBERED = 512
"""The number of verified signatures to cache, so that a repeated message is verified once."""


PRIME = 2**255 - 19
_ORDER_8 = 0x5FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDERS = frozenset({0, 1, PRIME - 1, _ORDER_8, PRIME - _ORDER_8})
"""The y coordinates of the eight points of small order.

With such a key, one signature can be valid for every text (RFC 8032, section 8.9, and "Taming the many EdDSAs").
"""


class Ed25519(Protocol):
    """Ed25519 signatures by some library. Keys and secrets have 64 hexadecimal digits, signatures 128."""

    def public_key(self, secret: str) -> str:
        """Return the public key."""

    def sign(self, secret: str, text: str) -> str:
        """Return the signature of `text`."""

    def verify(self, key: str, signature: str, text: str) -> bool:
        """Whether the holder of the secret behind `key` signed `text`. It never raises."""


class Verifier:
    """A signature verifier with a cache. Every signature by a key of small order is invalid."""

    def __init__(self, ed25519: Ed25519) -> None:
        self._ed25519 = ed25519
        self._verdicts: Recent[tuple[str, str, str], bool] = Recent(REMEMBERED)

    def __call__(self, key: str, signature: str, text: str) -> bool:
        """Whether the holder of `key` signed `text`."""
        asked = key, signature, text
        if asked not in self._verdicts:
            self._verdicts[asked] = not has_small_order(key) and self._ed25519.verify(key, signature, text)
        return self._verdicts[asked]


def has_small_order(key: str) -> bool:
    """Whether `key` encodes a point of small order, including non-canonical encodings."""
    y = int.from_bytes(bytes.fromhex(key), "little") & (1 << 255) - 1
    return y % PRIME in SMALL_ORDERS


def new_identity_secret(dice: Random) -> str:
    """Return a new secret: 256 bits, if `dice` has that much entropy."""
    return f"{dice.getrandbits(256):064x}"


def proof_text(room: str, page: str, peer: str, binding: str) -> str:
    """Return the text that `page` signs to prove its key to `peer`, valid only on the channel with this `binding`."""
    return statement("proof", room, page, peer, binding)


def statement(use: str, *parts: object) -> str:
    """Return a text to sign. Each `use` has its own, so no signature serves another use."""
    return json.dumps(["one mind", use, *parts], separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Credentials:
    """Our identity in a room, the same in all tabs. The `secret` of our public `key` never leaves the browser.

    `room` is the room's name on the relays, and `founder` the key of the page that founded it.
    """

    room: str
    founder: str
    secret: str
    key: str
    ed25519: Ed25519
    verify: Verifier

    @classmethod
    def of(cls, room: str, founder: str, secret: str, ed25519: Ed25519) -> Credentials:
        """Return the credentials with this `secret`. Without a `founder`, this page founds the room."""
        key = ed25519.public_key(secret)
        return cls(room, founder or key, secret, key, ed25519, Verifier(ed25519))

    def sign(self, text: str) -> str:
        """Return our signature of `text`, the result of `statement`."""
        return self.ed25519.sign(self.secret, text)
