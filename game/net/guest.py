"""A page's place at the table: its View, its search for the host, and its part in elections.

The caller passes every message to `take`, calls `tick` no earlier than `due`, then delivers `outbox` and shows
`updates`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import inf
from random import Random
from typing import TypeAlias

from game.core import Action, Card, Phase, Play, PlayRest, Seat, State, View
from game.net.election.candidate import Candidate
from game.net.election.compare import fork, may_follow, prevails
from game.net.election.search import LONE_AFTER, RESTORED_VOTES_AFTER, STUBBORN, VOTES_AFTER, Search
from game.net.election.terms import (
    Chain,
    Proof,
    Rules,
    SignedRoster,
    Term,
    Vote,
    following_text,
    has_quorum,
)
from game.net.failover import OVER, survives
from game.net.outgoing import Close, Dial, Say
from game.net.protocol.messages import (
    Accepted,
    Ballot,
    Commit,
    Committed,
    Company,
    Goodbye,
    Heard,
    Hosting,
    Join,
    MakeSign,
    Message,
    Note,
    Notice,
    Order,
    Ping,
    Pong,
    Press,
    Ready,
    Rename,
    Reveal,
    Revealed,
    Seek,
    Seen,
    Shuffle,
    Sign,
    Signed,
    Terms,
    Void,
    Watch,
    Why,
)
from game.net.protocol.messages import Vote as TeammateVote
from game.net.roster import Challenge, Place, Roster
from game.net.shuffle import OwnShare, Unchecked, Verdict
from game.transport.identity import Channel, Credentials, hosting_text, joining_text, seeking_text
from game.transport.liveness import Hearing
from game.transport.rate_limit import CLAIMS, CLAIMS_A_SECOND, Allowance
from game.transport.route import QUICK, Pace, Way

UNDECIDED_AFTER = 5.0
"""Seconds that a newcomer waits for the founder, or for an offer that prevails over the one it has."""

SHARES_WITHIN = 3
"""Answer times of the host's route, within which the host reveals all shares of the shuffle after a game."""

VERSION_AFTER = 5.0
"""Seconds without an answer from a page of our version, before this page reports a version mismatch."""

MOVES_ON = (Why.CLOSED, Why.LEFT, Why.MOVED)
"""A host's reasons for a goodbye after which another page hosts. Other reasons concern only this page."""


class Whereabouts(Enum):
    """The state of this page: it searches for a host, waits for a seat, belongs to the table, or has left it."""

    SEEKING = "seeking"
    JOINING = "joining"
    IN = "in"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Searching:
    """The page has lost its host, and searches for a new one."""


