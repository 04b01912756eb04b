"""The host's side of the list of open tables: when to publish and withdraw the listing, and to answer readers."""

from __future__ import annotations

import math
from typing import NamedTuple

from game.net.open_tables.listing import LASTS, Listing
from game.transport.rate_limit import TokenBucket

RENEW_EVERY = 60.0
"""Seconds between two publications of an unchanged listing."""

CHANGES_WAIT = 15.0
"""The least seconds between two publications, except of a withdrawal."""

WITHDRAWN_AFTER = 2.0
"""The least seconds before a withdrawal: of two events of one second, a relay keeps either."""

WITHDRAWN_FOR = 20
"""Seconds for which a withdrawal is valid. Until relays delete it, it replaces the listing."""

ANSWERS, ANSWERS_A_SECOND = 4, 1 / 3
"""The most answers to readers who ask whether the table is there: at once, and per second. Each is for many readers."""

MOST_READERS = 200
"""The most readers who get one answer, the first ones. Their questions take 3 kB of it."""


class Publication(NamedTuple):
    """An event to publish: its `listing`, or None to withdraw it, and for how many seconds it is valid."""

    listing: Listing | None
    lasts: int


class ListingPublisher:
    """Publishes the listing of one table. Call `tick` and `answer` no earlier than `due`."""

    def __init__(self, now: float) -> None:
        self._wanted: Listing | None = None
        self._published: Listing | None = None
        self._published_at = -math.inf
        self._repeat = False
        self._answers = TokenBucket(ANSWERS, ANSWERS_A_SECOND, now)
        self._readers: dict[str, None] = {}  # a dict for its order

    @property
    def is_listed(self) -> bool:
        """Whether the table is in the list."""
        return self._published is not None

    def show(self, listing: Listing | None) -> None:
        """Set what the list shows. None withdraws the listing: the table is full, locked or closed."""
        self._wanted = listing
        if listing is None:
            self._readers.clear()

    def repeat(self) -> None:
        """Publish the listing again soon, since a relay has connected that does not have it yet."""
        self._repeat = True

    def asked(self, nonce: str) -> None:
        """Note that a reader asks whether the table is there. `nonce` identifies the question."""
        if self.is_listed and self._wanted is not None and len(self._readers) < MOST_READERS:
            self._readers[nonce] = None

    def due(self) -> float:
        """Return when to call `tick` and `answer` next."""
        return min(self._publish_at, self._answers.free_at() if self._readers else math.inf)

    @property
    def _publish_at(self) -> float:
        if self._wanted is None:
            return math.inf if self._published is None else self._published_at + WITHDRAWN_AFTER
        changed = self._repeat or self._wanted != self._published
        return self._published_at + (CHANGES_WAIT if changed else RENEW_EVERY)

    def tick(self, now: float) -> Publication | None:
        """Return the event to publish now, if any."""
        if now < self._publish_at:
            return None
        self._published, self._published_at, self._repeat = self._wanted, now, False
        if self._wanted is None:
            return Publication(None, WITHDRAWN_FOR)
        return Publication(self._wanted, LASTS)

    def answer(self, now: float) -> tuple[str, ...]:
        """Return the questions to answer now, all in one event."""
        if not self._readers or not self._answers.spend(now):
            return ()
        readers, self._readers = tuple(self._readers), {}
        return readers
