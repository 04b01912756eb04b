"""Signatures: valid under the signer's key only, and never under a key of small order."""

from __future__ import annotations

import pytest

from game.transport.identity import PRIME, SMALL_ORDERS, Verifier, has_small_order
from tests.net.ed25519 import ED25519

SECRET = "5" * 64

GOOD_FOR_ALL = "5866666666666666666666666666666666666666666666666666666666666666" + f"{1:02x}" + "00" * 31
"""R is the base point and S is 1: valid for every text under a key that is the neutral point."""


def spelled(y: int, sign: int) -> str:
    return (y | sign << 255).to_bytes(32, "little").hex()


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", sorted([*SMALL_ORDERS, PRIME, PRIME + 1]))
def test_a_key_of_small_order_is_refused_in_every_encoding(y: int, sign: int) -> None:
    assert has_small_order(spelled(y, sign)) and not Verifier(ED25519)(spelled(y, sign), GOOD_FOR_ALL, "text")


def test_a_valid_key_has_no_small_order_and_verifies_its_own_text_only() -> None:
    key = ED25519.public_key(SECRET)
    assert not has_small_order(key)
    assert Verifier(ED25519)(key, ED25519.sign(SECRET, "text"), "text")
    assert not Verifier(ED25519)(key, ED25519.sign(SECRET, "text"), "another")
