"""The screens of clubs: the list of them, a club with its open tables, and the question of a club's link."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, TypeAlias

import js
from js import document

from game.browser.device.sharing import share_link
from game.browser.online import seat_store, stored_clubs
from game.browser.online.choice_screen import INVITED, ChoiceScreen, invitation, places
from game.browser.online.qr_code import QrScreen
from game.browser.page.dom import js_object, load_style
from game.browser.page.links import link_with
from game.browser.page.view import Act, Each, Markup, Parts, Screen, Sentence, at
from game.browser.shell.page import Session
from game.net.clubs.club import Club, new_club
from game.net.clubs.listing import Listing
from game.words.language import Message, listed
from game.words.online import clubs as words
from game.words.online.connecting import NO_RELAY
from game.words.title_screen import NOT_FETCHED

if TYPE_CHECKING:
    from game.browser.clubs.club_tables import ClubTables

STYLE = "./assets/css/clubs.css"

PATIENCE = 10.0
"""Seconds without a relay after which the page says so."""

SHOWN_AFTER, SHOWN_AGAIN = 0.1, 60.0
"""Seconds until the list is shown after a change, together with all further changes, and without one."""

LONGEST_SINCE = 24 * 60
"""The most minutes for which a table is shown to be there."""


class ClubList(Screen[Mapping[str, Club]], Session):
    """The list of clubs. `show` is called with a chosen club, and whether it is new."""

    def __init__(self, show: Callable[[Club, bool], None], home: Callable[[], None]) -> None:
        load_style(STYLE)
        self._show_club = show
        clubs = {club.key: club for club in stored_clubs.clubs()}
        acts: dict[str, Act] = {
            "leave": lambda _: home(),
            "open": lambda key: show(clubs[key], False),
            "make": lambda _: self._make(),
        }
        super().__init__("clubs-template", clubs, _parts_of_clubs, acts)
        self.focus()

    def _make(self) -> None:
        if name := self.parts["name"].value.strip():
            club = new_club(SystemRandom(), name)
            stored_clubs.remember(club)
            self._show_club(club, True)


def _parts_of_clubs(clubs: Mapping[str, Club]) -> Parts:
    return {
        "clubs": Each(
            "club-item-template", {key: {"club": at(value=key), "name": club.name} for key, club in clubs.items()}
        )
    }


@dataclass
class ClubState:
    """What a club's page shows. `list_` is None until the library is loaded, which may have `failed`."""

    club: Club
    link: str
    list_: ClubTables | None = None
    is_late: bool = False
    failed: bool = False
    copied: str = ""
    qr: Markup | None = None

    @property
    def tables(self) -> dict[str, Listing]:
        return {} if self.list_ is None else self.list_.shown()


Look: TypeAlias = "Callable[[Club, Callable[[], None]], Awaitable[ClubTables | None]]"
"""Returns the tables of a club, or None if that fails. It calls the function whenever they have changed."""


