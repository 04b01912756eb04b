"""The key that this page has for as long as it is open: with it, it signs and seals what goes over relays."""

from __future__ import annotations

import time
from typing import Any

from pyodide.ffi import to_js

from game.browser.dom import js_object

NAME_LENGTH = 40
"""Of a key's 64 hexadecimal digits, as many as nobody finds another key for: they are the page's name."""

LONGEST_SEALED = 60_000
"""Characters in the longest text that is opened."""


class PageKey:
    """A new key, by the `library` that pages meet with. `public` is what everybody may know of it."""

    def __init__(self, library: Any) -> None:
        self.library = library
        self._secret = library.generateSecretKey()
        self.public = str(library.getPublicKey(self._secret))

    @property
    def name(self) -> str:
        """What the other pages call this one."""
        return name_of(self.public)

    def event(self, kind: int, tags: list[list[str]], content: str) -> Any:
        """An event for relays, signed."""
        return self.library.finalizeEvent(self._unsigned(kind, tags, content), self._secret)

    async def event_with_work(self, kind: int, tags: list[list[str]], content: str, bits: int) -> Any:
        """The same with a proof of work (NIP-13), which a thread of its own makes. Raises JsException."""
        event = await self.library.withWork(self._unsigned(kind, tags, content), bits)
        return self.library.finalizeEvent(event, self._secret)

    def _unsigned(self, kind: int, tags: list[list[str]], content: str) -> Any:
        now = int(time.time())
        return js_object({"pubkey": self.public, "kind": kind, "created_at": now, "tags": tags, "content": content})

    def shared_with(self, page: str) -> Any:
        """The key that only this page and the one whose public key is `page` can make. Raises JsException."""
        return self.library.sealing.utils.getConversationKey(self._secret, page)

    def seal(self, text: str, key: Any) -> str:
        """`text`, which only who has the `key` can read or could have sealed."""
        return str(self.library.sealing.encrypt(text, key))

    def opened(self, sealed: str, key: Any) -> str:
        """What was sealed with the `key`. Raises JsException, and ValueError where it is too long."""
        if len(sealed) > LONGEST_SEALED:
            raise ValueError("longer than what any page seals")
        return str(self.library.sealing.decrypt(sealed, key))


def name_of(public: str) -> str:
    """What the page is called whose key is `public`."""
    return public[:NAME_LENGTH]


def sealing_key(digits: str) -> Any:
    """A key of 64 hexadecimal digits, to seal with."""
    return to_js(bytes.fromhex(digits))
