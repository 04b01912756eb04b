"""The list of open tables as a reader sees it: the listings on the relays, and which of the tables answer."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from game.browser.online import strangers
from game.browser.open_tables.list_relays import EventProofs, ListRelays
from game.browser.page.tasks import Timer
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.servers import Servers
from game.net.open_tables.listing import ListingError, ListingEvent
from game.net.open_tables.listing_index import Entry, ListingIndex, Taken
from game.net.open_tables.questions import GONE, Answer, ask, read_question
from game.transport.recent import Recent

MOST_NONCES = 30
"""The number of this page's latest questions whose answers count."""

SETTLES = 1.0
"""Seconds after the first relay has connected, in which relays send the listings that they store."""

LONGEST = 3.0
"""The most seconds after that for which the list waits for the answers of tables."""

SHOWN_AFTER = 0.1
"""Seconds after a change until the list is shown again, together with all further changes."""


class TableList:
    """The open tables on the relays of `servers`. `changed` is called when they have changed, or the list is known."""

    def __init__(self, key: PageKey, servers: Servers, changed: Callable[[], None]) -> None:
        self._index = ListingIndex(time.monotonic(), strangers.avoided())
        self._nonces: Recent[str, None] = Recent(MOST_NONCES)
        self._changed = Timer(changed)
        self._timer = Timer(self._go_on)
        self._settles = Timer(self._settled)
        self._waits = Timer(self._waited)
        self._is_settled = self._has_waited = False
        self._relays = ListRelays(key, servers, listed=self._take, asked=self._said, opened=self._opened)

    @property
    def open(self) -> bool:
        """Whether any relay is connected."""
        return self._relays.open

    @property
    def is_known(self) -> bool:
        """Whether all tables that are there have probably answered."""
        return self._has_waited or (self._is_settled and len(self._index) <= len(self.tables))

    @property
    def tables(self) -> list[Entry]:
        """The tables that have answered and have a free seat, the fullest first."""
        return self._index.present()

    def close(self) -> None:
        """Stop reading. May be called twice."""
        self._changed.stop()
        for timer in (self._timer, self._settles, self._waits):
            timer.stop()
        self._relays.close()

    def _opened(self) -> None:
        if not (self._is_settled or self._settles.pending):
            self._settles.start(SETTLES)
            self._waits.start(LONGEST)
        self._go_on()

    def _settled(self) -> None:
        self._is_settled = True
        self._show()

    def _waited(self) -> None:
        self._has_waited = True
        self._show()

    def _take(self, event: ListingEvent, proofs: EventProofs) -> bool:
        return self._handled(self._index.take(event, proofs, time.monotonic(), time.time()))

    def _said(self, event: ListingEvent, proofs: EventProofs) -> bool:
        """Handle an answer or a goodbye. Questions of other readers, and answers to them, mean nothing to this page."""
        if event.content == GONE:
            return self._handled(self._index.leave(event, proofs, time.monotonic()))
        if self._index.awaits(event.key):
            try:
                said = read_question(event.content)
            except ListingError:
                return True
            if isinstance(said, Answer) and not self._nonces.keys().isdisjoint(said.nonces):
                if not proofs.is_signed():
                    return False
                self._index.answered(event.key, time.monotonic())
                self._show()
        return True

    def _handled(self, taken: Taken) -> bool:
        """Do what follows from an event. Return whether it is genuine."""
        if taken is Taken.CHANGED:
            self._show()
            self._go_on()
        return taken is not Taken.FORGED

    def _go_on(self) -> None:
        now = time.monotonic()
        if self._index.tick(now):
            self._show()
        if self._relays.open and (keys := self._index.ask(now)):
            nonce = secrets.token_hex(8)
            self._nonces[nonce] = None
            self._relays.ask(ask(nonce, keys))
        if self._relays.open:
            self._timer.start_at(self._index.due())

    def _show(self) -> None:
        if not self._changed.pending:
            self._changed.start(SHOWN_AFTER)
