"""The fold "Open to anyone" of a host, in the lobby and in the menu of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.browser.online.ways_in.opening import Opening
from game.browser.page.archives import NotFetched
from game.browser.page.dom import Listening
from game.browser.page.lazy_modules import OPEN_TABLES, fetch_modules
from game.browser.page.tasks import Tasks
from game.words.language import gettext
from game.words.online.connecting import NOT_FETCHED


class Panel(Protocol):
    """The content of the fold."""

    def show(self) -> None:
        """Show whether the table is open."""

    def close(self) -> None:
        """Remove the content."""


class OpenFold(Listening):
    """The fold `element` about the `opening` of a table. Its content loads when it is first unfolded."""

    def __init__(self, element: Any, opening: Opening, trouble: Callable[[str], None]) -> None:
        super().__init__()
        self._element = element
        self._opening = opening
        self._trouble = trouble
        self._tasks = Tasks()
        self._panel: Panel | None = None
        self._listen(element, "toggle", lambda _: self._tasks.start(self._fill()))

    def show(self) -> None:
        """Show whether the table is open."""
        self._element.toggleAttribute("data-is-open", self._opening.is_open)
        if self._panel is not None:
            self._panel.show()

    def close(self) -> None:
        """Remove the content. May be called twice."""
        super().close()
        self._tasks.close()
        if self._panel is not None:
            self._panel.close()
            self._panel = None
        self._element.open = False

    async def _fill(self) -> None:
        try:
            await fetch_modules(OPEN_TABLES)
        except NotFetched:
            self._element.open = False
            self._trouble(gettext(NOT_FETCHED))
            return
        from game.browser.open_tables.open_panel import OpenPanel  # not loaded with multiplayer

        if self._panel is None:
            self._panel = OpenPanel(self._element, self._opening)
