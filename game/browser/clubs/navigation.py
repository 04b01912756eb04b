"""The ways between the screens of clubs, and from there to a table."""

from __future__ import annotations

from game.browser.clubs.club_screens import ClubList, ClubScreen, JoinClub
from game.browser.clubs.club_tables import look_for_tables
from game.browser.online import stored_clubs
from game.browser.online.session import OnlineSession
from game.browser.page.links import set_fragment
from game.browser.shell.page import Page
from game.net.clubs.club import Club, ClubLinkError, parse_club
from game.net.clubs.listing import Listing
from game.words.online.clubs import DAMAGED_LINK


class Clubs:
    """Shows clubs as sessions of the page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        stored_clubs.convert_saved_tables()

    def open(self) -> None:
        """Show the only club, or the list of clubs."""
        clubs = stored_clubs.clubs()
        if len(clubs) == 1:
            self.show(clubs[0])
        else:
            self.show_all()

    def follow(self, link: str) -> None:
        """Ask whether to join the club of `link`, unless this browser knows it."""
        set_fragment("")
        try:
            club = parse_club(link)
        except ClubLinkError:
            self._page.home()
            self._page.go("message", words=DAMAGED_LINK())
            return

        def join() -> None:
            stored_clubs.remember(club)
            self.show(club)

        known = [one for one in stored_clubs.clubs() if one.key == club.key]
        if known:
            self.show(known[0])
        else:
            self._page.open(lambda: JoinClub(club, join, self._page.home))

    def show_all(self) -> None:
        """Show the list of clubs."""
        self._page.open(lambda: ClubList(self.show, self._page.home))

    def show(self, club: Club, new: bool = False) -> None:
        """Show `club`, which is perhaps `new`."""

        def sit(listing: Listing, watch: bool) -> None:
            self._session(club).sit(listing.invite, watch=watch)

        def play() -> None:
            self._session(club).play(club.id)

        self._page.open(lambda: ClubScreen(club, new, look_for_tables, sit, play, self.show_all))

    def _session(self, club: Club) -> OnlineSession:
        """Return a session with others. A page that a table refuses returns to the club."""
        return self._page.open(lambda: OnlineSession(self._page, back=lambda: self.show(club)))


def open_clubs(page: Page, link: str = "") -> None:
    """Show the clubs, or the one of `link`."""
    clubs = Clubs(page)
    if link:
        clubs.follow(link)
    else:
        clubs.open()
