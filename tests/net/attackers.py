"""Pages that deviate from the protocol, with every key that such an attacker can hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from game.net.channel import Channel
from game.net.host.host import Host
from game.net.host.lobby import Lobby
from game.net.outbox import Outbox
from game.net.protocol.messages import (
    Accept,
    Command,
    Do,
    Goodbye,
    Hosting,
    Join,
    Message,
    Proof,
    Seeking,
    Seen,
    Update,
    Why,
)
from game.net.protocol.wire import WireError, decode, decoded
from game.net.room_endpoint import Room, Send
from game.net.roster import Presence
from game.net.succession.deeds import MOST_ACCEPTED, MOST_LINKS, Acceptance, Chain, Deed, Rules, SignedRoster
from game.net.succession.term import Term
from game.transport.identity import Credentials, new_identity_secret, proof_text
from tests.net.messages import any_message
from tests.net.pages import Page, text_of

MADE_UP = 7
"""Keys that an attacker generates: as many as a table has other seats."""


def claim_to_be_host(page: Page, ahead: int = 1) -> Hosting:
    """Return a false host claim of `page`, with every signature that it can make. Its term is `ahead`."""
    known = page.guest.search.deed
    assert known is not None
    return claim(with_made_up_members(page.room, known.chain, ahead))


def claim(deed: Deed) -> Hosting:
    """Return a host claim by this `deed`."""
    return Hosting(deed, admits=False)


def proof(room: Room, peer: str, secret: str | None = None) -> Proof:
    """Prove to `peer` that `room` has its key, or that of the `secret`."""
    own = room.guest.credentials
    who = Credentials.of(own.room, own.founder, secret, own.ed25519) if secret else own
    binding = room.channels.get(peer, Channel(peer)).binding
    return Proof(who.key, who.sign(proof_text(own.room, room.me, peer, binding)))


def made_up(room: Room) -> list[Credentials]:
    """Return keys that no host admitted, the same ones at each call."""
    own = room.guest.credentials
    dice = Random(f"made up {own.secret}")
    return [Credentials.of(own.room, own.founder, new_identity_secret(dice), own.ed25519) for _ in range(MADE_UP)]


def accepting(who: Credentials, roster: SignedRoster, number: int = 999) -> Acceptance:
    """Accept the host of `roster`."""
    return Rules(who).sign(Acceptance(who.key, number, roster.office))


def after(room: Room, chain: Chain, ahead: int = 1, members: Sequence[str] = ()) -> Chain:
    """Extend `chain` by a term of `room`, with these `members` or those of the last roster, and our own key."""
    own, last = room.guest.credentials, chain[-1]
    kept = [key for key in members or last.members if key != own.key]
    first = SignedRoster(last.session, last.term + ahead, 1, 9, last.host, own.key, (*kept[:8], own.key))
    return (*chain[-MOST_LINKS + 1 :], Rules(own).sign(first))


def with_made_up_members(room: Room, chain: Chain, ahead: int = 1) -> Deed:
    """Return the simplest false host claim: keys that no host admitted accept it."""
    extended = after(room, chain, ahead)
    return Deed(extended, tuple(accepting(who, extended[-1]) for who in (room.guest.credentials, *made_up(room))))


def claims(room: Room, deeds: Sequence[Deed], accepted: Sequence[Acceptance], ahead: int = 1) -> list[Deed]:
    """Return the deeds for a host claim of `room`: some for each known deed, with the acceptances that help."""
    own, found = room.guest.credentials, list[Deed]()
    friends = [who.key for who in made_up(room)]
    for chain in [deed.chain for deed in deeds]:
        alone = after(room, chain, ahead)
        old = tuple(one for one in accepted if one.key != own.key)[-MOST_ACCEPTED + 1 :]
        packed = after(room, chain, ahead, friends)
        found += [
            Deed(alone, (accepting(own, alone[-1]),)),
            with_made_up_members(room, chain, ahead),
            Deed(alone, (accepting(own, alone[-1]), *old)),
            with_made_up_members(room, packed),  # members that only this page admitted
            Deed(packed[-1:], (accepting(own, packed[-1]),)),  # and a chain that begins with that roster
        ]
        if chain[-1].host == own.key:
            again = Rules(own).sign(replace(chain[-1], number=10**9, successor=""))
            found.append(Deed((*chain[:-1], again), (accepting(own, again), *old)))
    return found


class Crooked(Room):
    """A page that sends messages that an honest page does not send.

    `offers` are the last host claims of its peers, and `stolen` are views of hands other than its own. During its
    attack it sends each peer a `mischief` after `every` so many seconds.
    """

    every = float("inf")

    def __init__(self, *said: Any, **more: Any) -> None:
        self.offers: dict[str, Hosting] = {}
        self.stolen: list[tuple[str, str]] = []
        self.dice = Random(said[1].credentials.secret)
        self.next_mischief = self.tired_at = float("inf")
        super().__init__(*said, **more)

    def says(self, peer: str, said: Message | Command) -> None:
        """Send a message or a command to `peer` unchecked."""
        self.says_text(peer, text_of(said, self.guest))

    def says_text(self, peer: str, text: str) -> None:
        """Send the text `text` to `peer`, as `says` does with a message."""
        self._out.append(Send(self.channels.get(peer) or Channel(peer), text))

    def receive(self, peer: str, text: str, now: float) -> None:
        try:
            message = decode(text)
        except WireError:
            return
        if peer in self.channels and isinstance(message, Proof):
            self.channels[peer].key = message.key
            return
        if isinstance(message, Hosting):
            self.offers[peer] = message
        match message:
            case Update(what=Seen(_, view)) if view.hand and view.seat != self.guest.table.seat:
                self.stolen.append((peer, text))
        self.hears(peer, message, now)

    def hears(self, peer: str, message: Message, now: float) -> None:
        """Receive a message from `peer`."""
        self._take(peer, message, now)

    def connected(self, channel: Channel, now: float) -> None:
        super().connected(channel, now)
        self.meets(channel.peer, now)

    def meets(self, peer: str, now: float) -> None:
        """React to a new channel to `peer`."""

    def due(self) -> float:
        return min(super().due(), self.next_mischief, self.tired_at)

    def tick(self, now: float) -> None:
        super().tick(now)
        self.tempted(now)

    def tempted(self, now: float) -> None:
        """Attack when the next attack is due, unless this page is late."""
        if now >= self.tired_at:
            self.next_mischief = self.tired_at = float("inf")
            self.tires()
        elif now >= self.next_mischief:
            self.does_mischief(now)

    def sets_about(self, now: float) -> None:
        """Start the attack."""
        self.next_mischief = now

    def tires(self) -> None:
        """Stop the attack."""

    def does_mischief(self, now: float) -> None:
        """Attack once. The time is `next_mischief`; the method must choose the next time."""
        self.next_mischief = now + self.every
        for peer in self.peers:
            if (message := self.mischief(peer, now)) is not None:
                self.says(peer, message)

    def mischief(self, peer: str, now: float) -> Message | Command | None:
        """Return the next message or command of the attack to `peer`, if any."""
        return None

    @property
    def peers(self) -> list[str]:
        """Return all peers with a channel."""
        return [peer for peer in self.channels if peer != self.me]


class Thief(Crooked):
    """An attacker that sends every possible host claim to everybody, and runs a table for pages that follow it."""

    false: Host | None = None
    claimed = 0
    accepted: Sequence[Acceptance] = ()
    _deeds: Sequence[Deed] = ()

    def hears(self, peer: str, message: Message, now: float) -> None:
        self._keeps(message)
        if self.false is not None and (isinstance(message, Join) or self.false.lobby.has(peer)):
            if isinstance(message, Join):
                self._passes_on(message)
            self.false.take(peer, message, now)
            self._speaks(now)
            return
        super().hears(peer, message, now)

    def _keeps(self, message: Message) -> None:
        match message:
            case Hosting(deed) if deed not in self._deeds:
                self._deeds = [*self._deeds[-19:], deed]
                self.accepted = [*self.accepted, *deed.accepted][-40:]
            case Do(what=Accept(acceptance)):
                self.accepted = [*self.accepted, acceptance][-40:]

    def meets(self, peer: str, now: float) -> None:
        guest = self.guest
        if guest.table.roster is None or guest.table.seat is None or self.false is None:
            return
        self.false.peers.connect(self.channels[peer], now)
        self.false.peers.offer(peer)
        self._speaks(now)

    def begins(self, now: float, deed: Deed) -> None:
        """Open a false table by this `deed`."""
        guest = self.guest
        assert guest.table.roster is not None and guest.table.seat is not None
        lobby = Lobby.inherited(guest.table.roster, now)
        term = Term(guest.search.rules, deed.chain[:-1], deed.roster, deed.accepted)
        out = Outbox()
        self.false = Host(self.me, lobby, self._teammates, guest.credentials, term, out, seat=guest.table.seat)
        self.false.game.start = guest.table.dealt_again
        if guest.table.roster.started:
            self.false.game.await_players(frozenset(), now)
        for peer in self.peers:
            self.false.peers.connect(self.channels[peer], now)
        self.false.peers.connect(Channel(self.me), now)
        self.false.lobby.change(guest.table.seat, presence=Presence.CONNECTED, peer=self.me)
        self.next_mischief = now

    def sets_about(self, now: float) -> None:
        if self.guest.table.roster is not None and self.guest.table.seat is not None and self.words:
            self.begins(now, self.dice.choice(self.words))

    @property
    def words(self) -> list[Deed]:
        """Return the deeds of all possible host claims, after every deed that this page received."""
        return [word for ahead in (1, 2, 7, 90) for word in claims(self, self._deeds, self.accepted, ahead)]

    def tires(self) -> None:
        self.false = None

    def does_mischief(self, now: float) -> None:
        if self.false is None or self.host is not None:
            self.false, self.next_mischief = None, float("inf")  # the current host needs no false table
            return
        self.false.tick(now)
        self._speaks(now)
        self.next_mischief = now + 0.4

    def _speaks(self, now: float) -> None:
        assert self.false is not None
        self.false.announce(now)
        out = self.false.peers.out
        while out:
            one = out.popleft()
            if one.message is not None and one.peer not in (self.me, self.guest.host):
                self.claimed += isinstance(one.message, Hosting)
                self.says(one.peer, one.message)

    def _passes_on(self, join: Join) -> None:
        """Ask the real host for the seat that a page requested from us."""
        if self.guest.host is not None:
            self.says(self.guest.host, join)


class Stranger(Crooked):
    """An attacker with the link and a key. It asks each page for the host, and takes a seat only for an attack."""

    def connected(self, channel: Channel, now: float) -> None:
        self.channels[channel.peer] = channel
        self.says(channel.peer, proof(self, channel.peer))
        self.meets(channel.peer, now)

    def lost(self, peer: str, now: float) -> None:
        self.channels.pop(peer, None)

    def meets(self, peer: str, now: float) -> None:
        self.says(peer, Seeking(False))

    def hears(self, peer: str, message: Message, now: float) -> None:
        """Ignore the message."""

    def due(self) -> float:
        return min(self.next_mischief, self.tired_at)

    def tick(self, now: float) -> None:
        self.tempted(now)


class Silent(Stranger):
    """An attacker that proves nothing and says nothing by itself."""

    def connected(self, channel: Channel, now: float) -> None:
        self.channels[channel.peer] = channel


A_SECOND = 35.0
"""Messages a second of a flood to each peer."""

Flood: TypeAlias = Callable[[Crooked, str, float], Message | Command | None]
"""Return the next message of a flood by this page to that peer at this time, or None."""


JOIN = Join("Mallory", watch=True)


def _join_with_new_keys(room: Crooked, peer: str, now: float) -> Message:
    proves = room.dice.random() < 0.5
    return proof(room, peer, new_identity_secret(room.dice)) if proves else Join("Mallory", room.dice.random() < 0.5)


def _claim(room: Crooked, peer: str, now: float) -> Message:
    deed = next((offer.deed for offer in room.offers.values()), None)
    if deed is None:
        return Seeking(False)
    return claim(with_made_up_members(room, deed.chain, 1 + room.dice.randrange(10**5)))


LINKED: dict[str, Flood] = {
    "join": lambda room, peer, now: JOIN,
    "join with new keys": _join_with_new_keys,
    "come and go": lambda room, peer, now: room.dice.choice([Seeking(False), JOIN, Goodbye(Why.CLOSED)]),
    "seek": lambda room, peer, now: Seeking(False),
    "heard": lambda room, peer, now: Seeking(True),
    "hosting": _claim,
}
"""Floods by attackers that have only the link."""


class SeatedFlooder(Crooked):
    """A seated attacker that sends everybody one kind of message."""

    every = 1 / A_SECOND
    flood: Flood = staticmethod(lambda room, peer, now: any_message(room.dice))

    def floods(self, flood: Flood, now: float) -> None:
        """Start this flood."""
        self.flood, self.next_mischief = flood, now

    def mischief(self, peer: str, now: float) -> Message | Command | None:
        return self.flood(self, peer, now)


class Flooder(SeatedFlooder, Stranger):
    """The same with the link only."""

    def sets_about(self, now: float) -> None:
        self.floods(LINKED[self.dice.choice([*LINKED])], now)


class Restless(Stranger):
    """An attacker that joins and leaves as often as the host permits, and otherwise follows the protocol.

    If it `leaves`, it says goodbye each time. Otherwise it returns with another key each time. It answers 200 times a
    second at most: each answer causes several more, without end where nothing limits them.
    """

    every = 1.0
    leaves = True
    watches = True
    next_answer = 0.0

    def hears(self, peer: str, message: Message, now: float) -> None:
        match message:
            case Hosting() if self.next_answer <= now and self.next_mischief < float("inf"):
                self.next_answer = now + 1 / 200
                if not self.leaves:
                    self.says(peer, proof(self, peer, new_identity_secret(self.dice)))
                self.says(peer, Join("Mallory", self.watches))
                if self.leaves:
                    self.says(peer, Goodbye(Why.CLOSED))
                self.says(peer, Seeking(False))

    def mischief(self, peer: str, now: float) -> Message:
        return Seeking(False)


class Staller(Crooked):
    """A seated attacker that searches for ever after the host is lost, and never becomes host."""

    def outbox(self, now: float) -> list[Send]:
        self.guest.takes_over = lambda now: False  # type: ignore[method-assign]
        return super().outbox(now)

    def tires(self) -> None:
        """Do not stop: the other pages must elect a host without this one."""


class Voucher(Staller):
    """A seated attacker that reports for ever that it hears the host, and never that it searches."""

    every = 0.5

    def outbox(self, now: float) -> list[Send]:
        return [one for one in super().outbox(now) if one.text is None or not _searches(one.text)]

    def hears(self, peer: str, message: Message, now: float) -> None:
        if message == Seeking(False):  # two of them would answer each other for ever
            self.says(peer, Seeking(True))
        super().hears(peer, message, now)

    def mischief(self, peer: str, now: float) -> Message:
        return Seeking(True)


def _searches(text: str) -> bool:
    message = decoded(text)
    return isinstance(message, Seeking) and not message.hears


class Pretender(Stranger):
    """An attacker without a seat that claims to be the successor of each host."""

    def meets(self, peer: str, now: float) -> None:
        super().meets(peer, now)
        self.next_mischief = now

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 0.2
        deeds = [offer.deed for offer in self.offers.values()]
        words = claims(self, deeds[:1], (), self.dice.choice([1, 5]))
        for peer in self.peers:
            if peer not in self.offers and words:
                self.says(peer, claim(self.dice.choice(words)))


class OldPage(Stranger):
    """An attacker that sends everybody messages of another protocol version."""

    def meets(self, peer: str, now: float) -> None:
        self.says_text(peer, '[1,"seek",0]')
        self.next_mischief = now + 0.3

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 0.3
        for peer in self.peers:
            self.says_text(peer, '[1,"seek",0]')
            self.says(peer, Goodbye(Why.VERSION))


class CheatingHost(Crooked):
    """A host that runs the table correctly, and sends the guests false messages in addition."""

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + self.dice.expovariate(5)
        for peer in self.peers:
            self.says(peer, any_message(self.dice))
