"""The list of a club's open tables, as the club's relays deliver it."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from pyodide.ffi import create_proxy, to_js

from game.browser.online.vendored import NOSTR, vendored_copy
from game.browser.page.failures import reporting
from game.browser.page.tasks import Timer
from game.browser.webrtc.keys import PageKey, js_bytes
from game.browser.webrtc.relays import Asked, Relays
from game.browser.webrtc.servers import Servers, chosen
from game.browser.webrtc.wall_clock import wall_clock
from game.net.clubs.club import DAY, Club
from game.net.clubs.listing import KIND, Listing
from game.net.clubs.listing_index import MOST_LISTINGS, ListingEvent, ListingIndex

MOST_EVENTS = 1000
"""The most events that a relay may send at once. A relay that sends more is disconnected for a while."""

SETTLES = 1.0
"""Seconds after the first relay has connected, in which relays send the listings that they store."""


async def look_for_tables(club: Club, changed: Callable[[], None]) -> ClubTables | None:
    """Return the open tables of `club`, or None if the library of relays cannot be loaded."""
    library = await vendored_copy(NOSTR)
    return None if library is None else ClubTables(PageKey(library), club, chosen(), changed)


class ClubTables:
    """The open tables of `club`, on the relays of `servers`. `changed` is called when the list has changed."""

    def __init__(self, key: PageKey, club: Club, servers: Servers, changed: Callable[[], None]) -> None:
        self.is_known = False
        self._key, self._club, self._servers, self._changed = key, club, servers, changed
        self._secret = js_bytes(club.secret)
        self._index = ListingIndex(time.monotonic(), SystemRandom())
        self._expiry, self._settles, self._midnight = Timer(self._drop), Timer(self._settled), Timer(self._connect)
        self._proxy = create_proxy(reporting(self._heard))
        self._relays: Relays | None = None
        self._connect()

    @property
    def open(self) -> bool:
        """Whether any relay is connected."""
        return self._relays is not None and self._relays.open

    def shown(self) -> dict[str, Listing]:
        """Return the listings by their authors' keys, in order."""
        return self._index.shown()

    @property
    def now(self) -> float:
        """The time in seconds since 1970, by which the listings are dated."""
        return wall_clock.now()

    def close(self) -> None:
        """Stop reading. May be called twice."""
        for timer in (self._expiry, self._settles, self._midnight):
            timer.stop()
        if self._relays is not None:
            self._relays.close()
            self._relays = None
            self._proxy.destroy()

    def _connect(self) -> None:
        """Subscribe to today's topic, and tomorrow to the next one."""
        if self._relays is not None:
            self._relays.close()
        library, clock = self._key.library, wall_clock.now()
        inbox = library.newListingInbox(self._proxy)
        asked = Asked(to_js([KIND]), self._club.topic(clock), MOST_LISTINGS, MOST_EVENTS, inbox)
        self._relays = Relays(library, self._servers.relays_for(self._club.id), asked, self._opened, lambda: None)
        self._midnight.start(DAY - clock % DAY)

    def _opened(self) -> None:
        if not (self.is_known or self._settles.pending):
            self._settles.start(SETTLES)

    def _settled(self) -> None:
        self.is_known = True
        self._changed()

    def _heard(self, key: str, created_at: int, expires_at: int, content: str, event: Any) -> None:
        def opened() -> str | None:
            try:
                text = self._key.opened(content, self._secret)
            except ValueError:
                return None
            return text if self._key.library.isSigned(event) else None

        said = ListingEvent(key, int(created_at), int(expires_at), content)
        if self._index.take(said, opened, time.monotonic(), wall_clock.now()):
            self._changed()
        self._expiry.start_at(self._index.due())

    def _drop(self) -> None:
        if self._index.tick(time.monotonic()):
            self._changed()
        self._expiry.start_at(self._index.due())
