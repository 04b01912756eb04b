"""The ways between the screens of clubs, and from there to a table."""

from __future__ import annotations

from functools import partial

from game.browser.clubs.club_screens import ClubList, ClubScreen, JoinClub
from game.browser.clubs.club_tables import look_for_tables
from game.browser.online import stored_clubs
from game.browser.online.session import OnlineSession
from game.browser.page.links import set_fragment
from game.browser.shell.page import Page
from game.net.clubs.club import Club, ClubLinkError, parse_club
from game.net.clubs.listing import Listing
from game.words.online.clubs import DAMAGED_LINK


def open_clubs(page: Page, link: str = "") -> None:
    """Show the club of `link`; without one, the only club or the list of clubs."""
    stored_clubs.convert_saved_tables()
    clubs = stored_clubs.clubs()
    if link:
        _follow(page, link)
    elif len(clubs) == 1:
        _show(page, clubs[0])
    else:
        _show_all(page)


def _follow(page: Page, link: str) -> None:
    """Ask whether to join the club of `link`, unless this browser knows it."""
    set_fragment("")
    try:
        club = parse_club(link)
    except ClubLinkError:
        page.home()
        page.go("message", words=DAMAGED_LINK())
        return

    def join() -> None:
        stored_clubs.remember(club)
        _show(page, club)

    known = [one for one in stored_clubs.clubs() if one.key == club.key]
    if known:
        _show(page, known[0])
    else:
        page.open(lambda: JoinClub(club, join, page.home))


def _show_all(page: Page) -> None:
    """Show the list of clubs."""
    page.open(lambda: ClubList(partial(_show, page), page.home))


def _show(page: Page, club: Club, new: bool = False) -> None:
    """Show `club`, which is perhaps `new`. A page that a table refuses returns to the club."""

    def session() -> OnlineSession:
        return page.open(lambda: OnlineSession(page, back=lambda: _show(page, club)))

    def sit(listing: Listing, watch: bool) -> None:
        session().sit(listing.invite, watch=watch)

    def play() -> None:
        session().play(club.id)

    page.open(lambda: ClubScreen(club, new, look_for_tables, sit, play, lambda: _show_all(page)))
