"""Coordination between tabs: only one of them saves the game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from js import navigator
from pyodide.ffi import create_proxy

from game.browser.page import storage
from game.browser.page.dom import js_object
from game.browser.page.features import PATIENCE, REFUSED


class SavesGame:
    """The right to save the game, true once this tab holds it.

    It is a Web Lock. Where locks are missing, refused or not answered, it is true, too. Once true, it stays true.
    """

    def __init__(self) -> None:
        self._mine = False
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def __bool__(self) -> bool:
        return self._mine

    async def ask(self, gained: Callable[[], None]) -> None:
        """Request the lock. If another tab holds it, `gained` is called when that tab releases it."""
        granted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def answered(lock: Any) -> None:
            if not granted.done():
                granted.set_result(bool(lock))
            elif not self._mine:
                self._mine = True
                gained()
            if lock:
                await self._closed

        def refused(error: Any) -> None:
            if not granted.done():
                granted.set_result(True)

        lock_name = storage.prefix() + "game"
        try:
            request = navigator.locks.request(lock_name, js_object({"ifAvailable": True}), create_proxy(answered))
            request.catch(create_proxy(refused))
            self._mine = await asyncio.wait_for(granted, PATIENCE)
            if not self._mine:
                navigator.locks.request(lock_name, create_proxy(answered))
        except (*REFUSED, TimeoutError):
            self._mine = True
