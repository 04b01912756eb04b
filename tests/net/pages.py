"""Pages in one process: rooms with in-memory channels, virtual time, and simulated people."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from game.core import Action, Card, GoBlind, Laid, LayHand, Phase, Play, PlayRest, RaiseStar, Seat, Variant, View
from game.net.channel import Channel
from game.net.guest import Guest, Membership
from game.net.guest_updates import Shown
from game.net.host.host import Host
from game.net.protocol.messages import Command, Do, Message, Ready, TeammateVote, Update, Why
from game.net.protocol.wire import decode, encode
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.net.saved_room import read_seat, restore, save
from game.teammates import Plan, Teammate
from game.transport.identity import Credentials, new_identity_secret
from game.transport.link_clock import LinkClock, Stamp
from game.transport.route import THRIFTY, Route
from game.transport.timeouts import BEAT, PROBE, RELAY_LOST, SILENT
from tests.net.ed25519 import ED25519
from tests.teammates.metronome import Metronome

R = TypeVar("R", bound=Room)
T = TypeVar("T")

QUICK = 0.02
"""Seconds per card at which people play in tests."""

CLASSIC = Variant()
ROOM = "a room"
NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana"]


@dataclass(frozen=True, slots=True)
class Delays:
    """Latency in seconds: a base for each pair, plus jitter."""

    least: float = 0.01
    most: float = 0.06
    jitter: float = 0.01
    loss: float = 0.0
    """Share of lost messages. Each arrives two or three round trips later, and delays the following ones."""


DELAYS = Delays()

RELAYED = 0.2, 0.8
"""Minimum and maximum latency by relay, in seconds."""

SPEAKS_EVERY = 1 / 3
"""Seconds between two relay events of one page. An event contains all messages for one other page."""


class Person:
    """A simulated player: presses cards in time, and every button that advances the game."""

    def __init__(self, dice: Random, tempo: float) -> None:
        self.plays = True
        self._dice = dice
        self._tempo = tempo
        self._plan: Plan | None = None

    @property
    def due(self) -> float:
        return self._plan.at if self._plan else float("inf")

    def sees(self, shown: Shown, room: Room, now: float) -> None:
        match shown:
            case View() if self.plays:
                self._plan = self._next(shown, now)
            case Roster() if (seat := room.guest.table.seat) is not None:
                if not shown.started and not shown.places[seat].ready:
                    room.guest.tell_host(Ready(True))
                for absent, place in enumerate(shown.places):
                    if absent != seat and place.votable and not place.stands_in and seat not in place.votes:
                        room.guest.tell_host(TeammateVote(absent, True))

    def acts(self, room: Room, now: float) -> None:
        if self._plan is not None and now >= self._plan.at:
            action, self._plan = self._plan.action, None
            room.guest.act(action, now)

    def cancel(self) -> None:
        """Forget the next press."""
        self._plan = None

    def _next(self, view: View, now: float) -> Plan | None:
        soon = now + self._dice.uniform(0.05, 0.3)
        stars = sorted((one for one in view.legal if isinstance(one, RaiseStar)), key=repr)
        if stars and view.seat not in view.raised and (view.raised or self._dice.random() < 0.02):
            return Plan(soon, self._dice.choice(stars))
        for action in (LayHand(), PlayRest(), GoBlind() if self._dice.random() < 0.1 else PlayRest()):
            if action in view.legal:
                return Plan(soon, action)
        cards = view.variant.leading(view.hand) if view.phase is Phase.PLAY else ()
        return min((Plan(now + self._wait(view, card), Play(card)) for card in cards), default=None, key=lambda p: p.at)

    def _wait(self, view: View, card: Card) -> float:
        pile = view.variant.pile_of(card)
        reached = [view.variant.rank(one.card) for one in view.piles[pile] if isinstance(one, Laid)]
        gap = max(0, view.variant.rank(card) - max(reached, default=0))
        return 0.1 + gap * self._tempo * self._dice.uniform(0.9, 1.1)


class Page:
    """A page in a browser: its room, its clock, and the person who uses it."""

    def __init__(self, name: str, room: Room, person: Person, skew: float) -> None:
        self.name = name
        self.room = room
        self.person = person
        self.skew = skew
        self.shown: list[Shown] = []
        self.hostile = False
        self.asleep = False
        self.room_due = float("inf")

    @property
    def due(self) -> float:
        if self.asleep:
            return float("inf")
        self.room_due = self.room.due()
        return min(self.room_due, self.person.due) - self.skew

    @property
    def guest(self) -> Guest:
        """Return its end of the protocol, which every page has, also the host."""
        return self.room.guest

    @property
    def alive(self) -> bool:
        """Return whether it has a seat at the table, or searches for a host."""
        return not self.hostile and self.guest.membership is not Membership.OUT

    @property
    def is_in(self) -> bool:
        """Return whether a host has admitted it, to play or to watch."""
        return self.guest.membership is Membership.IN

    @property
    def seat(self) -> Seat | None:
        """Return its seat, or None if it watches or is at no table."""
        return self.guest.table.seat

    @property
    def view(self) -> View:
        """Return its view of the current game."""
        assert self.guest.table.view is not None
        return self.guest.table.view

    @property
    def phase(self) -> Phase | None:
        """Return the phase of the current game, or None if it sees no game."""
        view = self.guest.table.view
        return None if view is None else view.phase

    @property
    def roster(self) -> Roster:
        """Return the roster that it knows."""
        assert self.guest.table.roster is not None
        return self.guest.table.roster

    @property
    def host(self) -> Host:
        """Return the host on this page."""
        assert self.room.host is not None
        return self.room.host

    def follows(self, host: Page) -> bool:
        """Return whether it joins, or is at, the table of `host`."""
        return self.guest.host == host.name

    def room_as(self, kind: type[R]) -> R:
        """Return its room, which is of this `kind`: that of an attacker."""
        assert isinstance(self.room, kind)
        return self.room

    def all_shown(self, kind: type[T]) -> list[T]:
        """Return all updates of this kind, in order."""
        return [one for one in self.shown if isinstance(one, kind)]


Between: TypeAlias = Callable[[str, str, str], list[str]]
"""A man in the middle: takes the sender, the receiver and a text, and returns the texts that it forwards."""


class Posted(NamedTuple):
    """A message that waits for the relays, and its `channel`."""

    channel: int
    to: str
    text: str


def text_of(said: Message | Command | str, guest: Guest) -> str:
    """Return `said` as text. A command gets the next number of this `guest`."""
    if isinstance(said, str):
        return said
    if isinstance(said, Command):
        guest._number += 1
        return encode(Do(guest._number, said))
    return encode(said)


def content(text: str) -> object:
    """Return the message in `text`, or what it contains if it is an update."""
    message = decode(text)
    return message.what if isinstance(message, Update) else message


class Net:
    """All pages, the channels between them, and the shared clock."""

    def __init__(self, seed: str, delays: Delays = DELAYS, tempo: float = QUICK) -> None:
        self.dice = Random(seed)
        self.delays = delays
        self.tempo = tempo
        self.now = 100.0
        self.pages: dict[str, Page] = {}
        self.wire: list[tuple[str, str, str]] = []
        self.recording = False
        self.hosts_start = False
        self.founder = ""
        self.duplicates = 0.0
        self._order = 0
        self._made = 0
        self._flying: list[tuple[float, int, Callable[[], object]]] = []
        self._bases: dict[frozenset[str], float] = {}
        self._channels: dict[frozenset[str], int] = {}
        self.banned: set[frozenset[str]] = set()
        self.clocks: dict[tuple[str, str], LinkClock] = {}
        self._beats_at: dict[tuple[str, str], float] = {}
        self.answers_late: dict[str, float] = {}
        self._arrived: dict[tuple[str, str], float] = {}
        self._stalled: dict[frozenset[str], float] = {}
        self._routes: dict[frozenset[str], Route] = {}
        self._waiting: dict[str, list[Posted]] = {}
        self._speaks_at: dict[str, float] = {}
        self._between: dict[frozenset[str], Between] = {}
        self._dreams: dict[str, list[Callable[[], object]]] = {}
        self._due: dict[str, float] = {}

    # --- Pages --------------------------------------------------------------------

    def open(
        self, name: str, seats: int, variant: Variant = CLASSIC, *, room: type[Room] = Room, **options: Any
    ) -> Page:
        """Open a table, and return the page of its founder. The `options` are those of `Room.open`."""
        skew, me = self._skew(), self._id(name)
        dice, now = self._dice(), self.now + skew
        credentials = Credentials.of(ROOM, "", self._secret(), ED25519)
        self.founder = credentials.key
        options |= {"variant": variant, "seats": seats}
        return self._add(me, room.open(me, name, credentials, dice, self.teammate, now, **options), skew)

    def enter(self, name: str, watch: bool = False, secret: str | None = None, room: type[Room] = Room) -> Page:
        """Open the link, with a new key or that of the `secret`."""
        skew, me = self._skew(), self._id(name)
        dice, now = self._dice(), self.now + skew
        credentials = Credentials.of(ROOM, self.founder, secret or self._secret(), ED25519)
        guest = Guest(me, name, credentials, dice, now, watch=watch)
        return self._add(me, room(me, guest, self.teammate, dice, now), skew, hostile=room is not Room)

    def reload(self, page: Page) -> Page:
        """Close the page without a goodbye, and restore it from its saved state."""
        saved = save(page.guest)
        self.kill(page)
        return self.restore(saved)

    def restore(self, saved: str) -> Page:
        """Open a page from saved state."""
        skew, me = self._skew(), self._id("back")
        seat = read_seat(saved)
        assert seat is not None
        room = restore(seat, me, ED25519, self._dice(), self.teammate, self.now + skew)
        return self._add(me, room, skew)

    def kill(self, page: Page, noticed: bool = False) -> None:
        """Remove the page. The others lose their channels at once if that is `noticed`, otherwise after a while."""
        self._due.pop(page.name, None)
        if self.pages.pop(page.name, None) is None:
            return
        for pair in [pair for pair in self._channels if page.name in pair]:
            del self._channels[pair]
            (other,) = pair - {page.name}
            after = 0.0 if noticed else self.gives_up(pair)
            self.later(self.now + after, partial(self._told_lost, other, page.name))

    def teammate(self, name: str, seat: Seat) -> Teammate:
        return Metronome(Random(f"{name} {seat}"), self.tempo)

    def _add(self, me: str, room: Room, skew: float, *, hostile: bool = False) -> Page:
        page = self.pages[me] = Page(me, room, Person(self._dice(), self.tempo), skew)
        page.hostile = hostile
        for other in list(self.pages.values()):
            if other is not page:
                self._connect(frozenset((page.name, other.name)))
        self.pump(page)
        return page

    def _id(self, name: str) -> str:
        self._made += 1
        return f"{name.lower()}-{self._made}"

    def _dice(self) -> Random:
        return Random(self.dice.getrandbits(64))

    def _secret(self) -> str:
        return new_identity_secret(self.dice)

    def _skew(self) -> float:
        return self.dice.uniform(0.0, 1000.0)

    # --- Channels -----------------------------------------------------------------

    def tear(self, one: Page, other: Page, seconds: float) -> None:
        """Break the channel between two pages, and reconnect it after some time."""
        pair = frozenset((one.name, other.name))
        if pair in self._channels:
            del self._channels[pair]
            self._told_lost(one.name, other.name)
            self._told_lost(other.name, one.name)
            self.later(self.now + seconds, partial(self._connect, pair))

    def gives_up(self, pair: frozenset[str]) -> float:
        """Return the seconds of silence after which the mesh loses the channel of this pair."""
        return RELAY_LOST if self._routes.get(pair) is Route.RELAY else SILENT + PROBE

    def stall(self, one: Page, other: Page, seconds: float) -> None:
        """Hold all messages between two pages for a while, and deliver them all afterwards if that is short."""
        self.cut(one, other, self.now + seconds)

    def goes(self, one: Page, other: Page, route: Route) -> None:
        """Use `route` between these two pages from now on, also for new channels.

        Messages that were already sent or queued arrive first. One of the two notices the change a little later.
        """
        pair = frozenset((one.name, other.name))
        self._routes[pair] = route
        for page, peer in ((one, other), (other, one)):
            self._speak_at_once(page.name, peer.name)
        first, second = self.dice.sample((one, other), 2)
        self._goes(first, second, pair)
        self.later(self.now + self.dice.uniform(0, 0.5), partial(self._goes, second, first, pair))

    def _goes(self, page: Page, peer: Page, pair: frozenset[str]) -> None:
        if pair in self._channels and page.name in self.pages:
            self.clocks[page.name, peer.name].route_changed(self._routes[pair].pace)
            self._beat_now(page.name, peer.name)
            page.room.route_changed(peer.name, self._routes[pair], self.clock(page))
            self.pump(page)

    def route(self, one: Page, other: Page) -> Route:
        """Return the route between two pages."""
        return self._routes.get(frozenset((one.name, other.name)), Route.DIRECT)

    def cut(self, one: Page, other: Page, until: float, again: float = 0.0) -> None:
        """Hold all messages between two pages until a time. If the channel is given up, they are lost.

        A new one exists `again` seconds after the network is back.
        """
        pair = frozenset((one.name, other.name))
        self._stalled[pair] = max(until, self._stalled.get(pair, 0.0))
        gives_up = [self.now + self.gives_up(pair) - self.dice.uniform(0, BEAT) for _ in pair]
        if min(gives_up) >= until or pair not in self._channels:
            return
        self.later(min(gives_up), partial(self._give_up, pair, self._channels[pair]))
        for page, peer, at in ((one, other, gives_up[0]), (other, one, gives_up[1])):
            self.later(at, partial(self._told_lost, page.name, peer.name))
        self.later(until + again, partial(self._connect, pair))

    def _give_up(self, pair: frozenset[str], channel: int) -> None:
        if self._channels.get(pair) == channel:
            del self._channels[pair]

    def intercept(self, one: str, other: str, relay: Between) -> None:
        """Send all messages between these two pages through `relay`, which is one end of two channels."""
        self._between[frozenset((one, other))] = relay

    def sleep(self, page: Page, seconds: float, timer_first: bool) -> None:
        """Suspend the page. Messages arrive when it wakes up, before its timer or after it.

        The others lose a page that sleeps for long, and it connects again soon after it wakes up.
        """
        page.asleep = True
        self._dreams[page.name] = []
        self.later(self.now + seconds, partial(self._wake, page, timer_first))
        for pair in [pair for pair in self._channels if page.name in pair]:
            if seconds > self.gives_up(pair):
                (other,) = pair - {page.name}
                self.later(self.now + self.gives_up(pair), partial(self._loses_sleeper, pair, page, other))
                self.later(self.now + seconds + self.dice.uniform(0.1, 0.5), partial(self._connect, pair))

    def _loses_sleeper(self, pair: frozenset[str], page: Page, other: str) -> None:
        if page.asleep and self._channels.pop(pair, 0):
            for name, peer in ((other, page.name), (page.name, other)):
                self._told_lost(name, peer)

    def _wake(self, page: Page, timer_first: bool) -> None:
        page.asleep = False
        if timer_first:
            page.room.tick(self.clock(page))
            self.pump(page)
        for arrive in self._dreams.pop(page.name):
            arrive()
        self._due[page.name] = page.due

    def inject(self, sender: Page, to: Page, said: Message | Command | str) -> None:
        """Deliver a message, a command, or any text, on the channel of `sender` that its page did not send."""
        to.room.receive(sender.name, text_of(said, sender.guest), self.clock(to))
        self.pump(to)

    def _connect(self, pair: frozenset[str]) -> None:
        if pair in self._channels or pair in self.banned or not pair <= self.pages.keys():
            return
        one, other = sorted(pair)
        for name in pair:
            if self.pages[name].asleep:
                self._dreams[name].append(partial(self._connect, pair))
                return
        self._order += 1
        channel = self._channels[pair] = self._order
        for name, peer in ((one, other), (other, one)):
            page = self.pages[name]
            end = f" of {name}" if pair in self._between else ""
            route = self._routes.get(pair, Route.DIRECT)
            clock = self.clocks[name, peer] = LinkClock(route.pace)
            page.room.connected(Channel(peer, f"channel {channel}{end}", route, clock=clock), self.clock(page))
        for name, peer in ((one, other), (other, one)):
            self.pump(self.pages[name])
            self._beat_now(name, peer)

    def _beat_now(self, name: str, to: str) -> None:
        self._beats_at[name, to] = self.now
        self._beat(name, to, self.now)

    def _beat(self, name: str, to: str, at: float) -> None:
        """Send a heartbeat with the times of the channel, as the mesh does, and later the next one."""
        channel = self._channels.get(frozenset((name, to)))
        if channel is None or self._beats_at[name, to] != at:
            return
        page, clock = self.pages[name], self.clocks[name, to]
        if not page.asleep:
            takes = self.dice.uniform(*RELAYED) if clock.pace is THRIFTY else self._takes(frozenset((name, to)))
            late = self.answers_late.pop(name, 0.0)
            self._fly(channel, name, to, clock.stamp(self.clock(page)), takes + late)
        pace = clock.pace
        after = pace.first_beat if clock.trips < pace.first_beats else pace.beat
        self._beats_at[name, to] = self.now + after
        self.later(self.now + after, partial(self._beat, name, to, self.now + after))

    def _part(self, name: str, peer: str) -> None:
        """Close the channel from `name` to `peer` after the last message, so that all earlier ones arrive."""
        if (channel := self._channels.get(frozenset((name, peer)))) is not None:
            self._speak_at_once(name, peer)
            at = max(self.now, self._arrived.get((name, peer), 0.0)) + 0.001
            self.later(at, partial(self._close, channel, name, peer))

    def _close(self, channel: int, name: str, peer: str) -> None:
        self._give_up(frozenset((name, peer)), channel)
        self._told_lost(peer, name)

    def _told_lost(self, name: str, peer: str) -> None:
        if (page := self.pages.get(name)) and frozenset((name, peer)) not in self._channels:
            if page.asleep:
                self._dreams[name].append(partial(self._told_lost, name, peer))
                return
            page.room.lost(peer, self.clock(page))
            self.pump(page)

    def _post(self, sender: str, to: str, text: str) -> None:
        relay = self._between.get(frozenset((sender, to)))
        for passed in relay(sender, to, text) if relay else [text]:
            self._pass_on(sender, to, passed)

    def _pass_on(self, sender: str, to: str, text: str) -> None:
        if self.recording:
            self.wire.append((sender, to, text))
        pair = frozenset((sender, to))
        channel = self._channels.get(pair)
        if channel is None:
            return
        if self._routes.get(pair) is Route.RELAY:
            self._waiting.setdefault(sender, []).append(Posted(channel, to, text))
            if len(self._waiting[sender]) == 1:
                self.later(max(self.now, self._speaks_at.get(sender, 0.0)), partial(self._speak, sender))
            return
        self._fly(channel, sender, to, text, self._takes(pair))

    def _takes(self, pair: frozenset[str]) -> float:
        """Return the seconds that a message takes over a data channel."""
        base = self._bases.setdefault(pair, self.dice.uniform(self.delays.least, self.delays.most))
        takes = base + self.dice.uniform(0.0, self.delays.jitter)
        while self.delays.loss and self.dice.random() < self.delays.loss:
            takes += 2 * base * self.dice.choice((2, 3))
        return takes

    def _speak(self, sender: str) -> None:
        """Send by relay all messages in one event."""
        waiting, takes = self._waiting.pop(sender, []), self.dice.uniform(*RELAYED)
        for one in waiting:
            self._fly(one.channel, sender, one.to, one.text, takes)
        if waiting:
            self._speaks_at[sender] = self.now + SPEAKS_EVERY

    def _speak_at_once(self, sender: str, to: str) -> None:
        """Send by relay, out of turn, all messages that `sender` has for `to`."""
        waiting = self._waiting.get(sender, [])
        self._waiting[sender] = [posted for posted in waiting if posted.to != to]
        for posted in waiting:
            if posted.to == to:
                self._fly(posted.channel, sender, to, posted.text, self.dice.uniform(*RELAYED))

    def _fly(self, channel: int, sender: str, to: str, what: str | Stamp, takes: float) -> None:
        """Deliver a text or the times of a heartbeat after `takes` seconds, but never before earlier messages."""
        at = max(self.now, self._stalled.get(frozenset((sender, to)), 0.0)) + takes
        at = self._arrived[sender, to] = max(at, self._arrived.get((sender, to), 0.0))
        copies = 2 if self.dice.random() < self.duplicates else 1
        for _ in range(copies):
            self.later(at, partial(self._arrive, channel, sender, to, what))

    def _arrive(self, channel: int, sender: str, to: str, what: str | Stamp) -> None:
        if self._channels.get(frozenset((sender, to))) == channel:
            page = self.pages[to]
            if page.asleep:
                self._dreams[to].append(partial(self._arrive, channel, sender, to, what))
            elif isinstance(what, Stamp):
                self.clocks[to, sender].take(what, self.clock(page))
                self._due[to] = page.due
            else:
                page.room.receive(sender, what, self.clock(page))
                self.pump(page)

    # --- What people do -----------------------------------------------------------

    def clock(self, page: Page) -> float:
        """Return the time on the clock of `page`."""
        return self.now + page.skew

    def act(self, page: Page, action: Action, back: float = 0.0) -> None:
        """Let the person at `page` take `action`, pressed `back` seconds ago."""
        page.guest.act(action, self.clock(page) - back)
        self.pump(page)

    def tell(self, page: Page, command: Command) -> None:
        """Let the person at `page` give the host a command."""
        page.guest.tell_host(command)
        self.pump(page)

    def request(self, page: Page, command: Command) -> None:
        """Let the person at `page` give the host a command, and wait until all pages know the result."""
        self.tell(page, command)
        self.run(1)

    def leave(self, page: Page, why: Why) -> None:
        """Say goodbye from `page`, which stays open."""
        page.room.leave(why, self.clock(page))
        self.pump(page)

    def kick(self, host: Page, guest: Page) -> None:
        """Let `host` kick and ban the person at `guest`."""
        host.host.dismiss(guest.name, Why.SENT_AWAY, self.clock(host))
        self.pump(host)

    def begin(self, host: Page) -> None:
        """Let `host` start the game at once."""
        host.host.begin(self.clock(host))
        self.pump(host)

    def second_tab(self, page: Page, closes_after: float) -> Page:
        """Open a newer tab of the person at `page`, and after so many seconds close all but the newest."""
        newer = self.restore(save(page.guest))
        self.later(self.now + closes_after, partial(self._close_older_tabs, page.guest.credentials.key))
        return newer

    def reopen(self, saved: str) -> None:
        """Open a page from saved state, which closes the person's other tabs."""
        self._close_older_tabs(self.restore(saved).guest.credentials.key)

    def _close_older_tabs(self, key: str) -> None:
        for page in [page for page in self.pages.values() if page.guest.credentials.key == key][:-1]:
            self.leave(page, Why.CLOSED)
            self.kill(page, noticed=True)

    # --- Time ---------------------------------------------------------------------

    def later(self, at: float, what: Callable[[], object]) -> None:
        self._order += 1
        heapq.heappush(self._flying, (at, self._order, what))

    def pump(self, page: Page) -> None:
        """Deliver the messages of the page and show its updates."""
        now = self.clock(page)
        while True:
            out = page.room.outbox(now)
            for one in out:
                if one.text is not None:
                    self._post(page.name, one.channel.peer, one.text)
                else:
                    if one.channel.is_banned:
                        self.banned.add(frozenset((page.name, one.channel.peer)))
                    self._part(page.name, one.channel.peer)
            shown = page.guest.table.updates()
            for update in shown:
                page.shown.append(update)
                page.person.sees(update, page.room, now)
            if self.hosts_start and (host := page.room.host) and not host.lobby.started:
                for seat, place in enumerate(host.lobby.places):
                    if place.sitter is Sitter.NOBODY:
                        host.lobby.fill(seat, f"Mate {seat}")
                host.begin(now)
            if not out and not shown:
                break
        if page.name in self.pages:
            self._due[page.name] = page.due

    def step(self) -> None:
        """Run the next due event. `run` calls this: it knows when each page is due."""
        name, due = min(self._due.items(), key=itemgetter(1), default=("", math.inf))
        if self._flying and self._flying[0][0] <= due:
            at, _, what = heapq.heappop(self._flying)
            self.now = max(self.now, at)
            what()
            return
        next_page = self.pages[name]
        self.now = max(self.now, due)
        now = self.now + next_page.skew + 1e-9
        if now >= next_page.room_due:
            next_page.room.tick(now)
        next_page.person.acts(next_page.room, now)
        self.pump(next_page)

    @property
    def _next_at(self) -> float:
        return min([*self._due.values(), *(at for at, *_ in self._flying[:1])], default=math.inf)

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Advance by `seconds`, or until `until` is true; return whether it became true."""
        end = self.now + seconds
        self._due = {page.name: page.due for page in self.pages.values()}
        while self.now < end:
            if until():
                return True
            if self._next_at > end:
                self.now = end
            else:
                self.step()
        return until()

    # --- Queries ------------------------------------------------------------------

    def sent(self, kind: type[T], *, by: Page | None = None, to: Page | None = None) -> list[T]:
        """Return the recorded messages of this kind, or what such updates contain: by one page, or to one, if given."""
        said = [
            content(text)
            for sender, peer, text in self.wire
            if (by is None or sender == by.name) and (to is None or peer == to.name)
        ]
        return [message for message in said if isinstance(message, kind)]

    def hosts(self) -> list[Page]:
        """Return the pages that are host: one, except during a failover."""
        return [page for page in self.pages.values() if page.room.host is not None]

    def at_one_table(self, pages: Iterable[Page]) -> bool:
        """Return whether one honest page is host, and all these `pages` are at its table."""
        hosts = [page for page in self.hosts() if not page.hostile]
        return len(hosts) == 1 and all(page.is_in and page.follows(hosts[0]) for page in pages)

    def seated(self, count: int) -> bool:
        """Return whether this many people sit at one table and are ready."""
        rosters = [page.guest.table.roster for page in self.pages.values()]
        return all(r and sum(place.here and place.ready for place in r.places) == count for r in rosters)

    def start(self) -> None:
        """Let the host start the game, with teammates in the free seats."""
        (page,) = self.hosts()
        host = page.host
        for seat, place in enumerate(host.lobby.places):
            if not place.name:
                host.lobby.fill(seat, f"Mate {seat}")
        assert self.run(5, lambda: self.seated(sum(p.here for p in host.lobby.places)) and host.can_start)
        self.begin(page)

    def over(self) -> bool:
        """Return whether all pages with a seat see the end of the game."""
        return all(page.phase in (Phase.WON, Phase.LOST) for page in self.pages.values() if page.alive)


def lobby(
    seed: str,
    people: int,
    seats: int,
    variant: Variant = CLASSIC,
    *,
    delays: Delays = DELAYS,
    tempo: float = QUICK,
    rooms: Mapping[int, type[Room]] = MappingProxyType({}),
    screen: bool = False,
    host: type[Room] = Room,
    **options: Any,
) -> tuple[Net, list[Page]]:
    """Return a table before its game, and the pages of so many people, who are ready, in the order of their seats.

    `rooms` are those of attackers by seat, and `host` is that of the first page. A `screen` is the host and the last of
    the pages. All other `options` are those of `Net.open`.
    """
    net = Net(seed, delays, tempo)
    first = net.open("Screen" if screen else NAMES[0], seats, variant, screen=screen, room=host, **options)
    pages = [] if screen else [first]
    for seat, name in enumerate(NAMES[len(pages) : people], start=len(pages)):
        pages.append(net.enter(name, room=rooms.get(seat, Room)))
        assert net.run(5, lambda: net.seated(len(pages)))
    return net, [*pages, first] if screen else pages


def table(seed: str, people: int, seats: int, variant: Variant = CLASSIC, **more: Any) -> tuple[Net, list[Page]]:
    """Return a `lobby` whose game has begun, with teammates in the other seats."""
    net, pages = lobby(seed, people, seats, variant, **more)
    net.start()
    return net, pages


def idle(pages: Iterable[Page]) -> None:
    """Stop these people from planning presses. Presses that they have planned still happen."""
    for page in pages:
        page.person.plays = False


def quiet(net: Net, pages: Sequence[Page]) -> None:
    """Advance until play is on for all, and stop their presses."""
    assert net.run(60, lambda: all(page.phase is Phase.PLAY for page in pages))
    idle(pages)
    for page in pages:
        page.person.cancel()
    net.run(1)
