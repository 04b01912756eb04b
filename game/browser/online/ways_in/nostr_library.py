"""The library of keys and relays, loaded on first use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from pyodide.ffi import JsException

from game.browser.online.stage import ConnectionEvents
from game.browser.page.archives import NotFetched
from game.browser.webrtc.ed25519 import PageEd25519
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.vendored import NOSTR, vendored_copy
from game.browser.webrtc.wall_clock import wall_clock
from game.words.online.connecting import NOT_FETCHED

Retry: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class NostrLibrary:
    """The library, and this page's key."""

    def __init__(self, events: ConnectionEvents) -> None:
        self.ed25519: PageEd25519
        self._events = events
        self._loading = asyncio.Lock()
        self._key: PageKey | None = None
        self._retry: Retry | None = None

    async def load(self, retry: Retry | None) -> PageKey | None:
        """Load the library and return this page's key; None if that fails. Then `take_retry` returns `retry`."""
        async with self._loading:
            if self._key is None:
                try:
                    library, _ = await asyncio.gather(vendored_copy(NOSTR), wall_clock.compare())
                except (JsException, NotFetched):
                    self._retry = retry or self._retry
                    self._events.stage.trouble(NOT_FETCHED())
                    return None
                self.ed25519 = PageEd25519(library)
                self._key = PageKey(library)
        return self._key

    def new_key(self) -> PageKey:
        """Return another key of this page, after the library has loaded."""
        assert self._key is not None
        return PageKey(self._key.library)

    def take_retry(self) -> Retry | None:
        """Return what waits for the library, once."""
        retry, self._retry = self._retry, None
        return retry
