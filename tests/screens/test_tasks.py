"""Background tasks: cancelled with their owner; their exceptions are always reported."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from game.browser.page import tasks
from tests.screens.dom import browser

with browser():
    from game.browser.page import event_loop


def failures() -> list[str]:
    """Return the exceptions of tasks that the event loop handles from now on."""
    heard: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: heard.append(str(told["exception"])))
    return heard


async def fail() -> None:
    raise ValueError("no")


async def test_exceptions_of_tasks_are_reported_in_one_place() -> None:
    heard = failures()
    owned = tasks.Tasks()
    owned.start(fail())
    await asyncio.gather(tasks.soon(fail()), return_exceptions=True)
    await asyncio.sleep(0)
    assert heard == ["no", "no"]


async def test_closing_cancels_running_tasks_without_a_failure() -> None:
    heard, reached = failures(), list[str]()
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
    assert (heard, reached) == ([], ["begun", "cancelled"])


async def test_work_replaces_other_work() -> None:
    owned, never, reached = tasks.Tasks(), asyncio.Event(), asyncio.Event()

    async def reach() -> None:
        reached.set()

    owned.start(never.wait())
    owned.replace(reach())
    assert owned.running
    await reached.wait()
    await asyncio.sleep(0)
    assert not owned.running


async def test_a_timer_calls_once_unless_it_is_stopped() -> None:
    called: list[str] = []
    twice, stopped, never = (tasks.Timer(partial(called.append, name)) for name in ("a", "b", "c"))
    twice.start(0)
    twice.start(0)
    stopped.start(0)
    stopped.stop()
    never.start(0)
    never.start_at(float("inf"))
    done = asyncio.Event()
    tasks.Timer(done.set).start_at(asyncio.get_running_loop().time() - 5)
    assert [timer.pending for timer in (twice, stopped, never)] == [True, False, False]
    await done.wait()
    assert not twice.pending and called == ["a"]


class Proxy:
    """A function as the browser has it, until it is destroyed."""

    def __init__(self, function: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = function

    def destroy(self) -> None:
        assert self.call is not None
        self.call = None


async def test_the_browser_clears_the_timer_of_a_cancelled_call(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: dict[Proxy, float] = {}
    called: list[str] = []
    monkeypatch.setattr(event_loop, "create_once_callable", Proxy)
    monkeypatch.setattr(event_loop, "setTimeout", lambda proxy, after: timers.update({proxy: after}) or proxy)
    monkeypatch.setattr(event_loop, "clearTimeout", timers.pop)
    event_loop.clear_timers_on_cancel()
    loop = asyncio.get_running_loop()
    called_later = loop.call_later(3.0, called.append, "later")
    cancelled = loop.call_later(2.0, called.append, "cancelled")
    cancelled.cancel()
    cancelled.cancel()
    ((proxy, after),) = timers.items()
    assert after == 3000.0 and cancelled.cancelled() and proxy.call is not None
    proxy.call()
    called_later.cancel()  # too late
    assert called == ["later"] and [*timers] == [proxy]
    for soon in (0.0, event_loop.SOON):
        loop.call_later(soon, called.append, "soon")
    await asyncio.sleep(event_loop.SOON)
    assert called == ["later", "soon", "soon"] and len(timers) == 1


async def test_the_exception_of_a_timer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loop, "setTimeout", lambda call, after: call())
    event_loop.clear_timers_on_cancel()
    heard = failures()
    asyncio.get_running_loop().call_later(1.0, [].pop)
    assert heard == ["pop from empty list"]
