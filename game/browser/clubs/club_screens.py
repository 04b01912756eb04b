"""The screens of clubs: the list of them, a club with its open tables, and the question of a club's link."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Any

import js
from js import document
from pyodide.ffi import JsException

from game.browser.clubs.club_tables import ClubTables
from game.browser.device.sharing import share_link
from game.browser.online import seat_store, stored_clubs
from game.browser.online.choice_screen import Invitation
from game.browser.online.qr_code import draw_qr
from game.browser.online.stage import Question
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Keyed, Screen, from_template, js_object, load_style, new_element
from game.browser.page.links import link_with
from game.browser.page.tasks import Tasks, Timer
from game.browser.table.player_faces import face
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.servers import chosen
from game.browser.webrtc.vendored import NOSTR, vendored_copy
from game.browser.webrtc.wall_clock import wall_clock
from game.net.clubs.club import Club, new_club
from game.net.clubs.listing import Listing
from game.words.language import gettext
from game.words.lists import listed
from game.words.online.clubs import JOIN, LINK_COPIED, LOOKING, MEMBERS_SEE, NONE_OPEN, about, join_club, leave_club
from game.words.online.connecting import NO_RELAY, NOT_FETCHED

STYLE = "./assets/css/clubs.css"

PATIENCE = 10.0
"""Seconds without a relay after which the page says so."""

SHOWN_AFTER, SHOWN_AGAIN = 0.1, 60.0
"""Seconds until the list is shown after a change, together with all further changes, and without one."""

LONGEST_SINCE = 24 * 60
"""The most minutes for which a table is shown to be there."""


class ClubSession:
    """What the page's current session has to be able to do. `_back` leads to where a screen came from."""

    leaving_means = ""
    _back: Callable[[], None]

    def pause(self) -> None:
        """Do nothing: there is nothing to save."""

    def leave(self) -> None:
        """Go back."""
        self._back()


class ClubList(ClubSession, Screen):
    """The list of clubs. `show` is called with a chosen club, and whether it is new."""

    def __init__(self, show: Callable[[Club, bool], None], home: Callable[[], None]) -> None:
        load_style(STYLE)
        super().__init__(from_template("clubs-template"))
        self._back = home
        self._show_club = show
        self._clubs = {club.key: club for club in stored_clubs.clubs()}
        items = Keyed(self._find("ul")).show(self._clubs, lambda _: new_element("li"))
        for key, item in items.items():
            button = new_element("button")
            button.type = "button"
            button.dataset.club = key
            button.append(new_element("bdi", text=self._clubs[key].name))
            item.append(button)
        self._listen(self._find("form"), "submit", self._make)
        self._listen_to_buttons(self.element, lambda _: home(), "[data-leave]")
        self._listen_to_buttons(self.element, self._pressed, "[data-club]")
        self.focus()

    def _pressed(self, button: Any) -> None:
        self._show_club(self._clubs[button.dataset.club], False)

    def _make(self, event: Any) -> None:
        event.preventDefault()
        if name := self._find("input").value.strip():
            club = new_club(SystemRandom(), name)
            stored_clubs.remember(club)
            self._show_club(club, True)


