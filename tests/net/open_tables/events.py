"""Listings and their events for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from game.core import Variant, variant
from game.core.variants import BASES, MAX_SEATS, MIN_SEATS
from game.net.open_tables.listing import LASTS, Listing, ListingEvent, write_listing
from game.net.open_tables.questions import GONE

CLOCK = 1_800_000_000.0
"""The time of all tests, in seconds since 1970."""

TABLE = Listing("0123456789abcdef" * 2, Variant(), 4, 2, 1, 3, "de", 1_800_000_000)


def key(number: int) -> str:
    """Return a key of its own for each number."""
    return f"{number:064x}"


def event(number: int = 1, listing: Listing | None = TABLE, *, after: int = 0) -> ListingEvent:
    """Return the listing's event by the author of this number, `after` seconds after CLOCK."""
    at = int(CLOCK) + after
    return ListingEvent(key(number), at, at + LASTS, write_listing(listing))


def goodbye(number: int = 1, *, after: int = 0) -> ListingEvent:
    """Return the goodbye of the table of this number, `after` seconds after CLOCK."""
    return ListingEvent(key(number), int(CLOCK) + after, 0, GONE)


@st.composite
def listings(draw: st.DrawFn) -> Listing:
    """Draw any listing that a host may publish."""
    seats = draw(st.integers(MIN_SEATS, MAX_SEATS))
    people = draw(st.integers(1, seats))
    played = variant(draw(st.sampled_from(sorted(BASES))))
    return Listing(
        token=draw(st.text("0123456789abcdef", min_size=32, max_size=32)),
        variant=played,
        seats=seats,
        people=people,
        teammates=draw(st.integers(0, seats - people)),
        level=draw(st.integers(0, played.levels(seats))),
        language=draw(st.sampled_from(["en", "de", "pt-BR", "zh-Hans"])),
        since=draw(st.integers(0, 2**40)),
        watch=draw(st.booleans()),
        host=draw(st.text("0123456789abcdef", min_size=64, max_size=64)),
    )
