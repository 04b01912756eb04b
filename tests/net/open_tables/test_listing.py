"""Listings as text: only what a host may publish is read, and nothing raises any other error."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import Variant
from game.net.open_tables.listing import (
    CLOCKS_DIFFER_BY,
    LASTS,
    LIMIT,
    LONGEST_LASTS,
    Listing,
    ListingError,
    check_event,
    read_listing,
    topic_and_kinds,
    write_listing,
)
from game.net.protocol.wire import VERSION
from tests.net.open_tables.events import CLOCK, TABLE, event, listings


@given(listings())
def test_a_listing_is_read_as_it_was_written(listing: Listing) -> None:
    assert read_listing(write_listing(listing)) == listing


@given(listings())
def test_a_listing_is_small(listing: Listing) -> None:
    assert len(write_listing(listing).encode()) < 270


def test_an_empty_content_withdraws_a_listing() -> None:
    assert write_listing(None) == "" and read_listing("") is None


TOKEN, VARIANT, SEATS, PEOPLE, TEAMMATES, LEVEL, LANGUAGE, SINCE, WATCH = range(1, 10)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (TOKEN, "0" * 31),
        (TOKEN, "0" * 33),
        (TOKEN, "G" * 32),
        (TOKEN, 7),
        (VARIANT, "poker"),
        (VARIANT, "classic+blind"),  # spelled "blind"
        (VARIANT, "blind+" * 2000),
        (SEATS, 1),
        (SEATS, 9),
        (SEATS, True),
        (PEOPLE, 0),
        (PEOPLE, 5),
        (PEOPLE, "2"),
        (TEAMMATES, -1),
        (TEAMMATES, 3),
        (LEVEL, -1),
        (LEVEL, 9),
        (LEVEL, 1e3),
        (LANGUAGE, ""),
        (LANGUAGE, "<b>"),
        (LANGUAGE, "de\n"),
        (LANGUAGE, "d\u0435"),
        (SINCE, -1),
        (SINCE, 2**41),
        (SINCE, None),
        (WATCH, 2),
    ],
)
def test_a_field_out_of_bounds_is_refused(field: int, value: Any) -> None:
    said = json.loads(write_listing(TABLE))
    said[field] = value
    with pytest.raises(ListingError):
        read_listing(json.dumps(said))


@pytest.mark.parametrize("content", ["[", "{}", "[]", "7", "null", "[7]", '"' * 9, "[" * 5000, "[[" * 600 + "]]" * 600])
def test_no_json_of_another_shape_is_a_listing(content: str) -> None:
    with pytest.raises(ListingError):
        read_listing(content)


def test_a_listing_with_a_part_too_many_is_refused() -> None:
    with pytest.raises(ListingError):
        read_listing(json.dumps([*json.loads(write_listing(TABLE)), 0]))


@pytest.mark.parametrize("version", [VERSION - 1, VERSION + 1, str(VERSION), None])
def test_a_listing_of_another_version_is_refused(version: Any) -> None:
    said = json.loads(write_listing(TABLE))
    with pytest.raises(ListingError, match="another version"):
        read_listing(json.dumps([version, *said[1:]]))


def test_an_oversized_listing_is_refused_before_it_is_parsed() -> None:
    padded = write_listing(TABLE).ljust(LIMIT)
    assert read_listing(padded) == TABLE
    with pytest.raises(ListingError, match="bytes"):
        read_listing(padded + " ")
    with pytest.raises(ListingError, match="bytes"):
        read_listing("\u00e9" * (LIMIT // 2 + 1))


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_no_text_raises_anything_else(content: str) -> None:
    try:
        assert read_listing(content) is None or content
    except ListingError:
        pass


def test_the_room_to_knock_at_follows_from_the_token_alone() -> None:
    other = replace(TABLE, variant=Variant("tens"), people=1, since=0)
    assert TABLE.meeting == other.meeting != replace(TABLE, token="f" * 32).meeting
    assert TABLE.token not in (TABLE.meeting.room, TABLE.meeting.secret)


def test_a_teammate_counts_as_a_free_seat() -> None:
    assert replace(TABLE, seats=4, people=3, teammates=1).free == 1
    assert replace(TABLE, seats=4, people=4, teammates=0).free == 0


# --- Events -------------------------------------------------------------------------


def test_the_events_of_a_host_pass() -> None:
    check_event(event(), CLOCK)


@pytest.mark.parametrize("off", [-CLOCKS_DIFFER_BY, CLOCKS_DIFFER_BY])
def test_a_clock_may_be_an_hour_off(off: int) -> None:
    check_event(event(after=off), CLOCK)
    with pytest.raises(ListingError, match="time"):
        check_event(event(after=off + off // abs(off)), CLOCK)


@pytest.mark.parametrize("lasts", [0, -1, LONGEST_LASTS + 1, 10**12])
def test_an_event_that_lasts_too_long_or_not_at_all_is_refused(lasts: int) -> None:
    lasting = replace(event(), expires_at=event().created_at + lasts)
    with pytest.raises(ListingError, match="lasts"):
        check_event(lasting, CLOCK)


@pytest.mark.parametrize("wrong", ["", "0" * 63, "0" * 65, "G" * 64, "0" * 63 + "\n"])
def test_an_event_without_a_key_is_refused(wrong: str) -> None:
    with pytest.raises(ListingError, match="key"):
        check_event(replace(event(), key=wrong), CLOCK)


def test_a_host_lists_within_the_bounds_of_a_reader() -> None:
    assert 60 < LASTS <= LONGEST_LASTS


def test_each_version_has_a_topic_of_its_own() -> None:
    topic, listings_kind, questions_kind = topic_and_kinds()
    assert topic != topic_and_kinds(VERSION + 1)[0] and len(topic) == 32
    assert 30_000 <= listings_kind < 40_000 and 20_000 <= questions_kind < 30_000
