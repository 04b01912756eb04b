"""The types of fields of messages, with their bounds."""

from __future__ import annotations

import math
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any, TypeAlias

from game.core.codec import Field, integer, refuse, spelled
from game.net.names import LONGEST_NAME


def seconds() -> Field:
    """Return a field for a time in seconds, rounded to a tenth of a millisecond."""

    def read(said: Any) -> float:
        if type(said) in (int, float) and abs(said) < 1e9 and math.isfinite(said):
            return round(float(said), 4)
        refuse(said, "a time")

    return Field(lambda at: round(at, 4), read)


def printable(most: int, pattern: str = ".*") -> Field:
    """Return a field for printable text of at most `most` characters that matches the regular expression `pattern`."""

    def read(said: Any) -> str:
        if type(said) is str and len(said) <= most and said.isprintable() and re.fullmatch(pattern, said, re.ASCII):
            return said
        refuse(said, f"text of at most {most} printable characters like {pattern}")

    return Field(str, read)


def hexadecimal(digits: int) -> Field:
    """Return a field for exactly `digits` lower-case hexadecimal digits."""
    return printable(digits, f"[0-9a-f]{{{digits}}}")


def packed(digits: int, *, empty: bool = False) -> Field:
    """Return a field for `digits` hexadecimal digits, written as base64url, which is a third shorter.

    With `empty`, the text may also be empty.
    """

    def pack(value: str) -> str:
        return urlsafe_b64encode(bytes.fromhex(value)).decode().rstrip("=")

    def unpack(said: str) -> str:
        value = urlsafe_b64decode(said + "=" * (-len(said) % 4)).hex()
        return value if len(value) == digits or (empty and not value) else refuse(said, f"{digits} digits")

    return spelled(pack, unpack, digits)


Count: TypeAlias = Annotated[int, integer(0, 10**9)]
Time: TypeAlias = Annotated[float, seconds()]
Peer: TypeAlias = Annotated[str, printable(40)]
Name: TypeAlias = Annotated[str, printable(LONGEST_NAME)]
Character: TypeAlias = Annotated[str, printable(12)]
Digest: TypeAlias = Annotated[str, hexadecimal(32)]
Key: TypeAlias = Annotated[str, hexadecimal(64)]
Signature: TypeAlias = Annotated[str, hexadecimal(128)]
ShortKey: TypeAlias = Annotated[str, packed(64)]
ShortSignature: TypeAlias = Annotated[str, packed(128)]
KeyOrNobody: TypeAlias = Annotated[str, packed(64, empty=True)]
