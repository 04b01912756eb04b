"""Attacks by relays and on relays: events under the keys of others, and many keys at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from typing import Any

from game.net.saved_room import save
from game.transport.hashes import stamp
from game.transport.newcomer_queue import FIRST_BITS
from game.transport.relay_outbox import GREET_EVERY
from tests.net import relayed
from tests.net.attacks.attempts import repeated
from tests.net.relayed import URLS, Key, Page, RelayEvent, Stranger, Table, World, in_virtual_time

COMES_WITHIN = 10.0
"""Seconds within which a friend gets a seat, or gets it back."""

ATTACKED_FOR = 3.0
"""Seconds for which a table is attacked before a friend joins, and afterwards."""

IDLE_KEYS, STAYS = 33, 5.0
"""Keys of an attacker that does nothing, and the seconds between the signs that each of them is there."""


class Hostile:
    """A relay that records all events, and forwards the genuine ones if it is `willing`."""

    a_second = 150

    def __init__(self, table: Table, url: str, *, willing: bool) -> None:
        self.world, self.url, self.willing = table.world, url, willing
        self.heard: list[RelayEvent] = []
        self.keeps = True
        self.said = 0
        table.world.hostile[url] = self.passes

    def passes(self, world: World, url: str, event: RelayEvent) -> None:
        """Handle a request to forward `event`."""
        if self.keeps:
            self.heard.append(event)
        if self.willing:
            world.pass_on(url, event, world.dice.uniform(*relayed.TRIP))

    async def floods(self, made: Callable[[RelayEvent], RelayEvent]) -> None:
        """Publish what `made` returns for each recorded event, repeatedly and at once."""
        for number in cycle(range(10**9)):
            await asyncio.sleep(1 / self.a_second)
            if self.heard:
                self.said += 1
                self.world.pass_on(self.url, made(self.heard[number % len(self.heard)]), 0.0)


@repeated
@in_virtual_time
async def garbage(number: int, *, hostile: int = 1, linked: bool = False) -> bool:
    """Let relays publish garbage under every key that they saw, and withhold the messages of these pages.

    A relay that is `linked` knows the room's secret, so its garbage has a valid stamp.
    """
    table = Table(f"garbage {number}")
    dishonest = [Hostile(table, url, willing=False) for url in URLS[:hostile]]
    await table.sit_down("Ana", "Ben", "Cleo")
    stranger = Stranger(table)
    key = stranger.new_key()

    def made(event: RelayEvent) -> RelayEvent:
        number = 10**6 + table.dice.randrange(10**6)
        if linked:
            parts = {page.key.name: "nothing" for page in table.pages}
            sealed = stranger.event(key, number, [False, parts]).sealed
            stamped = stamp(table.meeting.secret, event.public, number, sealed)
            return replace(event, number=number, stamp=stamped, sealed=sealed)
        return replace(event, number=number, sealed=f"{number}")

    return await _attacked(table, [one.floods(made) for one in dishonest], lambda: sum(one.said for one in dishonest))


@repeated
@in_virtual_time
async def replays(number: int) -> bool:
    """Let a relay replay the events of a closed page. Its channel must close, and a friend must be admitted."""
    table = Table(f"replays {number}")
    relay = Hostile(table, URLS[0], willing=True)
    await table.sit_down("Ana", "Ben", "Cleo")
    await asyncio.sleep(20)
    cleo = table.pages.pop()
    relay.heard = [event for event in relay.heard if event.public == cleo.key.public]
    relay.keeps = False
    cleo.vanish()
    broke = await _attacked(table, [relay.floods(lambda event: event)], lambda: relay.said, before=20.0)
    return broke or any(cleo.key.name in {one.name for one in page.mesh.peers} for page in table.pages)


@repeated
@in_virtual_time
async def greetings(number: int, *, a_second: float, work: int = 0, proven: bool = False, reload: bool = False) -> bool:
    """Let a page with the link send greetings with new keys, this many a second, each with this many bits of work.

    If they are `proven`, each proves to everybody that it holds its key. In that time a friend joins, or returns by a
    `reload`.
    """
    table = Table(f"greetings {a_second} {number}")
    await table.sit_down("Ana", "Ben")
    await asyncio.sleep(GREET_EVERY + 1.0)  # the host does not greet for a while, which would help the friend
    stranger, said = Stranger(table), [0]

    async def floods() -> None:
        while True:
            await asyncio.sleep(1 / a_second)
            key = stranger.new_key()
            stranger.shout(stranger.event(key, 1, [True, {}], work))
            said[0] += 1
            if proven:
                event = stranger.proof(key, [page.key.public for page in table.pages])
                asyncio.get_running_loop().call_later(0.5, stranger.shout, event)

    return await _attacked(table, [floods()], lambda: said[0], reload=reload)


@repeated
@in_virtual_time
async def idle_keys(number: int, *, reload: bool = False) -> bool:
    """Let a page with the link connect with more idle keys than a page keeps, each with some proof of work.

    After a while a friend joins, or returns by a `reload`.
    """
    table = Table(f"idle keys {number}")
    await table.sit_down("Ana", "Ben")
    stranger, said = Stranger(table), [0]

    async def stays(key: Key) -> None:
        stranger.shout(stranger.event(key, 1, [True, {}], EASY))
        for turn in range(2, 10**6):
            await asyncio.sleep(0.5 if turn == 2 else STAYS)
            stranger.shout(stranger.proof(key, [page.key.public for page in table.pages], turn))
            said[0] += 1

    keys = [stranger.new_key() for _ in range(IDLE_KEYS)]
    return await _attacked(table, [stays(key) for key in keys], lambda: said[0], reload=reload, before=20.0)


async def _attacked(
    table: Table, attacks: list[Any], said: Callable[[], int], *, reload: bool = False, before: float = ATTACKED_FOR
) -> bool:
    """Return whether the table broke, or a friend did not get a seat."""
    running = [asyncio.ensure_future(attack) for attack in attacks]
    broke = False
    try:
        broke |= await table.within(before, lambda: not table.whole)
        friend = _reloaded(table) if reload else table.comes("Dan")
        broke |= not await table.within(COMES_WITHIN, lambda: friend.seated)
        broke |= await table.within(ATTACKED_FOR, lambda: not (table.whole and friend.seated))
    finally:
        for one in running:
            one.cancel()
    assert said(), "nothing was attacked"
    return broke


def _reloaded(table: Table) -> Page:
    page = table.pages.pop()
    saved = save(page.room.guest)
    page.vanish()
    return table.comes("Ben", saved=saved)


EASY = FIRST_BITS
"""The bits of work that a fast machine can prove sixty times a second."""
