"""Keeps the screen on while a table is open, where the browser can do that."""

from __future__ import annotations

from typing import Any

from js import document, navigator
from pyodide.ffi import JsException

from game.browser.dom import listen
from game.browser.tasks import Tasks


class WakeLock:
    """The screen stays on from when this is made until `close`.

    The browser takes the lock back whenever the page is not seen; it is asked for again when it is.
    """

    def __init__(self) -> None:
        self._lock: Any = None
        self._tasks = Tasks()
        self._stop = listen(document, "visibilitychange", lambda _: self._ask())
        self._ask()

    def close(self) -> None:
        """Let the screen go dark again."""
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
            return  # the battery is low, or it is not allowed here
        self._lock = lock
