"""Pages in one process that meet over relays in virtual time: the browser's own RoomTransport without a browser.

The WebSocket of each relay is replaced, and so is the library, by a fake with the same authentication.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, ParamSpec, TypeVar

from pyodide.ffi import JsException

from game.net.guest import Membership
from game.net.guest_updates import Shown
from game.net.invite import Meeting
from game.net.room_endpoint import Room
from game.net.saved_room import restore
from game.teammates import Teammate
from game.transport.hashes import envelope_key, stamp, topic
from game.transport.identity import Credentials, new_identity_secret
from tests.loop import JumpingLoop, in_a_loop
from tests.net.ed25519 import ED25519
from tests.net.pages import CLASSIC
from tests.teammates.metronome import Metronome

P = ParamSpec("P")
T = TypeVar("T")


class _Anything:
    """A stub for all of JavaScript during imports."""

    def __getattr__(self, name: str) -> _Anything:
        return self

    def __call__(self, *given: object) -> _Anything:
        return self


class Browser(ModuleType):
    def __getattr__(self, name: str) -> Any:
        return _Anything()


sys.modules["js"] = Browser("js")
from game.browser.online import room_driver  # noqa: E402
from game.browser.online import stored_clubs as stored_clubs  # noqa: E402
from game.browser.webrtc import (  # noqa: E402
    due_work,
    peer_registry,
    relay_inbox,
    relays,
    remote_peer,
    room_relays,
    room_transport,
)

del sys.modules["js"]

from game.browser.online.room_driver import RoomDriver  # noqa: E402
from game.browser.webrtc.due_work import DueWork as DueWork  # noqa: E402
from game.browser.webrtc.keys import PageKey  # noqa: E402
from game.browser.webrtc.room_transport import RoomTransport  # noqa: E402

_NEW_ERROR: Callable[[str, str], Exception] = JsException
INVALID = _NEW_ERROR("Error", "invalid MAC")

PHONE = 40_000
"""Hashes a second in a proof of work."""

TRIP = 0.05, 0.4
"""Minimum and maximum latency of a relay event, in seconds."""

REMEMBERED = 4000
"""Stamps that a page remembers."""

URLS = [f"wss://relay-{number}.example" for number in range(12)]


def in_virtual_time(journey: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Let `journey` run on a virtual-time loop of its own each time that it is called."""

    @wraps(journey)
    def run(*arguments: P.args, **more: P.kwargs) -> T:
        return in_a_loop(partial(journey, *arguments, **more), JumpingLoop)

    return run


_CLOCK: Any = SimpleNamespace(monotonic=lambda: asyncio.get_running_loop().time())
for _module in (due_work, peer_registry, relay_inbox, remote_peer, room_driver, room_relays, room_transport):
    vars(_module)["time"] = _CLOCK
vars(relays)["listen"] = lambda *given: lambda: None


class _Proxy:
    """The interface of a JavaScript proxy of `work`. Exceptions of `work` fail the test."""

    def __init__(self, work: Callable[..., object]) -> None:
        self._work = work

    def __call__(self, *given: Any) -> object:
        return self._work(*given)

    def destroy(self) -> None:
        """Do nothing; a proxy has this method."""


vars(room_relays).update(create_proxy=_Proxy, reporting=lambda work: work)


def hexadecimal(*parts: object) -> str:
    """Return a hash as 64 digits."""
    return hashlib.sha256(json.dumps([str(part) for part in parts]).encode()).hexdigest()


class Library:
    """The part of `assets/vendor/nostr.js` that pages use without direct routes."""

    def __init__(self, dice: Random, hashes: float = PHONE) -> None:
        self._dice = dice
        self._hashes = hashes
        self.sealing = SimpleNamespace(
            utils=SimpleNamespace(getConversationKey=self._shared), encrypt=self._seal, decrypt=self._open
        )

    def generateSecretKey(self) -> str:
        return f"{self._dice.getrandbits(256):064x}"

    def getPublicKey(self, secret: str) -> str:
        return hexadecimal("public", secret)

    def finalizeEvent(self, event: dict[str, Any], secret: str) -> dict[str, Any]:
        signed = event | {"pubkey": self.getPublicKey(secret)}
        return signed | {"id": id_of(signed), "sig": signature(signed)}

    async def withWork(self, event: dict[str, Any], bits: int) -> dict[str, Any]:
        await asyncio.sleep(2**bits / self._hashes)
        return event | {"work": bits}

    def newInbox(self, heard: Callable[..., bool | None]) -> Callable[[dict[str, Any], Callable[[], object]], None]:
        seen: dict[str, int] = {}

        def inbox(event: dict[str, Any], forged: Callable[[], object]) -> None:
            said, work = {tag[0]: tag[1:] for tag in event["tags"]}["t"], event.get("work", 0)
            if work <= seen.get(said[0], -1):
                return
            genuine = heard(event["pubkey"], said[1], said[0], event["content"], work)
            if genuine:
                seen[said[0]] = work
                if len(seen) > REMEMBERED:
                    del seen[next(iter(seen))]
            elif genuine is False and not is_signed(event):
                forged()

        return inbox

    def _shared(self, secret: str, page: str) -> str:
        return hexadecimal("shared", *sorted([self.getPublicKey(secret), page]))

    def _seal(self, text: str, key: object) -> str:
        nonce = f"{self._dice.getrandbits(64):016x}"
        return f"{hexadecimal(_key(key), nonce, text)}{nonce}{text}"

    def _open(self, sealed: str, key: object) -> str:
        mac, nonce, text = sealed[:64], sealed[64:80], sealed[80:]
        if mac != hexadecimal(_key(key), nonce, text):
            raise INVALID
        return text


