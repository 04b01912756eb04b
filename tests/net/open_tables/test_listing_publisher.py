"""The host's side: when a listing is published, renewed and withdrawn, and how many readers get an answer."""

from __future__ import annotations

import math
from dataclasses import replace

from game.net.open_tables.listing import LASTS, Listing
from game.net.open_tables.listing_publisher import (
    ANSWERS,
    CHANGES_WAIT,
    MOST_READERS,
    RENEW_EVERY,
    WITHDRAWN_AFTER,
    WITHDRAWN_FOR,
    ListingPublisher,
    Publication,
)
from tests.net.open_tables.events import TABLE

OTHER = replace(TABLE, people=3)


def publisher(listing: Listing | None = TABLE) -> ListingPublisher:
    publisher = ListingPublisher(100.0)
    publisher.show(listing)
    return publisher


def published(of: ListingPublisher, until: float) -> list[tuple[float, Listing | None]]:
    """Return what is published, and when, by a caller that calls `tick` when it is due."""
    now, found = 100.0, []
    while now <= until:
        publication = of.tick(now)
        if publication is not None:
            found.append((now, publication.listing))
        now = max(of.due(), now)
        if now == math.inf:
            break
    return found


def test_a_table_is_listed_at_once_and_renewed_once_a_minute() -> None:
    assert published(publisher(), 230.0) == [(100.0, TABLE), (160.0, TABLE), (220.0, TABLE)]


def test_a_renewal_comes_before_the_listing_expires() -> None:
    assert 2 * RENEW_EVERY < LASTS


def test_a_listing_has_its_times() -> None:
    assert publisher().tick(100.0) == Publication(TABLE, LASTS)


def test_nothing_is_published_before_the_table_is_open() -> None:
    closed = publisher(None)
    assert closed.due() == math.inf and closed.tick(100.0) is None and not closed.is_listed


def test_a_changed_listing_waits_for_the_rate_limit() -> None:
    table = publisher()
    table.tick(100.0)
    table.show(OTHER)
    assert table.due() == 100.0 + CHANGES_WAIT and table.tick(101.0) is None
    changed = table.tick(100.0 + CHANGES_WAIT)
    assert changed is not None and changed.listing == OTHER


def test_a_table_that_changes_all_the_time_is_published_four_times_a_minute_at_most() -> None:
    table = publisher()
    count = 0
    for second in range(60):
        table.show(replace(TABLE, level=second % 2))
        count += table.tick(100.0 + second) is not None
    assert count == 60 / CHANGES_WAIT


def test_a_full_table_is_withdrawn_in_the_next_second() -> None:
    table = publisher()
    table.tick(100.0)
    table.show(None)
    assert table.tick(100.5) is None and table.due() == 100.0 + WITHDRAWN_AFTER
    assert table.tick(100.0 + WITHDRAWN_AFTER) == Publication(None, WITHDRAWN_FOR)
    assert not table.is_listed and table.due() == math.inf


def test_a_seat_that_is_taken_and_given_back_for_ever_costs_no_more_than_other_changes() -> None:
    table, events = publisher(), 0
    for tenth in range(600):
        table.show(TABLE if tenth % 2 else None)
        events += table.tick(100.0 + tenth / 10) is not None
    assert events <= 2 * 60 / CHANGES_WAIT


def test_a_new_relay_gets_the_listing_soon() -> None:
    table = publisher()
    table.tick(100.0)
    for _ in range(10):
        table.repeat()
    assert published(table, 130.0) == [(100.0 + CHANGES_WAIT, TABLE)]


# --- Answers ------------------------------------------------------------------------


def test_all_readers_that_ask_meanwhile_get_one_answer() -> None:
    table = publisher()
    table.tick(100.0)
    for nonce in ("a", "b", "a"):
        table.asked(nonce)
    assert table.due() <= 100.0 and table.answer(100.0) == ("a", "b") and table.answer(100.0) == ()


def test_a_flood_of_questions_costs_few_answers() -> None:
    table = publisher()
    table.tick(100.0)
    answers = []
    for question in range(60_000):
        table.asked(f"{question}")
        answers.append(table.answer(100.0 + question / 1000))
    given = [answer for answer in answers if answer]
    assert len(given) <= ANSWERS + 60 / 3 and max(map(len, given)) <= MOST_READERS


def test_a_table_that_is_not_listed_does_not_answer() -> None:
    table = publisher(None)
    table.asked("a")
    assert table.answer(100.0) == () and table.due() == math.inf
    table.show(TABLE)
    table.tick(100.0)
    table.asked("b")
    table.show(None)
    table.asked("c")
    assert table.answer(101.0) == () and table.due() == 100.0 + WITHDRAWN_AFTER
    table.tick(103.0)
    assert table.answer(104.0) == ()
