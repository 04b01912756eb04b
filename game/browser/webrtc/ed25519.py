"""Ed25519 signatures by a JavaScript library. The browser's own are asynchronous, so every signature would wait."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException, to_js

from game.browser.webrtc.keys import js_bytes


class PageEd25519:
    """An implementation of `game.transport.identity.Ed25519` by `library`, the Nostr library."""

    def __init__(self, library: Any) -> None:
        self._curve = library.ed25519

    def public_key(self, secret: str) -> str:
        """Return the public key."""
        return _hexadecimal(self._curve.getPublicKey(js_bytes(secret)))

    def sign(self, secret: str, text: str) -> str:
        """Return the signature of `text`."""
        return _hexadecimal(self._curve.sign(to_js(text.encode()), js_bytes(secret)))

    def verify(self, key: str, signature: str, text: str) -> bool:
        """Whether the holder of the secret for `key` signed `text`. Malformed input counts as not signed."""
        try:
            return bool(self._curve.verify(js_bytes(signature), to_js(text.encode()), js_bytes(key)))
        except JsException:
            return False


def _hexadecimal(array: Any) -> str:
    return str(array.to_bytes().hex())
