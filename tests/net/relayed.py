"""Pages in one process that meet over relays in virtual time: the mesh and the room, without a browser."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial, wraps
from random import Random
from typing import Any, ParamSpec, TypeVar

from game.browser.online.room_driver import RoomDriver
from game.browser.webrtc.mesh_transport import MeshTransport, now
from game.net.guest import Guest, Membership
from game.net.guest_updates import Shown
from game.net.invite import Meeting
from game.net.room_endpoint import Room
from game.net.saved_room import read_seat, restore
from game.teammates import Teammate
from game.transport.hashes import envelope_key, stamp
from game.transport.identity import Credentials, new_identity_secret
from game.transport.mesh import Mesh
from game.transport.mesh_events import Event, Left, Lonely
from game.transport.room_events import RoomEvent, name_of
from game.transport.timeouts import SILENT
from tests.loop import JumpingLoop, in_a_loop
from tests.net.ed25519 import ED25519
from tests.net.pages import CLASSIC
from tests.teammates.metronome import Metronome

P = ParamSpec("P")
T = TypeVar("T")

PHONE = 40_000
"""Hashes a second in a proof of work."""

TRIP = 0.05, 0.4
"""Minimum and maximum latency of a relay event, in seconds."""

REMEMBERED = 4000
"""Stamps that a page remembers."""

AT_ONCE = 4
"""The relays that a page uses at first."""

URLS = [f"wss://relay-{number}.example" for number in range(12)]


def in_virtual_time(journey: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Let `journey` run on a virtual-time loop of its own each time that it is called."""

    @wraps(journey)
    def run(*arguments: P.args, **more: P.kwargs) -> T:
        return in_a_loop(partial(journey, *arguments, **more), JumpingLoop)

    return run


def hexadecimal(*parts: object) -> str:
    """Return a hash as 64 digits."""
    return hashlib.sha256(json.dumps([str(part) for part in parts]).encode()).hexdigest()


