"""Ed25519 for tests, from a CPython library. Pages use another library."""

from __future__ import annotations

from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


@cache
def _private(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))


class Cryptography:
    """The functions that `game.transport.identity.Ed25519` requires."""

    @staticmethod
    @cache
    def public_key(secret: str) -> str:
        return _private(secret).public_key().public_bytes_raw().hex()

    def sign(self, secret: str, text: str) -> str:
        return _private(secret).sign(text.encode()).hex()

    def verify(self, key: str, signature: str, text: str) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


ED25519 = Cryptography()
