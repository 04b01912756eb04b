"""Who a page is: a pair of keys that its browser keeps, and what it signs with them."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from random import Random
from typing import Protocol

REMEMBERED = 512
"""Signatures whose verdict is kept, so that what is said again and again is checked once."""


PRIME = 2**255 - 19
_ORDER_8 = 0x5FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDERS = frozenset({0, 1, PRIME - 1, _ORDER_8, PRIME - _ORDER_8})
"""The y coordinates of the eight points of small order. Under such a key one signature is good for every text
(RFC 8032, section 8.9, and "Taming the many EdDSAs")."""


class Ed25519(Protocol):
    """The signatures of a library. Keys and secrets are 64 hexadecimal digits, signatures 128."""

    def public_key(self, secret: str) -> str:
        """The key that everybody may know."""

    def sign(self, secret: str, text: str) -> str:
        """The signature under `text`."""

    def verify(self, key: str, signature: str, text: str) -> bool:
        """Whether the holder of the secret behind `key` signed `text`. Raises nothing."""


class Verifier:
    """Checks signatures, each of them once. None is good under a key of small order."""

    def __init__(self, ed25519: Ed25519) -> None:
        self._ed25519 = ed25519
        self._verdicts: OrderedDict[tuple[str, str, str], bool] = OrderedDict()

    def __call__(self, key: str, signature: str, text: str) -> bool:
        """Whether the holder of `key` signed `text`."""
        asked = key, signature, text
        if asked not in self._verdicts:
            self._verdicts[asked] = not has_small_order(key) and self._ed25519.verify(key, signature, text)
            if len(self._verdicts) > REMEMBERED:
                self._verdicts.popitem(last=False)
        return self._verdicts[asked]


def has_small_order(key: str) -> bool:
    """Whether `key` is a point of small order, in whichever of its spellings."""
    y = int.from_bytes(bytes.fromhex(key), "little") & (1 << 255) - 1
    return y % PRIME in SMALL_ORDERS


@dataclass(frozen=True, slots=True)
class Identity:
    """One person at one table, in whatever page: the `secret` never leaves the browser."""

    secret: str
    key: str
    ed25519: Ed25519

    @classmethod
    def of(cls, secret: str, ed25519: Ed25519) -> Identity:
        """The identity that `secret` stands for."""
        return cls(secret, ed25519.public_key(secret), ed25519)

    def sign(self, text: str) -> str:
        """Our signature under `text`, which one of the functions below has made."""
        return self.ed25519.sign(self.secret, text)


def new_identity_secret(dice: Random) -> str:
    """A new secret: 256 bits, if the dice hold so many."""
    return f"{dice.getrandbits(256):064x}"


@dataclass(frozen=True, slots=True)
class Channel:
    """Two pages of a room and what is theirs alone: `binding` is different on every connection."""

    room: str
    host: str
    guest: str
    binding: str


def hosting_text(channel: Channel, term: int) -> str:
    """What a host signs to show a page that it speaks for its seat."""
    return _statement("hosting", channel.room, channel.host, channel.guest, channel.binding, term)


def joining_text(channel: Channel, nonce: str) -> str:
    """What a page signs to come into its seat: good for this host's page, this page and this time alone."""
    return _statement("joining", channel.room, channel.host, channel.guest, channel.binding, nonce)


def seeking_text(channel: Channel) -> str:
    """What a page without a host signs to show `channel.host` which key it holds, itself being `channel.guest`."""
    return _statement("seeking", channel.room, channel.host, channel.guest, channel.binding)


def _statement(use: str, *parts: object) -> str:
    return json.dumps(["one mind", use, *parts], separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who we are in which room: its name on the relays, the key of whoever founded it, and our own."""

    room: str
    founder: str
    identity: Identity
    verify: Verifier

    @classmethod
    def of(cls, room: str, founder: str, secret: str, ed25519: Ed25519) -> Credentials:
        """The credentials of whoever holds `secret`; without a `founder` they found the room."""
        identity = Identity.of(secret, ed25519)
        return cls(room, founder or identity.key, identity, Verifier(ed25519))

    @property
    def key(self) -> str:
        """What everybody may know of us."""
        return self.identity.key

    def sign(self, text: str) -> str:
        """Our signature under `text`."""
        return self.identity.sign(text)
