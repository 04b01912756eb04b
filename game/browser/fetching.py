"""On the way to what is fetched only when somebody first wants it."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.lazy_modules import NotFetched, fetch_modules
from game.browser.tasks import soon


class Fetching:
    """Calls `go` once the modules in `archive` are there, or `failed` if they cannot be had; neither after `close`."""

    def __init__(
        self, archive: str, go: Callable[[], object], failed: Callable[[], object], home: Callable[[], object]
    ) -> None:
        self._archive = archive
        self._go, self._failed, self._home = go, failed, home
        self._closed = False
        soon(self._fetch())

    def pause(self) -> None:
        """Nothing is played yet."""

    def leave(self) -> None:
        """Stay at home after all."""
        if not self._closed:
            self._home()

    def close(self) -> None:
        """Whatever comes is not wanted any more."""
        self._closed = True

    async def _fetch(self) -> None:
        try:
            await fetch_modules(self._archive)
        except NotFetched:
            then = self._failed
        else:
            then = self._go
        if not self._closed:
            then()
