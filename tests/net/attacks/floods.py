"""Attacks by volume: messages that one page repeats, and the messages that these cause for all other pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core import LayHand, LiftHand, LowerStar, RaiseStar
from game.net.guest_state import Membership
from game.net.player_updates import Out
from game.net.protocol.messages import (
    Goodbye,
    HearsHost,
    MakeSign,
    Message,
    Press,
    Ready,
    Rename,
    Sign,
    TeammateVote,
    Why,
)
from game.net.protocol.wire import encode
from game.transport.identity import new_identity_secret
from tests.net.attackers import Flooder, Restless, SeatedFlooder, joining, seeking
from tests.net.pages import Delays, Net, Page, table

FLOOD = 10.0
"""Duration of a flood in seconds."""

BEARABLE = 25.0
"""The most additional messages a second, on average, that a flood may cause for an honest guest.

What one page may change for all is EFFECTS at once and EFFECTS_A_SECOND: over ten seconds that is eight changes a
second. Each causes one to three messages to a guest.
"""


def _lying_down(room: SeatedFlooder, peer: str, now: float) -> Message | None:
    return _press(room, LayHand() if room.guest.table.last_press % 2 else LiftHand())


def _star(room: SeatedFlooder, peer: str, now: float) -> Message | None:
    return _press(room, RaiseStar() if room.guest.table.last_press % 2 else LowerStar())


def _press(room: SeatedFlooder, action: LayHand | LiftHand | RaiseStar | LowerStar) -> Message:
    guest = room.guest
    guest.table.last_press += 1
    return Press(guest.table.last_press, max(0, guest.table.deal), max(0, guest.table.seen), 0.0, action)


def _join_again(room: SeatedFlooder, peer: str, now: float) -> Message | None:
    return joining(room, peer, room.offers.get(peer), "Mallory", watch=False)


def _join_as_others(room: SeatedFlooder, peer: str, now: float) -> Message | None:
    if room.dice.random() < 0.5:
        return seeking(room, peer)
    secret = new_identity_secret(room.dice)
    return joining(room, peer, room.offers.get(peer), "Mallory", watch=False, secret=secret)


def _come_and_go(room: SeatedFlooder, peer: str, now: float) -> Message | None:
    joined = joining(room, peer, room.offers.get(peer), "Mallory", watch=False)
    return room.dice.choice([seeking(room, peer), joined, Goodbye(Why.CLOSED)])


SEATED: dict[str, Callable[[SeatedFlooder, str, float], Message | None]] = {
    "join": _join_again,
    "join with new keys": _join_as_others,
    "come and go": _come_and_go,
    "rename": lambda room, peer, now: Rename(f"M {room.dice.randrange(10**6)}"),
    "ready": lambda room, peer, now: Ready(round(now * room.a_second) % 2 == 0),
    "vote": lambda room, peer, now: TeammateVote(1, room.dice.random() < 0.5),
    "sign": lambda room, peer, now: MakeSign(room.dice.choice(list(Sign))),
    "lay and lift": _lying_down,
    "star": _star,
    "seek": lambda room, peer, now: seeking(room, peer, room.dice.randrange(10**6)),
    "heard": lambda room, peer, now: HearsHost(1 + room.dice.randrange(10**6)),
}
"""Messages that a seated guest repeats."""

LINKED = ["join", "join with new keys", "come and go", "seek", "heard", "hosting"]
"""Messages of attackers that have only the link."""


def by_link_holders(tries: int, what: str, *, leaving: bool = False) -> int:
    """Let two pages with the link and no seat send such messages to everybody, 35 times a second."""
    return sum(_linked(f"{what} {number}", what, leaving=leaving) for number in range(tries))


def _linked(seed: str, what: str, *, leaving: bool) -> bool:
    net, pages = table(seed, 3, 3)
    calm = _heard_in(net, pages, FLOOD)
    strangers = [net.enter("Mallory", room=Flooder) for _ in range(2)]
    net.run(1)
    for stranger in strangers:
        assert isinstance(stranger.room, Flooder)
        stranger.room.floods(what, net.now + stranger.skew)
        if leaving:
            _comes_and_goes(net, stranger, pages[0])
    return _broken(net, pages, calm)


def by_a_guest(tries: int, what: str, *, started: bool = True) -> int:
    """Let one seated page send such messages to everybody, 35 times a second."""
    return sum(_seated(f"{what} {number}", what, started=started) for number in range(tries))


def _seated(seed: str, what: str, *, started: bool) -> bool:
    if started:
        net, pages = table(seed, 4, 4, rooms={3: SeatedFlooder})
    else:
        net = Net(seed)
        pages = [net.open("Ana", 6), net.enter("Ben"), net.enter("Cleo"), net.enter("Mallory", room=SeatedFlooder)]
        net.run(3)
    host = pages[0].host
    host.lobby.settings.signs = True
    flooder = pages[3]
    assert isinstance(flooder.room, SeatedFlooder)
    calm = _heard_in(net, pages[:3], FLOOD)
    flooder.room.floods(SEATED[what], net.now + flooder.skew)
    return _broken(net, pages[:3], calm)


def by_channels(tries: int) -> int:
    """Let two pages with the link connect, join as watchers, and disconnect, many times a second."""
    won = 0
    for number in range(tries):
        net, pages = table(f"channels {number}", 3, 3)
        calm = _heard_in(net, pages, FLOOD)
        for _ in range(2):
            _visits(net, net.now + FLOOD)
        won += _broken(net, pages, calm)
    return won


def restless(tries: int, *, leaves: bool, seated: bool) -> int:
    """Let two pages join repeatedly without breaking the protocol, as watchers or at their own seats."""
    won = 0
    for number in range(tries):
        net = Net(f"restless {leaves} {seated} {number}", Delays(0.002, 0.01, 0.002))
        pages = [net.open("Ana", 5), net.enter("Ben"), net.enter("Cleo")]
        net.run(1)
        kind = type("Kind", (Restless,), {"leaves": leaves, "watches": not seated})
        strangers = [net.enter("Mallory", room=kind) for _ in range(2)]
        net.run(1)
        if seated:
            for stranger in strangers:  # each has a seat from the time before the game
                room = stranger.room
                assert isinstance(room, Restless)
                join = room.join(pages[0].name, watch=False)
                assert join is not None
                net.inject(stranger.name, pages[0], encode(join))
                net.inject(stranger.name, pages[0], encode(Ready(True)))
        net.run(2)
        assert net.hosts()
        host = pages[0].host
        host.orders.start(net.now + pages[0].skew)
        net.pump(pages[0])
        net.run(5)
        calm = _heard_in(net, pages, FLOOD)
        for stranger in strangers:
            assert isinstance(stranger.room, Restless)
            stranger.room.sets_about(net.now + stranger.skew)
        won += _broken(net, pages, calm)
    return won


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
    LAST.append(heard - calm)
    hosts = [page for page in net.hosts() if not page.hostile]
    lost = hosts != [pages[0]] or any(page.room.guest.state.membership is not Membership.IN for page in pages)
    put_out = any(isinstance(one, Out) for page in pages for one in page.shown)
    return lost or put_out or heard - calm > BEARABLE


LAST: list[float] = []
"""Additional messages a second in each flood so far."""
