"""A signature is good under the key of whoever made it, and under no key that fits every text."""

from __future__ import annotations

import pytest

from game.transport.identity import PRIME, SMALL_ORDERS, Verifier, has_small_order
from tests.net.ed25519 import ED25519

SECRET = "5" * 64


def spelled(y: int, sign: int) -> str:
    return (y | sign << 255).to_bytes(32, "little").hex()


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", sorted([*SMALL_ORDERS, PRIME, PRIME + 1]))
def test_a_key_of_small_order_is_refused_however_it_is_spelled(y: int, sign: int) -> None:
    assert has_small_order(spelled(y, sign))


def test_an_honest_key_is_none_of_these() -> None:
    key = ED25519.public_key(SECRET)
    assert not has_small_order(key)
    assert Verifier(ED25519)(key, ED25519.sign(SECRET, "text"), "text")
    assert not Verifier(ED25519)(key, ED25519.sign(SECRET, "text"), "another")
