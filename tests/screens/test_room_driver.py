"""The room driver: a closed room ignores all messages that still arrive."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.browser.online.room_driver import RoomDriver
from game.core import Seat, Variant
from game.net.guest_updates import Shown
from game.net.protocol.messages import Why
from game.net.room_endpoint import Room
from game.teammates import Teammate
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.transport.identity import Credentials
from game.transport.mesh_events import Connected, Lost, Received
from game.transport.route import Route
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


async def test_a_closed_room_ignores_messages_that_arrive_in_the_same_tick() -> None:
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


async def test_a_goodbye_is_sent_at_once() -> None:
    driver, wire = opened(lambda _: None)
    driver.happened(wire, Connected("somebody", "", Route.DIRECT))
    wire.sent.clear()
    driver.leave(Why.CLOSED)
    assert wire.sent and wire.flushed == wire.sent


async def test_an_update_handler_may_close_the_room() -> None:
    shown: list[Shown] = []

    def show(what: Shown) -> None:
        shown.append(what)
        driver.close()

    driver, wire = opened(show)
    driver.happened(wire, Connected("somebody", "", Route.DIRECT))
    assert len(shown) == 1 and wire.closed == 1
