"""The list of a club's open tables: it bounds what members publish, and orders it by age alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from game.net.clubs.listing import LASTS, LIMIT, Listing, ListingError, read_listing
from game.transport.rate_limit import TokenBucket
from game.transport.recent import Recent

MOST_LISTINGS, MOST_SHOWN = 200, 50
"""The most listings to keep, and to show."""

OVERHEAD = 500
"""Bytes of an event beside its content: keys, signature and tags."""

NEW, NEW_A_SECOND = 100_000, 25_000
"""Bytes of listings of new tables to read: in a burst, as when a relay sends what it stores, and per second."""

SHARE, SHARE_A_SECOND = 2 * (LIMIT + OVERHEAD), 25_000 / MOST_LISTINGS
"""The same for each table in the list. Each has its own share, so that no flood keeps its renewals out."""

CLOCKS_DIFFER_BY = 30
"""Seconds by which the clock of the host may be behind, without shortening the time for which a listing is valid."""

FUTURE = 3600
"""Seconds by which the clock of the host may be ahead."""

MOST_REMEMBERED = 1000
"""The number of tables whose newest time is remembered, so that older listings of them are ignored."""

MINUTE = 60.0
KEY = re.compile("[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ListingEvent:
    """An event by its author's key, its times in seconds since 1970, and its encrypted content."""

    key: str
    created_at: int
    expires_at: int
    content: str


@dataclass(slots=True)
class Entry:
    """A listing that is valid until `expires`. `rank` orders the list."""

    listing: Listing
    expires: float
    rank: tuple[int, float]
    share: TokenBucket


class ListingIndex:
    """The listings that this page knows.

    `now` is in seconds of a monotonic clock, `clock` in seconds since 1970. `dice` shuffles tables of equal age.
    """

    def __init__(self, now: float, dice: Random) -> None:
        self._entries: dict[str, Entry] = {}
        self._newest: Recent[str, int] = Recent(MOST_REMEMBERED)
        self._new = TokenBucket(NEW, NEW_A_SECOND, now)
        self._began = now
        self._dice = dice

    def __len__(self) -> int:
        return len(self._entries)

    def take(self, event: ListingEvent, opened: Callable[[], str | None], now: float, clock: float) -> bool:
        """Handle an event. Return whether the list has changed.

        `opened` returns its decrypted content, or None if no member wrote it. Only what members wrote counts for the
        limits, so outsiders cannot use them up.
        """
        lasts = min(LASTS, event.expires_at - clock + CLOCKS_DIFFER_BY)
        if lasts <= 0 or event.created_at > clock + FUTURE or event.created_at <= self._newest.get(event.key, 0):
            return False
        size = len(event.content) + OVERHEAD
        if len(event.content) > LIMIT or not KEY.fullmatch(event.key):
            return False
        known = self._entries.get(event.key)
        if len(self._entries) >= MOST_LISTINGS if known is None else not known.share.spend(now, size):
            return False  # before the costly decryption and verification
        text = opened()
        if text is None or (known is None and not self._new.spend(now, size)):
            return False
        try:
            listing = read_listing(text)
        except ListingError:
            return False
        self._newest[event.key] = event.created_at
        if listing is None:
            return self._entries.pop(event.key, None) is not None
        if known is not None:
            changed, known.listing, known.expires = known.listing != listing, listing, now + lasts
            return changed
        rank = int((now - self._began) // MINUTE), self._dice.random()
        share = TokenBucket(SHARE, SHARE_A_SECOND, now)
        self._entries[event.key] = Entry(listing, now + lasts, rank, share)
        return True

    def due(self) -> float:
        """Return when to call `tick` next."""
        return min((one.expires for one in self._entries.values()), default=float("inf"))

    def tick(self, now: float) -> bool:
        """Drop expired listings. Return whether there were any."""
        expired = [key for key, one in self._entries.items() if now >= one.expires]
        for key in expired:
            del self._entries[key]
        return bool(expired)

    def shown(self) -> dict[str, Listing]:
        """Return the listings to show by their authors' keys, the oldest first, and each table once."""
        tables: dict[str, tuple[str, Listing]] = {}
        for key, one in sorted(self._entries.items(), key=lambda entry: entry[1].rank):
            tables.setdefault(one.listing.invite.token, (key, one.listing))
        return dict([*tables.values()][:MOST_SHOWN])
