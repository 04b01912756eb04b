"""Pages that say what honest ones never do, with all the keys that they have."""

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
from game.transport.identity import ChannelId, Identity, hosting_text, joining_text, new_identity_secret, seeking_text
from game.transport.route import Route
from tests.net.messages import any_message
from tests.net.pages import Page

SENT: list[str] = []
"""All that attackers have said; who counts it empties it before."""

MADE_UP = 7
"""Keys that an attacker makes for itself: as many as a table has other seats."""


def claim_to_be_host(page: Page, to: Page, term: int = 2) -> Hosting:
    """What `page` says to `to` in order to be taken for the host: all that it can sign is signed."""
    chain = page.room.guest.search.chain
    return claim(page.room, to.name, with_made_up_voters(page.room, chain, max(term, chain[-1].roster.term + 1)))


def claim(room: Room, peer: str, chain: Chain) -> Hosting:
    """Say on the channel to `peer` that `room` is the last host of `chain`."""
    own = room.guest.credentials
    channel = ChannelId(own.room, room._me, peer, room._channels.get(peer, Channel(peer)).binding)
    return Hosting("0" * 32, own.sign(hosting_text(channel, chain[-1].roster.term)), Proof(chain))


def made_up(room: Room) -> list[Identity]:
    """Keys that nobody admitted, the same ones each time."""
    own = room.guest.credentials
    dice = Random(f"made up {own.identity.secret}")
    return [Identity.of(new_identity_secret(dice), own.identity.ed25519) for _ in range(MADE_UP)]


def signed_by(room: Room, who: Identity, roster: SignedRoster) -> SignedRoster:
    """`roster` with the signature of `who`."""
    return replace(roster, signature=who.sign(signed(room.guest.credentials.room, roster)))


def won_by(room: Room, chain: Chain, term: int, voters: Sequence[Identity], votes: Sequence[Vote] = ()) -> Chain:
    """`chain` with a term of `room` after it, for which all `voters` voted and that has `votes` besides."""
    own = room.guest.credentials
    last = chain[-1].roster
    keys = {one.key for one in last.members} | {one.key for one in voters} | {own.key}
    members = tuple(Member(key, True) for key in sorted(keys)[:9])
    roster = SignedRoster(last.evening, term, 1, last.digest, own.key, members)
    text = vote_text(own.room, last, term, own.key)
    given = {one.key: Vote(one.key, one.sign(text)) for one in (own.identity, *voters)}
    given.update({vote.key: vote for vote in votes})
    return (*chain, Term(signed_by(room, own.identity, roster), tuple(given.values())[:9]))


def with_made_up_voters(room: Room, chain: Chain, term: int) -> Chain:
    """The plainest false claim: keys that nobody admitted vote for it."""
    return won_by(room, chain, term, made_up(room))


def claims(room: Room, chains: Sequence[Chain], votes: Sequence[Vote], ahead: int = 1) -> list[Chain]:
    """All chains by which `room` may say that it is host, after any it has heard, with any votes it has heard."""
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
        forged = (*chain, Term(signed_by(room, own.identity, packed), alone[-1].votes))
        found.append(won_by(room, forged, term + 1, friends))  # members that only this page admitted
        found.append((Term(signed_by(room, own.identity, packed)),))  # and a chain that begins with it
    return found