@dataclass(frozen=True, slots=True)
class Out:
    """This page is no longer at the table; `why` is the reason."""

    why: Why


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The host restarted the shuffle before this deal `times` times, when it could already know the cards."""

    times: int


@dataclass(frozen=True, slots=True)
class Went:
    """The route to `peer` is now `way`."""

    peer: str
    way: Way


Shown: TypeAlias = View | Roster | Notice | Signed | Searching | Out | Verdict | Reshuffled | Went


class Guest:
    """The page `me`, at a table or before it joins one. The browser saves its `credentials`."""

    def __init__(
        self,
        me: str,
        name: str,
        credentials: Credentials,
        dice: Random,
        now: float,
        *,
        watch: bool = False,
        roster: Roster | None = None,
        view: View | None = None,
        chain: Chain = (),
        voted: int = 0,
    ) -> None:
        self.name = name
        self.credentials = credentials
        self.rules = Rules.of(credentials)
        self.chain = chain
        self.candidate = Candidate(credentials, self.rules, voted)
        self.watch = watch
        self.roster = roster
        self.view = view
        self.whereabouts = Whereabouts.SEEKING
        self.host: str | None = None
        self._pressed: dict[int, tuple[Card, ...]] = {}
        self._me = me
        self.restored = roster is not None
        self._hearing = Hearing(now)
        self._search = Search(now)
        self._offers: dict[str, tuple[float, Hosting]] = {}
        self._votes_at = now + (RESTORED_VOTES_AFTER if self.restored else VOTES_AFTER)
        self._alone_for, self._alone_until = 0.0, now
        self._offer: Hosting | None = None
        self._bindings: dict[str, str] = {}
        self._ways: dict[str, Way] = {}
        self._claims: dict[str, Allowance] = {}
        self._other_version_since: float | None = None
        self._share = OwnShare(dice)
        self._shares_due = inf
        self._challenge = None if roster is None else roster.challenge
        self._dealt_by: tuple[str | None, int] = None, 0
        self._deal = self._seen = -1
        self._presses = 0
        self._ready_when_in = False
        self._out: list[Say | Close | Dial] = []
        self._shown: list[Shown] = []
        self.candidate.begin(self._last)

    # --- state and commands for the page ------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The seat of this page; None while it watches."""
        return next((seat for seat, place in self._people() if place.key == self.credentials.key), None)

    @property
    def is_screen(self) -> bool:
        """Whether this page is a shared screen: it has no seat, and shows the table to a whole room."""
        screen = None if self.roster is None else self.roster.screen
        return screen is not None and screen.key == self.credentials.key

    @property
    def may_host(self) -> bool:
        """Whether this page may become host: it has a seat, or is the screen."""
        return self.seat is not None or self.is_screen

    @property
    def leads(self) -> bool:
        """Whether this page leads: it may choose the game and start it."""
        return self.roster is not None and self.roster.leads(self._me, self.seat)

    @property
    def survives(self) -> State | None:
        """The game as another host would deal it again; None before the first deal."""
        return None if self.view is None else survives(self.view)

    @property
    def pressed(self) -> list[Card]:
        """The cards that were pressed, and that the host has not confirmed yet."""
        hand = () if self.view is None else self.view.hand
        return [card for cards in self._pressed.values() for card in cards if card in hand]

    def updates(self) -> list[Shown]:
        """Return what to show, in order."""
        shown, self._shown = self._shown, []
        return shown

    def outbox(self) -> list[Say | Close | Dial]:
        """Return what to deliver, in order."""
        out, self._out = self._out, []
        return out

    def act(self, action: Action, now: float) -> None:
        """Send the player's `action` to the host. A card moves at once, before the host confirms or voids it."""
        if self.whereabouts is not Whereabouts.IN or self._deal < 0:
            return
        self._presses += 1
        match action:
            case Play(card):
                self._pressed[self._presses] = (card,)
            case PlayRest() if self.view is not None:
                self._pressed[self._presses] = self.view.hand
        self._say(Press(self._presses, self._deal, self._seen, now, action))

    def ready(self, ready: bool) -> None:
        """Set whether this player is ready. While the page joins, it tells the host as soon as it has joined."""
        self._ready_when_in = ready and self.whereabouts is not Whereabouts.IN
        self._say(Ready(ready))

    def rename(self, name: str) -> None:
        """Change this player's name."""
        self.name = name
        self._say(Rename(name))

    def only_watch(self, watch: bool) -> None:
        """Only watch from now on, or take a seat as soon as one is free."""
        self.watch = watch
        self._say(Watch(watch))

    def order(self, order: Order) -> None:
        """Send a command that only the leader may give."""
        self._say(order)

    def vote(self, seat: Seat, agreed: bool) -> None:
        """Vote for a teammate at `seat`, or withdraw that vote."""
        self._say(TeammateVote(seat, agreed))

    def sign(self, sign: Sign) -> None:
        """Make a wordless sign."""
        self._say(MakeSign(sign))

    def leave(self, why: Why = Why.LEFT) -> None:
        """Say goodbye, because the player leaves or the page closes."""
        self._say(Goodbye(why))
        self.whereabouts = Whereabouts.OUT

    # --- time ---------------------------------------------------------------------

    def due(self) -> float:
        """Return when to call `tick` next."""
        match self.whereabouts:
            case Whereabouts.OUT:
                return inf
            case Whereabouts.SEEKING:
                offers = min((at for at, _ in self._offers.values()), default=inf)
                return min(self._search.due(), offers, self._version_due(), self._shares_due)
            case _:
                return min(self._host_vanishes, self._shares_due)

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`."""
        if self.host is not None and now >= self._host_vanishes:
            self.lost_host(now)
        if now >= self._shares_due:
            self._judge(self._share.give_up(Unchecked.NOT_SHOWN))
        if self.whereabouts is not Whereabouts.SEEKING:
            return
        if (best := self._best_offer(now)) is not None:
            self.follow(best, self._offers[best][1], now)
            return
        if now >= self._version_due():
            self.whereabouts = Whereabouts.OUT
            self._shown.append(Out(Why.VERSION))
            return
        if self._last and self.credentials.key not in self._last.keys and now >= self._search.since + LONE_AFTER:
            self.chain = ()  # a watcher has no vote, so it judges hosts as a newcomer does
        self._seek(self._search.calls(now))
        if self._search.dials(now):
            self._out.append(Dial())

    def woke(self, now: float) -> None:
        """Extend the host's timeout, because this tab was suspended."""
        self._hearing.woke(self._host_pace, now)

    def told_other_version(self, now: float) -> None:
        """Note a page of another version. The version error is shown only if no page of our version answers."""
        if self._other_version_since is None:
            self._other_version_since = now

    @property
    def _host_pace(self) -> Pace:
        return self._ways.get(self.host or "", Way.DIRECT).pace

    @property
    def _host_vanishes(self) -> float:
        """The time at which the host counts as lost, if nothing arrives from it until then."""
        return self._hearing.vanishes(self._host_pace)

    def _version_due(self) -> float:
        if self._other_version_since is None or self.roster is not None:
            return inf
        return self._other_version_since + VERSION_AFTER

    # --- election -----------------------------------------------------------------

    @property
    def _last(self) -> SignedRoster | None:
        """The last roster of a host that this page followed."""
        return self.chain[-1].roster if self.chain else None

    def _is_last(self, roster: SignedRoster) -> bool:
        last = self._last
        return last is not None and (last.term, last.host) == (roster.term, roster.host)

    def takes_over(self, now: float) -> bool:
        """Whether this page hosts from now on: it was the last host, is elected, or found no quorum in time."""
        roster, last, key = self.roster, self._last, self.credentials.key
        if self.whereabouts is not Whereabouts.SEEKING or roster is None or last is None or not self.may_host:
            return False
        if key not in last.keys:
            return False  # its host never signed that it belongs to the table
        if last.host == key and not (self.restored or self.watch):
            return now >= self._search.since + QUICK.answer  # it resigned in favour of a host that did not let it in
        if not self._search.is_next(roster, key, last.host, now, restored=self.restored):
            return False
        if last.host == key:
            return True
        if self.candidate.stand():
            self._seek(self._bindings)
        if self.candidate.is_elected:
            return True
        if now < self._search.since + LONE_AFTER:
            return False
        self._alone_for = min(max(LONE_AFTER, 2 * self._alone_for), STUBBORN)
        self._alone_until = now + self._alone_for
        return True

    def stands_again(self, votes: Iterable[Vote], now: float) -> bool:
        """Whether this page, a host without a quorum, should search again: enough members are connected or voted.

        The delay before the next search doubles each time, because a page may search for ever and never vote.
        """
        heard = self._search.keys(now) | {self.credentials.key} | {vote.key for vote in votes}
        return now >= self._alone_until and self._last is not None and has_quorum(self._last, heard)

    def _seek(self, peers: Iterable[str]) -> None:
        own, one = self.credentials, self.candidate
        for peer in peers:
            signature = own.sign(seeking_text(self._channel(peer)))
            self._out.append(Say(peer, Seek(own.key, signature, one.voted, one.stands, self._last)))

    def hears_candidate(self, peer: str, said: Seek, now: float) -> bool:
        """Handle a search request, which may be a candidacy. Return False if its signature is invalid."""
        own, roster = self.credentials, said.roster
        channel = Channel(own.room, self._me, peer, self._bindings.get(peer, ""))
        if not own.verify(said.key, said.signature, seeking_text(channel)):
            return False
        if roster and self._is_last(roster) and self.rules.is_signed(roster):
            self._learn((*self.chain[:-1], Term(roster, self.chain[-1].votes)))
        self._heard_candidate(peer, said.key, said.voted, now)
        if roster and said.stands and self._votes(now):
            vote = self.candidate.vote(roster, said.voted, said.key)
            if vote is not None:
                self._out.append(Say(peer, Ballot(vote.key, said.voted, vote.signature)))
        return True

    def hears_lone_host(self, peer: str, offer: Hosting, now: float) -> None:
        """Note that `peer` hosts without a quorum: it counts as a candidate."""
        if self.host == self._me or self._votes(now):
            self._learn(offer.proof.chain[:-1])
        self._heard_candidate(peer, offer.key, offer.term, now)

    def _heard_candidate(self, peer: str, key: str, voted: int, now: float) -> None:
        self._search.sought_by(peer, key, now)
        if self._last is not None and key in self._last.keys:
            self.candidate.heard_term(voted)

    def _votes(self, now: float) -> bool:
        """Whether this page has been without a host for long enough to vote for another one."""
        return (
            self.whereabouts is Whereabouts.SEEKING and now >= self._votes_at and not self._search.is_vouched_for(now)
        )

    def _learn(self, chain: Chain) -> None:
        """Keep the sound `chain`, if this page may follow its host and it is newer than our own chain."""
        if self.host not in (None, self._me) or not chain or not self.chain or chain[-1].roster == self._last:
            return
        if self.rules.is_proven(chain) and may_follow(self.rules, Proof(chain), self.chain, self.credentials.key):
            self.chain = chain
            self.candidate.begin(self._last)

    def lost_host(self, now: float, *, handed_over: bool = False) -> None:
        """Start a search for a host. Votes are cast without delay if the old host `handed_over` the table."""
        self.whereabouts, self.host = Whereabouts.SEEKING, None
        self.candidate.begin(self._last)
        self._votes_at = now + (0.0 if handed_over else RESTORED_VOTES_AFTER if self.restored else VOTES_AFTER)
        self._pressed.clear()
        self._deal = -1
        self._search.begin(now)
        self._offers.clear()
        self._offer = None
        self._shown.append(Searching())

    # --- peers --------------------------------------------------------------------

    def connected(self, peer: str, now: float, binding: str, way: Way) -> None:
        """Note a new channel to `peer`, with its unique `binding` and the route `way`."""
        self._search.connected(peer, way)
        self._bindings[peer], self._ways[peer] = binding, way
        self._shown.append(Went(peer, way))
        if self.whereabouts is Whereabouts.SEEKING:
            self._seek(self._search.calls(now))

    def went(self, peer: str, way: Way, now: float) -> None:
        """Note the new route `way` to `peer`. If it is the host, its timeout restarts."""
        self._search.went(peer, way)
        self._ways[peer] = way
        self._shown.append(Went(peer, way))
        if peer == self.host:
            self._hearing.begin(now)

    def lost(self, peer: str, now: float) -> None:
        """Note that the channel to `peer` has closed."""
        self._search.lost(peer)
        self._offers.pop(peer, None)
        self._bindings.pop(peer, None)
        self._ways.pop(peer, None)
        self._claims.pop(peer, None)
        if peer == self.host:
            self.lost_host(now, handed_over=peer == self._me)

    def follow(self, peer: str, offer: Hosting, now: float) -> None:
        """Ask `peer` for a seat, in answer to its `offer`."""
        self.whereabouts, self.host = Whereabouts.JOINING, peer
        self._hearing.begin(now)
        self._offers.clear()
        self._offer = offer
        own, chain = self.credentials, offer.proof.chain
        signature = own.sign(joining_text(self._channel(peer), offer.nonce))
        if chain[1:] and offer.key != own.key:
            vote = self.candidate.join(chain[-2].roster, offer.term, offer.key)
            self._out += [Say(peer, Ballot(vote.key, offer.term, vote.signature))] if vote else []
        self._out.append(Say(peer, Join(self.name, own.key, self.watch, signature)))

    def _channel(self, host: str) -> Channel:
        return Channel(self.credentials.room, host, self._me, self._bindings.get(host, ""))

    def trusts(self, peer: str) -> bool:
        """Whether `peer` has a seat at this page's table, or is its screen."""
        screen = None if self.roster is None else self.roster.screen
        return any(place.peer == peer for _, place in self._people()) or (screen is not None and screen.peer == peer)

    def take(self, peer: str, message: Message, now: float) -> bool:
        """Handle a message from `peer`. Return False if it may not send that."""
        if not self._search.hears(peer) or self.whereabouts is Whereabouts.OUT:
            return True
        match message:
            case Hosting():
                return self._hosting(peer, message, now)
            case Seek():
                if self.whereabouts is Whereabouts.IN:
                    self._out.append(Say(peer, Heard(self._term)))
                return self._may_claim(peer, now) and self.hears_candidate(peer, message, now)
            case Ballot(key, term, signature):
                if term == self.candidate.voted and self._may_claim(peer, now):
                    self.candidate.count(Vote(key, signature))
            case Heard():
                if self.trusts(peer):
                    self._search.vouched(peer, now)
            case _ if peer == self.host:
                self._hearing.heard(now)
                return self._from_host(message, now)
            case _:
                return False
        return True

    def _hosting(self, peer: str, offer: Hosting, now: float) -> bool:
        """Handle a host claim from `peer`. Return False if its signature or its proof is invalid."""
        if peer == self.host:
            known = self._offer
            if known and (known.term, known.key) == (offer.term, offer.key) and known.nonce != offer.nonce:
                self.follow(peer, offer, now)  # the host has restarted its state for this page, and needs a new join
            return True
        if self.whereabouts is not Whereabouts.SEEKING:
            return True
        if peer == self._me:
            self.follow(peer, offer, now)  # whether it has a quorum or not
            return True
        if not self._may_claim(peer, now) or not self.is_authentic(peer, offer):
            return False
        before, ours = Proof(offer.proof.chain[:-1]), offer.key == self.credentials.key
        if self.believes(offer.proof) or (ours and before.chain and self.believes(before)):
            at, _ = self._offers.get(peer, (inf, offer))
            self._offers[peer] = min(at, self._believed_at(offer, now)), offer
            if now >= self._offers[peer][0]:
                self.follow(peer, offer, now)
        elif self._votes(now) and self.believes(offer.proof, agrees=True):
            self.follow(peer, offer, now)
        elif not self.rules.is_proven(offer.proof.chain):
            self.hears_lone_host(peer, offer, now)
        return True

    def believes(self, proof: Proof, *, agrees: bool = False) -> bool:
        """Whether this page may follow the host with the sound `proof`. If it `agrees`, its own vote counts as well."""
        chain, own, newest = proof.chain, self.credentials.key, proof.roster
        agrees = agrees and bool(self.chain)  # a newcomer may be here in two tabs, and does not know how it voted
        if agrees and chain[1:] and self.candidate.may_join(chain[-2].roster, newest.term, newest.host):
            chain = (*chain[:-1], Term(newest, (*chain[-1].votes, Vote(own, ""))))
        proof, began = Proof(chain, proof.following), self.restored or self.host == self._me
        return self.rules.is_proven(chain) and may_follow(
            self.rules, proof, self.chain, own, began=began, agrees=agrees
        )

    def is_authentic(self, peer: str, offer: Hosting) -> bool:
        """Whether `peer` holds the key of the host in the proof, and every signature in the proof is valid."""
        text = hosting_text(self._channel(peer), offer.term)
        return self.credentials.verify(offer.key, offer.signature, text) and self.rules.is_sound(offer.proof.chain)

    def _may_claim(self, peer: str, now: float) -> bool:
        return self._claims.setdefault(peer, Allowance(CLAIMS, CLAIMS_A_SECOND, now)).spend(now)

    def _believed_at(self, offer: Hosting, now: float) -> float:
        """Return when this page follows `offer`, unless a better one arrives earlier."""
        chain = offer.proof.chain
        if self.chain:
            at = fork(self.chain, chain)
            return now if at and not chain[at.theirs + 1 :] else max(now, self._votes_at)
        return now if offer.key == self.credentials.founder else now + UNDECIDED_AFTER

    def _best_offer(self, now: float) -> str | None:
        """Return the peer to follow now; None if it is too early or there is no offer."""
        if not any(now >= at for at, _ in self._offers.values()):
            return None
        best, *others = self._offers
        for peer in others:
            if prevails(self.rules, self._offers[peer][1].proof, self._offers[best][1].proof):
                best = peer
        return best

    def _proved(self, chain: Chain) -> bool:
        """Keep the host's newest roster and its proof. Return False if the host may not send them."""
        offer, own = self._offer, self.credentials
        newest = chain[-1].roster if chain else None
        if offer is None or newest is None or (newest.term, newest.host) != (offer.term, offer.key):
            return False
        ours, proven = newest.host == own.key, self.rules.is_proven(chain)
        if not self.rules.is_sound(chain) or not (proven or ours):
            return False
        kept = chain if proven else chain[:-1]  # without a quorum, the last roster can still elect this page
        if not self._is_last(kept[-1].roster) or self.chain[-1].roster.number < kept[-1].roster.number:
            self.chain = kept
        if ours:
            self.candidate.voted = max(self.candidate.voted, newest.term)  # a vote by another page of this person
        else:
            self._alone_for = 0.0
            self._say(Accepted(newest.number, own.sign(following_text(own.room, newest, newest.number))))
        return True

    def _from_host(self, message: Message, now: float) -> bool:
        assert self.host is not None
        match message:
            case Ping(at):
                self._say(Pong(at, now, max(0, self._seen)))
            case Company(roster) if self._offer is not None and (roster.term, roster.host_key) == (
                self._offer.term,
                self._offer.key,
            ):
                self._company(roster)
            case Terms(chain) if self.whereabouts is Whereabouts.IN:
                return self._proved(chain)
            case Seen():
                return self._see(message, now)
            case Void(number):
                self._pressed.pop(number, None)
                self._show_again()
            case Notice(seat=seat) | Signed(seat=seat) if self.roster and seat < len(self.roster.places):
                self._shown.append(message)
            case Shuffle() | Committed() | Revealed() if self._challenge is not None:
                return False  # the cards are known, and no shuffle may replace the check against them
            case Shuffle(number):
                self._shuffle(number)
            case Committed(number, commitments):
                return self._reveal(number, dict(commitments))
            case Revealed(number, shares):
                self._judge(self._share.check(number, dict(shares)))
            case Goodbye(why):
                self._told_goodbye(self.host, why, now)
            case _:
                return False
        return True

    def _company(self, roster: Roster) -> None:
        self._heed_challenge(roster.challenge, started=roster.started)
        joins = self.whereabouts is Whereabouts.JOINING
        if joins:
            self.whereabouts = Whereabouts.IN
            self.restored = False
            self._deal = self._seen = -1
            if self._dealt_by != (self.host, roster.term):
                self._dealt_by = self.host, roster.term
                if self._challenge is None:
                    self._share.forget()
        self.roster = roster
        if self.view is not None and not (roster.started and self._at_this_table(self.view)):
            self.view = None
        self._shown.append(roster)
        if joins:
            self._say_what_waited(roster)

    def _say_what_waited(self, roster: Roster) -> None:
        """Send what the player pressed before this page had joined."""
        if self.watch and self.seat is not None:  # it was the host when its player asked to watch
            if roster.started:
                self.watch = False  # the game started first
            else:
                self._say(Watch(True))
        if self._ready_when_in and self.seat is not None and not roster.started:
            self._say(Ready(True))
        self._ready_when_in = False

    def _heed_challenge(self, challenge: Challenge | None, *, started: bool) -> None:
        """Check the deals so far by the old challenge, and the next ones by `challenge`.

        A challenge must be announced before the game begins. A game that began without this one does not become a
        challenge.
        """
        if challenge == self._challenge:
            return
        if self._challenge is not None:
            self._judge(self._share.check_challenge(self._challenge.seed))
        self._challenge = None if started and self.roster is not None else challenge

    def _told_goodbye(self, host: str, why: Why, now: float) -> None:
        if why in MOVES_ON:
            self._search.connected(host, self._ways.get(host, Way.DIRECT))
            self.lost_host(now, handed_over=True)
            return
        self.whereabouts, self.host = Whereabouts.OUT, None
        self._shown.append(Out(why))
        self._out.append(Close(host))

    # --- table --------------------------------------------------------------------

    def _at_this_table(self, view: View) -> bool:
        """Whether `view` matches this page's seat and the table in the roster."""
        roster = self.roster
        if roster is None:
            return False
        return (view.variant, view.seats, view.seat) == (roster.variant, len(roster.places), self.seat)

    def _see(self, seen: Seen, now: float) -> bool:
        view = seen.view
        if not self._at_this_table(view):
            return False
        if seen.number <= self._seen:
            return True
        self.view, self._deal, self._seen = view, seen.deal, seen.number
        playing = view.phase is Phase.PLAY
        gone = [n for n, cards in self._pressed.items() if not (playing and set(cards) & set(view.hand))]
        for number in gone:
            del self._pressed[number]
        waits = self._challenge is None and self._shares_due == inf
        if view.phase in OVER and waits and self._share.is_owed:
            self._shares_due = now + SHARES_WITHIN * self._host_pace.answer
        self._shown.append(view)
        if view.seat is not None and (times := self._share.saw(seen.deal, view)):
            self._shown.append(Reshuffled(times))
        if view.phase in OVER and self._challenge is not None:
            self._judge(self._share.check_challenge(self._challenge.seed))
        return True

    def _judge(self, verdict: Verdict) -> None:
        self._shares_due = inf
        if verdict != Verdict():
            self._shown.append(verdict)

    def _show_again(self) -> None:
        if self.view is not None:
            self._shown.append(self.view._replace(news=()))

    # --- shuffle ------------------------------------------------------------------

    def _shuffle(self, number: int) -> None:
        if self.seat is not None and (commitment := self._share.commit(number, self.seat)):
            self._say(Commit(number, commitment))

    def _reveal(self, number: int, commitments: dict[Seat, str]) -> bool:
        """Send our share, once, if the round's commitments include ours. Return whether it was sent."""
        share = None if self.seat is None else self._share.reveal(number, self.seat, commitments)
        people = {seat for seat, _ in self._people()}
        self._shown += [Notice(Note.LEFT_OUT, seat) for seat in self._share.dropped_out() if seat in people]
        if share is not None:
            self._say(Reveal(number, share))
        return share is not None

    # ------------------------------------------------------------------------------

    @property
    def _term(self) -> int:
        return 0 if self.roster is None else self.roster.term

    def _people(self) -> list[tuple[Seat, Place]]:
        return [] if self.roster is None else list(self.roster.people())

    def _say(self, message: Message) -> None:
        if self.host is not None:
            self._out.append(Say(self.host, message))
