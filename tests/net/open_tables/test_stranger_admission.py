"""Knocks at an open table: a free seat is enough, but no stranger gets all seats for ever."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from game.net.invite import Invite
from game.net.open_tables.stranger_admission import (
    ADMITTED,
    CLOSED_FOR,
    COOLS_DOWN,
    LONGEST_CLOSED,
    SITS_WITHIN,
    StrangerAdmission,
    TableRoom,
)
from game.net.protocol.messages import Goodbye, Invited, Knock, Why
from game.net.protocol.wire import encode
from tests.net.messages import any_message

INVITE = Invite("a" * 26, "b" * 64)
WATCH = encode(Knock("Guest", watch=True))
KNOCK = encode(Knock("Guest"))
YES, FULL, NO = Invited(INVITE.fragment()), Goodbye(Why.FULL), Goodbye(Why.NOT_LET_IN)


def door() -> StrangerAdmission:
    return StrangerAdmission(INVITE, 100.0)


def test_a_stranger_is_admitted_while_a_seat_is_free() -> None:
    table = door()
    assert table.answer("b", KNOCK, TableRoom(2), (), 100.0) == YES
    assert table.answer("c", KNOCK, TableRoom(0), ("b",), 100.0) == FULL


def test_a_seat_is_reserved_until_its_stranger_has_arrived() -> None:
    table = door()
    assert table.answer("b", KNOCK, TableRoom(1), (), 100.0) == YES
    assert table.answer("c", KNOCK, TableRoom(1), (), 101.0) == FULL
    assert table.answer("d", KNOCK, TableRoom(1), ("b",), 102.0) == YES  # b sits, and another seat is free


def test_a_reserved_seat_that_nobody_takes_is_free_again() -> None:
    table = door()
    table.answer("b", KNOCK, TableRoom(1), (), 100.0)
    assert table.answer("c", KNOCK, TableRoom(1), (), 100.0 + SITS_WITHIN - 0.1) == FULL
    assert table.answer("c", KNOCK, TableRoom(1), (), 100.0 + SITS_WITHIN) == YES


def test_who_takes_and_leaves_a_seat_waits_before_the_next_one() -> None:
    table = door()
    assert table.answer("b", KNOCK, TableRoom(3), (), 100.0) == YES
    assert table.answer("b", KNOCK, TableRoom(3), (), 100.0 + COOLS_DOWN - 0.1) == NO
    assert table.answer("b", KNOCK, TableRoom(3), (), 100.0 + COOLS_DOWN) == YES


@given(st.floats(0, 1e6))
def test_a_first_knock_is_admitted_at_any_time(now: float) -> None:
    assert StrangerAdmission(INVITE, now).answer("b", KNOCK, TableRoom(1), (), now) == YES


def test_a_refusal_reserves_nothing_and_starts_no_wait() -> None:
    table = door()
    assert table.answer("b", KNOCK, TableRoom(0), (), 100.0) == FULL
    assert table.answer("b", KNOCK, TableRoom(1), (), 101.0) == YES


def test_many_keys_take_only_so_many_seats() -> None:
    table, admitted = door(), 0
    for knock in range(6000):
        admitted += table.answer(f"{knock}", KNOCK, TableRoom(7), (f"{knock - 1}",), 100.0 + knock / 100) == YES
    assert admitted <= ADMITTED + 60 / 10


@given(st.text() | st.randoms(use_true_random=False).map(lambda dice: encode(any_message(Random(dice.random())))))
def test_nothing_but_a_knock_is_answered(text: str) -> None:
    answer = door().answer("b", text, TableRoom(1), (), 100.0)
    assert (answer is None) == ('"knock"' not in text)


def test_a_stranger_whom_the_host_avoids_is_refused_by_key() -> None:
    table = StrangerAdmission(INVITE, 100.0, lambda: {"a" * 64})
    assert table.answer("b", encode(Knock("Guest", "a" * 64)), TableRoom(2), (), 100.0) == NO
    assert table.answer("c", encode(Knock("Guest", "b" * 64)), TableRoom(2), (), 100.0) == YES


def test_nobody_is_admitted_for_a_while_after_each_removal() -> None:
    table, now = door(), 1000.0
    for times in range(8):
        waits = min(CLOSED_FOR * 2**times, LONGEST_CLOSED)
        table.removed(now)
        assert table.answer(f"early {times}", KNOCK, TableRoom(2), (), now + waits - 1) == NO
        assert table.answer(f"late {times}", KNOCK, TableRoom(2), (), now + waits) == YES
        now += 1000.0


def test_a_stranger_is_invited_to_watch_only_where_the_host_allows_it() -> None:
    table = door()
    assert table.answer("b", WATCH, TableRoom(7), (), 100.0) == FULL
    assert table.answer("b", WATCH, TableRoom(0, 2), (), 101.0) == Invited(replace(INVITE, watch=True).fragment())


def test_places_for_watchers_are_reserved_apart_from_seats() -> None:
    table = door()
    table.answer("b", WATCH, TableRoom(1, 1), (), 100.0)
    assert table.answer("c", WATCH, TableRoom(1, 1), (), 101.0) == FULL
    assert table.answer("d", KNOCK, TableRoom(1, 1), (), 102.0) == YES
    assert table.answer("e", KNOCK, TableRoom(1, 1), (), 103.0) == FULL
