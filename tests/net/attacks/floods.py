"""Attacks by volume: messages that one page repeats, and the messages that these cause for all other pages."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.core import Action, LayHand, LiftHand, LowerStar, RaiseStar
from game.net.guest_updates import Out
from game.net.protocol.messages import (
    Command,
    Goodbye,
    Join,
    Lean,
    MakeSign,
    Press,
    Ready,
    Rename,
    Seeking,
    Sign,
    TeammateVote,
    Why,
)
from tests.net.attackers import A_SECOND, LINKED, Crooked, Flood, Flooder, Restless, SeatedFlooder
from tests.net.attacks.attempts import repeated
from tests.net.pages import Delays, Net, Page, table

FLOOD = 10.0
"""Duration of a flood in seconds."""

BEARABLE = 25.0
"""The most additional messages a second, on average, that a flood may cause for an honest guest.

What one page may change for all is EFFECTS at once and EFFECTS_A_SECOND: over ten seconds that is eight changes a
second. Each causes one to three messages to a guest.
"""


def _press(room: Crooked, odd: Action, even: Action) -> Command:
    """Return the next press: one action after the other in turn."""
    known = room.guest.table
    action = odd if room.guest._number % 2 else even
    return Press(max(0, known.deal), max(0, known.seen), 0.0, action)


SIT_DOWN = Join("Mallory", watch=False)

SEATED: dict[str, Flood] = {
    "join": lambda room, peer, now: SIT_DOWN,
    "join with new keys": LINKED["join with new keys"],
    "come and go": lambda room, peer, now: room.dice.choice([Seeking(False), SIT_DOWN, Goodbye(Why.CLOSED)]),
    "rename": lambda room, peer, now: Rename(f"M {room.dice.randrange(10**6)}"),
    "ready": lambda room, peer, now: Ready(round(now * A_SECOND) % 2 == 0),
    "vote": lambda room, peer, now: TeammateVote(1, room.dice.random() < 0.5),
    "sign": lambda room, peer, now: MakeSign(room.dice.choice(list(Sign))),
    "lean": lambda room, peer, now: Lean(room.dice.random() < 0.5),
    "lay and lift": lambda room, peer, now: _press(room, LayHand(), LiftHand()),
    "star": lambda room, peer, now: _press(room, RaiseStar(), LowerStar()),
    "seek": LINKED["seek"],
    "heard": LINKED["heard"],
}
"""Messages that a seated guest repeats."""


@repeated
def by_link_holders(number: int, what: str, *, leaving: bool = False) -> bool:
    """Let two pages with the link and no seat send such messages to everybody, 35 times a second."""
    net, pages = table(f"{what} {number}", 3, 3)
    calm = _heard_in(net, pages, FLOOD)
    strangers = [net.enter("Mallory", room=Flooder) for _ in range(2)]
    net.run(1)
    for stranger in strangers:
        stranger.room_as(Flooder).floods(LINKED[what], net.clock(stranger))
        if leaving:
            _comes_and_goes(net, stranger, pages[0])
    return _broken(net, pages, calm)


@repeated
def by_a_guest(number: int, what: str, *, started: bool = True) -> bool:
    """Let one seated page send such messages to everybody, 35 times a second."""
    if started:
        net, pages = table(f"{what} {number}", 4, 4, rooms={3: SeatedFlooder})
    else:
        net = Net(f"{what} {number}")
        pages = [net.open("Ana", 6), net.enter("Ben"), net.enter("Cleo"), net.enter("Mallory", room=SeatedFlooder)]
        net.run(3)
    pages[0].host.lobby.settings = replace(pages[0].host.lobby.settings, signs=True, tell=True)
    calm = _heard_in(net, pages[:3], FLOOD)
    pages[3].room_as(SeatedFlooder).floods(SEATED[what], net.clock(pages[3]))
    return _broken(net, pages[:3], calm)


@repeated
def by_channels(number: int) -> bool:
    """Let two pages with the link connect, join as watchers, and disconnect, many times a second."""
    net, pages = table(f"channels {number}", 3, 3)
    calm = _heard_in(net, pages, FLOOD)
    for _ in range(2):
        _visits(net, net.now + FLOOD)
    return _broken(net, pages, calm)


@repeated
def restless(number: int, *, leaves: bool, seated: bool) -> bool:
    """Let two pages join repeatedly without breaking the protocol, as watchers or at their own seats."""
    net = Net(f"restless {leaves} {seated} {number}", Delays(0.002, 0.01, 0.002))
    pages = [net.open("Ana", 5), net.enter("Ben"), net.enter("Cleo")]
    net.run(1)
    kind = type("Kind", (Restless,), {"leaves": leaves, "watches": not seated})
    strangers = [net.enter("Mallory", room=kind) for _ in range(2)]
    net.run(1)
    if seated:
        for stranger in strangers:  # each has a seat from the time before the game
            net.inject(stranger, pages[0], SIT_DOWN)
            net.inject(stranger, pages[0], Ready(True))
    net.run(2)
    net.begin(pages[0])
    net.run(5)
    calm = _heard_in(net, pages, FLOOD)
    for stranger in strangers:
        stranger.room_as(Restless).sets_about(net.clock(stranger))
    return _broken(net, pages, calm)


def _visits(net: Net, until: float) -> None:
    """Open ten new watcher pages a second, and close each after 0.2 s."""
    if net.now < until:
        visitor = net.enter("Mallory", watch=True)
        visitor.hostile = True
        net.later(net.now + 0.2, partial(net.kill, visitor, noticed=True))
        net.later(net.now + 0.1, partial(_visits, net, until))


def _comes_and_goes(net: Net, stranger: Page, host: Page) -> None:
    for tenth in range(int(FLOOD * 2)):
        net.later(net.now + tenth / 2, partial(net.tear, stranger, host, 0.1))


def _heard_in(net: Net, pages: list[Page], seconds: float) -> float:
    """Return how many messages a second the busiest honest guest receives from the host."""
    net.wire.clear()
    net.recording = True
    net.run(seconds)
    net.recording = False
    host = net.hosts()[0].name
    return max(sum(to == page.name and sender == host for sender, to, _ in net.wire) for page in pages[1:]) / seconds


def _broken(net: Net, pages: list[Page], calm: float) -> bool:
    """Return whether an honest page was lost in the flood, or received more than `BEARABLE` additional messages."""
    heard = _heard_in(net, pages, FLOOD)
    hosts = [page for page in net.hosts() if not page.hostile]
    lost = hosts != [pages[0]] or not all(page.is_in for page in pages)
    put_out = any(isinstance(one, Out) for page in pages for one in page.shown)
    return lost or put_out or heard - calm > BEARABLE
