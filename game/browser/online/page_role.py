"""This page's role at a table, set as attributes of the root element for style sheets and browser tests.

With it goes the wake lock, which keeps the screen on.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from js import document

from game.browser.device.wake_lock import WakeLock
from game.browser.online.big_screen import STYLE, Remote
from game.browser.page.dom import load_style
from game.browser.shell.page import Page
from game.net.guest import Guest
from game.net.roster import Roster
from game.words.table import DISCONNECT_TV, LEAVE_GAME, STOP_WATCHING

Role: TypeAlias = Literal["alone", "seat", "watcher", "screen"]
"""A page at no table, at a seat, one that watches, or a big screen. The style sheets know it by these words."""

LEAVE = {"alone": LEAVE_GAME, "seat": LEAVE_GAME, "watcher": STOP_WATCHING, "screen": DISCONNECT_TV}
"""The button in the menu of each role that leaves the table."""


class PageRole:
    """The role of this `page`, with what depends on it: sound, the `wake_lock`, and the keys of a big screen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.wake_lock = WakeLock()
        self._remote: Remote | None = None

    @property
    def is_screen(self) -> bool:
        """Whether this page is the big screen of a room."""
        return self._remote is not None

    def become_screen(self) -> None:
        """Make this page the big screen."""
        load_style(STYLE)
        self._remote = Remote()
        self._show_role("screen")

    def show(self, guest: Guest, roster: Roster) -> None:
        """Show the role: big screen, hand before a big screen, or ordinary page."""
        if guest.table.is_screen and not self.is_screen:
            self.become_screen()
        is_shown = roster.screen is not None and roster.screen.here and not roster.screen_hidden
        before_screen = is_shown and not self.is_screen
        if before_screen:
            load_style(STYLE)
        self._page.sound.hush(before_screen)
        role: Role = "screen" if self.is_screen else "watcher" if guest.table.seat is None else "seat"
        self._show_role(role, before_screen=before_screen)

    def clear(self) -> None:
        """Release the wake lock, unmute the sound and clear the role, since this page is at no table."""
        self.wake_lock.hold(False)
        self._page.sound.hush(False)
        self._show_role("alone")

    def close(self) -> None:
        """Clear the role, and stop handling the keys of a big screen."""
        self.clear()
        if self._remote is not None:
            self._remote.close()

    def _show_role(self, role: Role, *, before_screen: bool = False) -> None:
        """Set this page's role, and name the button that leaves the table after it.

        `before_screen` if a big screen also shows the table to this person.
        """
        self._page.menu.show({"leave": LEAVE[role]()})
        root = document.documentElement
        root.dataset.role = role
        root.toggleAttribute("data-before-screen", before_screen)
