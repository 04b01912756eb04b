"""The list of a club's open tables: its order and its bounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.net.clubs.listing import LASTS, LIMIT
from game.net.clubs.listing_index import (
    CLOCKS_DIFFER_BY,
    FUTURE,
    MOST_LISTINGS,
    MOST_SHOWN,
    NEW,
    NEW_A_SECOND,
    OVERHEAD,
    ListingEvent,
    ListingIndex,
)
from tests.net.clubs.events import CLOCK, TABLE, event, key, says, table, take


def index(seed: int = 0) -> ListingIndex:
    return ListingIndex(0.0, Random(seed))


def test_a_table_is_shown_until_it_expires_unless_it_is_renewed() -> None:
    tables = index()
    assert take(tables, 1, TABLE) and tables.shown() == {key(1): TABLE}
    assert tables.due() == LASTS
    assert not take(tables, 1, TABLE, at=60) and tables.due() == 60 + LASTS
    assert not tables.tick(60 + LASTS - 1) and tables.tick(60 + LASTS)
    assert not tables.shown() and tables.due() == float("inf")


def test_a_goodbye_withdraws_a_table() -> None:
    tables = index()
    take(tables, 1, TABLE)
    assert take(tables, 1, None, at=1) and not tables.shown()
    assert not take(tables, 1, TABLE, at=1) and not take(tables, 1, TABLE, at=-5)
    assert take(tables, 1, TABLE, at=2)


def test_an_event_that_no_member_wrote_changes_nothing() -> None:
    tables = index()
    assert not tables.take(event(1), lambda: None, 0.0, CLOCK)
    assert not tables.take(event(1), lambda: "[]", 0.0, CLOCK)
    assert not tables.take(event(1, size=LIMIT + 1), says(TABLE), 0.0, CLOCK)
    assert not tables.take(replace(event(1), key="no key"), says(TABLE), 0.0, CLOCK)
    assert tables.take(event(1), says(TABLE), 0.0, CLOCK)


def test_listings_of_the_past_and_of_the_far_future_are_not_read() -> None:
    for after in (-LASTS - CLOCKS_DIFFER_BY, FUTURE + 1):
        assert not index().take(event(1, after), says(TABLE), 0.0, CLOCK)


def test_a_stored_listing_is_shown_for_the_rest_of_its_time() -> None:
    tables = index()
    tables.take(event(1, -100), says(TABLE), 0.0, CLOCK)
    assert tables.due() == LASTS - 100 + CLOCKS_DIFFER_BY


def test_older_tables_come_first_and_tables_of_the_same_minute_are_shuffled() -> None:
    orders = set()
    for seed in range(50):
        tables = index(seed)
        for number, at in ((1, 0), (2, 10), (3, 59), (4, 60), (5, 119)):
            take(tables, number, table(number), at)
        order = [*tables.shown()]
        assert {*order[:3]} == {key(1), key(2), key(3)} and {*order[3:]} == {key(4), key(5)}
        orders.add(tuple(order))
    assert len(orders) == 12


def test_a_table_keeps_its_place() -> None:
    tables = index()
    for number in range(1, 9):
        take(tables, number, table(number))
    order = [*tables.shown()]
    take(tables, 3, replace(table(3), people=("Ana",), free=3, since=0), at=60)
    assert [*tables.shown()] == order


def test_fifty_tables_are_shown_and_two_hundred_kept() -> None:
    tables = index()
    for number in range(MOST_LISTINGS + 50):
        take(tables, number, table(number), at=number)
    assert len(tables) == MOST_LISTINGS and len(tables.shown()) == MOST_SHOWN


def test_a_table_is_shown_once_although_two_pages_list_it() -> None:
    tables = index()
    take(tables, 1, TABLE)
    take(tables, 2, replace(TABLE, level=5), at=60)
    assert tables.shown() == {key(1): TABLE}
    take(tables, 1, None, at=61)
    assert tables.shown() == {key(2): replace(TABLE, level=5)}


def test_a_flood_of_new_tables_is_bounded_and_keeps_no_renewal_out(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    tables = index()
    take(tables, 1, TABLE)
    monkeypatch.setattr("game.net.clubs.listing_index.read_listing", lambda text: read.append(text))
    for number in range(150 * 60):
        tables.take(event(100 + number, size=1000), lambda: "flood", number / 150, CLOCK + number / 150)
    assert len(read) <= (NEW + 60 * NEW_A_SECOND) / (1000 + OVERHEAD)
    monkeypatch.undo()
    assert take(tables, 1, replace(TABLE, level=5), at=60)


def test_events_that_no_member_wrote_use_up_no_limit() -> None:
    tables = index()
    for junk in range(150 * 60):
        tables.take(event(100 + junk, size=1), lambda: None, junk / 150, CLOCK + junk / 150)
    assert take(tables, 1, TABLE, at=60)


def test_each_table_has_its_own_share_of_bytes() -> None:
    tables = index()
    take(tables, 1, table(1))
    take(tables, 2, table(2))
    taken = sum(
        tables.take(
            event(1, after, size=LIMIT), says(replace(table(1), level=after % 2)), after / 10, CLOCK + after / 10
        )
        for after in range(1, 600)
    )
    assert taken <= 3
    assert take(tables, 2, replace(table(2), level=5), at=60)


EVENTS = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.integers(-500, 5000),
        st.integers(-500, 5000),
        st.text(max_size=5),
        st.sampled_from([None, "", "gone", "[]", "null", "[10]", *(says(table(n))() for n in range(3))]),
    ),
    max_size=40,
)


@given(EVENTS)
def test_whatever_comes_the_list_stays_sound(events: list[tuple[int, int, int, str, str | None]]) -> None:
    tables = index()
    for number, created, expires, content, text in events:
        now = float(number)
        tables.take(ListingEvent(key(number), CLOCK + created, CLOCK + expires, content), lambda t=text: t, now, CLOCK)  # type: ignore[misc]
        shown = tables.shown()
        assert len(shown) <= len(tables) <= 4
        assert len({one.invite.token for one in shown.values()}) == len(shown)
        assert tables.due() <= 4 + LASTS or not shown
