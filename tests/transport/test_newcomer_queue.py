"""The queue of events from pages that have not proved their key, ordered by proof of work under load."""

from __future__ import annotations

import math

from game.transport.newcomer_queue import (
    A_SECOND,
    AT_ONCE,
    FIRST_BITS,
    MORE_BITS,
    MOST_BITS,
    MOST_WAITING,
    PRESSED_FOR,
    TOGETHER,
    WORK_EVERY,
    Newcomer,
    NewcomerQueue,
)

NOW = 100.0


def event(name: object, work: int = 0) -> Newcomer:
    return Newcomer(f"{name}", 1, "sealed", work)


def flooded() -> NewcomerQueue:
    """Return a queue whose rate limit is used up."""
    newcomers = NewcomerQueue(NOW)
    for number in range(AT_ONCE):
        newcomers.add(event(f"early {number}"), NOW)
        assert newcomers.next(NOW) is not None
    newcomers.add(event("late"), NOW)
    assert newcomers.next(NOW) is None
    return newcomers


def opened(newcomers: NewcomerQueue, now: float) -> list[str]:
    names = []
    while (one := newcomers.next(now)) is not None:
        names.append(one.public)
    return names


def test_without_load_an_event_is_opened_at_once_and_needs_no_proof() -> None:
    newcomers = NewcomerQueue(NOW)
    newcomers.add(event("ana"), NOW)
    assert newcomers.due() <= NOW
    assert opened(newcomers, NOW) == ["ana"]
    assert newcomers.work_due(NOW) == 0 and newcomers.work_due_at() == newcomers.due() == math.inf


def test_events_beyond_the_rate_limit_are_opened_in_batches() -> None:
    newcomers = flooded()
    assert NOW + TOGETHER <= newcomers.due() <= NOW + TOGETHER + 0.01
    assert opened(newcomers, newcomers.due()) == ["late"]


def test_events_with_more_work_come_first_and_then_the_newest() -> None:
    newcomers = flooded()
    for name, work in (("old", 0), ("worker", FIRST_BITS), ("new", 0)):
        newcomers.add(event(name, work), NOW)
    assert opened(newcomers, NOW + 1) == ["worker", "new", "old", "late"]


def test_a_flood_with_less_work_drops_no_event_with_more() -> None:
    newcomers = flooded()
    newcomers.add(event("worker", FIRST_BITS + MORE_BITS), NOW)
    for number in range(1000):
        newcomers.add(event(number, FIRST_BITS), NOW)
    waiting = opened(newcomers, NOW + MOST_WAITING / A_SECOND + 1)
    assert waiting[0] == "worker" and len(waiting) <= MOST_WAITING


def test_work_beyond_the_maximum_gives_no_advantage() -> None:
    newcomers = flooded()
    newcomers.add(event("fast machine", MOST_BITS + 10), NOW)
    newcomers.add(event("phone", MOST_BITS), NOW)
    assert opened(newcomers, NOW + 1)[:2] == ["phone", "fast machine"]


def test_a_known_key_comes_after_a_new_one() -> None:
    newcomers = NewcomerQueue(NOW)
    newcomers.add(event("again"), NOW)
    opened(newcomers, NOW)
    newcomers.add(event("new"), NOW)
    newcomers.add(event("again"), NOW)
    assert opened(newcomers, NOW) == ["new", "again"]


def test_of_one_key_the_event_with_more_work_is_queued() -> None:
    newcomers = flooded()
    newcomers.add(event("ana", FIRST_BITS), NOW)
    newcomers.add(event("ana"), NOW)
    one = newcomers.next(NOW + 1)
    assert one is not None and (one.public, one.work) == ("ana", FIRST_BITS)


def test_under_load_each_proof_takes_more_work_until_the_load_ends() -> None:
    newcomers = flooded()
    assert newcomers.work_due(NOW) == FIRST_BITS
    assert newcomers.work_due(NOW) == 0 and newcomers.work_due_at() == NOW + WORK_EVERY
    assert newcomers.work_due(NOW + WORK_EVERY) == FIRST_BITS + MORE_BITS
    assert newcomers.work_due(NOW + PRESSED_FOR) == 0 and newcomers.work_due_at() == math.inf
    newcomers.add(event("worker", FIRST_BITS), NOW + 60)
    assert newcomers.work_due(NOW + 60) == FIRST_BITS
