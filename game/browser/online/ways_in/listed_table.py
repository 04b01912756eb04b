"""The table of this page in the list of a club: the roster says in which one, and the host publishes it."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

from game.browser.online.stored_clubs import club_with_id
from game.browser.online.ways_in.table_connection import TableConnection
from game.browser.page.tasks import Timer
from game.browser.webrtc.keys import PageKey, js_bytes
from game.browser.webrtc.relays import Relays
from game.browser.webrtc.servers import Servers
from game.browser.webrtc.wall_clock import wall_clock
from game.net.clubs.club import Club
from game.net.clubs.listing import KIND, LASTS, Listing, listing_of, write_listing
from game.net.roster import Roster
from game.transport.mesh import LINGER

NAME = "table"
"""The `d` tag: with it, a relay keeps only the newest listing of each key."""

RENEW_EVERY, CHANGES_WAIT = 60.0, 2.0
"""Seconds between two listings of a table: without a change, and after one."""


class PublishedListing:
    """The listing of a table in `club`. Its `key` is not that of the page, so it does not lead to the room."""

    def __init__(self, key: PageKey, club: Club, servers: Servers) -> None:
        self._key, self._club, self._secret = key, club, js_bytes(club.secret)
        self._wanted: Listing | None = None
        self._published: Listing | None = None
        self._published_at, self._created_at = -math.inf, 0
        self._event: Any = None
        self._timer = Timer(self._go_on)
        self._relays = Relays(key.library, servers.relays_for(club.id), None, self._opened, lambda: None)
        self._hang_up = Timer(self._relays.close)

    def show(self, listing: Listing | None) -> None:
        """Publish `listing` from now on. None withdraws it."""
        self._wanted = listing
        self._go_on()

    def say_gone(self) -> None:
        """Withdraw the listing at once, because the page closes. If it stays, the next renewal lists it again."""
        if self._published is not None:
            self._publish(None)

    def close(self) -> None:
        """Withdraw the listing, and disconnect."""
        self._timer.stop()
        self.say_gone()
        self._hang_up.start(LINGER)

    def _go_on(self) -> None:
        if self._wanted is None and self._published is None:
            return
        due = self._published_at + (RENEW_EVERY if self._wanted == self._published else CHANGES_WAIT)
        if time.monotonic() >= due:
            self._publish(self._wanted)
            due = self._published_at + RENEW_EVERY
        self._timer.start_at(due)

    def _publish(self, listing: Listing | None) -> None:
        clock = wall_clock.now()
        self._published, self._published_at = listing, time.monotonic()
        self._created_at = max(int(clock), self._created_at + 1)
        tags = [["x", topic] for topic in self._club.topics(clock)]
        tags += [["d", NAME], ["expiration", str(self._created_at + LASTS)]]
        content = self._key.seal(write_listing(listing), self._secret)
        self._event = self._key.event(KIND, tags, content, self._created_at)
        self._relays.publish(self._event)

    def _opened(self) -> None:
        """Publish the last event again after a relay has connected."""
        if self._event is not None:
            self._relays.publish(self._event)


class ListedTable:
    """The listing of the `table`, while this page hosts it and knows the club in its roster."""

    def __init__(self, table: TableConnection) -> None:
        self._table = table
        self._published: PublishedListing | None = None
        self._club: Club | None = None
        self._since = 0

    def choose(self, club: str) -> None:
        """List the table that this page hosts in the club with this id, or in none if it is empty."""
        driver = self._table.driver
        if driver is not None and (host := driver.room.host) is not None:
            driver.do(lambda _: setattr(host.lobby, "settings", replace(host.lobby.settings, club=club)))

    def show(self, roster: Roster) -> None:
        """Publish what `roster` shows, or withdraw the listing."""
        club = club_with_id(roster.settings.club) if roster.settings.club and self._table.hosts else None
        if club != self._club:
            self.close()
            self._club, self._since = club, int(wall_clock.now())
            if club is not None and self._table.key is not None:
                self._published = PublishedListing(PageKey(self._table.key.library), club, self._table.servers)
        if self._published is not None:
            self._published.show(self._listing(roster))

    def say_gone(self) -> None:
        """Tell the club that this page closes."""
        if self._published is not None:
            self._published.say_gone()

    def close(self) -> None:
        """Withdraw the listing. May be called twice."""
        published, self._published, self._club = self._published, None, None
        if published is not None:
            published.close()

    def _listing(self, roster: Roster) -> Listing | None:
        room, invite = self._table.room, self._table.invite
        if room is None or room.host is None or invite is None:
            return None
        view = self._table.view
        level = view.level if roster.started and view is not None else 0
        return listing_of(roster, replace(invite, about=None), level, len(room.host.lobby.waiting), self._since)