class Crooked(Room):
    """A page that keeps what it hears, and says whatever it likes beside what an honest page says."""

    def __init__(self, *said: Any, **more: Any) -> None:
        self.heard: list[tuple[str, Message]] = []
        self.stolen: list[tuple[str, str]] = []
        self.dice = Random(said[1].credentials.identity.secret)
        self.next_mischief = self.tired_at = float("inf")
        super().__init__(*said, **more)

    def says(self, peer: str, message: Message) -> None:
        """Say `message` to `peer`, whatever it is."""
        self.says_text(peer, encode(message))

    def says_text(self, peer: str, text: str) -> None:
        """As `says`, in so many words."""
        SENT.append(text)
        self._out.append(Send(peer, text))

    def receive(self, peer: str, text: str, now: float) -> None:
        try:
            message = decode(text)
        except WireError:
            return
        self.heard.append((peer, message))
        if isinstance(message, Seen) and message.view.hand and message.view.seat != self.guest.seat:
            self.stolen.append((peer, text))
        self.hears(peer, message, now)

    def hears(self, peer: str, message: Message, now: float) -> None:
        """`peer` said this."""
        self._take(peer, message, now)

    def connected(self, peer: str, now: float, binding: str = "", route: Route = Route.DIRECT) -> None:
        super().connected(peer, now, binding, route)
        self.meets(peer, now)

    def meets(self, peer: str, now: float) -> None:
        """There is a channel to `peer`."""

    def due(self) -> float:
        return min(super().due(), self.next_mischief, self.tired_at)

    def tick(self, now: float) -> None:
        super().tick(now)
        self.tempted(now)

    def tempted(self, now: float) -> None:
        """Do what is due, unless it is late."""
        if now >= self.tired_at:
            self.next_mischief = self.tired_at = float("inf")
            self.tires()
        elif now >= self.next_mischief:
            self.does_mischief(now)

    def sets_about(self, now: float) -> None:
        """Begin with what this attacker does."""
        self.next_mischief = now

    def tires(self) -> None:
        """It has had enough."""

    def does_mischief(self, now: float) -> None:
        """It is `next_mischief`, and another time has to be chosen."""
        self.next_mischief = float("inf")

    @property
    def peers(self) -> list[str]:
        """Everybody to whom there is a channel."""
        return list(self._channels)


class Thief(Crooked):
    """Says to everybody that it is host, by every chain that it can make, and keeps a table for who believes it."""

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
        if guest.roster is None or guest.seat is None or self.false is None:
            return
        self.false.connected(self._channels[peer], now)
        self.false.offer(peer)
        self._speaks(now)

    def begins(self, now: float, word: Chain | None = None) -> None:
        """Open a table of its own beside the true one, as the last host of `word`, by default one with made-up keys."""
        guest = self.guest
        assert guest.roster is not None and guest.seat is not None
        chain = self.words[1] if word is None else word
        lobby = Lobby.inherited(guest.roster, now)
        tenure = Tenure(guest.credentials, guest.search.rules, chain[:-1], chain[-1].roster, chain[-1].votes)
        self.false = Host(
            self._me, lobby, self._teammates, guest.credentials, self._dice, seat=guest.seat, tenure=tenure
        )
        self.false.game.go_on_from(guest.survives)
        if guest.roster.started:
            self.false.game.await_players(frozenset(), now)
        for peer in self.peers:
            self.false.connected(self._channels[peer], now)
        self.false.connected(Channel(self._me), now)
        self.false.lobby._change(guest.seat, presence=Presence.CONNECTED, peer=self._me)
        self.next_mischief = now

    def sets_about(self, now: float) -> None:
        if self.guest.roster is not None and self.guest.seat is not None and self.words:
            self.begins(now, self.dice.choice(self.words))

    @property
    def words(self) -> list[Chain]:
        """By what it may say that it is host: every claim after every chain that it has ever heard."""
        return [word for ahead in (1, 2, 7, 90) for word in claims(self, self._chains, self.votes, ahead)]

    def tires(self) -> None:
        self.false = None

    def does_mischief(self, now: float) -> None:
        if self.false is None or self.host is not None:
            self.false, self.next_mischief = None, float("inf")  # whoever is the true host needs no other table
            return
        self.false.tick(now)
        self._speaks(now)
        self.next_mischief = now + 0.4

    def _speaks(self, now: float) -> None:
        assert self.false is not None
        for one in self.false.outbox(now):
            if isinstance(one, Say) and one.peer not in (self._me, self.guest.state.host):
                self.claimed += isinstance(one.message, Hosting)
                self.says(one.peer, one.message)

    def _passes_on(self, join: Join) -> None:
        """Ask the true host for the seat of whoever asked us for it."""
        if self.guest.state.host is not None:
            self.says(self.guest.state.host, join)


