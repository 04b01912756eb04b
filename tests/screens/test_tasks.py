"""Background tasks: cancelled with their owner; their exceptions are always reported."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from game.browser.page import tasks
from tests.loop import in_a_loop


def failures_in(journey: Callable[[], Coroutine[Any, Any, None]]) -> list[str]:
    """Run `journey`, and return the exceptions of tasks that the event loop handles."""
    heard: list[str] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: heard.append(str(told["exception"])))
        await journey()

    in_a_loop(run)
    return heard


async def fail() -> None:
    raise ValueError("no")


def test_exceptions_of_tasks_are_reported_in_one_place() -> None:
    async def journey() -> None:
        owned = tasks.Tasks()
        owned.start(fail())
        await asyncio.gather(tasks.soon(fail()), return_exceptions=True)

    assert failures_in(journey) == ["no", "no"]


def test_closing_cancels_running_tasks_without_a_failure() -> None:
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

    assert failures_in(journey) == []
    assert reached == ["begun", "cancelled"]


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
