"""The index of listings: its contents, its questions to tables, and its limits against an attacker with many keys."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from game.net.open_tables.listing import LASTS, LIMIT, WORK_BITS, ListingEvent, write_listing
from game.net.open_tables.listing_index import (
    ANSWERS_WITHIN,
    ASK_EVERY,
    BYTES,
    BYTES_A_SECOND,
    FRESH_FOR,
    KNOWN,
    MOST_ASKED,
    MOST_LISTINGS,
    MOST_QUESTIONS,
    NEW,
    NEW_A_SECOND,
    OVERHEAD,
    SILENT_FOR,
    ListingIndex,
    Taken,
)
from game.net.protocol.wire import VERSION
from tests.net.open_tables.events import CLOCK, TABLE, event, goodbye, key


class Reader:
    """A page that reads the list, and counts the proofs that it checks. Its time starts at 0."""

    def __init__(self, *avoided: int) -> None:
        self.index = ListingIndex(0.0, frozenset(map(key, avoided)))
        self.hashed = self.verified = 0

    def take(self, event: ListingEvent, now: float = 0.0, *, signed: bool = True, work: int = WORK_BITS) -> Taken:
        self._signed, self._work = signed, work
        return self.index.take(event, self, now, CLOCK + now)

    def leave(self, event: ListingEvent, now: float = 0.0, *, signed: bool = True) -> Taken:
        self._signed = signed
        return self.index.leave(event, self, now)

    def work(self) -> int:
        self.hashed += 1
        return self._work

    def is_signed(self) -> bool:
        self.verified += 1
        return self._signed

    def knows(self, *numbers: int, now: float = 0.0) -> None:
        """Take the listings of these tables, which answer."""
        for number in numbers:
            self.take(event(number), now)
        for one in self.index.ask(now):
            self.index.answered(one, now)

    @property
    def shown(self) -> list[int]:
        """The tables that are shown, in order."""
        return [int(one.key, 16) for one in self.index.present()]


def test_a_table_is_shown_once_it_has_answered() -> None:
    reader = Reader()
    assert reader.take(event(1)) is Taken.CHANGED and reader.shown == []
    assert reader.index.ask(0.0) == (key(1),)
    assert reader.index.answered(key(1), 0.4) and reader.shown == [1]


def test_an_answer_without_a_question_shows_nothing() -> None:
    reader = Reader()
    reader.take(event(1))
    assert not reader.index.answered(key(1), 0.0) and not reader.index.answered(key(2), 0.0)
    assert reader.shown == []


def test_a_table_that_does_not_answer_is_asked_twice_and_then_forgotten() -> None:
    reader = Reader()
    reader.take(event(1))
    for question in range(MOST_QUESTIONS):
        at = question * ANSWERS_WITHIN
        assert reader.index.due() <= at and reader.index.ask(at) == (key(1),) and reader.index.ask(at + 1.5) == ()
    gone = MOST_QUESTIONS * ANSWERS_WITHIN
    assert reader.index.due() == gone and reader.index.tick(gone) and len(reader.index) == 0
    assert reader.take(event(1, after=60), gone) is Taken.NONE
    assert reader.take(event(1, after=400), gone + SILENT_FOR) is Taken.CHANGED


def test_a_table_that_has_answered_is_asked_again_after_a_minute() -> None:
    reader = Reader()
    reader.knows(1)
    assert reader.index.ask(FRESH_FOR - 1) == () and reader.index.ask(FRESH_FOR) == (key(1),)
    assert reader.shown == [1]  # until it stays silent
    for at in (FRESH_FOR + ANSWERS_WITHIN, FRESH_FOR + MOST_QUESTIONS * ANSWERS_WITHIN):
        reader.index.ask(at)
        reader.index.tick(at)
    assert reader.shown == []


def test_a_question_is_for_many_tables_and_questions_are_limited() -> None:
    reader = Reader()
    for number in range(60):
        reader.take(event(number))
    first = reader.index.ask(0.0)
    assert len(first) == MOST_ASKED and reader.index.ask(ASK_EVERY / 2) == ()
    assert reader.index.due() == ASK_EVERY
    assert set(first).isdisjoint(reader.index.ask(ASK_EVERY))


def test_the_fullest_tables_come_first_and_full_ones_are_not_shown() -> None:
    reader = Reader()
    for number, people in ((1, 1), (2, 3), (3, 2), (4, 4)):
        reader.take(event(number, replace(TABLE, people=people, teammates=0)))
    for one in reader.index.ask(0.0):
        reader.index.answered(one, 0.0)
    assert reader.shown == [2, 3, 1]


def test_a_full_table_where_strangers_may_watch_comes_last() -> None:
    reader = Reader()
    reader.take(event(1))
    reader.take(event(2, replace(TABLE, people=4, teammates=0, watch=True)))
    for one in reader.index.ask(0.0):
        reader.index.answered(one, 0.0)
    assert reader.shown == [1, 2]


def test_the_newest_listing_of_a_table_wins_in_any_order() -> None:
    listings = {after: replace(TABLE, level=after) for after in range(5)}
    for seed in range(20):
        order = [*listings]
        Random(seed).shuffle(order)
        reader = Reader()
        for after in order:
            reader.take(event(1, listings[after], after=after))
        (entry,) = reader.index.best_first()
        assert entry.listing.level == 4


def test_an_old_copy_does_not_replace_or_revive_a_listing() -> None:
    reader = Reader()
    reader.take(event(1, after=10))
    assert reader.take(event(1, after=10)) is Taken.NONE and reader.take(event(1, after=9)) is Taken.NONE
    assert reader.take(event(1, None, after=11)) is Taken.CHANGED and len(reader.index) == 0
    assert reader.take(event(1, after=11)) is Taken.NONE and reader.take(event(1, after=12)) is Taken.CHANGED


def test_a_withdrawal_of_an_unknown_table_costs_no_signature() -> None:
    reader = Reader()
    assert reader.take(event(1, None)) is Taken.NONE and reader.verified == 0


def test_a_table_that_says_goodbye_is_removed_until_it_is_listed_again() -> None:
    reader = Reader()
    reader.knows(1, 2)
    assert reader.leave(goodbye(1, after=5)) is Taken.CHANGED and reader.shown == [2]
    assert reader.take(event(1)) is Taken.NONE  # a relay sends the stored listing again
    assert reader.take(event(1, after=6)) is Taken.CHANGED and len(reader.index) == 2


def test_an_old_or_a_forged_goodbye_removes_no_table() -> None:
    reader = Reader()
    reader.take(event(1, after=10))
    reader.knows(1)
    assert reader.leave(goodbye(1, after=9)) is Taken.NONE
    assert reader.leave(goodbye(1, after=11), signed=False) is Taken.FORGED and reader.shown == [1]


def test_goodbyes_cost_few_signatures() -> None:
    reader = Reader()
    reader.leave(goodbye(1))
    assert reader.verified == 0  # nobody knows this table
    reader.knows(1)
    before = reader.verified
    for after in range(10_000):
        reader.leave(goodbye(1, after=after), signed=False)
    assert reader.verified - before <= KNOWN


def test_a_listing_expires_by_the_readers_clock() -> None:
    reader = Reader()
    reader.take(event(1, after=-1800), 5.0)  # the host's clock is half an hour late
    assert not reader.index.tick(5.0 + LASTS - 1) and reader.index.tick(5.0 + LASTS)
    assert len(reader.index) == 0 and reader.index.due() == math.inf


def test_a_table_that_answers_stays_without_a_renewal() -> None:
    reader = Reader()
    reader.knows(1)
    for _ in range(5):
        now = reader.index.due()
        assert not reader.index.tick(now) and reader.index.ask(now) == (key(1),)
        reader.index.answered(key(1), now)
    assert now >= 2 * LASTS and reader.shown == [1]


def test_a_renewal_extends_a_listing_and_keeps_its_answer() -> None:
    reader = Reader()
    reader.knows(1)
    reader.take(event(1, after=60), 60.0)
    reader.index.tick(LASTS + 1)
    assert reader.shown == [1]


def test_a_forged_event_is_reported_and_not_kept() -> None:
    reader = Reader()
    reader.knows(1)
    assert reader.take(event(1, None, after=1), signed=False) is Taken.FORGED
    assert reader.take(event(2), signed=False) is Taken.FORGED
    assert reader.shown == [1] and len(reader.index) == 1


@pytest.mark.parametrize(
    "bad",
    [
        event(1, after=7200),
        replace(event(1), content=write_listing(TABLE).replace(f"[{VERSION}", "[0")),
        replace(event(1), content="x" * (LIMIT + 1)),
        replace(event(1), expires_at=10**10),
    ],
)
def test_a_bad_event_costs_no_signature(bad: ListingEvent) -> None:
    reader = Reader()
    assert reader.take(bad) is Taken.NONE and reader.hashed == 0 and len(reader.index) == 0


def test_a_listing_without_the_proof_of_work_costs_no_signature() -> None:
    reader = Reader()
    assert reader.take(event(1), work=WORK_BITS - 1) is Taken.NONE and reader.verified == 0
    assert reader.take(event(1), work=WORK_BITS) is Taken.CHANGED


def test_copies_from_other_relays_cost_no_proof() -> None:
    reader = Reader()
    for _ in range(4):
        reader.take(event(1))
    assert (reader.hashed, reader.verified) == (1, 1)


def test_avoided_tables_are_never_kept() -> None:
    reader = Reader(1)
    assert reader.take(event(7, replace(TABLE, host=key(1)))) is Taken.NONE and reader.verified == 0
    assert reader.take(event(8, replace(TABLE, host=key(2)))) is Taken.CHANGED


def test_a_table_that_is_forgotten_after_a_vain_knock_is_not_shown_again_soon() -> None:
    reader = Reader()
    reader.knows(1, 2)
    reader.index.forget(key(1), 3.0)
    assert reader.shown == [2] and reader.take(event(1, after=9), 9.0) is Taken.NONE


# --- Attacks ------------------------------------------------------------------------


def flood(reader: Reader, false: Iterable[ListingEvent], seconds: float, count: int) -> None:
    """Send `count` false listings over `seconds`, while the page ticks and asks."""
    for number, one in enumerate(false):
        now = seconds * number / count
        reader.take(one, now)
        reader.index.tick(now)
        reader.index.ask(now)


def test_ten_thousand_false_listings_in_a_minute_fill_no_memory_and_cost_few_signatures() -> None:
    reader = Reader()
    reader.knows(1)
    flood(reader, (event(number, after=number // 167) for number in range(100, 10_100)), 60.0, 10_000)
    assert len(reader.index) <= MOST_LISTINGS and reader.verified <= 1 + NEW + 60 * NEW_A_SECOND
    assert reader.shown == [1]


def test_a_table_that_has_answered_renews_its_listing_amid_a_flood() -> None:
    reader = Reader()
    reader.knows(1)
    for number in range(100, 400):
        reader.take(event(number), 1.0)
    assert reader.take(event(1, replace(TABLE, level=5), after=60), 10.0) is Taken.CHANGED
    (entry,) = reader.index.present()
    assert entry.listing.level == 5


def test_more_than_fifty_kilobytes_a_second_are_not_read() -> None:
    reader = Reader()
    large = replace(event(1), content=write_listing(TABLE).ljust(LIMIT))
    taken = sum(
        reader.take(replace(large, created_at=large.created_at + number, expires_at=large.expires_at + number), 1.0)
        is Taken.CHANGED
        for number in range(100)
    )
    assert taken == BYTES // (LIMIT + OVERHEAD)
    assert reader.take(event(2), 1.0 + (LIMIT + 2 * OVERHEAD) / BYTES_A_SECOND) is Taken.CHANGED


def test_listings_that_never_answer_do_not_drive_out_one_that_has() -> None:
    reader = Reader()
    reader.knows(1)
    for number in range(100, 100 + 2 * MOST_LISTINGS):
        reader.take(event(number), number - 100.0)  # slow enough for the limits, without any question
    assert len(reader.index) <= MOST_LISTINGS and reader.shown == [1]


def test_a_table_that_lists_and_never_answers_is_never_shown() -> None:
    reader = Reader()
    for minute in range(30):
        now = 60.0 * minute
        reader.take(event(1, after=60 * minute), now)
        for later in range(0, 60, 3):
            reader.index.ask(now + later)
            reader.index.tick(now + later)
            assert reader.shown == []