class Stranger(Crooked):
    """Somebody who has the link and a key, and never asks for a seat unless an attack does."""

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
        """A Join that `peer` accepts, if it is host, by our key or by another of ours."""
        return joining(self, peer, self.offers.get(peer), name, watch=watch, secret=secret)


def joining(
    room: Room, peer: str, offer: Hosting | None, name: str, *, watch: bool = True, secret: str | None = None
) -> Join | None:
    """What answers the `offer` of `peer`; None where there is none."""
    if offer is None:
        return None
    own = room.guest.credentials
    who = Identity.of(secret, own.identity.ed25519) if secret else own.identity
    channel = ChannelId(own.room, peer, room._me, room._channels.get(peer, Channel(peer)).binding)
    signature = who.sign(joining_text(channel, offer.nonce))
    return Join(name, who.key, watch, signature)


def seeking(room: Room, peer: str, voted: int = 0, roster: SignedRoster | None = None) -> Seek:
    """Ask `peer` for the host, with our own key; with a `roster`, ask to be elected after its host as well."""
    own = room.guest.credentials
    channel = ChannelId(own.room, peer, room._me, room._channels.get(peer, Channel(peer)).binding)
    return Seek(own.key, own.sign(seeking_text(channel)), voted, roster is not None, roster)


def accepting(room: Room, roster: SignedRoster) -> Accepted:
    """Accept `roster`, as whoever wants to be heard has to."""
    own = room.guest.credentials
    return Accepted(roster.number, own.sign(following_text(own.room, roster, roster.number)))


class Flooder(Stranger):
    """Says the same kind of thing again and again, `a_second` times, to the host or to everybody."""

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
    """Sits at the table, and says one kind of thing to the host `a_second` times."""

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
        """`flood(self, peer, now)` makes the next message, or None."""
        self.flood, self.next_mischief = flood, now

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 1 / self.a_second
        for peer in self.peers:
            if (message := self.flood(self, peer, now)) is not None:
                self.says(peer, message)


class Restless(Stranger):
    """Comes in and goes again as often as the host lets it, and never says a word out of turn.

    `leaves` says goodbye in between; else it comes again by another key each time.
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
    """Sits at the table. When the host is gone it says for ever that it looks for one, and never is one itself."""

    def outbox(self, now: float) -> list[Outgoing]:
        self.guest.takes_over = lambda now: False  # type: ignore[method-assign]
        return super().outbox(now)

    def tires(self) -> None:
        """Never: the table has to do without it."""


class Voucher(Staller):
    """Sits at the table, and says for ever that it hears the host, and never that it looks for one."""

    def outbox(self, now: float) -> list[Outgoing]:
        return [one for one in super().outbox(now) if not (isinstance(one, Send) and '"seek"' in one.text)]

    def hears(self, peer: str, message: Message, now: float) -> None:
        if isinstance(message, Seek):
            self.says(peer, HearsHost(max(1, self.guest._term)))
        super().hears(peer, message, now)

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 0.5
        for peer in self.peers:
            self.says(peer, HearsHost(self.guest._term))


class Pretender(Stranger):
    """Says that it is host after whoever is host, though it never sat at the table."""

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
    """Speaks another version, to everybody, again and again."""

    def meets(self, peer: str, now: float) -> None:
        self.says_text(peer, '[1,"seek",0]')
        self.next_mischief = now + 0.3

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 0.3
        for peer in self.peers:
            self.says_text(peer, '[1,"seek",0]')
            self.says(peer, Goodbye(Why.VERSION))


class CheatingHost(Crooked):
    """Keeps the table as an honest host does, and tells the others other things besides."""

    lies: Callable[[Random], Message] = staticmethod(any_message)

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + self.dice.expovariate(5)
        for peer in self.peers:
            self.says(peer, self.lies(self.dice))


def company_of(room: Room) -> Company:
    """The company as `room` knows it."""
    assert room.guest.roster is not None
    return Company(room.guest.roster)