class Key:
    """A key pair. A hash of the key and the text authenticates each text, in place of encryption."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self.public = hexadecimal("public", f"{dice.getrandbits(256):064x}")
        self.name = name_of(self.public)

    def symmetric(self, digits: str) -> str:
        return digits

    def shared_with(self, page: str) -> str:
        return hexadecimal("shared", *sorted([self.public, page]))

    def seal(self, text: str, key: str) -> str:
        nonce = f"{self._dice.getrandbits(64):016x}"
        return f"{hexadecimal(key, nonce, text)}{nonce}{text}"

    def opened(self, sealed: str, key: str) -> str:
        mac, nonce, text = sealed[:64], sealed[64:80], sealed[80:]
        if mac != hexadecimal(key, nonce, text):
            raise ValueError("invalid MAC")
        return text


@dataclass(frozen=True)
class RelayEvent:
    """An event on the relays: what the room's pages read, its proof of work in bits, and its author's signature."""

    public: str
    number: int
    stamp: str
    sealed: str
    work: int = 0
    signature: str = ""


def signed(event: RelayEvent) -> RelayEvent:
    """Return the event as the holder of its key signs it."""
    return replace(event, signature=hexadecimal("signature", replace(event, signature="")))


def is_signed(event: RelayEvent) -> bool:
    """Return whether the signature belongs to the event."""
    return event == signed(event)


class World:
    """All relays. A hostile one calls `passes` with each event that it receives."""

    def __init__(self, seed: object) -> None:
        self.dice = Random(str(seed))
        self.asking: dict[str, list[Callable[[str, RelayEvent], object]]] = {url: [] for url in URLS}
        self.hostile: dict[str, Callable[[World, str, RelayEvent], object]] = {}
        self.said = 0

    def publish(self, url: str, event: RelayEvent) -> None:
        """Let the relay at `url` forward an event, as an honest relay does."""
        if url in self.hostile:
            self.hostile[url](self, url, event)
        elif is_signed(event):
            self.pass_on(url, event, self.dice.uniform(*TRIP))

    def pass_on(self, url: str, event: RelayEvent, after: float) -> None:
        """Forward any event."""
        self.said += 1
        for hears in tuple(self.asking[url]):
            asyncio.get_running_loop().call_later(after, hears, url, event)


class NoConnection:
    """The direct connection of a page that makes none."""

    making = False

    def send(self, text: str) -> None: ...

    def mend(self) -> None: ...

    def signalled(self, signal: object) -> None: ...

    def drop(self) -> None: ...

    def close(self) -> None: ...


class Page(MeshTransport):
    """A page with the real mesh, room and room driver, whose transport it is, and the relays that it uses."""

    def __init__(self, net: Table, name: str, *, opens: bool = False, saved: str = "") -> None:
        self.shown: list[Shown] = []
        self.key = Key(net.dice)
        secret = new_identity_secret(net.dice)
        credentials = Credentials.of("a room", "" if opens else net.founder, secret, ED25519)
        me = self.key.name
        if opens:
            net.founder = credentials.key
            self.room = Room.open(me, name, credentials, net.dice, _teammate, now(), variant=CLASSIC, seats=8)
        elif (seat := read_seat(saved)) is not None:
            self.room = restore(seat, me, ED25519, net.dice, _teammate, now())
        else:
            self.room = Room(me, Guest(me, name, credentials, net.dice, now()), _teammate, net.dice, now())
        self._driver = RoomDriver(self.room, self.shown.append)
        super().__init__(self._driver.happened)
        trusts, care, no_connection = self.room.trusts, self.room.care, NoConnection()
        self.mesh = Mesh(self.key, net.meeting.secret, lambda *peer: no_connection, trusts, now(), care, direct=False)
        self._world = net.world
        self._spare = [*URLS]
        self._urls: list[str] = []
        self._seen: dict[str, int] = {}
        self._use_more()
        self._driver.add(self)
        self._driver.do(lambda _: self.do(lambda _: None))

    def vanish(self) -> None:
        """Close the page without a goodbye."""
        self._hang_up()
        self._driver.close()

    @property
    def answering(self) -> bool:
        return bool(self._urls)

    def _happened(self, event: Event) -> None:
        match event:
            case RoomEvent() if event.bits:
                asyncio.get_running_loop().call_later(2**event.bits / PHONE, self._publish, event)
            case RoomEvent():
                self._publish(event)
            case Lonely():
                self._use_more()
            case Left():
                self._hang_up()
            case _:
                super()._happened(event)

    # --- relays -------------------------------------------------------------------------

    def _publish(self, one: RoomEvent) -> None:
        event = signed(RelayEvent(self.key.public, one.number, one.stamp, one.sealed, one.bits))
        for url in self._urls:
            self._world.publish(url, event)

    def _use_more(self) -> None:
        for _ in range(min(AT_ONCE, len(self._spare))):
            self._use(self._spare.pop(0))

    def _use(self, url: str) -> None:
        self._urls.append(url)
        self._world.asking[url].append(self._hears)
        asyncio.get_running_loop().call_soon(self._opened)

    def _opened(self) -> None:
        self.do(self.mesh.outbox.relay_opened)

    def _hang_up(self) -> None:
        for url in tuple(self._urls):
            self._leave(url)

    def _leave(self, url: str) -> None:
        self._urls.remove(url)
        self._world.asking[url].remove(self._hears)

    def _hears(self, url: str, event: RelayEvent) -> None:
        if url not in self._urls or event.work <= self._seen.get(event.stamp, -1):
            return
        due, number = self.mesh.due, str(event.number)
        genuine = self.mesh.receive(event.public, number, event.stamp, event.sealed, event.work, now())
        if genuine:
            self._seen[event.stamp] = event.work
            if len(self._seen) > REMEMBERED:
                del self._seen[next(iter(self._seen))]
        elif genuine is False and not is_signed(event) and self._spare:
            self._leave(url)
            self._use(self._spare.pop(0))
        if self.mesh.due < due:
            self.do(lambda _: None)

    @property
    def seated(self) -> bool:
        """Return whether it has its seat at a table."""
        return self.room.guest.membership is Membership.IN

    @property
    def hosts(self) -> bool:
        """Return whether it is host."""
        return self.room.host is not None


class Table:
    """The pages of one table."""

    def __init__(self, seed: object) -> None:
        self.dice = Random(str(seed))
        self.world = World(seed)
        self.founder = ""
        secret = f"{self.dice.getrandbits(256):064x}"
        self.meeting = Meeting(f"{self.dice.getrandbits(128):032x}", secret)
        self.pages: list[Page] = []

    async def sit_down(self, *names: str) -> None:
        """Let these people join one after the other; the first opens the table."""
        for name in names:
            self.pages.append(self.comes(name, opens=not self.pages))
            await asyncio.sleep(0.2)
        assert await self.within(20.0, lambda: all(page.seated for page in self.pages))

    def comes(self, name: str, *, opens: bool = False, saved: str = "") -> Page:
        """Open the link, or restore the seat that a browser `saved`."""
        return Page(self, name, opens=opens, saved=saved)

    async def within(self, seconds: float, so: Callable[[], bool]) -> bool:
        """Return whether the condition becomes true in that time."""
        until = asyncio.get_running_loop().time() + seconds
        while not so() and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.1)
        return so()

    @property
    def whole(self) -> bool:
        """Return whether all pages have their original seats, and the first page is host."""
        return all(page.seated for page in self.pages) and [page.hosts for page in self.pages].index(True) == 0


class Stranger:
    """A stranger with the link that speaks the protocol, with a key for every name."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def new_key(self) -> Key:
        """Return a new key."""
        return Key(self._table.dice)

    def proof(self, key: Key, pages: list[str], number: int = 2) -> RelayEvent:
        """Return the event with this `number`, which proves to these pages that the holder of that key is present."""
        frames = json.dumps([number, {"signal": [1, 0, 0, 0], "times": [0.0, -1.0, 0.0, SILENT]}])
        return self.event(
            key, number, [False, {name_of(page): key.seal(frames, key.shared_with(page)) for page in pages}]
        )

    def event(self, key: Key, number: int, said: object, work: int = 0) -> RelayEvent:
        """Return an event with this text, signed by that key."""
        room = self._table.meeting.secret
        sealed = key.seal(json.dumps(said), envelope_key(room))
        return signed(RelayEvent(key.public, number, stamp(room, key.public, number, sealed), sealed, work))

    def shout(self, event: RelayEvent) -> None:
        """Publish the event at a relay that all pages use."""
        self._table.world.publish(URLS[0], event)


def _teammate(name: str, seat: int) -> Teammate:
    return Metronome(Random(seat))
