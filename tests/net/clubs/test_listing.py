"""Listings: the codec, and which tables are listed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.core import variant
from game.net.clubs.listing import GONE, LIMIT, ListingError, listing_of, read_listing, write_listing
from game.net.roster import MOST_WATCHERS, Challenge, Place, Presence, Roster, Settings, Sitter, unseated
from tests.net.clubs.events import TABLE

SAID = json.loads(write_listing(TABLE))
ANA = Place(Sitter.PERSON, "Ana", "page", Presence.CONNECTED)
ADA = Place(Sitter.TEAMMATE, "Ada", character="Ada")
ROSTER = Roster(1, 0, Settings(variant("fifty"), signs=True), True, (ANA, ADA, ADA), ())


def test_a_listing_is_read_back() -> None:
    assert read_listing(write_listing(TABLE)) == TABLE
    assert write_listing(None) == GONE and read_listing(GONE) is None


def test_a_listing_is_of_a_level_that_its_game_has() -> None:
    last = replace(TABLE, level=TABLE.variant.levels(TABLE.seats))
    assert read_listing(write_listing(last)) == last
    with pytest.raises(ListingError):
        read_listing(write_listing(replace(last, level=last.level + 1)))


def test_the_longest_listing_is_encrypted_in_8_kib() -> None:
    longest = replace(TABLE, seats=8, people=("😀" * 14,) * 8, free=0, teammates=0)
    assert 4 / 3 * (2 * len(write_listing(longest).encode()) + 100) < LIMIT


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda part: st.lists(part, max_size=5) | st.dictionaries(st.text(max_size=5), part, max_size=3),
    max_leaves=20,
)


@given(st.text(max_size=200) | JSON.map(json.dumps))
@example("[" * 2000)
@example(json.dumps([SAID[0] + 1, *SAID[1:]]))
@example(f"[{SAID[0]}," + "9" * 5000 + "]")
def test_any_other_text_is_refused(text: str) -> None:
    if text != GONE:
        with pytest.raises(ListingError):
            read_listing(text)


@given(st.integers(0, len(SAID) - 1), JSON)
def test_a_changed_part_is_refused_or_fits(part: int, value: Any) -> None:
    said = [*SAID[:part], value, *SAID[part + 1 :]]
    try:
        listing = read_listing(json.dumps(said))
    except ListingError:
        return
    assert listing is not None and json.loads(write_listing(listing)) == said
    assert len(listing.people) + listing.free <= listing.seats <= 8


@pytest.mark.parametrize("name", ["\u202eanA", "Ana\nBen", "", "x" * 15, "Ana · host", "Z̡̢̛̗̘͟a"])
def test_a_name_that_is_not_clean_is_refused(name: str) -> None:
    said = json.loads(write_listing(replace(TABLE, people=("Ana", name))))
    with pytest.raises(ListingError):
        read_listing(json.dumps(said))


@pytest.mark.parametrize(
    "link",
    [
        *(SAID[1] + end for end in ("&about=1,classic,Eve", "&relay=nonsense", "x")),
        SAID[1].replace("join", "watch"),
        f"https://evil.example/{SAID[1]}",
    ],
)
def test_the_link_leads_to_a_seat_and_says_nothing_else(link: str) -> None:
    with pytest.raises(ListingError):
        read_listing(json.dumps([SAID[0], link, *SAID[2:]]))


def test_teammates_give_up_their_seats_and_a_seat_is_reserved_for_who_waits() -> None:
    listing = listing_of(ROSTER, TABLE.invite, level=2, waiting=1, since=9)
    assert listing is not None and read_listing(write_listing(listing)) == listing
    assert (listing.people, listing.free, listing.teammates, listing.level) == (("Ana",), 1, 2, 2)
    assert listing.watch


def test_a_full_table_is_listed_as_long_as_there_is_room_for_watchers() -> None:
    watchers = tuple(unseated(f"page {number}", name="Ben") for number in range(MOST_WATCHERS))
    full = replace(ROSTER, places=(ANA, ANA, ANA))
    listing = listing_of(full, TABLE.invite, level=0, waiting=0, since=0)
    assert listing is not None and listing.free == 0
    assert listing_of(replace(full, watchers=watchers), TABLE.invite, level=0, waiting=0, since=0) is None


@pytest.mark.parametrize(
    "change",
    [
        {"settings": replace(ROSTER.settings, locked=True)},
        {"settings": replace(ROSTER.settings, challenge=Challenge("seed"))},
        {"screen": Place(Sitter.PERSON, key="a" * 64)},
    ],
)
def test_some_tables_are_not_listed(change: dict[str, Any]) -> None:
    assert listing_of(replace(ROSTER, **change), TABLE.invite, level=0, waiting=0, since=0) is None