class ClubScreen(QrScreen[ClubState], Session):
    """The page of `club`, which is perhaps `new`. It will `look` for its tables.

    `sit` is called with a chosen table, and whether only to watch there; `play` opens one. `back` shows all clubs.
    """

    def __init__(
        self,
        club: Club,
        new: bool,
        look: Look,
        sit: Callable[[Listing, bool], None],
        play: Callable[[], None],
        back: Callable[[], None],
    ) -> None:
        load_style(STYLE)
        self._back, self._sit, self._look_up = back, sit, look
        acts: dict[str, Act] = {
            "leave": lambda _: back(),
            "play": lambda _: play(),
            "again": lambda _: self._look_again(),
            "sit": lambda key: self._take(key, watch=False),
            "watch": lambda key: self._take(key, watch=True),
            "share": lambda _: self._share(),
            "leave-club": lambda _: self._leave_club(),
            "rename": lambda name: seat_store.save_name(" ".join(name.split())),
        }
        super().__init__("club-template", ClubState(club, link_with(club.fragment())), _parts_of_club, acts)
        self._changes, self._renewal = self._new_timer(self._show), self._new_timer(self._show)
        self._patience = self._new_timer(lambda: self.set(is_late=True))
        self._at_close(self._close_list)
        self.parts["name"].value = seat_store.name()
        self.parts["inviting"].open = new
        self.draw(self.state.link)
        self._tasks.start(self._look())
        self._renewal.start(SHOWN_AGAIN)
        self.focus()

    def _close_list(self) -> None:
        if self.state.list_ is not None:
            self.state.list_.close()

    async def _look(self) -> None:
        tables = await self._look_up(self.state.club, self._changed)
        self.set(list_=tables, failed=tables is None)
        self._patience.start(PATIENCE)

    def _look_again(self) -> None:
        self._close_list()
        self.set(list_=None, failed=False, is_late=False)
        self._tasks.start(self._look())

    def _changed(self) -> None:
        if not self._changes.pending:
            self._changes.start(SHOWN_AFTER)

    def _show(self) -> None:
        self.set()
        self._renewal.start(SHOWN_AGAIN)

    def _take(self, key: str, *, watch: bool) -> None:
        if key in self.state.tables:
            self._sit(self.state.tables[key], watch)

    def _share(self) -> None:
        share_link(self.state.link, lambda: self.set(copied=words.LINK_COPIED()), self.parts["link"].select)

    def _leave_club(self) -> None:
        stored_clubs.leave(self.state.club)
        self._back()


def _parts_of_club(it: ClubState) -> Parts:
    tables, name = it.tables, it.club.name
    told = None if tables else _told(it)
    return {
        "title": Sentence(name, (name,)),
        "told": "" if told is None else told(),
        "again": told in (NOT_FETCHED, NO_RELAY),
        "tables": Each("club-table-template", {key: _table(it, key, listing) for key, listing in tables.items()}),
        "qr": it.qr or True,
        "link": at(value=it.link),
        "copied": it.copied,
        "leaving": it.club != stored_clubs.club_of_page(),
        "leaving-title": Sentence(words.LEAVE_CLUB(club=name), (name,)),
    }


def _told(it: ClubState) -> Message:
    if it.failed:
        return NOT_FETCHED
    if it.is_late and it.list_ is not None and not it.list_.open:
        return NO_RELAY
    return words.NONE_OPEN if it.list_ is not None and it.list_.is_known else words.LOOKING


def _table(it: ClubState, key: str, listing: Listing) -> Parts:
    """Return what `listing` says. Its only free text is the names."""
    return {
        "people": Sentence(listed(listing.people), tuple(listing.people)),
        "about": "\N{NO-BREAK SPACE}· ".join(
            [*words.about(listing), _since(listing.since, it.list_.now if it.list_ else 0.0)]
        ),
        "faces": places("face-place-template", len(listing.people), listing.seats),
        "sit": at(bool(listing.free), value=key),
        "watch": at(listing.watch, value=key),
    }


class JoinClub(ChoiceScreen, Session):
    """The question whether to `join` the club of a link."""

    def __init__(self, club: Club, join: Callable[[], None], home: Callable[[], None]) -> None:
        question = invitation(words.JOIN_CLUB(club=club.name), [words.MEMBERS_SEE()], name=club.name)
        yes = at(words.JOIN(), class_="primary")
        super().__init__(INVITED, {**question, "yes": yes}, {"yes": join, "watch": None, "leave": home})


def _since(at: int, now: float) -> str:
    """Return how long ago the table was listed. Another clock may differ, so a time in the future counts as now."""
    minutes = min(max(0, int(now) - at) // 60, LONGEST_SINCE)
    ago = js.Intl.RelativeTimeFormat.new(document.documentElement.lang, js_object({"numeric": "auto"}))
    if not minutes:
        return str(ago.format(0, "second"))  # "now"
    return str(ago.format(-(minutes // 60), "hour") if minutes >= 60 else ago.format(-minutes, "minute"))
