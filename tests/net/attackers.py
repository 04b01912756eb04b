"""Pages that deviate from the protocol, with every key that such an attacker can hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from game.net.channel import Channel
from game.net.election.tenure import Tenure
from game.net.election.terms import Chain, Member, Proof, SignedRoster, Term, Vote, following_text, signed, vote_text
from game.net.host.host import Host
from game.net.host.lobby import Lobby
from game.net.outgoing import Say
from game.net.protocol.messages import (
    Accepted,
    Ballot,
    Company,
    Goodbye,
    HearsHost,
    Hosting,
    Join,
    Message,
    Ping,
    Pong,
    Seek,
    Seen,
    Terms,
    Why,
)
from game.net.protocol.wire import WireError, decode, encode
from game.net.room_endpoint import Outgoing, Room, Send
from game.net.roster import Presence
from game.transport.identity import (
    ChannelId,
    Credentials,
    hosting_text,
    joining_text,
    new_identity_secret,
    seeking_text,
)
from game.transport.route import Route
from tests.net.messages import any_message
from tests.net.pages import Page

SENT: list[str] = []
"""Every message that attackers sent. Clear it before counting."""

MADE_UP = 7
"""Keys that an attacker generates: as many as a table has other seats."""


def claim_to_be_host(page: Page, to: Page, term: int = 2) -> Hosting:
    """Make `page` send a false host claim to `to`, with every signature that it can make."""
    chain = page.room.guest.search.chain
    return claim(page.room, to.name, with_made_up_voters(page.room, chain, max(term, chain[-1].roster.term + 1)))


def claim(room: Room, peer: str, chain: Chain) -> Hosting:
    """Send `peer` a host claim of `room` for the end of `chain`."""
    own = room.guest.credentials
    channel = ChannelId(own.room, room.me, peer, room._channels.get(peer, Channel(peer)).binding)
    return Hosting("0" * 32, own.sign(hosting_text(channel, chain[-1].roster.term)), Proof(chain))


def made_up(room: Room) -> list[Credentials]:
    """Return keys that no host admitted, the same ones at each call."""
    own = room.guest.credentials
    dice = Random(f"made up {own.secret}")
    return [Credentials.of(own.room, own.founder, new_identity_secret(dice), own.ed25519) for _ in range(MADE_UP)]


def signed_by(room: Room, who: Credentials, roster: SignedRoster) -> SignedRoster:
    """Return `roster` with the signature of `who`."""
    return replace(roster, signature=who.sign(signed(room.guest.credentials.room, roster)))


def won_by(room: Room, chain: Chain, term: int, voters: Sequence[Credentials], votes: Sequence[Vote] = ()) -> Chain:
    """Extend `chain` by a term of `room` with the votes of `voters` and the additional `votes`."""
    own = room.guest.credentials
    last = chain[-1].roster
    keys = {one.key for one in last.members} | {one.key for one in voters} | {own.key}
    members = tuple(Member(key, True) for key in sorted(keys)[:9])
    roster = SignedRoster(last.session_id, term, 1, last.digest, own.key, members)
    text = vote_text(own.room, last, term, own.key)
    given = {one.key: Vote(one.key, one.sign(text)) for one in (own, *voters)}
    given.update({vote.key: vote for vote in votes})
    return (*chain, Term(signed_by(room, own, roster), tuple(given.values())[:9]))


def with_made_up_voters(room: Room, chain: Chain, term: int) -> Chain:
    """Return the simplest false host claim: keys that no host admitted vote for it."""
    return won_by(room, chain, term, made_up(room))


def claims(room: Room, chains: Sequence[Chain], votes: Sequence[Vote], ahead: int = 1) -> list[Chain]:
    """Return the chains for a host claim of `room`: one for each known chain, with all known votes."""
    own, found = room.guest.credentials, list[Chain]()
    friends = made_up(room)
    for chain in chains:
        term = chain[-1].roster.term + ahead
        found += [
            won_by(room, chain, term, ()),
            won_by(room, chain, term, friends),
            won_by(room, chain, term, (), votes),
        ]
        alone = won_by(room, chain, term, ())
        mine = Member(own.key, True), *(Member(one.key, True) for one in friends)
        packed = replace(alone[-1].roster, members=mine)
        forged = (*chain, Term(signed_by(room, own, packed), alone[-1].votes))
        found.append(won_by(room, forged, term + 1, friends))  # members that only this page admitted
        found.append((Term(signed_by(room, own, packed)),))  # and a chain that begins with that roster
    return found


class Crooked(Room):
    """A page that records what it receives, and sends messages that an honest page does not send."""

    def __init__(self, *said: Any, **more: Any) -> None:
        self.heard: list[tuple[str, Message]] = []
        self.stolen: list[tuple[str, str]] = []
        self.dice = Random(said[1].credentials.secret)
        self.next_mischief = self.tired_at = float("inf")
        super().__init__(*said, **more)

    def says(self, peer: str, message: Message) -> None:
        """Send `message` to `peer` unchecked."""
        self.says_text(peer, encode(message))

    def says_text(self, peer: str, text: str) -> None:
        """Send the text `text` to `peer`, as `says` does with a message."""
        SENT.append(text)
        self._out.append(Send(peer, text))

    def receive(self, peer: str, text: str, now: float) -> None:
        try:
            message = decode(text)
        except WireError:
            return
        self.heard.append((peer, message))
        if isinstance(message, Seen) and message.view.hand and message.view.seat != self.guest.table.seat:
            self.stolen.append((peer, text))
        self.hears(peer, message, now)

    def hears(self, peer: str, message: Message, now: float) -> None:
        """Receive a message from `peer`."""
        self._take(peer, message, now)

    def connected(self, peer: str, now: float, binding: str = "", route: Route = Route.DIRECT) -> None:
        super().connected(peer, now, binding, route)
        self.meets(peer, now)

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
        self.next_mischief = float("inf")

    @property
    def peers(self) -> list[str]:
        """Return all peers with a channel."""
        return list(self._channels)


class Thief(Crooked):
    """An attacker that sends every possible host claim to everybody, and runs a table for pages that follow it."""

    def __init__(self, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self.false: Host | None = None
        self.caught: list[str] = []
        self.votes: list[Vote] = []
        self.claimed = 0
        self._chains: list[Chain] = []

    def hears(self, peer: str, message: Message, now: float) -> None:
        self._keeps(message)
        if self.false is not None and (isinstance(message, Join) or self.false.lobby.has(peer)):
            if isinstance(message, Join):
                self.caught.append(peer)
                self._passes_on(message)
            self.false.take(peer, message, now)
            self._speaks(now)
            return
        super().hears(peer, message, now)

    def _keeps(self, message: Message) -> None:
        match message:
            case Terms(chain) | Hosting(proof=Proof(chain)) if chain and chain not in self._chains:
                self._chains = [*self._chains[-19:], chain]
                self.votes += [vote for term in chain for vote in term.votes]
            case Ballot(key, _, signature):
                self.votes.append(Vote(key, signature))
        self.votes = self.votes[-40:]

    def meets(self, peer: str, now: float) -> None:
        guest = self.guest
        if guest.table.roster is None or guest.table.seat is None or self.false is None:
            return
        self.false.peers.connect(self._channels[peer], now)
        self.false.offer(peer)
        self._speaks(now)

    def begins(self, now: float, word: Chain | None = None) -> None:
        """Open a false table after the last host of `word`, by default a chain with generated keys."""
        guest = self.guest
        assert guest.table.roster is not None and guest.table.seat is not None
        chain = self.words[1] if word is None else word
        lobby = Lobby.inherited(guest.table.roster, now)
        tenure = Tenure(guest.credentials, guest.search.rules, chain[:-1], chain[-1].roster, chain[-1].votes)
        self.false = Host(
            self.me, lobby, self._teammates, guest.credentials, self._dice, seat=guest.table.seat, tenure=tenure
        )
        self.false.game.start = guest.table.dealt_again
        if guest.table.roster.started:
            self.false.game.await_players(frozenset(), now)
        for peer in self.peers:
            self.false.peers.connect(self._channels[peer], now)
        self.false.peers.connect(Channel(self.me), now)
        self.false.lobby._change(guest.table.seat, presence=Presence.CONNECTED, peer=self.me)
        self.next_mischief = now

    def sets_about(self, now: float) -> None:
        if self.guest.table.roster is not None and self.guest.table.seat is not None and self.words:
            self.begins(now, self.dice.choice(self.words))

    @property
    def words(self) -> list[Chain]:
        """Return the chains of all possible host claims, after every chain that this page received."""
        return [word for ahead in (1, 2, 7, 90) for word in claims(self, self._chains, self.votes, ahead)]

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
        for one in self.false.outbox(now):
            if isinstance(one, Say) and one.peer not in (self.me, self.guest.state.host):
                self.claimed += isinstance(one.message, Hosting)
                self.says(one.peer, one.message)

    def _passes_on(self, join: Join) -> None:
        """Ask the real host for the seat that a page requested from us."""
        if self.guest.state.host is not None:
            self.says(self.guest.state.host, join)


class Stranger(Crooked):
    """An attacker with the link and a key. It takes a seat only if an attack asks for one."""

    def __init__(self, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self.offers: dict[str, Hosting] = {}

    def connected(self, peer: str, now: float, binding: str = "", route: Route = Route.DIRECT) -> None:
        self._channels[peer] = Channel(peer, binding, route)
        self.meets(peer, now)

    def lost(self, peer: str, now: float) -> None:
        self._channels.pop(peer, None)

    def hears(self, peer: str, message: Message, now: float) -> None:
        if isinstance(message, Hosting):
            self.offers[peer] = message

    def due(self) -> float:
        return min(self.next_mischief, self.tired_at)

    def tick(self, now: float) -> None:
        self.tempted(now)

    def join(self, peer: str, name: str = "Mallory", *, watch: bool = True, secret: str | None = None) -> Join | None:
        """Return a Join that `peer` accepts if it is the host, signed by one of our keys."""
        return joining(self, peer, self.offers.get(peer), name, watch=watch, secret=secret)


def joining(
    room: Room, peer: str, offer: Hosting | None, name: str, *, watch: bool = True, secret: str | None = None
) -> Join | None:
    """Return the answer to the `offer` of `peer`, or None if there is none."""
    if offer is None:
        return None
    own = room.guest.credentials
    who = Credentials.of(own.room, own.founder, secret, own.ed25519) if secret else own
    channel = ChannelId(own.room, peer, room.me, room._channels.get(peer, Channel(peer)).binding)
    signature = who.sign(joining_text(channel, offer.nonce))
    return Join(name, who.key, watch, signature)


def seeking(room: Room, peer: str, voted: int = 0, roster: SignedRoster | None = None) -> Seek:
    """Ask `peer` for the host with our own key. With a `roster`, also ask for votes in an election after it."""
    own = room.guest.credentials
    channel = ChannelId(own.room, peer, room.me, room._channels.get(peer, Channel(peer)).binding)
    return Seek(own.key, own.sign(seeking_text(channel)), voted, roster is not None, roster)


def accepting(room: Room, roster: SignedRoster) -> Accepted:
    """Accept `roster`, without which a host ignores a page."""
    own = room.guest.credentials
    return Accepted(roster.number, own.sign(following_text(own.room, roster, roster.number)))


class Flooder(Stranger):
    """An attacker that sends one kind of message `a_second` times a second, to the host or to everybody."""

    a_second = 35.0
    flooding = ""

    def meets(self, peer: str, now: float) -> None:
        self.says(peer, seeking(self, peer))

    def floods(self, what: str, now: float) -> None:
        self.flooding, self.next_mischief = what, now

    def sets_about(self, now: float) -> None:
        self.floods(self.dice.choice(["join", "join with new keys", "come and go", "seek", "heard", "hosting"]), now)

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 1 / self.a_second
        for peer in self.peers:
            if (message := self._next(peer)) is not None:
                self.says(peer, message)

    def _next(self, peer: str) -> Message | None:
        match self.flooding:
            case "join":
                return self.join(peer)
            case "join with new keys":
                turn = self.dice.random() < 0.5
                secret = new_identity_secret(self.dice)
                return seeking(self, peer) if turn else self.join(peer, secret=secret, watch=self.dice.random() < 0.5)
            case "come and go":
                return self.dice.choice([seeking(self, peer), self.join(peer), Goodbye(Why.CLOSED)])
            case "seek":
                return seeking(self, peer, self.dice.randrange(10**6))
            case "heard":
                return HearsHost(1 + self.dice.randrange(10**6))
            case "hosting":
                chains = [offer.proof.chain for offer in self.offers.values()]
                if not chains:
                    return seeking(self, peer)
                word = with_made_up_voters(self, chains[0], chains[0][-1].roster.term + 1 + self.dice.randrange(10**5))
                return claim(self, peer, word)
        raise AssertionError(self.flooding)


class SeatedFlooder(Crooked):
    """A seated attacker that sends the host one kind of message `a_second` times a second."""

    a_second = 35.0

    def __init__(self, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self.flood: Any = None
        self.offers: dict[str, Hosting] = {}

    def hears(self, peer: str, message: Message, now: float) -> None:
        if isinstance(message, Hosting):
            self.offers[peer] = message
        super().hears(peer, message, now)

    def sets_about(self, now: float) -> None:
        self.floods(lambda room, peer, now: any_message(room.dice), now)

    def floods(self, flood: Any, now: float) -> None:
        """Send messages. `flood(self, peer, now)` returns the next one, or None."""
        self.flood, self.next_mischief = flood, now

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 1 / self.a_second
        for peer in self.peers:
            if (message := self.flood(self, peer, now)) is not None:
                self.says(peer, message)


class Restless(Stranger):
    """An attacker that joins and leaves as often as the host permits, and otherwise follows the protocol.

    If it `leaves`, it says goodbye each time. Otherwise it returns with another key each time.
    """

    leaves = True
    watches = True

    def __init__(self, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self._answered: set[str] = set()

    def meets(self, peer: str, now: float) -> None:
        self.says(peer, seeking(self, peer))

    def sets_about(self, now: float) -> None:
        self.next_mischief = now

    def hears(self, peer: str, message: Message, now: float) -> None:
        super().hears(peer, message, now)
        match message:
            case Hosting() if (self.leaves or message.nonce not in self._answered) and self.next_mischief < float(
                "inf"
            ):
                self._answered.add(message.nonce)
                secret = None if self.leaves else new_identity_secret(self.dice)
                join = self.join(peer, watch=self.watches, secret=secret)
                assert join is not None
                self.says(peer, join)
                if self.leaves:
                    self.says(peer, Goodbye(Why.CLOSED))
                self.says(peer, seeking(self, peer))
            case Ping(at) if self.next_mischief == float("inf"):
                self.says(peer, Pong(at, now, 0))
            case Terms(chain) if chain:
                self.says(peer, accepting(self, chain[-1].roster))

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 1.0
        for peer in self.peers:
            self.says(peer, seeking(self, peer))


class Staller(Crooked):
    """A seated attacker that searches for ever after the host is lost, and never becomes host."""

    def outbox(self, now: float) -> list[Outgoing]:
        self.guest.takes_over = lambda now: False  # type: ignore[method-assign]
        return super().outbox(now)

    def tires(self) -> None:
        """Do not stop: the other pages must elect a host without this one."""


class Voucher(Staller):
    """A seated attacker that reports for ever that it hears the host, and never that it searches."""

    @property
    def term(self) -> int:
        return 1 if self.guest.table.roster is None else self.guest.table.roster.term

    def outbox(self, now: float) -> list[Outgoing]:
        return [one for one in super().outbox(now) if not (isinstance(one, Send) and '"seek"' in one.text)]

    def hears(self, peer: str, message: Message, now: float) -> None:
        if isinstance(message, Seek):
            self.says(peer, HearsHost(self.term))
        super().hears(peer, message, now)

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 0.5
        for peer in self.peers:
            self.says(peer, HearsHost(self.term))


class Pretender(Stranger):
    """An attacker without a seat that claims to be the successor of each host."""

    def meets(self, peer: str, now: float) -> None:
        self.says(peer, seeking(self, peer))
        self.next_mischief = now

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 0.2
        chains = [offer.proof.chain for offer in self.offers.values()]
        words = claims(self, chains[:1], (), self.dice.choice([1, 5]))
        for peer in self.peers:
            if peer not in self.offers and words:
                self.says(peer, claim(self, peer, self.dice.choice(words)))


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

    lies: Callable[[Random], Message] = staticmethod(any_message)

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + self.dice.expovariate(5)
        for peer in self.peers:
            self.says(peer, self.lies(self.dice))


def company_of(room: Room) -> Company:
    """Return the members as `room` knows them."""
    assert room.guest.table.roster is not None
    return Company(room.guest.table.roster)
