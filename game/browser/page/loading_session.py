"""A placeholder session while modules are loaded on first use."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.page.archives import NotFetched
from game.browser.page.lazy_modules import fetch_modules
from game.browser.page.tasks import soon


class LoadingSession:
    """A session that loads the modules in `archive`.

    Then it calls `go`, or `failed` if loading fails. It calls neither after `close`.
    """

    def __init__(
        self, archive: str, go: Callable[[], object], failed: Callable[[], object], home: Callable[[], object]
    ) -> None:
        self._archive = archive
        self._go, self._failed, self._home = go, failed, home
        self._closed = False
        soon(self._fetch())

    def pause(self) -> None:
        """Do nothing, since no game is in progress."""

    def leave(self) -> None:
        """Cancel and go to the title."""
        if not self._closed:
            self._home()

    def close(self) -> None:
        """Cancel: `go` and `failed` are not called any later."""
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
