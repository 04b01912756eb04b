"""A screen wake lock while a table is open, in browsers that support it."""

from __future__ import annotations

from typing import Any

from js import document, navigator
from pyodide.ffi import JsException

from game.browser.page.dom import listen
from game.browser.page.tasks import Tasks


class WakeLock:
    """The lock, held from its creation until `close`.

    The browser releases it when the page is hidden; it is requested again when the page is visible.
    """

    def __init__(self) -> None:
        self._lock: Any = None
        self._tasks = Tasks()
        self._stop = listen(document, "visibilitychange", lambda _: self._ask())
        self._ask()

    def close(self) -> None:
        """Release the lock."""
        self._stop()
        self._tasks.close()
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release().catch(lambda _: None)

    def _ask(self) -> None:
        if not document.hidden and hasattr(navigator, "wakeLock"):
            self._tasks.start(self._request())

    async def _request(self) -> None:
        try:
            lock = await navigator.wakeLock.request("screen")
        except JsException:
            return  # denied: low battery, or not permitted here
        self._lock = lock
