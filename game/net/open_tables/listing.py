"""Listings: the signed, public descriptions of open tables, with their codec and bounds.

A listing is the content of an addressable Nostr event with an expiry (NIP-40) and a proof of work (NIP-13). It carries
nothing but the right to knock: the invitation comes from the host after the knock, as after a spoken code.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Protocol

from game.core import Variant, variant
from game.core.safe_json import read_json
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.invite import Meeting
from game.net.protocol.fields import boolean, hexadecimal, integer, record, refuse, spelled, text
from game.net.protocol.wire import VERSION
from game.transport.hashes import listings_topic, room_name, room_secret

LIMIT = 8192
"""The most bytes of a listing's content."""

LASTS = 130
"""Seconds until a listing expires. The host renews it once a minute, so one lost renewal does not remove it."""

LONGEST_LASTS = 300
"""The most seconds after which a listing that we read may expire."""

WORK_BITS = 12
"""Leading zero bits of a listing's proof of work: 4,096 hashes, 0.1 s on a phone. Every renewal needs a new proof."""

CLOCKS_DIFFER_BY = 3600
"""Seconds by which the host's clock may differ from ours. Whether a table is still there, its answer shows."""

KINDS, OF_KINDS = 30_000, 10_000
"""The range of addressable event kinds: the first one and their number. A relay keeps the newest event per key."""

ASKING_KINDS = 20_000
"""The first of the ephemeral kinds, which relays do not store: for the questions to tables, and their answers."""

LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z]{2,4})?", re.ASCII)
KEY = re.compile("[0-9a-f]{64}", re.ASCII)


class ListingError(ValueError):
    """An event that is no valid listing of this version."""


@dataclass(frozen=True, slots=True)
class Listing:
    """An open table as its host describes it.

    `seats`, `people` and `teammates` are counts. `level` is 0 before a game. `language` is the language tag of the
    host's page. `since` is when the table was opened to anyone, in seconds since 1970. `watch` says whether strangers
    may come to watch. The 128-bit `token` determines the room for knocks. `host` is the key by which the host sits at
    other open tables, for those who avoid this person.
    """

    token: str
    variant: Variant
    seats: int
    people: int
    teammates: int = 0
    level: int = 0
    language: str = "en"
    since: int = 0
    watch: bool = False
    host: str = ""

    @property
    def meeting(self) -> Meeting:
        """The room where a newcomer knocks."""
        return Meeting(room_name("knock", self.token), room_secret("knock", self.token))

    @property
    def free(self) -> int:
        """The number of seats that people can take; teammates give theirs up."""
        return self.seats - self.people


@dataclass(frozen=True, slots=True)
class ListingEvent:
    """A listing as its event brings it: the author's key, and the times in seconds since 1970."""

    key: str
    created_at: int
    expires_at: int
    content: str


class Proofs(Protocol):
    """The proofs of an event, which take time to check."""

    def work(self) -> int:
        """Return the bits of the proof of work."""

    def is_signed(self) -> bool:
        """Whether the author has signed the event."""


def _check(listing: Listing) -> None:
    if listing.people + listing.teammates > listing.seats:
        refuse("there are too few seats")
    if listing.level > listing.variant.levels(listing.seats):
        refuse("there is no such level")


def _language(text: str) -> str:
    return text if LANGUAGE.fullmatch(text) else refuse(f"{text!r:.40} is no language")


LISTING = record(
    Listing,
    check=_check,
    token=hexadecimal(32),
    variant=spelled(lambda one: one.name, variant, 60),
    seats=integer(MIN_SEATS, MAX_SEATS),
    people=integer(1, MAX_SEATS),
    teammates=integer(0, MAX_SEATS),
    level=integer(0, 100),
    language=spelled(str, _language, 8),
    since=integer(0, 2**40),
    watch=boolean(),
    host=text(64),
)


def suits(played: Variant, wanted: Variant | None, *, gentle: bool) -> bool:
    """Whether a table of `played` suits a person who wants this variant, or any, perhaps only with `gentle` timing."""
    if gentle and not played.gentle:
        return False
    return wanted is None or (played.base, played.stars) == (wanted.base, wanted.stars)


def write_listing(listing: Listing | None) -> str:
    """Return the content of the event; empty for None, which withdraws the listing."""
    return "" if listing is None else json.dumps([VERSION, *LISTING.write(listing)], separators=(",", ":"))


def read_listing(content: str) -> Listing | None:
    """Return the listing in the content of an event; None if it withdraws the listing. Raises ListingError."""
    if not content:
        return None
    if len(content) > LIMIT or len(content.encode("utf-8", "replace")) > LIMIT:
        raise ListingError(f"more than {LIMIT} bytes")
    try:
        said = read_json(content)
        if type(said) is not list or said[:1] != [VERSION]:
            raise ListingError("of another version")
        return LISTING.read(said[1:])
    except (ValueError, RecursionError) as error:
        raise ListingError(str(error)) from error


def check_event(event: ListingEvent, clock: float) -> None:
    """Check the key and the times of an event at the time `clock`. Raises ListingError."""
    if not KEY.fullmatch(event.key):
        raise ListingError("no key")
    if not 0 < event.expires_at - event.created_at <= LONGEST_LASTS:
        raise ListingError("it lasts too long, or not at all")
    if abs(event.created_at - clock) > CLOCKS_DIFFER_BY:
        raise ListingError("of another time")


def topic_and_kinds(version: int = VERSION) -> tuple[str, int, int]:
    """Return the well-known topic of all open tables of `version`, the kind of listings, and that of questions."""
    topic = listings_topic(version)
    offset = int(topic[:8], 16) % OF_KINDS
    return topic, KINDS + offset, ASKING_KINDS + offset
