"""The screen wake lock, which keeps the screen on while a person only thinks."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from js import document, navigator

from game.browser.page.dom import Listening
from game.browser.page.features import RefusedError, ask
from game.browser.page.tasks import soon


class WakeLock(Listening):
    """A screen wake lock. `hold` requests and releases it; without the feature, nothing happens.

    The browser releases it when the page is hidden; it is requested again when the page is visible. A lock that the
    browser grants too late, after it is no longer wanted, is released at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self._wanted = False
        self._lock: Any = None

    def hold(self, wanted: bool) -> None:
        """Keep the screen on while `wanted`. Repeated calls have no effect."""
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if wanted:
            self._listen(document, "visibilitychange", lambda _: self._ask())
            self._ask()
            return
        super().close()
        lock, self._lock = self._lock, None
        if lock is not None:
            soon(_release(lock))

    def close(self) -> None:
        """Release the lock. May be called twice."""
        self.hold(False)

    def _ask(self) -> None:
        if not document.hidden:
            soon(self._request())

    async def _request(self) -> None:
        try:
            lock = await ask(lambda: navigator.wakeLock.request("screen"))
        except RefusedError:
            return  # missing, or denied, as with a low battery
        if self._wanted and (self._lock is None or self._lock.released):
            self._lock = lock
        else:
            await _release(lock)


async def _release(lock: Any) -> None:
    with suppress(RefusedError):
        await ask(lock.release)
