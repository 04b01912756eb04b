"""Codes for signalling by hand: two people copy an offer and an answer between their pages, without relays."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from enum import Enum
from ipaddress import ip_address
from typing import NamedTuple

from game.core.safe_json import read_json

LONGEST = 20_000
"""The most characters of a code, both as text and decompressed."""

CANDIDATE = re.compile(r"^a=candidate:\S+ \d+ \S+ \d+ (\S+) \d+ typ ", re.MULTILINE)


class PairingFault(Enum):
    """The defect of an invalid code."""

    DAMAGED = "damaged"
    OFFER_WANTED = "an offer is wanted"
    ANSWER_WANTED = "an answer is wanted"
    UNUSABLE = "unusable"
    NO_CONNECTIONS = "the browser makes no peer connection"


class PairingError(ValueError):
    """An invalid code; `fault` says why."""

    def __init__(self, fault: PairingFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


WRONG = {"offer": PairingFault.OFFER_WANTED, "answer": PairingFault.ANSWER_WANTED}


class Code(NamedTuple):
    """The content of a code: an "offer" or "answer", its `sdp`, the peer id of its `page`, its room and founder."""

    kind: str
    page: str
    sdp: str
    room: str
    founder: str


PARTS = "offer|answer", r"\w{1,40}", r"[\s\S]+", "[0-9a-f]{32}", "[0-9a-f]{64}"
"""Regular expressions for the fields of a Code, in order."""


def pack(code: Code) -> str:
    """Return `code` as text, for `unpack`."""
    packed = zlib.compress(json.dumps(code).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(text: str, kind: str) -> Code:
    """Return the code in a copied text, or in a link that ends with it. Raises PairingError."""
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
    """Raise PairingError if `is_here` returns True for the code's page: our own page, or one that has a channel.

    Unlike a message over the relays, a code does not prove its peer id. It must not replace a connected page.
    """
    if is_here(code.page):
        raise PairingError(PairingFault.UNUSABLE)


def public_addresses(sdp: str) -> tuple[str, ...]:
    """Return the public addresses among the ICE candidates of `sdp`, those outside the local network."""
    return tuple(dict.fromkeys(filter(_is_public, CANDIDATE.findall(sdp))))


def _looks_like(pattern: str, part: object) -> bool:
    return isinstance(part, str) and bool(re.fullmatch(pattern, part, re.ASCII))


def _unpacked(text: str) -> str:
    text = text[: 2 * LONGEST]
    text = re.sub(r"\s", "", text.partition("=")[2] if "#" in text else text)[:LONGEST]
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return zlib.decompressobj().decompress(packed, LONGEST).decode()


def _is_public(address: str) -> bool:
    """Whether `address` is public. Host names count as public, except for mDNS names (".local")."""
    try:
        return ip_address(address).is_global
    except ValueError:
        return not address.endswith(".local")