class ClubScreen(ClubSession, Screen):
    """The page of `club`, which is perhaps `new`.

    `sit` is called with a chosen table, and whether only to watch there; `play` opens one. `back` shows all clubs.
    """

    def __init__(
        self,
        club: Club,
        new: bool,
        sit: Callable[[Listing, bool], None],
        play: Callable[[], None],
        back: Callable[[], None],
    ) -> None:
        load_style(STYLE)
        super().__init__(from_template("club-template"))
        self._back = back
        self._club, self._sit, self._play = club, sit, play
        self._link = link_with(club.fragment())
        self._list: ClubTables | None = None
        self._tables: dict[str, Listing] = {}
        self._items = Keyed(self._find("ul"))
        self._is_due = self._is_late = self._failed = False
        self._shown, self._patience, self._tasks = Timer(self._show), Timer(self._grow_late), Tasks()
        show_sentence(self._find("h1"), club.name, [club.name])
        show_sentence(self._find("#leaving-club-title"), leave_club(club), [club.name])
        self._find("#club-link").value = self._link
        self._find("[popovertarget=leaving-club]").hidden = club == stored_clubs.club_of_page()
        self._find("details").open = new
        name = self._find("#member-name")
        name.value = seat_store.name()
        self._listen(name, "change", lambda _: seat_store.save_name(" ".join(name.value.split())))
        self._listen_to_buttons(self.element, self._pressed)
        self._tasks.start(draw_qr(self._find(".qr"), self._link))
        self._tasks.start(self._look())
        self._show()
        self.focus()

    def close(self) -> None:
        """Stop reading, and remove the screen. May be called twice."""
        self._tasks.close()
        self._shown.stop()
        self._patience.stop()
        if self._list is not None:
            self._list.close()
        super().close()

    async def _look(self) -> None:
        try:
            library = await vendored_copy(NOSTR)
        except JsException:
            self._failed = True
            self._show()
            return
        self._list = ClubTables(PageKey(library), self._club, chosen(), self._changed)
        self._patience.start(PATIENCE)

    def _changed(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._shown.start(SHOWN_AFTER)

    def _grow_late(self) -> None:
        self._is_late = True
        self._show()

    def _show(self) -> None:
        self._is_due = False
        self._tables = {} if self._list is None else self._list.shown()
        for key, item in self._items.show(self._tables, _item).items():
            _fill(item, self._tables[key])
        is_known = self._list is not None and self._list.is_known
        is_offline = self._is_late and self._list is not None and not self._list.open
        words = NOT_FETCHED if self._failed else NO_RELAY if is_offline else NONE_OPEN if is_known else LOOKING
        status, said = self._find("[role=status]"), "" if self._tables else gettext(words)
        if status.textContent != said:
            status.textContent = said
        self._shown.start(SHOWN_AGAIN)

    def _pressed(self, button: Any) -> None:
        if button.hasAttribute("data-leave"):
            self._back()
        elif button.hasAttribute("data-play"):
            self._play()
        elif button.hasAttribute("data-share"):
            copied, field = self._find(".copied"), self._find("#club-link")
            share_link(self._link, lambda: setattr(copied, "textContent", gettext(LINK_COPIED)), lambda: field.select())
        elif button.hasAttribute("data-leave-club"):
            stored_clubs.leave(self._club)
            self._back()
        elif (item := button.closest("[data-table]")) and item.dataset.table in self._tables:
            self._sit(self._tables[item.dataset.table], button.hasAttribute("data-watch"))


class JoinClub(ClubSession, Invitation):
    """The question whether to `join` the club of a link."""

    def __init__(self, club: Club, join: Callable[[], None], home: Callable[[], None]) -> None:
        question = Question(join_club(club), [gettext(MEMBERS_SEE)], name=club.name)
        super().__init__(question, {"data-yes": join, "data-watch": None, "data-leave": home})
        self._back = home
        self._find("[data-yes]").textContent = gettext(JOIN)


def _item(key: str) -> Any:
    item = from_template("club-table-template")
    item.dataset.table = key
    return item


def _fill(item: Any, listing: Listing) -> None:
    """Show what `listing` says. Its only free text is the names."""
    show_sentence(item.querySelector("b"), listed(listing.people), listing.people)
    item.querySelector("[data-sit]").hidden = not listing.free
    item.querySelector("[data-watch]").hidden = not listing.watch
    item.querySelector("[data-part=about]").textContent = " · ".join([*about(listing), _since(listing.since)])
    seats = "".join(_seat(seat, seat < len(listing.people)) for seat in range(listing.seats))
    item.querySelector(".faces").innerHTML = seats


def _seat(seat: int, taken: bool) -> str:
    looks = f'<svg class="face" viewBox="-32 -32 64 64">{face(seat, "")}</svg>' if taken else ""
    return f'<span class="place{"" if taken else " empty"}" data-seat="{seat}">{looks}</span>'


def _since(at: int) -> str:
    """Return how long ago the table was listed. Another clock may differ, so a time in the future counts as now."""
    minutes = min(max(0, int(wall_clock.now()) - at) // 60, LONGEST_SINCE)
    ago = js.Intl.RelativeTimeFormat.new(document.documentElement.lang, js_object({"numeric": "auto"}))
    return str(ago.format(-(minutes // 60), "hour") if minutes >= 60 else ago.format(-minutes, "minute"))
