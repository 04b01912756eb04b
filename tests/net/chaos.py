"""Games on a network with random faults, hostile messages, reloads and lost pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import ClassVar

from game.core import (
    OVER,
    Card,
    FaceDown,
    Laid,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Play,
    Played,
    RaiseStar,
    StarUsed,
    View,
    variant,
)
from game.net.guest import Membership
from game.net.protocol.messages import Seen, Update, Why
from game.net.protocol.wire import VERSION, decode, encode
from game.net.room_endpoint import Room
from game.net.saved_room import save
from game.transport.route import Route
from tests.net.attackers import (
    CheatingHost,
    Crooked,
    Flooder,
    OldPage,
    Pretender,
    SeatedFlooder,
    Staller,
    Thief,
    Voucher,
)
from tests.net.messages import any_message
from tests.net.pages import Delays, Net, Page, table

VARIANTS = ["classic", "classic", "blind", "extreme", "fifty", "descending+no-stars", "tens"]
MISHAPS = [
    "tear",
    "tear",
    "stall",
    "way",
    "way",
    "cut",
    "reload",
    "kill",
    "goodbye",
    "host",
    "junk",
    "hostile",
    "watch",
    "two tabs",
]
CALM = 1500.0
"""Seconds of virtual time in which an undisturbed game must end."""


@dataclass(slots=True)
class Story:
    """The events of one game, in words."""

    seed: str
    told: list[str] = field(default_factory=list)
    deaths: int = 0
    seconds: float = 0.0
    messages: int = 0


def play(seed: str, *, attacked: bool = False, screen: bool = False) -> Story:
    """Play one game, with attackers among the pages if it is `attacked`, and with a `screen` if requested.

    Raises AssertionError, which names the seed, if a check fails.
    """
    story = Story(seed)
    try:
        _play(story, attacked, screen)
    except Exception as error:
        error.add_note("\n".join((f"game {seed}", *story.told)))
        raise
    return story


def _play(story: Story, attacked: bool, screen: bool) -> None:
    dice = Random(f"chaos {story.seed}")
    people = dice.randint(2, 5)
    seats = dice.randint(people, min(6, people + 2))
    delays = Delays(0.005, dice.choice([0.03, 0.1, 0.25]), dice.choice([0.0, 0.02, 0.08]))
    inhabitants = Inhabitants(story, people) if attacked else None
    rooms = inhabitants.rooms if inhabitants else {}
    game = variant(dice.choice(VARIANTS))
    net, _ = table(story.seed, people, seats, game, delays=delays, rooms=rooms, screen=screen)
    if inhabitants:
        inhabitants.begin(net)
    net.recording = net.hosts_start = True
    net.duplicates = dice.choice([0.0, 0.05])
    for _ in range(dice.randint(3, 12)):
        net.run(dice.expovariate(1 / 4), net.over)
        if net.over():
            break
        _mishap(net, dice, story)
    ended = net.run(CALM, lambda: _ended(net))
    story.seconds, story.messages = net.now, len(net.wire)
    assert ended, "\n".join(_state(page) for page in net.pages.values())
    check_wire(net)
    if inhabitants:
        loot = inhabitants.loot(net)
        assert not loot, f"an attacker was shown a hand that is not its own: {loot}"


class Inhabitants:
    """The attackers in one game: one or two, seated or with the link only, each active for a while."""

    seated: ClassVar[list[type[Crooked]]] = [Thief, SeatedFlooder, Staller, Voucher, CheatingHost]
    strangers: ClassVar[list[type[Crooked]]] = [Pretender, Flooder, OldPage]

    def __init__(self, story: Story, people: int) -> None:
        self._dice = Random(f"attackers {story.seed}")  # separate, so that the rest of the game is the same
        self._story = story
        self._rooms: list[Crooked] = []
        self.rooms: dict[int, type[Room]] = {}
        self._coming: list[type[Crooked]] = []
        for _ in range(self._dice.choice([1, 1, 2])):
            kind = self._dice.choice([*self.seated, *self.strangers])
            if kind is CheatingHost:
                self.rooms[0] = kind
            elif kind in self.seated:
                self.rooms[self._dice.randrange(1, people)] = kind
            else:
                self._coming.append(kind)

    def loot(self, net: Net) -> list[str]:
        """Return what honest pages showed attackers of the hands of other players."""
        said, own = set(net.wire), {room.me for room in self._rooms}
        stolen = ((room.me, peer, text) for room in self._rooms for peer, text in room.stolen)
        return [text for me, peer, text in stolen if peer not in own and (peer, me, text) in said]

    def begin(self, net: Net) -> None:
        """Start the seated attackers after a while, and let the others join then."""
        for page in list(net.pages.values()):
            if isinstance(page.room, Crooked):
                self._at_work(net, page)
        for kind in self._coming:
            net.later(net.now + self._dice.uniform(0, 20), partial(self._comes, net, kind))

    def _comes(self, net: Net, kind: type[Crooked]) -> None:
        self._at_work(net, net.enter("Mallory", watch=self._dice.random() < 0.5, room=kind))

    def _at_work(self, net: Net, page: Page) -> None:
        room = page.room
        assert isinstance(room, Crooked)
        self._rooms.append(room)
        begins = net.now + self._dice.uniform(0, 20)
        room.tired_at = begins + page.skew + self._dice.uniform(1, 40)
        self._story.told.append(f"{begins:.2f} {type(room).__name__} {page.name}")
        net.later(begins, partial(self._sets_about, net, page, room))

    def _sets_about(self, net: Net, page: Page, room: Crooked) -> None:
        if page.name in net.pages:
            room.sets_about(net.clock(page))
            net.pump(page)


def _mishap(net: Net, dice: Random, story: Story) -> None:
    pages = [page for page in net.pages.values() if page.guest.table.may_host]
    if not pages:
        return
    page, other = dice.choice(pages), dice.choice([*net.pages.values()])
    hosts = [page for page in pages if page.room.host is not None]
    what = dice.choice(MISHAPS)
    story.told.append(f"{net.now:.2f} {what} {page.name} {other.name}")
    match what:
        case "tear" if page is not other:
            net.tear(page, other, dice.uniform(0.1, 20))
        case "stall" if page is not other:
            net.stall(page, other, dice.uniform(0.1, 4))
        case "way" if page is not other:
            net.goes(page, other, dice.choice([*Route]))
        case "cut" if page is not other:
            net.cut(page, other, net.now + dice.uniform(1, 40), dice.uniform(0, 5))
        case "reload":
            net.reload(page)
        case "kill":
            _kill(net, page, dice, story)
        case "goodbye":
            net.leave(page, dice.choice([Why.CLOSED, Why.LEFT]))
            _kill(net, page, dice, story)
        case "host" if hosts:
            _kill(net, dice.choice(hosts), dice, story)
        case "junk":
            stranger = net.enter("Mallory", watch=True)
            stranger.hostile = True
            for _ in range(dice.choice([1, 5, 120])):
                net.inject(stranger, dice.choice(pages), junk(dice))
        case "hostile" if hosts and page is not hosts[0] and _players(net, page):
            page.hostile = True
            for _ in range(120):
                net.inject(page, hosts[0], junk(dice))
            net.later(net.now + 1.0, partial(net.kill, page))
        case "watch":
            net.enter("Watcher", watch=True)
        case "two tabs":
            net.second_tab(page, dice.uniform(0, 0.5))


def _kill(net: Net, page: Page, dice: Random, story: Story) -> None:
    """Close the page. It returns after a while if it is the last player, or by chance."""
    saved = save(page.guest)
    net.kill(page, noticed=dice.random() < 0.3)
    story.deaths += 1
    if not _players(net, page) or dice.random() < 0.6:
        net.later(net.now + dice.uniform(0.1, 60), partial(net.reopen, saved))


def _players(net: Net, but: Page) -> list[Page]:
    """Return the players that are left. A screen waits for its players, and may wait for ever."""
    pages = [page for page in net.pages.values() if page is not but and page.alive]
    return [page for page in pages if page.seat is not None and not page.hostile]


def junk(dice: Random) -> str:
    """Return a random hostile message: nonsense, or a valid message at the wrong time."""
    match dice.randrange(4):
        case 0:
            return dice.choice(
                ["", "[", "null", "{}", "[1]", "[999]", "x" * 5000, "[" * 4000, f'[{VERSION},"Seen"]', "\ud800"]
            )
        case 1:
            text = encode(any_message(dice))
            at = dice.randrange(len(text))
            return text[:at] + dice.choice('0[]",x') + text[at + 1 :]
        case _:
            return encode(any_message(dice))


# --- Invariants ---------------------------------------------------------------------


def ends(net: Net, within: float = 900.0) -> bool:
    """Run the game to its end; return whether it ends within these seconds, and all pages agree about it."""
    return net.run(within, lambda: net.over() and agree(net))


def _ended(net: Net) -> bool:
    """Return whether the game is over for all pages that are left, and they agree about it."""
    left = _left(net)
    return all(page.phase in OVER for page in left) and (not left or agree(net, left))


def _left(net: Net) -> list[Page]:
    """Return all pages except those that wait at the door, where nobody answers.

    A page is left out, too, that searches while the only table belongs to an attacker that it banned.
    """
    hosts = [page.room for page in net.hosts()]
    waits = {one.peer for room in hosts if room.host is not None for one in room.host.peers.at_door}
    alive = [page for page in net.pages.values() if page.alive and page.name not in waits]
    if not hosts or not all(isinstance(room, Crooked) for room in hosts):
        return alive
    return [page for page in alive if page.guest.membership is not Membership.SEEKING]


def agree(net: Net, left: list[Page] | None = None) -> bool:
    """Return whether all that are `left` (seated, or all alive) follow one host and see what it would show them.

    An attacker that was host before its ban may have kept some pages at its own table.
    """
    alive = [page for page in net.pages.values() if page.alive] if left is None else left
    honest = [page for page in net.hosts() if not page.hostile]
    hosts = honest or [page for page in net.hosts() if any(one.follows(page) for one in alive)]
    if honest:
        others = {page.name for page in net.hosts() if page.hostile}
        alive = [page for page in alive if page.guest.host not in others]
    if len(hosts) != 1 or (fair := hosts[0].host.game.fair) is None:
        return False
    seat_of = hosts[0].host.lobby.seat_of
    return all(
        page.is_in and page.phase and replace(page.view, news=()) == fair.table.view(seat_of(page.name))
        for page in alive
    )


def check_wire(net: Net) -> None:
    """Check that no message contained a value that its seat may not know, and that no card was lost or added."""
    by_moment: dict[tuple[str, int, int, View], dict[str, View]] = defaultdict(dict)
    tables: dict[str, int] = defaultdict(int)  # a page may become host again, and then its count restarts
    latest: dict[tuple[str, str], int] = defaultdict(int)
    for sender, to, text in net.wire:
        match decode(text) if '"Update"' in text else None:
            case Update(number, _, what):
                tables[sender] += number < latest[sender, to]
                latest[sender, to] = number
                if isinstance(what, Seen):
                    by_moment[sender, tables[sender], what.deal, as_all_see(what.view)][to] = what.view
    for views in by_moment.values():
        for view in views.values():
            check_view(view)
            held = {card for other in views.values() if other.seat != view.seat for card in other.hand}
            assert not held & set(mentioned(view)), f"seat {view.seat} was told a card in another hand: {view}"


def as_all_see(view: View) -> View:
    """Return the part of `view` that all seats have in common at the same moment."""
    piles = tuple(tuple(FaceDown(one.seat) for one in pile) for pile in view.piles)
    return replace(view, seat=None, hand=(), piles=piles, discard=None, legal=frozenset(), news=())


def check_view(view: View) -> None:
    """Check that the View accounts for all cards, and hides the face-down cards of other players."""
    hidden = view.variant.face_down(view.level) if not view.blind else range(len(view.variant.piles))
    if view.phase in (Phase.FOCUS, Phase.PLAY):
        for index in hidden:
            assert all(not isinstance(one, Laid) or one.seat == view.seat for one in view.piles[index]), view
        for event in view.news:
            if isinstance(event, Played) and event.face_down:
                assert event.card is None or event.seat == view.seat, view
    if view.phase is not Phase.DEAL:
        there = sum(view.counts) + sum(map(len, view.piles)) + len(view.aside)
        assert there in (0, view.variant.dealt(view.level, view.seats)), f"a card was lost or made: {view}"


def mentioned(view: View) -> Iterator[Card]:
    """Return every card whose value the View contains."""
    yield from view.hand
    yield from (one.card for pile in view.piles for one in pile if isinstance(one, Laid))
    yield from (card for _, card in view.aside)
    if view.discard is not None:
        yield view.discard
    for action in view.legal:
        match action:
            case Play(card) | RaiseStar(int(card)):
                yield card
    for event in view.news:
        yield from _in_event(event)


def _in_event(event: object) -> Iterator[Card]:
    match event:
        case Played(card=int(card)):
            yield card
        case LifeLost(card, lower):
            yield card
            yield from (one for _, one in lower)
        case StarUsed(discards):
            yield from (one for _, one in discards)
        case PilesTurned(misplaced):
            yield from misplaced
        case PhotoFinish(first, second):
            yield from (first, second)


def _state(page: Page) -> str:
    guest = page.guest
    view = guest.table.view and f"{guest.table.view.phase.value} level {guest.table.view.level}"
    host = page.room.host and f"host of term {page.room.host.term.roster.term}"
    waits = guest.table.roster and guest.table.roster.missing
    return f"{page.name}: {guest.membership.value} {view} {host or ''} waits for {waits}"
