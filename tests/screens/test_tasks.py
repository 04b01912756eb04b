"""Background tasks: cancelled with their owner; their exceptions are always reported."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest

from game.browser.page import tasks
from tests.loop import in_a_loop


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    heard: list[BaseException] = []
    monkeypatch.setattr(tasks, "on_failure", heard.append)
    yield heard


async def fail() -> None:
    raise ValueError("no")


def test_exceptions_of_tasks_are_reported_in_one_place(failures: list[BaseException]) -> None:
    async def journey() -> None:
        owned = tasks.Tasks()
        owned.start(fail())
        await asyncio.gather(tasks.soon(fail()), return_exceptions=True)

    in_a_loop(journey)
    assert [str(error) for error in failures] == ["no", "no"]


def test_without_a_failure_handler_the_event_loop_is_notified() -> None:
    heard: list[BaseException] = []

    async def journey() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: heard.append(told["exception"]))
        await asyncio.gather(tasks.soon(fail()), return_exceptions=True)

    in_a_loop(journey)
    assert [str(error) for error in heard] == ["no"]


def test_closing_cancels_running_tasks_without_a_failure(failures: list[BaseException]) -> None:
    reached: list[str] = []

    async def journey() -> None:
        owned, never = tasks.Tasks(), asyncio.Event()

        async def wait() -> None:
            reached.append("begun")
            try:
                await never.wait()
            finally:
                reached.append("cancelled")

        owned.start(wait())
        await asyncio.sleep(0)
        owned.close()
        owned.close()
        owned.start(wait())
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    in_a_loop(journey)
    assert reached == ["begun", "cancelled"]
    assert failures == []


def test_work_replaces_other_work() -> None:
    async def journey() -> None:
        owned, reached = tasks.Tasks(), asyncio.Event()
        owned.start(asyncio.Event().wait())
        owned.replace(_set(reached))
        assert owned.running
        await reached.wait()
        await asyncio.sleep(0)
        assert not owned.running

    async def _set(reached: asyncio.Event) -> None:
        reached.set()

    in_a_loop(journey)


def test_a_timer_calls_once_unless_it_is_stopped() -> None:
    called: list[str] = []

    async def journey() -> None:
        done = asyncio.Event()
        twice, stopped, never = (tasks.Timer(partial(called.append, name)) for name in ("a", "b", "c"))
        twice.start(0)
        twice.start(0)
        stopped.start(0)
        stopped.stop()
        never.start(0)
        never.start_at(float("inf"))
        tasks.Timer(done.set).start_at(asyncio.get_running_loop().time() - 5)
        assert [timer.pending for timer in (twice, stopped, never)] == [True, False, False]
        await done.wait()
        assert not twice.pending

    in_a_loop(journey)
    assert called == ["a"]
