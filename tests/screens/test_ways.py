"""Every way to a table, left at each of its steps: nothing stays open, and nothing comes later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from bs4.element import Tag

from game.net.clubs.club import new_club
from game.net.invite import Meeting, new_invite
from game.net.protocol.messages import Goodbye, Invited, Knock, Message, Why
from game.net.protocol.wire import encode
from game.transport.mesh_events import Connected, Received
from game.transport.pairing import Code, pack
from game.transport.route import Route
from game.words.online.connecting import NO_RELAY
from tests.loop import in_a_loop
from tests.net.ed25519 import ED25519
from tests.screens.dom import SCRIPT, BroadcastChannel, Document, Element, browser, of

with browser():
    from game.browser.online import page_role, qr_code, session, visit
    from game.browser.online.session import OnlineSession
    from game.browser.online.ways_in import code, manual, table_connection
    from game.browser.online.ways_in.spoken_code import CodeGuest, CodeHost
    from game.browser.page.dom import find
    from game.browser.page.tasks import Tasks
    from game.browser.page.view import Filled

Way = Callable[[OnlineSession], None]

INVITE = new_invite(Random(1), "5" * 64)
SDP = "v=0\r\na=candidate:1 1 udp 1 192.0.2.1 9 typ host\r\n"
OFFER = pack(Code("offer", "a" * 20, SDP, "4" * 32, "5" * 64))
SCREENS = ("lobby", "out", "invited", "returning", "pairing", "played")
STILL = 8
"""Turns of the event loop without any step, after which only a person or another page can go on."""


class Transport:
    """A connection to other pages. In the rooms of a spoken code, one of them answers."""

    def __init__(self, world: World, listener: Any) -> None:
        self.open, self.connected = True, False
        self.peer_count, self.refusal, self.answering = 0, "", world.online
        self._world, self._listener, self._heard = world, listener, False
        world.steps.append("connect")
        world.transports.append(self)

    def speak(self) -> None:
        """Let another page connect in the rooms of a spoken code, and say what this page waits for."""
        said = self._world.says.get(type(self._listener.__self__))
        if said is not None and self.open and not self._heard:
            self._heard = True
            self._listener(self, Connected("somebody", "", Route.DIRECT))
            self._listener(self, Received("somebody", encode(said)))

    @property
    def listener(self) -> str:
        return type(self._listener.__self__).__name__

    async def offer(self) -> str:
        return str(await self._world.answer("offer", "a code"))

    async def answer(self, offer: Code) -> str:
        return str(await self._world.answer("answer", "another code"))

    async def accept(self, answer: str) -> None:
        await self._world.answer("accept", None)

    def send(self, peer: str, text: str) -> None:
        assert self.open

    def dial(self) -> None: ...

    def flush(self) -> None: ...

    def close_channel(self, peer: str, *, bans: bool) -> None: ...

    def close(self) -> None:
        self.open = False


class Played:
    """The screen of a game."""

    def __init__(self, *given: Any) -> None:
        self.element = Document.current.createElement("main")
        self.element.id = "played"
        Document.current.body.append(self.element)

    def __getattr__(self, name: str) -> Any:
        return lambda *given: None

    def close(self) -> None:
        self.element.remove()


class World:
    """What surrounds a page. `steps` is what has happened, and `presses` what the person does as soon as possible."""

    def __init__(self, presses: tuple[str, ...], *, fails: bool) -> None:
        self.online = True
        self.steps: list[str] = []
        self.transports: list[Transport] = []
        self.presses = [*presses]
        self.awake = False
        self.reached: set[str] = set()
        self.listen: list[str] = []
        self.fragment = ""
        self.says: dict[type, Message] = {CodeHost: Knock("Zoe"), CodeGuest: Invited(INVITE.fragment())}
        self._fails = fails

    async def answer(self, step: str, value: Any) -> Any:
        """Return `value` after a while."""
        self.steps.append(f"begin {step}")
        for _ in range(2):
            await asyncio.sleep(0)
        self.steps.append(f"end {step}")
        return value

    async def load(self, path: str) -> Any:
        self._fails, fails = False, self._fails
        return await self.answer("load", None if fails else SimpleNamespace())

    async def derive(self, spoken: str) -> Meeting:
        if spoken == REFUSED:
            self.says[CodeGuest] = Goodbye(Why.NOT_LET_IN)
        meeting: Meeting = await self.answer("derive", INVITE.meeting)
        return meeting

    def connect(self, *given: Any, **named: Any) -> Transport:
        return Transport(self, *(one for one in given if getattr(one, "__name__", "") == "happened"))

    def act(self) -> None:
        """Press the next button if it is there, and let a page answer in the rooms of a spoken code."""
        for transport in self.transports:
            transport.speak()
        every = [one for screen in shown().values() for one in screen.querySelectorAll("[data-do]")] * bool(
            self.presses
        )
        for button in every:
            if button.getAttribute("data-do") == self.presses[0] and button.closest("[hidden]") is None:
                self.steps.append(self.presses.pop(0))
                button.click()
                return

    def hold(self, awake: bool) -> None:
        self.awake = awake

    def move(self, fragment: str) -> None:
        self.fragment = fragment


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Callable[..., World]:
    """Return a function that puts a new page into a world."""
    Document()

    def enter(presses: tuple[str, ...], *, fails: bool = False) -> World:
        world = World(presses, fails=fails)
        replaced: dict[Any, dict[str, Any]] = {
            table_connection: {"vendored_copy": world.load, "RoomTransport": world.connect, "set_fragment": world.move},
            code: {"meeting_by_code": world.derive, "RoomTransport": world.connect, "can_derive": lambda: True},
            manual: {"set_fragment": world.move},
            session: {"set_fragment": world.move, "AtTable": Played},
            visit: {"AtTable": Played, "Announcer": Silent},
            qr_code: {"vendored": partial(world.answer, value=None)},
            page_role: {"WakeLock": lambda: world},
        }
        replaced[table_connection] |= {
            "ManualTransport": world.connect,
            "PageKey": lambda library: SimpleNamespace(name="b" * 40),
            "PageEd25519": lambda library: ED25519,
            "can_connect": lambda: True,
            "wall_clock": SimpleNamespace(compare=partial(world.answer, "compare", None)),
        }
        for module, names in replaced.items():
            for name, value in names.items():
                monkeypatch.setattr(module, name, value)
        return world

    return enter


class Silent:
    """An announcer that says nothing."""

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **named: None


CLUB = new_club(Random(1), "Friends").id
REFUSED = "lusab gutih refus"
TO_WATCH = replace(INVITE, watch=True).fragment()
WAYS: dict[str, tuple[Way, tuple[str, ...], str]] = {
    "a new table": (
        lambda page: page.open("", pressed=True),
        ("make-code", "let-in", "make-code", "pair", "connect", "pair"),
        "pairing",
    ),
    "a game in a club": (lambda page: page.play(CLUB), (), "played"),
    "a link": (lambda page: page.open(INVITE.fragment(), pressed=False), ("yes",), "lobby"),
    "a pressed link": (lambda page: page.open(INVITE.fragment(), pressed=True), (), "lobby"),
    "a link to watch": (lambda page: page.open(TO_WATCH, pressed=False), ("watch",), "lobby"),
    "a damaged link": (lambda page: page.open("#join=x", pressed=False), (), "out"),
    "a spoken code": (lambda page: page.open("lusab gutih folid", pressed=True), (), "lobby"),
    "a code that is refused": (lambda page: page.open(REFUSED, pressed=True), (), "lobby"),
    "by hand": (lambda page: page.open(f"#pair={OFFER}", pressed=False), ("yes",), "pairing"),
    "a damaged code": (lambda page: page.open("#pair=x", pressed=False), (), "out"),
}
"""How each way begins, the buttons that a person presses on it, and where it leads."""


def travel(world: World, way: Way, leave: Callable[[OnlineSession], None], turns: int = 1000) -> int:
    """Go the `way`, and leave after so many `turns` of the event loop, or at its end.

    Nothing may be left then. Return the number of turns.
    """

    async def journey() -> int:
        failures: list[Any] = []
        loop: Any = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, failure: failures.append(failure))
        shared: Any = SimpleNamespace(
            sound=SimpleNamespace(hush=lambda hushed: None), menu=Filled(find("menu")), home=lambda: page.close()
        )
        page: OnlineSession = OnlineSession(shared)
        way(page)
        turn = still = 0
        while turn < turns and still < STILL:
            before = len(world.steps)
            await asyncio.sleep(0)
            world.act()
            turn, still = turn + 1, still + 1 if len(world.steps) == before else 0
        world.reached = {*shown()}
        world.listen = [one.listener for one in world.transports if one.open]
        leave(page)
        await asyncio.sleep(0)  # in this turn, cancelled tasks end
        before = len(world.steps)
        for _ in range(STILL):
            await asyncio.sleep(0)
        assert (world.steps[before:], failures) == ([], [])
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert [one for one in loop._scheduled if not one.cancelled()] == []
        return turn - still

    turn = in_a_loop(journey)
    assert shown() == {}
    assert not [one for one in world.transports if one.open] and not BroadcastChannel.open
    assert (world.fragment, world.awake) == ("", False)
    return turn


def shown() -> dict[str, Element]:
    """Return the elements of all screens in the page."""
    children = (of(one) for one in Document.current.body.tag.children if isinstance(one, Tag))
    return {one.id: one for one in children if one.id in SCREENS}


@pytest.mark.parametrize("name", WAYS)
def test_leaving_at_any_moment_leaves_nothing(enter: Callable[..., World], name: str) -> None:
    way, presses, leads_to = WAYS[name]
    world = enter(presses)
    turns = travel(world, way, OnlineSession.leave)
    assert world.presses == [] and leads_to in world.reached
    for turn in range(turns):
        travel(enter(presses), way, OnlineSession.leave if turn % 2 else OnlineSession.close, turn)


def test_a_newer_tab_of_this_browser_takes_the_place_of_this_one(enter: Callable[..., World]) -> None:
    async def open_newer_tab() -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        (table,) = BroadcastChannel.open
        newer = BroadcastChannel(table.name)
        newer.postMessage("")
        newer.close()

    def way(page: OnlineSession) -> None:
        page.open(INVITE.fragment(), pressed=True)
        tabs.start(open_newer_tab())

    world, tabs = enter(()), Tasks()
    travel(world, way, OnlineSession.close)
    assert world.reached == {"out"} and world.listen == []


def test_what_is_requested_again_replaces_what_was_requested_before(enter: Callable[..., World]) -> None:
    world = enter(("make-code", "make-code", "pair", "pair"))
    travel(world, WAYS["a new table"][0], OnlineSession.leave)
    assert world.presses == []
    assert sorted(world.listen) == ["CodeHost", "RoomDriver", "RoomDriver"]  # the code, the relays and the pairing


def test_a_library_that_cannot_be_loaded_is_loaded_again_when_the_person_tries_again(
    enter: Callable[..., World],
) -> None:
    for name in ("a game in a club", "a spoken code"):
        world = enter(("retry",), fails=True)
        turns = travel(world, WAYS[name][0], OnlineSession.leave)
        assert world.presses == [] and world.steps.count("end load") == 2 and "connect" in world.steps
        for turn in range(turns):
            travel(enter(("retry",), fails=True), WAYS[name][0], OnlineSession.leave, turn)


def test_a_page_that_is_offline_says_so_at_once(enter: Callable[..., World], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SCRIPT["navigator"], "onLine", False)
    told: list[str] = []

    def leave(page: OnlineSession) -> None:
        told.append(shown()["lobby"].querySelectorAll("[data-part=trouble-words]")[0].textContent)
        page.leave()

    world = enter(("retry",))
    world.online = False
    travel(world, WAYS["a new table"][0], leave)
    assert world.presses == [] and told == [NO_RELAY()]


def test_a_code_that_nobody_answers_can_be_corrected(
    enter: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_connection, "PATIENCE", 0.0)
    world = enter(("retry",))
    world.says.clear()
    travel(world, WAYS["a spoken code"][0], OnlineSession.leave)
    assert world.presses == []
    assert Document.current.body.querySelector("#joining:popover-open")
