"""The long codes with which two pages are paired by hand: who made one, and how that page can be reached."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from enum import Enum
from ipaddress import ip_address
from typing import NamedTuple

from game.core.plain import read_json

LONGEST = 20_000
"""Characters in the longest code that is read, and in what it unpacks to."""

CANDIDATE = re.compile(r"^a=candidate:\S+ \d+ \S+ \d+ (\S+) \d+ typ ", re.MULTILINE)


class PairingFault(Enum):
    """What is wrong with a code that leads nowhere."""

    DAMAGED = "damaged"
    OFFER_WANTED = "an offer is wanted"
    ANSWER_WANTED = "an answer is wanted"
    UNUSABLE = "unusable"


class PairingError(ValueError):
    """A code that leads nowhere; `fault` says why."""

    def __init__(self, fault: PairingFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


WRONG = {"offer": PairingFault.OFFER_WANTED, "answer": PairingFault.ANSWER_WANTED}


class Code(NamedTuple):
    """What one page tells the other: an "offer" or an "answer", by which page, and of which table."""

    kind: str
    page: str
    sdp: str
    room: str
    founder: str


PARTS = "offer|answer", r"\w{1,40}", r"[\s\S]+", "[0-9a-f]{32}", "[0-9a-f]{64}"
"""What the parts of a code look like, in order."""


def pack(code: Code) -> str:
    """The text that `unpack` reads."""
    packed = zlib.compress(json.dumps(code).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(text: str, kind: str) -> Code:
    """What a page made, as it was copied; a link that ends with it will do. Raises PairingError."""
    try:
        said = read_json(_unpacked(text))
    except (ValueError, RecursionError, zlib.error) as error:
        raise PairingError(PairingFault.DAMAGED) from error
    if not (isinstance(said, list) and len(said) == len(PARTS) and all(map(_looks_like, PARTS, said))):
        raise PairingError(PairingFault.DAMAGED)
    code = Code(*said)
    if code.kind != kind:
        raise PairingError(WRONG[kind])
    return code


def check_page(code: Code, is_here: Callable[[str], bool]) -> None:
    """Refuse a code whose page `is_here` already: this page itself, or one that has a channel.

    Nothing in a code proves that the page is called so, unlike over relays, so nobody may take a name away by it.
    Raises PairingError.
    """
    if is_here(code.page):
        raise PairingError(PairingFault.UNUSABLE)


def public_addresses(sdp: str) -> tuple[str, ...]:
    """The addresses outside of the home network to which `sdp` would have a page send."""
    return tuple(dict.fromkeys(filter(_is_public, CANDIDATE.findall(sdp))))


def _looks_like(pattern: str, part: object) -> bool:
    return isinstance(part, str) and bool(re.fullmatch(pattern, part, re.ASCII))


def _unpacked(text: str) -> str:
    text = text[: 2 * LONGEST]
    text = re.sub(r"\s", "", text.partition("=")[2] if "#" in text else text)[:LONGEST]
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return zlib.decompressobj().decompress(packed, LONGEST).decode()


def _is_public(address: str) -> bool:
    """Names are public as well, but for those that only the home network knows."""
    try:
        return ip_address(address).is_global
    except ValueError:
        return not address.endswith(".local")
