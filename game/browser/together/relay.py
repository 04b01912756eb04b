"""The line to one relay: opened again whenever it is lost, less and less often, until `close`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from pyodide.ffi import create_proxy

from game.browser.failures import reporting
from game.browser.tasks import Tasks

CALL, ANSWER = 5_000, 1_500
"""Milliseconds that a relay may take to be reached, and to say whether it has passed something on."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds before a relay that was lost is called again, at first and at most."""

LONGEST_ALONE = 3.0
"""And at most while none of the others is there either: whoever comes would find nobody."""

SILENT, GONE = "publish timed out", "relay connection"
"""What the library says where a relay has not answered; all else is what the relay itself says."""


class Asked(NamedTuple):
    """Which events are asked for, and the library's `inbox` that hears them."""

    kind: int
    topic: str
    inbox: Any


class Relay:
    """The relay at `url`, by the `library`.

    `opened` is called whenever it is there, `refused` when it will not pass on what we say, `forged` when
    it passes on what nobody signed; `alone` is asked whether no other relay is there.
    """

    def __init__(
        self,
        library: Any,
        url: str,
        asked: Asked,
        opened: Callable[[], None],
        refused: Callable[[Relay], None],
        forged: Callable[[Relay], None],
        alone: Callable[[], bool],
    ) -> None:
        self.url = url
        self._library = library
        self._asked = asked
        self._opened = opened
        self._refused = refused
        self._forged = forged
        self._alone = alone
        self._answers = False
        self._line: Any = None
        self._lost, self._wanted = asyncio.Event(), asyncio.Event()
        self._pause = FIRST_PAUSE
        self._lost_proxy = create_proxy(self._lost.set)
        self._refused_proxy = create_proxy(reporting(lambda reason: self._refuse()))
        self._forged_proxy = create_proxy(reporting(self._forges))
        self._closed = False
        self._tasks = Tasks()
        self._tasks.start(self._stay())

    @property
    def open(self) -> bool:
        """Whether it can be reached now."""
        return self._line is not None and bool(self._line.connected)

    def publish(self, event: Any) -> None:
        """Have `event` passed on to all who ask for such."""
        if self.open:
            self._tasks.start(self._answered(self._line, self._library.obstacle(self._line, event)))

    def call(self) -> None:
        """Call it anew and at once, whether it seems to be there or not."""
        self._pause = FIRST_PAUSE
        self._wanted.set()
        self._lost.set()

    def close(self) -> None:
        """Leave it. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._tasks.close()
        self._hang_up()
        self._lost_proxy.destroy()
        self._refused_proxy.destroy()
        self._forged_proxy.destroy()

    async def _stay(self) -> None:
        while True:
            self._lost.clear()
            self._wanted.clear()
            await self._visit()
            self._hang_up()
            try:
                async with asyncio.timeout(self._pause):
                    await self._wanted.wait()
            except TimeoutError:
                self._pause = min(2 * self._pause, LONGEST_ALONE if self._alone() else LONGEST_PAUSE)

    async def _visit(self) -> None:
        """Be there until it is lost, if it can be reached at all."""
        line = self._line = self._library.newRelay(self.url, ANSWER, self._refused_proxy)
        line.onclose = self._lost_proxy
        if await self._library.reached(line, CALL):
            self._library.subscribe(line, *self._asked, self._refused_proxy, self._forged_proxy)
            self._opened()
            await self._lost.wait()

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            self._library.hangUp(line)

    async def _answered(self, line: Any, answer: Any) -> None:
        """Wait for what it says to something published: where it says nothing, it is lost, however open its line."""
        obstacle = str(await answer)
        if not obstacle:
            self._pause = FIRST_PAUSE
            self._answers = True
        elif obstacle == SILENT:
            if line is self._line:
                if self._answers:
                    self._wanted.set()  # it was well until now: its line hangs, and a new one is made at once
                self._answers = False
                self._lost.set()
        elif not obstacle.startswith(GONE):
            self._refuse()

    def _refuse(self) -> None:
        if self.open:
            self._refused(self)

    def _forges(self) -> None:
        if self.open:
            self._forged(self)
