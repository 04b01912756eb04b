"""Ed25519 in the page, by a library; the browser's own would make everybody wait for each signature."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException, to_js


class PageEd25519:
    """What `game.net.identity.Ed25519` asks for, by the `library` that pages meet with."""

    def __init__(self, library: Any) -> None:
        self._curve = library.ed25519

    def public_key(self, secret: str) -> str:
        """The key that everybody may know."""
        return _hexadecimal(self._curve.getPublicKey(_bytes(secret)))

    def sign(self, secret: str, text: str) -> str:
        """The signature under `text`."""
        return _hexadecimal(self._curve.sign(to_js(text.encode()), _bytes(secret)))

    def verify(self, key: str, signature: str, text: str) -> bool:
        """Whether the holder of the secret behind `key` signed `text`. Raises nothing."""
        try:
            return bool(self._curve.verify(_bytes(signature), to_js(text.encode()), _bytes(key)))
        except JsException:
            return False


def _bytes(digits: str) -> Any:
    return to_js(bytes.fromhex(digits))


def _hexadecimal(array: Any) -> str:
    return str(array.to_bytes().hex())
