"""The long codes with which two pages are paired by hand: who made one, and how that page can be reached."""

from __future__ import annotations

import base64
import json
import re
import zlib
from enum import Enum
from ipaddress import ip_address

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


def pack(kind: str, me: str, sdp: str) -> str:
    """A code that `unpack` reads."""
    packed = zlib.compress(json.dumps([kind, me, sdp]).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(code: str, kind: str) -> tuple[str, str]:
    """Who made `code`, and what it says. Raises PairingError."""
    try:
        match read_json(_unpacked(code)):
            case [str(said), str(name), str(sdp)] if re.fullmatch(r"\w{1,40}", name):
                if said != kind:
                    raise PairingError(WRONG[kind])
                return name, sdp
    except PairingError:
        raise
    except (ValueError, RecursionError, zlib.error):
        pass  # whatever it is, it is no code
    raise PairingError(PairingFault.DAMAGED)


def public_addresses(sdp: str) -> tuple[str, ...]:
    """The addresses outside of the home network to which `sdp` would have a page send."""
    return tuple(dict.fromkeys(filter(_is_public, CANDIDATE.findall(sdp))))


def _unpacked(code: str) -> str:
    _, found, fragment = code[: 2 * LONGEST].partition("#")
    text = re.sub(r"\s", "", fragment.partition("=")[2] if found else code[: 2 * LONGEST])[:LONGEST]
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return zlib.decompressobj().decompress(packed, LONGEST).decode()


def _is_public(address: str) -> bool:
    """Names are public as well, but for those that only the home network knows."""
    try:
        return ip_address(address).is_global
    except ValueError:
        return not address.endswith(".local")