def _key(key: object) -> str:
    return key.hex() if isinstance(key, bytes) else str(key)


def id_of(event: dict[str, Any]) -> str:
    """Return the id of an event."""
    return hexadecimal(event["pubkey"], event["kind"], event["tags"], event["content"], event.get("work", 0))


def signature(event: dict[str, Any]) -> str:
    """Sign as the holder of the key."""
    return hexadecimal("signature", id_of(event))


def is_signed(event: dict[str, Any]) -> bool:
    """Return whether the signature belongs to the event."""
    return bool(event["sig"] == signature(event))


class World:
    """All relays. A hostile one calls `passes` with each event that it receives."""

    def __init__(self, seed: object) -> None:
        self.dice = Random(str(seed))
        self.asking: dict[str, list[Callable[[dict[str, Any]], object]]] = {url: [] for url in URLS}
        self.hostile: dict[str, Callable[[World, str, dict[str, Any]], object]] = {}
        self.said = 0

    def publish(self, url: str, event: dict[str, Any]) -> None:
        """Let the relay at `url` forward an event, as an honest relay does."""
        if url in self.hostile:
            self.hostile[url](self, url, event)
        elif is_signed(event):
            self.pass_on(url, event, self.dice.uniform(*TRIP))

    def pass_on(self, url: str, event: dict[str, Any], after: float) -> None:
        """Forward any event."""
        self.said += 1
        for hears in tuple(self.asking[url]):
            asyncio.get_running_loop().call_later(after, hears, event)


class _Relay:
    """The interface of `game.browser.webrtc.relays.Relay` to its owner."""

    world: World

    def __init__(self, library: Library, url: str, asked: Any, owner: relays.Relays) -> None:
        self.url = url
        self.open = True
        self._world = type(self).world
        self._inbox = asked.inbox
        self._owner: Any = owner
        self._world.asking[url].append(self._hears)
        asyncio.get_running_loop().call_soon(owner.opened)

    def publish(self, event: dict[str, Any]) -> None:
        self._world.publish(self.url, event)

    def call(self) -> None:
        """Do nothing: the connection is never lost."""

    def close(self) -> None:
        self.open = False
        self._world.asking[self.url].remove(self._hears)

    def _hears(self, event: dict[str, Any]) -> None:
        if self.open:
            self._inbox(event, lambda: self._owner.forged(self))


class Servers:
    """The first of the available relays."""

    def relays_for(self, topic: str) -> list[str]:
        return list(URLS)


class Page:
    """A page with the real transport and room."""

    def __init__(self, net: Table, name: str, *, opens: bool = False, saved: str = "") -> None:
        self.net = net
        self.shown: list[Shown] = []
        self.key = PageKey(Library(net.dice))
        secret = new_identity_secret(net.dice)
        credentials = Credentials.of("a room", "" if opens else net.founder, secret, ED25519)
        me, now = self.key.name, asyncio.get_running_loop().time()
        if opens:
            net.founder = credentials.key
            room = Room.open(me, name, credentials, net.dice, _teammate, now, variant=CLASSIC, seats=8)
        elif saved:
            room = restore(saved, me, ED25519, net.dice, _teammate, now)
        else:
            room = Room.enter(me, name, credentials, net.dice, _teammate, now)
        self.driver = RoomDriver(room, self.shown.append)
        servers: Any = Servers()
        _Relay.world = net.world
        self.transport = RoomTransport(self.key, net.meeting, servers, self.driver, self.driver.trusts, direct=False)
        self.driver.add(self.transport)
        self.driver.do(lambda now: None)

    @property
    def seated(self) -> bool:
        """Return whether it has its seat at a table."""
        return self.driver.room.guest.membership is Membership.IN

    @property
    def hosts(self) -> bool:
        """Return whether it is host."""
        return self.driver.room.host is not None


class Table:
    """The pages of one table."""

    def __init__(self, seed: object) -> None:
        vars(relays)["Relay"] = _Relay
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

    def is_gone(self, page: Page) -> None:
        """Close the page without a goodbye."""
        page.transport._outbox.drop = lambda peer, name: None  # type: ignore[method-assign]
        page.transport._relays._relays.close()
        page.driver.close()

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
        self.library = Library(table.dice)
        self.topic = topic(table.meeting.room)
        self.kind = 20_000 + int(self.topic[:8], 16) % 10_000

    def proof(self, secret: str, pages: list[str], number: int = 2) -> dict[str, Any]:
        """Return the event with this `number`, which proves to these pages that the holder of that key is present."""
        seal, shared = self.library.sealing.encrypt, self.library.sealing.utils.getConversationKey
        frames = json.dumps([number, {"signal": [1, 0, 0, 0]}])
        return self.event(secret, number, [False, {page[:40]: seal(frames, shared(secret, page)) for page in pages}])

    def event(self, secret: str, number: int, said: object, work: int = 0) -> dict[str, Any]:
        """Return an event with this text, signed by that key."""
        public, room = self.library.getPublicKey(secret), self._table.meeting.secret
        sealed = self.library.sealing.encrypt(json.dumps(said), envelope_key(room))
        tags = [["x", self.topic], ["t", stamp(room, public, number, sealed), str(number)]]
        event: dict[str, Any] = {"kind": self.kind, "tags": tags, "content": sealed}
        return self.library.finalizeEvent(event | ({"work": work} if work else {}), secret)

    def shout(self, event: dict[str, Any]) -> None:
        """Publish the event at a relay that all pages use."""
        self._table.world.publish(URLS[0], event)


def _teammate(name: str, seat: int) -> Teammate:
    return Metronome(Random(seat))
