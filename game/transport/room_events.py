"""The events of one room on its relays: how this page encrypts and authenticates them, and reads those of others.

A relay sees events under a meaningless topic, signed by keys that a page creates when it loads. Contents are encrypted
twice: with a key derived from the room's secret, and inside that with the key that the two pages share.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from game.core.safe_json import read_json
from game.transport.hashes import envelope_key, stamp

NAME_LENGTH = 40
"""The number of hexadecimal digits, out of the public key's 64, that form a page's name.

Finding a second key for them is infeasible.
"""

LONGEST_SEALED = 60_000
"""The most characters in an encrypted text."""

KEY = re.compile("[0-9a-f]{64}")
NUMBER = re.compile("[1-9][0-9]{0,14}", re.ASCII)


class Cipher(Protocol):
    """Authenticated encryption with the key pair of this page. `public` is its public key."""

    public: str

    def symmetric(self, digits: str) -> Any:
        """Return the key with these 64 hexadecimal digits."""

    def shared_with(self, page: str) -> Any:
        """Return the shared key of this page and the page with the public key `page`. Raises ValueError."""

    def seal(self, text: str, key: Any) -> str:
        """Return `text`, encrypted and authenticated with `key`."""

    def opened(self, sealed: str, key: Any) -> str:
        """Return the decrypted text. Raises ValueError if `key` is wrong or `sealed` is too long."""


class RoomEvent(NamedTuple):
    """An event to publish on all relays: its sequence number, its `stamp` and its encrypted content.

    It is published with `bits` of proof of work, if that is not 0.
    """

    number: int
    stamp: str
    sealed: str
    bits: int = 0


class RoomEvents:
    """Writes and reads the events of the room with this `secret`, for the page with this `cipher`."""

    def __init__(self, cipher: Cipher, secret: str) -> None:
        self._cipher = cipher
        self._secret = secret
        self._envelope = cipher.symmetric(envelope_key(secret))
        self._published = 0

    def is_genuine(self, public: str, number: str, stamped: str, sealed: str) -> bool:
        """Whether a page that knows the room's secret made this event."""
        if not KEY.fullmatch(public) or not NUMBER.fullmatch(number) or len(sealed) > LONGEST_SEALED:
            return False
        if not (sealed.isascii() and stamped.isascii()):
            return False
        return hmac.compare_digest(stamped, stamp(self._secret, public, int(number), sealed))

    def read(self, sealed: object, shared: Any = None) -> object:
        """Return the JSON value that was encrypted for the room, or with the key `shared`; None for anything else."""
        key = self._envelope if shared is None else shared
        try:
            return read_json(self._cipher.opened(sealed, key)) if isinstance(sealed, str) else None
        except (ValueError, RecursionError):
            return None

    def event(self, greets: bool, parts: Mapping[str, tuple[Any, object]], bits: int = 0) -> RoomEvent:
        """Return the next event. Of each peer, `parts` has the shared key and the content for it."""
        self._published = number = self._published + 1
        sealed_parts = {peer: self._cipher.seal(json.dumps([number, one]), key) for peer, (key, one) in parts.items()}
        sealed = self._cipher.seal(json.dumps([greets, sealed_parts]), self._envelope)
        return RoomEvent(number, stamp(self._secret, self._cipher.public, number, sealed), sealed, bits)


def name_of(public: str) -> str:
    """Return the name of the page with the key `public`."""
    return public[:NAME_LENGTH]
