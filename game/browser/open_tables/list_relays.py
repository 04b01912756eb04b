"""The relays of the list of open tables: all pages meet there under one well-known topic."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js

from game.browser.page.failures import reporting
from game.browser.page.tasks import Tasks
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.relays import Asked, Relays
from game.browser.webrtc.servers import Servers
from game.net.open_tables.listing import WORK_BITS, ListingEvent, topic_and_kinds, write_listing
from game.net.open_tables.listing_index import MOST_LISTINGS
from game.net.open_tables.listing_publisher import Publication
from game.net.open_tables.questions import GONE, Answer, Question, write_question

NAME_OF_LISTING = "table"
"""The `d` tag: with it, a relay keeps one listing of each key."""

MOST_EVENTS = 1000
"""The most events that a relay may send to a reader at once. They include the listings that it stores.

If an attacker publishes more, the page reads for some seconds, and again after a pause.
"""


@dataclass(frozen=True, slots=True)
class EventProofs:
    """The proofs of `event`, which the Nostr `library` checks."""

    library: Any
    event: Any

    def work(self) -> int:
        """Return the bits of the proof of work."""
        return int(self.library.proofOfWork(self.event))

    def is_signed(self) -> bool:
        """Whether the author has signed the event."""
        return bool(self.library.isSigned(self.event))


class ListRelays:
    """The connections to the relays of `servers`, or the default ones for this topic, with the key of this page.

    `listed` is called with each listing, and `asked` with each question or answer: its event and its proofs. Both
    return whether the event is genuine. `opened` is called when a relay has connected.
    """

    def __init__(
        self,
        key: PageKey,
        servers: Servers,
        *,
        listed: Callable[[ListingEvent, EventProofs], bool] | None,
        asked: Callable[[ListingEvent, EventProofs], bool],
        opened: Callable[[], None],
    ) -> None:
        self._key = key
        self._listed, self._asked = listed, asked
        self._topic, self._listing_kind, self._question_kind = topic_and_kinds()
        self._proxy = create_proxy(reporting(self._received))
        kinds = [self._question_kind] if listed is None else [self._listing_kind, self._question_kind]
        inbox = key.library.newListingInbox(self._proxy)
        self._tasks = Tasks()
        self._publishing = asyncio.Lock()
        self._closed = False
        urls = servers.relays_for(self._topic)
        most = math.inf if listed is None else MOST_EVENTS
        asked_for = Asked(to_js(kinds), self._topic, MOST_LISTINGS, most, inbox)
        self._relays = Relays(key.library, urls, asked_for, opened, self._seen)

    @property
    def open(self) -> bool:
        """Whether any relay is connected."""
        return self._relays.open

    def list_table(self, publication: Publication, done: Callable[[], None] = lambda: None) -> None:
        """Publish a listing or its withdrawal, and then call `done`."""
        expires = str(int(time.time()) + publication.lasts)
        tags = [["x", self._topic], ["d", NAME_OF_LISTING], ["expiration", expires]]
        content = write_listing(publication.listing)
        self._tasks.start(self._publish(self._listing_kind, tags, content, done))

    def ask(self, question: Question) -> None:
        """Publish a question to tables."""
        self._tasks.start(self._publish(self._question_kind, [["x", self._topic]], write_question(question)))

    def answer(self, answer: Answer) -> None:
        """Publish an answer. It needs no proof of work: only readers who asked this table read it."""
        self._publish_at_once(write_question(answer))

    def say_gone(self) -> None:
        """Publish a goodbye of this table."""
        self._publish_at_once(GONE)

    def close(self) -> None:
        """Disconnect. May be called twice."""
        if not self._closed:
            self._closed = True
            self._tasks.close()
            self._relays.close()
            self._proxy.destroy()

    def _publish_at_once(self, content: str) -> None:
        """Publish an event without a proof of work."""
        self._relays.publish(self._key.event(self._question_kind, [["x", self._topic]], content))

    async def _publish(
        self, kind: int, tags: list[list[str]], content: str, done: Callable[[], None] = lambda: None
    ) -> None:
        """Publish an event with a proof of work, after all earlier ones."""
        async with self._publishing:
            try:
                event = await self._key.event_with_work(kind, tags, content, WORK_BITS)
            except JsException:
                return  # this browser does not support the worker
            self._relays.publish(event)
        done()

    def _received(self, key: str, kind: int, created_at: int, expires_at: int, content: str, event: Any) -> bool:
        """Handle an event of the list. Return False if its author never signed it."""
        if self._closed or key == self._key.public:
            return True
        said = ListingEvent(key, int(created_at), int(expires_at), content)
        proofs = EventProofs(self._key.library, event)
        if kind == self._question_kind:
            return self._asked(said, proofs)
        return self._listed is None or kind != self._listing_kind or self._listed(said, proofs)

    def _seen(self) -> None:
        """Do nothing when the page becomes visible: lost relays reconnect by themselves."""
