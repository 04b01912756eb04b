"""Events of a club for tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from game.core import variant
from game.net.clubs.listing import LASTS, Listing, write_listing
from game.net.clubs.listing_index import ListingEvent, ListingIndex
from game.net.invite import new_invite

CLOCK = 1_800_000_000
TABLE = Listing(
    new_invite(Random(0), "b" * 64),
    variant("classic"),
    seats=4,
    people=("Ana", "Ben"),
    free=2,
    teammates=1,
    level=3,
    since=CLOCK,
    watch=True,
)


def key(number: int) -> str:
    return f"{number:064x}"


def table(number: int, listing: Listing = TABLE) -> Listing:
    """Return `listing` with the link of a table of its own."""
    return replace(listing, invite=new_invite(Random(number), "b" * 64))


def event(number: int, after: int = 0, size: int = 400) -> ListingEvent:
    """Return an event of the key `number`, which was created so many seconds `after` CLOCK."""
    return ListingEvent(key(number), CLOCK + after, CLOCK + after + LASTS, "x" * size)


def says(listing: Listing | None) -> Callable[[], str]:
    """Return what decrypts an event of a member."""
    return lambda: write_listing(listing)


def take(index: ListingIndex, number: int, listing: Listing | None, at: int = 0) -> bool:
    """Let `index` hear an event of the key `number`, `at` this many seconds after CLOCK."""
    return index.take(event(number, at), says(listing), float(at), CLOCK + at)
