"""The host's side of an open table: its listing, the answers to readers, and the room where strangers knock."""

from __future__ import annotations

import secrets
import time

from js import document

from game.browser.online import strangers
from game.browser.open_tables.list_relays import EventProofs, ListRelays
from game.browser.page.tasks import Timer
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.room_transport import RoomTransport
from game.browser.webrtc.servers import Servers
from game.browser.webrtc.transport import LINGER, Transport
from game.net.invite import Invite
from game.net.open_tables.listing import WORK_BITS, Listing, ListingError, ListingEvent
from game.net.open_tables.listing_index import BYTES, BYTES_A_SECOND, OVERHEAD
from game.net.open_tables.listing_publisher import ListingPublisher
from game.net.open_tables.questions import SHORT, Answer, Question, read_question
from game.net.open_tables.stranger_admission import StrangerAdmission, TableRoom
from game.net.protocol.wire import MOST_WATCHERS, encode
from game.net.roster import Roster, Sitter
from game.transport.rate_limit import TokenBucket
from game.transport.route import Route

SETTLES = 1.0
"""Seconds until the first listing is published, so that it reaches several relays."""

WITHDRAWS_WITHIN = 10.0
"""Seconds after which a closed table gives up withdrawing its listing, which expires then."""

GREET_EVERY = 60.0
"""Seconds between greetings in the room where strangers knock: they greet, and this page answers."""


class OpenTable:
    """The table of the `invite` while it is open to anyone.

    The `key` of the listing is not that of the page at the table, so that an outsider cannot find the room by it. `own`
    is the key by which the host sits at other open tables.
    """

    def __init__(self, invite: Invite, key: PageKey, own: str, servers: Servers) -> None:
        now = time.monotonic()
        self._token, self._since = secrets.token_hex(16), int(time.time())
        self._key, self._own = key, own
        self._removed: frozenset[str] | None = None
        self._roster: Roster | None = None
        self._room = TableRoom(0)
        self._publisher = ListingPublisher(now)
        self._door = StrangerAdmission(invite, now, strangers.avoided)
        self._bytes = TokenBucket(BYTES, BYTES_A_SECOND, now)
        self._settled_at = now + SETTLES
        self._timer = Timer(self._go_on)
        self._knocking: RoomTransport | None = None
        self._servers = servers
        self._closing = self._withdrawing = self._ended = False
        self._gives_up = Timer(self._end)
        self._relays = ListRelays(key, servers, listed=None, asked=self._asked, opened=self._opened)
        self._timer.start(SETTLES)

    def show(self, roster: Roster, level: int, waiting: int) -> None:
        """Update the listing to `roster` and the `level`, which is 0 before a game.

        So many of the watchers are `waiting` for a seat.
        """
        self._roster = roster
        self._room = _room(roster, waiting)
        removed = frozenset(roster.sent_away)
        if self._removed is not None and removed - self._removed:
            self._door.removed(time.monotonic())
        self._removed = removed
        listing = self._listing(roster, level)
        self._publisher.show(listing)
        if listing is not None and self._knocking is None and not self._closing:
            self._knocking = RoomTransport(
                self._key,
                listing.meeting,
                self._servers,
                self,
                lambda peer: False,
                direct=False,
                greet_every=GREET_EVERY,
            )
        self._go_on()

    def say_gone(self) -> None:
        """Tell readers that this page closes. If it stays, the table is listed again soon."""
        if self._publisher.is_listed and not self._closing:
            self._relays.say_gone()
            self._publisher.repeat()

    def close(self) -> None:
        """Withdraw the listing, and refuse further knocks. May be called twice."""
        if self._closing:
            return
        self._closing = True
        self._room = TableRoom(0)
        self._publisher.show(None)
        self._gives_up.start(WITHDRAWS_WITHIN)
        self._go_on()

    # --- the listing ----------------------------------------------------------------

    def _listing(self, roster: Roster, level: int) -> Listing | None:
        """Return the listing of `roster`; None if no stranger can come.

        A person who waits for a seat counts as seated, because that seat is reserved.
        """
        places = roster.places
        if self._room == TableRoom(0):
            return None
        people = len(places) - self._room.seats
        teammates = min(sum(place.sitter is Sitter.TEAMMATE for place in places), self._room.seats)
        language = str(document.documentElement.lang)
        return Listing(
            self._token,
            roster.variant,
            len(places),
            people,
            teammates,
            level,
            language=language,
            since=self._since,
            watch=self._room.watchers > 0,
            host=self._own,
        )

    def _opened(self) -> None:
        self._publisher.repeat()
        self._go_on()

    def _go_on(self) -> None:
        now = time.monotonic()
        if self._ended:
            return
        if self._closing and not self._publisher.is_listed and not self._withdrawing:
            self._end()
            return
        if self._relays.open and (now >= self._settled_at or self._closing):
            if (publication := self._publisher.tick(now)) is not None:
                self._withdrawing = self._closing
                self._relays.list_table(publication, self._was_withdrawn if self._closing else lambda: None)
            if nonces := self._publisher.answer(now):
                self._relays.answer(Answer(nonces))
        if self._relays.open:  # otherwise this is called once a relay has connected
            self._timer.start_at(max(self._publisher.due(), self._settled_at))

    def _was_withdrawn(self) -> None:
        self._gives_up.start(LINGER)  # time for the relays to send the event

    def _end(self) -> None:
        self._ended = True
        self._timer.stop()
        self._gives_up.stop()
        self._relays.close()
        if self._knocking is not None:
            self._knocking.close()

    def _asked(self, event: ListingEvent, proofs: EventProofs) -> bool:
        """Record a question for this table, unless too many bytes arrive."""
        if not self._bytes.spend(time.monotonic(), len(event.content) + OVERHEAD):
            return True
        try:
            said = read_question(event.content)
        except ListingError:
            return True
        if isinstance(said, Question) and self._key.public[:SHORT] in said.tables and proofs.work() >= WORK_BITS:
            self._publisher.asked(said.nonce)
            self._go_on()
        return True

    # --- knocks ---------------------------------------------------------------------

    def connected(self, transport: Transport, peer: str) -> None:
        """Wait for the stranger's first message."""

    def lost(self, transport: Transport, peer: str) -> None:
        """Ignore that a stranger has disconnected."""

    def route_changed(self, transport: Transport, peer: str, route: Route) -> None:
        """Ignore the route."""

    def received(self, transport: Transport, peer: str, text: str) -> None:
        """Answer a knock."""
        roster = self._roster
        if roster is None:
            return
        arrived = {place.peer for _, place in roster.people()} | {one.peer for one in roster.watchers}
        answer = self._door.answer(peer, text, self._room, arrived, time.monotonic())
        if answer is not None:
            transport.send(peer, encode(answer))


def _room(roster: Roster, waiting: int) -> TableRoom:
    """Return how many more people can get a seat, a free one or a teammate's at the next level, and how many may watch.

    So many people are already `waiting` for a seat.
    """
    people = sum(place.sitter is Sitter.PERSON for place in roster.places)
    if not people or roster.locked or roster.challenge is not None or roster.screen is not None:
        return TableRoom(0)
    seats = max(0, len(roster.places) - people - waiting)
    return TableRoom(seats, MOST_WATCHERS - len(roster.watchers) if roster.may_watch else 0)
