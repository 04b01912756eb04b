"""The reader's side of the list of open tables: it keeps listings, asks their tables, and orders them.

Anyone can publish listings, so each check is bounded, and cheap checks come first. A table counts as present once it
has answered a question of this page. A table that does not answer is dropped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from game.net.open_tables.listing import (
    LASTS,
    WORK_BITS,
    Listing,
    ListingError,
    ListingEvent,
    Proofs,
    check_event,
    read_listing,
)
from game.transport.rate_limit import TokenBucket
from game.transport.recent import Recent

MOST_LISTINGS = 200
"""The most listings to keep."""

BYTES, BYTES_A_SECOND = 100_000, 50_000
"""The most bytes to read: at once, for the listings that relays store, and per second."""

OVERHEAD = 500
"""Bytes of an event beside its content: its keys, its signature and its tags."""

NEW, NEW_A_SECOND = 60, 10
"""The most signatures of unknown tables to verify: at once, and per second. Each takes 2 ms, 10 ms on a phone."""

KNOWN, KNOWN_A_SECOND = 60, 10
"""The same for tables that have answered, so that a flood of new listings does not keep their renewals out."""

MOST_ASKED = 24
"""The most tables that one question is for."""

ASK_EVERY = 1.0
"""The least seconds between two questions."""

ANSWERS_WITHIN = 6.0
"""Seconds for an answer. After that, the page asks once more."""

MOST_QUESTIONS = 2
"""Questions without an answer after which a table is forgotten. A host that many ask answers once in three seconds."""

FRESH_FOR = 60.0
"""Seconds after an answer until the page asks again."""

SILENT_FOR = 300.0
"""Seconds for which a table that did not answer is ignored."""

MOST_REMEMBERED = 1000
"""The number of withdrawn and of silent tables to remember."""


class Taken(Enum):
    """The effect of an event on the list."""

    NONE = "none"
    CHANGED = "changed"
    FORGED = "forged"


@dataclass(slots=True)
class Entry:
    """A listing with its author's `key`, and what this page knows about the table."""

    key: str
    listing: Listing
    created_at: int
    expires: float
    questions: int = 0
    asked_at: float = -math.inf
    answered_at: float = -math.inf

    @property
    def is_present(self) -> bool:
        """Whether the table has answered."""
        return self.answered_at > -math.inf


