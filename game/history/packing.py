"""Packs integers into URL-safe text; each takes only the room that its range needs.

All numbers form one large integer in a mixed radix, like hours, minutes and seconds form a number of seconds.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error

from game.history.errors import BadGame, GameFault, refuse

LETTERS = re.compile(r"[\w-]*", re.ASCII)

CHECK = 3
"""Bytes of the checksum. It accepts one in 16 million damaged texts."""

CLASSES = 24
"""The largest size, in bits, of a number without a known range."""


class Packer:
    """Encodes a sequence of numbers."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, value: int, base: int) -> None:
        """Add `value`, from 0 to `base` - 1."""
        assert 0 <= value < base
        self._digits.append((value, base))

    def put_any(self, value: int) -> None:
        """Add a number without a known range: smaller numbers take less room."""
        size = value.bit_length()
        self.put(size, CLASSES + 1)
        self.put(value - (1 << size >> 1), max(1, 1 << size >> 1))

    def text(self) -> str:
        """Return all numbers as text for a link."""
        whole = 0
        for value, base in reversed(self._digits):
            whole = whole * base + value
        content = whole.to_bytes((whole.bit_length() + 7) // 8, "little")
        return urlsafe_b64encode(_check(content) + content).decode().rstrip("=")


class Unpacker:
    """Decodes the numbers in their order. Raises BadGame for a damaged text."""

    def __init__(self, text: str) -> None:
        if not LETTERS.fullmatch(text):
            refuse(GameFault.DAMAGED)
        try:
            bytes_read = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except Error as error:
            raise BadGame(GameFault.DAMAGED) from error
        content = bytes_read[CHECK:]
        if bytes_read[:CHECK] != _check(content):
            refuse(GameFault.DAMAGED)
        self._rest = int.from_bytes(content, "little")

    def take(self, base: int) -> int:
        """Return the next number, from 0 to `base` - 1."""
        if base < 1:
            refuse(GameFault.IMPOSSIBLE)
        self._rest, value = divmod(self._rest, base)
        return value

    def take_any(self) -> int:
        """Return the next number that `put_any` added."""
        size = self.take(CLASSES + 1)
        half = 1 << size >> 1
        return half + self.take(max(1, half))

    def end(self) -> None:
        """Raise BadGame if there is more to read."""
        if self._rest:
            refuse(GameFault.DAMAGED)


def _check(content: bytes) -> bytes:
    return zlib.crc32(content, 1).to_bytes(4, "little")[:CHECK]
