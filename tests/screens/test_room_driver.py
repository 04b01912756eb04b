"""The room driver: a closed room ignores all messages that still arrive."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from random import Random

from game.browser.online.room_driver import RoomDriver
from game.browser.webrtc.mesh_transport import WakeTimer
from game.core import Seat, Variant
from game.net.guest_updates import Shown
from game.net.protocol.messages import Why
from game.net.room_endpoint import Room
from game.teammates import Teammate
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.transport.identity import Credentials
from game.transport.mesh_events import Connected, Lost, Received
from game.transport.route import Route
from tests.loop import JumpingLoop, in_a_loop
from tests.net.ed25519 import ED25519
from tests.net.wire import Wire


def opened(show: Callable[[Shown], None]) -> tuple[RoomDriver, Wire]:
    def sit_down(name: str, seat: Seat) -> Teammate:
        return teammate(CHARACTERS[DEFAULT], Random(1))

    room = Room.open(
        "me",
        "Ana",
        Credentials.of("a room", "", "5" * 64, ED25519),
        Random(1),
        sit_down,
        0.0,
        variant=Variant(),
        seats=2,
    )
    driver, wire = RoomDriver(room, show), Wire()
    driver.add(wire)
    return driver, wire


def test_a_closed_room_ignores_messages_that_arrive_in_the_same_tick() -> None:
    async def journey() -> None:
        shown: list[Shown] = []
        driver, wire = opened(shown.append)
        driver.happened(wire, Connected("before", "", Route.DIRECT))
        assert wire.sent and shown
        wire.sent.clear()
        shown.clear()
        driver.close()
        assert wire.closed == 1
        driver.happened(wire, Connected("after", "", Route.DIRECT))
        driver.happened(wire, Received("before", '[1, "hello"]'))
        driver.happened(wire, Lost("before"))
        driver.leave(Why.LEFT)
        assert not wire.sent and not shown

    in_a_loop(journey)


def test_a_goodbye_is_sent_at_once() -> None:
    async def journey() -> None:
        driver, wire = opened(lambda _: None)
        driver.happened(wire, Connected("somebody", "", Route.DIRECT))
        wire.sent.clear()
        driver.leave(Why.CLOSED)
        assert wire.sent and wire.flushed == wire.sent

    in_a_loop(journey)


def test_an_update_handler_may_close_the_room() -> None:
    async def journey() -> None:
        shown: list[Shown] = []

        def show(what: Shown) -> None:
            shown.append(what)
            driver.close()

        driver, wire = opened(show)
        driver.happened(wire, Connected("somebody", "", Route.DIRECT))
        assert len(shown) == 1 and wire.closed == 1

    in_a_loop(journey)


def test_a_timer_that_is_set_to_the_same_time_again_is_kept() -> None:
    async def journey() -> list[float]:
        loop, calls = asyncio.get_running_loop(), list[float]()
        timer = WakeTimer(lambda: calls.append(loop.time()))
        for at in (103.0, 103.0, 102.0, 102.0):
            timer.start_at(at)
        assert len(loop._scheduled) == 2  # type: ignore[attr-defined]
        await asyncio.sleep(10.0)
        for at in (115.0, math.inf):
            timer.start_at(at)
        await asyncio.sleep(10.0)
        return calls

    assert in_a_loop(journey, JumpingLoop) == [102.0]
