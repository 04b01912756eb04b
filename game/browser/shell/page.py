"""The page object: what all screens share, the current session, and the ways between the screens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import js
from js import document

from game.browser.page.dialogs import hide_dialogs, hide_top_dialog, listen_to_dialogs, open_dialogs
from game.browser.page.dom import find, listen
from game.browser.page.lazy_modules import fetch_modules
from game.browser.page.tabs import SavesGame
from game.browser.page.tasks import soon
from game.browser.page.view import Acting, Filled
from game.browser.shell.back_button import BackButton
from game.browser.shell.routes import ROUTES, Route
from game.browser.table.sound import Sound
from game.links import Kind, Link
from game.words.title_screen import NOT_FETCHED


class Session:
    """One session of this page, from the choice on the title until `close`. By default, there is nothing to lose."""

    def pause(self) -> None:
        """Pause what can be paused and save unsaved state, since the page may be hidden."""

    @property
    def leaving_means(self) -> str:
        """What follows for others if this person leaves in the middle of a game, so that the page asks first."""
        return ""

    def leave(self) -> None:
        """Leave the table and go to the title. `Page._back` presses the button for that, if the screen has one."""

    def close(self) -> None:
        """Remove the session from the page. May be called twice."""


AnySession = TypeVar("AnySession", bound=Session)


class Page:
    """The `sound`, the right to save the game, `seeds` for deals, and at most one session.

    The session pauses when the page or an interrupting dialog hides the table. `own` are ways that need no further
    modules; "title" among them updates the title after it has come back, and "message" shows `words` there.
    """

    def __init__(
        self, sound: Sound, saves_game: SavesGame, seeds: Iterator[str], own: Mapping[str, Callable[..., object]]
    ) -> None:
        self.sound, self.saves_game, self.seeds = sound, saves_game, seeds
        self._own = own
        self._session: Session | None = None
        self._way: asyncio.Task[Any] | None = None
        self._title = find("title")
        self.menu = Filled(find("menu"))
        self.back_button = BackButton(self._is_away, self._back)
        Acting(
            self.menu.element, {"ask-to-leave": lambda _: self._ask_to_leave(), "leave-now": lambda _: self._leave()}
        )
        listen_to_dialogs(self._pause, self.back_button.update)
        listen(js.window, "failed", lambda _: self._pause())
        listen(document, "visibilitychange", lambda _: self._pause() if document.hidden else None)
        listen(js.window, "pagehide", lambda _: self._pause())

    # --- ways ----------------------------------------------------------------------------

    def go(self, name: str, **what: object) -> None:
        """Open the screen `name` with the arguments `what`.

        If its modules have to be loaded first, close the session and show the title while they load. If the person
        chooses something else before that, the screen does not open.
        """
        if name in self._own:
            self._own[name](**what)
        else:
            self._close()
            self._title.hidden = False
            self._way = soon(self._load(ROUTES[name], what))

    @property
    def loading(self) -> bool:
        """Whether a screen is to open as soon as its modules are there."""
        return self._way is not None

    def show_pressed(self, name: str) -> None:
        """Show that the button `name` of the title was pressed, or none if that is empty, as boot.js does."""
        if name:
            document.documentElement.dataset.pressed = name
        else:
            document.documentElement.removeAttribute("data-pressed")

    def follow(self, link: Link, *, pressed: bool = False) -> None:
        """Go where `link` leads. Ask before joining a table, unless a person has `pressed` the link."""
        if link.kind is Kind.CLUB:
            self.go("clubs", link=link.fragment)
        elif link.leads_to_table:
            self.go("together", where=link.fragment, pressed=pressed)
        else:
            self.go("link", link=link)

    def home(self) -> None:
        """Close the session and all dialogs, and show the title."""
        self._close()
        hide_dialogs()
        self._title.hidden = False
        self.back_button.update()
        self.go("title")

    def open(self, make: Callable[[], AnySession]) -> AnySession:
        """Leave the title or the last session, then `make` the next one and return it."""
        self._close()
        hide_dialogs()
        self._title.hidden = True
        session = self._session = make()
        self.back_button.update()
        return session

    def cancel(self) -> None:
        """Open no screen whose modules are being loaded."""
        self._way = None
        self.show_pressed("")

    async def _load(self, route: Route, what: Mapping[str, object]) -> None:
        """Open a screen, unless the person chooses something else before its modules are there."""
        is_there = await fetch_modules(route.archive)
        if self._way is not asyncio.current_task():
            return
        self.cancel()
        if is_there:
            route.function()(self, **what)
            self.back_button.update()
        else:
            self.go("message", words=NOT_FETCHED())

    def _close(self) -> None:
        self._way = None
        session, self._session = self._session, None
        if session is not None:
            session.close()

    # --- leaving and pausing -------------------------------------------------------------

    @property
    def asks_before_leaving(self) -> bool:
        """Whether leaving the session would end something."""
        return self._session is not None and bool(self._session.leaving_means)

    def _is_away(self) -> bool:
        """Whether a screen or a dialog is above the title."""
        return self._session is not None or bool(open_dialogs())

    def _back(self) -> None:
        """Close the dialog above the others, or leave the current screen by its own button."""
        if hide_top_dialog():
            return
        ways = (way for way in document.querySelectorAll("[data-do=leave]") if way.checkVisibility())
        if way := next(ways, None):
            way.click()
        else:
            self._ask_to_leave()

    def _ask_to_leave(self) -> None:
        if self._session is not None and (words := self._session.leaving_means):
            self.menu.show({"leaving-words": words})
            if not self.menu.element.matches(":popover-open"):
                self.menu.element.showPopover()
            find("leaving").showPopover()
        else:
            self._leave()

    def _leave(self) -> None:
        if self._session is not None:
            self._session.leave()

    def _pause(self) -> None:
        if self._session is not None:
            self._session.pause()
