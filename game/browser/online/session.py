"""A multiplayer session: what the page does with a visit to a table, from its choice on the title until it is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import js
from js import location

from game.browser.online.table.at_table import AtTable
from game.browser.online.visit import Visit
from game.browser.online.ways_in.code import by_code, offer_code
from game.browser.online.ways_in.link import by_link, open_table
from game.browser.online.ways_in.manual import by_hand, pair
from game.browser.page.dom import Listening
from game.browser.page.links import JOIN, PAIR, WATCH, set_fragment
from game.browser.shell.page import Page, Session
from game.core import OVER
from game.net.invite import Invite
from game.net.protocol.messages import Why
from game.words.online.people import leaving
from game.words.table import MENU, PAUSED

if TYPE_CHECKING:
    from game.core.record import Game


class OnlineSession(Listening, Session):
    """A table with others: at a seat, watching, or as the `screen` for a whole room.

    A page that comes from a club returns there by `back`, if the table refuses it.
    """

    def __init__(self, page: Page, *, screen: bool = False, back: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._page = page
        self._visit = Visit(page, offer_code, pair, leave=self.leave, back=back)
        self._closed = False
        page.menu.show({"title": MENU(), "kept": False})
        self._listen(js.window, "beforeunload", lambda _: self._say_goodbye())
        self._listen(js.window, "pagehide", lambda _: self._say_goodbye())
        self._listen(js.window, "pageshow", lambda event: event.persisted and location.reload())
        if screen:
            self._visit.role.become_screen()

    def open(self, where: str, *, pressed: bool, challenge: Game | None = None) -> None:
        """Join the table of a link or of a spoken code; open a new table if `where` is empty.

        Ask before following a link unless it was `pressed`. A new table deals the `challenge`, if there is one.
        """
        visit = self._visit
        if where.startswith(PAIR):
            visit.way.start(by_hand(visit, where.removeprefix(PAIR), pressed=pressed))
        elif where.startswith((JOIN, WATCH)):
            visit.way.start(by_link(visit, where, pressed=pressed))
        elif where:
            visit.way.start(by_code(visit, where))
        else:
            visit.way.start(open_table(visit, screen=visit.role.is_screen, challenge=challenge))

    def sit(self, invite: Invite, *, watch: bool) -> None:
        """Sit down at a table that is listed in a club, or only `watch`."""
        link = replace(invite, watch=watch).fragment()
        self._visit.way.start(by_link(self._visit, link, pressed=True, listed=True))

    def play(self, club: str) -> None:
        """Open a new table that the club with this id lists, and play there at once."""
        self._visit.way.start(open_table(self._visit, club=club))

    def pause(self) -> None:
        """Save the seat. The game does not pause: the others play on unless this person stops it."""
        self._visit.saver.save_pending()

    @property
    def leaving_means(self) -> str:
        table, view, roster = self._visit.table, self._visit.table.view, self._visit.table.roster
        if not (isinstance(self._visit.screen, AtTable) and view and roster) or view.phase in OVER:
            return ""
        return "" if view.seat is None else leaving(roster, view.seat, hosts=table.hosts)

    def leave(self) -> None:
        """Give up the seat and go to the title."""
        if self._closed:
            return
        table, saver = self._visit.table, self._visit.saver
        if table.driver is not None:
            if table.hosts and table.roster is not None:
                saver.remember_next_host(table.roster)
            table.driver.leave(Why.LEFT)
        saver.forget()
        self._end()
        self._page.home()

    def close(self) -> None:
        """Close the session. The seat stays saved unless `leave` was called."""
        if not self._closed:
            self._say_goodbye()
            self._end()

    def _say_goodbye(self) -> None:
        self._visit.saver.save()
        self._visit.say_goodbye()

    def _end(self) -> None:
        self._closed = True
        self._visit.close()
        super().close()
        set_fragment("")
        self._page.menu.show({"title": PAUSED()})


def meet(
    page: Page,
    where: str = "",
    *,
    pressed: bool = True,
    screen: bool = False,
    challenge: Game | None = None,
) -> None:
    """Open a table for others, perhaps for a `challenge`, or join the table of a link or a spoken code.

    Ask first unless a person has `pressed` the link. `screen` opens a table without a seat for this page.
    """
    session = page.open(lambda: OnlineSession(page, screen=screen))
    session.open(where, pressed=pressed, challenge=challenge)
