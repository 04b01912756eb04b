"""The current session of the page, and the title while there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import js
from js import document

from game.browser.page.archives import NotFetched
from game.browser.page.back_button import BackButton
from game.browser.page.dialogs import hide_dialogs, hide_top_dialog, listen_to_dialogs, open_dialogs
from game.browser.page.dom import find, listen
from game.browser.page.lazy_modules import fetch_modules
from game.browser.page.tasks import soon


class Session(Protocol):
    """One session of this page, from the choice on the title until `close`."""

    def pause(self) -> None:
        """Pause what can be paused and save unsaved state, since the page may be hidden."""

    @property
    def leaving_means(self) -> str:
        """What follows for others if this person leaves in the middle of a game, so that the page asks first."""

    def leave(self) -> None:
        """Leave the table and go to the title."""

    def close(self) -> None:
        """Remove the session from the page. May be called twice."""


AnySession = TypeVar("AnySession", bound=Session)


class CurrentSession:
    """Holds at most one session. It pauses when the page or an interrupting dialog hides the table."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._changes = 0
        self.back_button = BackButton(self._is_away, self._back)
        listen(find("leave"), "click", lambda _: self._ask_to_leave())
        listen(find("left"), "click", lambda _: self._leave())
        listen_to_dialogs(self._pause, self.back_button.update)
        listen(js.window, "failed", lambda _: self._pause())
        listen(document, "visibilitychange", self._visibility_changed)
        listen(js.window, "pagehide", lambda _: self._pause())

    @property
    def asks_before_leaving(self) -> bool:
        """Whether leaving the session would end something."""
        return self._session is not None and bool(self._session.leaving_means)

    def open(self, make: Callable[[], AnySession]) -> AnySession:
        """Leave the title or the last session, then `make` the next one and return it."""
        self._close()
        hide_dialogs()
        find("title").hidden = True
        session = self._session = make()
        self.back_button.update()
        return session

    def fetch(self, archive: str, go: Callable[[], object], failed: Callable[[], object]) -> None:
        """Close the session, then call `go` once the modules in `archive` are loaded, or `failed` if that fails.

        Neither is called after another choice.
        """
        self._close()
        find("title").hidden = False
        soon(self._fetch(self._changes, archive, go, failed))

    def cancel_fetch(self) -> None:
        """Open nothing when the modules are loaded that are being fetched now, if any."""
        if self._session is None:
            self._changes += 1

    def show_title(self) -> None:
        """Close the session and all dialogs, and show the title."""
        self._close()
        hide_dialogs()
        find("title").hidden = False
        self.back_button.update()

    def _close(self) -> None:
        self._changes += 1
        session, self._session = self._session, None
        if session is not None:
            session.close()

    async def _fetch(self, changes: int, archive: str, go: Callable[[], object], failed: Callable[[], object]) -> None:
        try:
            await fetch_modules(archive)
        except NotFetched:
            go = failed
        if changes == self._changes:
            go()
            self.back_button.update()

    def _is_away(self) -> bool:
        """Whether a screen or a dialog is above the title."""
        return self._session is not None or bool(open_dialogs())

    def _back(self) -> None:
        """Close the dialog above the others, or leave the current screen by its own button."""
        if hide_top_dialog():
            return
        ways = (way for way in document.querySelectorAll("[data-leave], [data-do=leave]") if way.checkVisibility())
        if way := next(ways, None):
            way.click()
        else:
            self._ask_to_leave()

    def _ask_to_leave(self) -> None:
        if self._session is not None and (words := self._session.leaving_means):
            find("leaving-words").textContent = words
            if not find("menu").matches(":popover-open"):
                find("menu").showPopover()
            find("leaving").showPopover()
        else:
            self._leave()

    def _leave(self) -> None:
        if self._session is not None:
            self._session.leave()

    def _pause(self) -> None:
        if self._session is not None:
            self._session.pause()

    def _visibility_changed(self, event: Any) -> None:
        if document.hidden:
            self._pause()
