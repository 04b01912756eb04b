"""The key pair that a page creates when it loads. It signs and encrypts what the page publishes on relays."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException, to_js

from game.browser.page.dom import js_object
from game.browser.webrtc.wall_clock import wall_clock
from game.transport.room_events import LONGEST_SEALED, name_of


class PageKey:
    """A new key pair, made by the Nostr `library`. `public` is the public key."""

    def __init__(self, library: Any) -> None:
        self.library = library
        self._secret = library.generateSecretKey()
        self.public = str(library.getPublicKey(self._secret))

    @property
    def name(self) -> str:
        """This page's name for the other pages."""
        return name_of(self.public)

    def event(self, kind: int, tags: list[list[str]], content: str, at: int | None = None) -> Any:
        """Return a signed event for relays, created `at` a time in seconds since 1970, by default now."""
        return self.library.finalizeEvent(self._unsigned(kind, tags, content, at), self._secret)

    async def event_with_work(self, kind: int, tags: list[list[str]], content: str, bits: int) -> Any:
        """Return a signed event with a proof of work (NIP-13), which a worker computes. Raises JsException."""
        event = await self.library.withWork(self._unsigned(kind, tags, content, None), bits)
        return self.library.finalizeEvent(event, self._secret)

    def _unsigned(self, kind: int, tags: list[list[str]], content: str, at: int | None) -> Any:
        at = int(wall_clock.now()) if at is None else at
        return js_object({"pubkey": self.public, "kind": kind, "created_at": at, "tags": tags, "content": content})

    def symmetric(self, digits: str) -> Any:
        """Return the key with these 64 hexadecimal digits."""
        return js_bytes(digits)

    def shared_with(self, page: str) -> Any:
        """Return the shared key of this page and the page with the public key `page`. Raises ValueError."""
        try:
            return self.library.sealing.utils.getConversationKey(self._secret, page)
        except JsException as error:
            raise ValueError("not a public key") from error

    def seal(self, text: str, key: Any) -> str:
        """Return `text`, encrypted and authenticated with `key`."""
        return str(self.library.sealing.encrypt(text, key))

    def opened(self, sealed: str, key: Any) -> str:
        """Return the decrypted text. Raises ValueError if `key` is wrong or `sealed` is too long."""
        if len(sealed) > LONGEST_SEALED:
            raise ValueError("longer than what any page seals")
        try:
            return str(self.library.sealing.decrypt(sealed, key))
        except JsException as error:
            raise ValueError("not sealed with this key") from error


def js_bytes(digits: str) -> Any:
    """Return hexadecimal digits as a JavaScript array of bytes."""
    return to_js(bytes.fromhex(digits))