class ListingIndex:
    """The listings that this page knows. `avoided` are the keys of hosts whose tables it never shows.

    `now` is in seconds of a monotonic clock, `clock` in seconds since 1970.
    """

    def __init__(self, now: float, avoided: frozenset[str] = frozenset()) -> None:
        self._avoided = avoided
        self._entries: dict[str, Entry] = {}
        self._withdrawn: Recent[str, int] = Recent(MOST_REMEMBERED)
        self._silent: Recent[str, float] = Recent(MOST_REMEMBERED)
        self._bytes = TokenBucket(BYTES, BYTES_A_SECOND, now)
        self._new = TokenBucket(NEW, NEW_A_SECOND, now)
        self._known = TokenBucket(KNOWN, KNOWN_A_SECOND, now)
        self._ask_at = -math.inf

    def __len__(self) -> int:
        return len(self._entries)

    # --- listings -------------------------------------------------------------------

    def take(self, event: ListingEvent, proofs: Proofs, now: float, clock: float) -> Taken:
        """Handle an event. The most expensive checks, of its `proofs`, come last."""
        if not self._bytes.spend(now, len(event.content) + OVERHEAD):
            return Taken.NONE
        known = self._entries.get(event.key)
        if not self._is_news(event, known, now):
            return Taken.NONE
        try:
            check_event(event, clock)
            listing = read_listing(event.content)
        except ListingError:
            return Taken.NONE
        if listing is not None and listing.host in self._avoided:
            return Taken.NONE
        if (listing is None and known is None) or proofs.work() < WORK_BITS:
            return Taken.NONE
        signatures = self._known if known is not None and known.is_present else self._new
        if not signatures.spend(now):
            return Taken.NONE
        if not proofs.is_signed():
            return Taken.FORGED
        if listing is None:
            self._remove(event)
        else:
            self._keep(event, listing, known, now)
        return Taken.CHANGED

    def _is_news(self, event: ListingEvent, known: Entry | None, now: float) -> bool:
        """Whether this is no older event than the last one of its author, and not of a table that is ignored."""
        newest = self._withdrawn.get(event.key, -1) if known is None else known.created_at
        silent = event.key in self._silent and now < self._silent[event.key] + SILENT_FOR
        return event.created_at > newest and not silent

    def _keep(self, event: ListingEvent, listing: Listing, known: Entry | None, now: float) -> None:
        if known is None and len(self._entries) >= MOST_LISTINGS:
            worst = min(self._entries.values(), key=lambda one: (one.answered_at, -one.questions, one.expires))
            del self._entries[worst.key]
        entry = known or Entry(event.key, listing, 0, 0.0)
        entry.listing, entry.created_at = listing, event.created_at
        entry.expires = now + event.expires_at - event.created_at  # by our clock: the host's may differ
        self._entries[event.key] = entry

    def leave(self, event: ListingEvent, proofs: Proofs, now: float) -> Taken:
        """Remove the table that says goodbye. Its page may list it again later, for example after a reload."""
        known = self._entries.get(event.key)
        if known is None or event.created_at < known.created_at or not self._known.spend(now):
            return Taken.NONE
        if not proofs.is_signed():
            return Taken.FORGED
        self._remove(event)
        return Taken.CHANGED

    def _remove(self, event: ListingEvent) -> None:
        """Remove a table, and remember not to keep an older listing of it."""
        self._withdrawn[event.key] = event.created_at
        del self._entries[event.key]

    def forget(self, key: str, now: float) -> None:
        """Forget a table for a while, since it does not answer."""
        if self._entries.pop(key, None) is not None:
            self._silent[key] = now

    # --- questions ------------------------------------------------------------------

    def ask(self, now: float) -> tuple[str, ...]:
        """Return the keys of the tables to ask now whether they are there, all in one question."""
        if now < self._ask_at:
            return ()
        due = [entry for entry in self._entries.values() if _ask_at(entry) <= now and entry.questions < MOST_QUESTIONS]
        due = sorted(due, key=lambda one: (one.questions, _rank(one)))[:MOST_ASKED]
        for entry in due:
            entry.questions += 1
            entry.asked_at = now
        if due:
            self._ask_at = now + ASK_EVERY
        return tuple(entry.key for entry in due)

    def awaits(self, key: str) -> bool:
        """Whether the table has not answered the last question yet."""
        return key in self._entries and self._entries[key].questions > 0

    def answered(self, key: str, now: float) -> bool:
        """Note that the table has answered, so that it stays even if its next renewal is lost.

        Return False if it was not asked.
        """
        if not self.awaits(key):
            return False
        entry = self._entries[key]
        entry.questions, entry.answered_at = 0, now
        entry.expires = max(entry.expires, now + LASTS)
        return True

    # --- the list -------------------------------------------------------------------

    def due(self) -> float:
        """Return when to call `tick` and `ask` next."""
        entries = self._entries.values()
        ends = min((min(entry.expires, _silent_at(entry)) for entry in entries), default=math.inf)
        asks = min((_ask_at(entry) for entry in entries if entry.questions < MOST_QUESTIONS), default=math.inf)
        return min(ends, max(asks, self._ask_at))

    def tick(self, now: float) -> bool:
        """Forget the listings that have expired, and the tables that do not answer. Return whether there were any."""
        silent = [entry.key for entry in self._entries.values() if now >= _silent_at(entry)]
        for key in silent:
            self.forget(key, now)
        expired = [key for key, entry in self._entries.items() if now >= entry.expires]
        for key in expired:
            del self._entries[key]
        return bool(silent or expired)

    def present(self) -> list[Entry]:
        """Return the tables that have answered and have room: first those with a free seat, the fullest first."""
        return [one for one in self.best_first() if one.is_present and (one.listing.free > 0 or one.listing.watch)]

    def best_first(self) -> list[Entry]:
        """Return all listings: those that have answered first, then the fullest, then the newest."""
        return sorted(self._entries.values(), key=_rank)


def _rank(entry: Entry) -> tuple[bool, bool, int, int, str]:
    return not entry.is_present, entry.listing.free <= 0, -entry.listing.people, -entry.listing.since, entry.key


def _ask_at(entry: Entry) -> float:
    """Return when to ask the table next."""
    return max(entry.asked_at + ANSWERS_WITHIN if entry.questions else -math.inf, entry.answered_at + FRESH_FOR)


def _silent_at(entry: Entry) -> float:
    """Return when the table counts as silent, if it does not answer."""
    return entry.asked_at + ANSWERS_WITHIN if entry.questions >= MOST_QUESTIONS else math.inf
