"""What a page holds to sit at somebody's table: its View, and who would be host next.

Whoever runs a Guest calls `take` for every message, `tick` no earlier than `due`, then
delivers what `outbox` returns and shows what `updates` returns.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import inf
from random import Random
from typing import TypeAlias

from game.core import Action, Card, Phase, Play, PlayRest, Seat, State, View
from game.net.hearing import Hearing
from game.net.identity import Channel, Credentials, joining_text
from game.net.mandate import LONGEST_LEAP, Chain, Trust, assent_text, backing, is_signed, trust
from game.net.messages import (
    Commit,
    Committed,
    Company,
    Goodbye,
    Heard,
    Hosting,
    Join,
    MakeSign,
    Mandates,
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
    Void,
    Vote,
    Watch,
    Why,
)
from game.net.outgoing import Close, Dial, Say
from game.net.rate_limit import CLAIMS, CLAIMS_A_SECOND, Allowance
from game.net.roster import Challenge, Place, Roster
from game.net.shuffle import OwnShare, Unchecked, Verdict
from game.net.succession import OVER, Offers, Search, is_authentic, survives
from game.net.way import Pace, Way

BETTER_WITHIN = 2.5
"""Seconds that a newcomer waits for the founder, if another page says first that it is host."""

WEAK_AFTER = 3.0
"""Seconds that a page which was reloaded waits for a better host than one with whom nobody agreed."""

WEAK_FOR_NEWCOMERS_AFTER = 5.0
"""Seconds that a newcomer waits for that."""

SHARES_WITHIN = 3
"""Answers' time after a game in which the host shows everybody's share of the shuffle."""

VERSION_AFTER = 5.0
"""Seconds in which nobody of our version answers, before the others are believed to have another."""

MOVES_ON = (Why.CLOSED, Why.LEFT, Why.MOVED)
"""A host's goodbye after which the table goes on elsewhere; all others are meant for this page."""


class Whereabouts(Enum):
    """How this page stands to the table."""

    SEEKING = "seeking"
    JOINING = "joining"
    IN = "in"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Searching:
    """The host is not heard any more, and is looked for."""


@dataclass(frozen=True, slots=True)
class Out:
    """This page has no place at the table any more."""

    why: Why


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """Before this deal the host began the shuffle anew so often, when it could know what it would deal."""

    times: int


@dataclass(frozen=True, slots=True)
class Went:
    """`peer` is reached by `way` from now on."""

    peer: str
    way: Way


Shown: TypeAlias = View | Roster | Notice | Signed | Searching | Out | Verdict | Reshuffled | Went


class Guest:
    """The page `me` at a table, or on its way there; the browser keeps its `credentials`."""

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
    ) -> None:
        self.name = name
        self.credentials = credentials
        self.chain = chain
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
        self._offers = Offers()
        self._answered = ""
        self._offered = 0
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

    # --- what the page shows and does ---------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """Where this page sits; None while it watches."""
        return next((seat for seat, place in self._people() if place.key == self.credentials.key), None)

    @property
    def is_screen(self) -> bool:
        """Whether this page has no seat and shows the table to a whole room."""
        screen = None if self.roster is None else self.roster.screen
        return screen is not None and screen.key == self.credentials.key

    @property
    def may_host(self) -> bool:
        """Whether the table may go on at this page."""
        return self.seat is not None or self.is_screen

    @property
    def leads(self) -> bool:
        """Whether it is for this page to start the game and to choose it."""
        return self.roster is not None and self.roster.leads(self._me, self.seat)

    @property
    def survives(self) -> State | None:
        """The game as another host would deal it anew; None before the first deal."""
        return None if self.view is None else survives(self.view)

    @property
    def pressed(self) -> list[Card]:
        """The cards that were pressed and are on their way to the pile."""
        hand = () if self.view is None else self.view.hand
        return [card for cards in self._pressed.values() for card in cards if card in hand]

    def updates(self) -> list[Shown]:
        """What is to be shown, in order."""
        shown, self._shown = self._shown, []
        return shown

    def outbox(self) -> list[Say | Close | Dial]:
        """What is to be delivered, in order."""
        out, self._out = self._out, []
        return out

    def act(self, action: Action, now: float) -> None:
        """The person took `action`. A card moves at once; the host says whether it landed."""
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
        """Say that this page is ready, or not any more; while it comes in, the host hears of it as soon as it is in."""
        self._ready_when_in = ready and self.whereabouts is not Whereabouts.IN
        self._say(Ready(ready))

    def rename(self, name: str) -> None:
        """Be called `name`."""
        self.name = name
        self._say(Rename(name))

    def only_watch(self, watch: bool) -> None:
        """Only watch from now on, or sit down as soon as a seat is free."""
        self.watch = watch
        self._say(Watch(watch))

    def order(self, order: Order) -> None:
        """Ask for what only whoever leads may."""
        self._say(order)

    def vote(self, seat: Seat, agreed: bool) -> None:
        """Be for going on with a teammate at `seat`, or not any more."""
        self._say(Vote(seat, agreed))

    def sign(self, sign: Sign) -> None:
        """Make a wordless sign."""
        self._say(MakeSign(sign))

    def leave(self, why: Why = Why.LEFT) -> None:
        """Say goodbye: for good, or because the page is closed."""
        self._say(Goodbye(why))
        self.whereabouts = Whereabouts.OUT

    # --- time ---------------------------------------------------------------------

    def due(self) -> float:
        """When `tick` next has something to do."""
        match self.whereabouts:
            case Whereabouts.OUT:
                return inf
            case Whereabouts.SEEKING:
                return min(self._search.due(), self._offers.due(self._patience), self._version_due(), self._shares_due)
            case _:
                return min(self._host_vanishes, self._shares_due)

    def tick(self, now: float) -> None:
        """Do all that is due by `now`."""
        if self.host is not None and now >= self._host_vanishes:
            self.lost_host(now)
        if now >= self._shares_due:
            self._judge(self._share.give_up(Unchecked.NOT_SHOWN))
        if self.whereabouts is not Whereabouts.SEEKING:
            return
        if (best := self._offers.best(self._patience, now)) is not None:
            self.follow(*best, now)
            return
        if now >= self._version_due():
            self.whereabouts = Whereabouts.OUT
            self._shown.append(Out(Why.VERSION))
            return
        self._out += [Say(peer, Seek(self._term)) for peer in self._search.calls(now)]
        if self._search.dials(now):
            self._out.append(Dial())

    def woke(self, now: float) -> None:
        """The page did not run for a while: the host, if it is well, is heard soon."""
        self._hearing.woke(self._host_pace, now)

    def told_other_version(self, now: float) -> None:
        """Somebody in the room has another version of the page; it is believed if nobody of ours answers."""
        if self._other_version_since is None:
            self._other_version_since = now

    @property
    def _host_pace(self) -> Pace:
        return self._ways.get(self.host or "", Way.DIRECT).pace

    @property
    def _host_vanishes(self) -> float:
        """When the host counts as vanished, if it is not heard until then."""
        return self._hearing.vanishes(self._host_pace)

    def _version_due(self) -> float:
        if self._other_version_since is None or self.roster is not None:
            return inf
        return self._other_version_since + VERSION_AFTER

    def takes_over(self, now: float) -> bool:
        """Whether it is for this page to be host: it is the first of those who miss the last one."""
        roster = self.roster
        if self.whereabouts is not Whereabouts.SEEKING or roster is None or not self.may_host:
            return False
        return self._search.is_next(roster, self.seat, now, restored=self.restored)

    def lost_host(self, now: float) -> None:
        """The host is none any more."""
        self.whereabouts, self.host = Whereabouts.SEEKING, None
        self._pressed.clear()
        self._deal = -1
        self._search.begin(now)
        self._offers.clear()
        self._answered = ""
        self._shown.append(Searching())

    # --- peers --------------------------------------------------------------------

    def connected(self, peer: str, now: float, binding: str, way: Way) -> None:
        """There is a channel to `peer`, which has this `binding` and no other channel has."""
        self._search.connected(peer, way)
        self._bindings[peer], self._ways[peer] = binding, way
        self._shown.append(Went(peer, way))
        if self.whereabouts is Whereabouts.SEEKING:
            self._out += [Say(one, Seek(self._term)) for one in self._search.calls(now)]

    def went(self, peer: str, way: Way, now: float) -> None:
        """`peer` is reached by another `way` from now on. If it is the host, its silence is counted anew."""
        self._search.went(peer, way)
        self._ways[peer] = way
        self._shown.append(Went(peer, way))
        if peer == self.host:
            self._hearing.begin(now)

    def lost(self, peer: str, now: float) -> None:
        """There is no channel to `peer` any more."""
        self._search.lost(peer)
        self._offers.drop(peer)
        self._bindings.pop(peer, None)
        self._ways.pop(peer, None)
        self._claims.pop(peer, None)
        if peer == self.host:
            self.lost_host(now)

    def follow(self, peer: str, offer: Hosting, now: float) -> None:
        """Ask `peer`, whose offer this is, for a seat."""
        self.whereabouts, self.host = Whereabouts.JOINING, peer
        self._hearing.begin(now)
        self._offers.clear()
        self._answered, self._offered = offer.nonce, offer.term
        own = self.credentials
        signature = own.sign(joining_text(self._channel(peer), offer.nonce))
        assent = own.sign(assent_text(own.room, offer.term, offer.key))
        self._out.append(Say(peer, Join(self.name, own.key, self.watch, signature, assent)))

    def _channel(self, host: str) -> Channel:
        return Channel(self.credentials.room, host, self._me, self._bindings.get(host, ""))

    def trusts(self, peer: str) -> bool:
        """Whether `peer` sat at this page's table, or showed it."""
        screen = None if self.roster is None else self.roster.screen
        return any(place.peer == peer for _, place in self._people()) or (screen is not None and screen.peer == peer)

    def take(self, peer: str, message: Message, now: float) -> bool:
        """`peer` said this. False if that is not its to say."""
        if not self._search.hears(peer) or self.whereabouts is Whereabouts.OUT:
            return True
        match message:
            case Hosting():
                return self._hosting(peer, message, now)
            case Seek():
                self._search.sought_by(peer, now)
                if self.whereabouts is Whereabouts.IN:
                    self._out.append(Say(peer, Heard(self._term)))
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
        """`peer` says that it is host; False if that is not true."""
        if peer == self.host:
            if offer.nonce != self._answered:
                self.follow(peer, offer, now)  # it does not know us any more
            return True
        if self.whereabouts is not Whereabouts.SEEKING:
            return True
        claims = self._claims.setdefault(peer, Allowance(CLAIMS, CLAIMS_A_SECOND, now))
        if not claims.spend(now) or not is_authentic(offer, self._channel(peer), self.credentials.verify):
            return False
        trusted = self._trust(offer)
        if trusted is not Trust.NONE:
            backed_by = backing(offer.chain, self.credentials.room, self.credentials.verify)
            self._offers.put(peer, offer, trusted, backed_by, now)
            self._offers.weigh_again(self._trust, now)
            if trusted is Trust.FULL and self._is_expected(offer):
                self.follow(peer, offer, now)
        return True

    def _trust(self, offer: Hosting) -> Trust:
        """How far this page believes that the offer comes from the host of its table."""
        own, roster = self.credentials, self.roster
        trusted = trust(offer.chain, own.room, own.founder, own.verify, self.chain or self._offers.mandates)
        if roster is None:
            return trusted
        if offer.term > roster.term + LONGEST_LEAP:
            return Trust.NONE
        if offer.term < roster.term:
            return min(trusted, Trust.WEAK)  # of an earlier host, from which others parted; it may be the last
        if offer.key == roster.host_key:
            return Trust.FULL
        return trusted or (Trust.WEAK if any(place.key == offer.key for _, place in roster.people()) else Trust.NONE)

    def _is_expected(self, offer: Hosting) -> bool:
        """Whether no better offer can come: from the founder, or to one who knows the table."""
        return self.roster is not None or offer.key == self.credentials.founder

    def _patience(self, trusted: Trust) -> float:
        if trusted is Trust.FULL:
            return BETTER_WITHIN
        if self.roster is None:
            return WEAK_FOR_NEWCOMERS_AFTER
        return WEAK_AFTER if self.restored else 0.0  # who has lost the host is one of those who are to agree

    def _mandated(self, chain: Chain, roster: Roster) -> bool:
        """Keep by whose word our host is host; False if it is not its own."""
        own = self.credentials
        newest = chain[-1] if chain else None
        if newest is None or (newest.term, newest.host) != (roster.term, roster.host_key):
            return False
        if not is_signed(newest, own.room, own.verify):
            return False
        self.chain = chain
        return True

    def _from_host(self, message: Message, now: float) -> bool:
        assert self.host is not None
        match message:
            case Ping(at):
                self._say(Pong(at, now, max(0, self._seen)))
            case Company(roster) if roster.term == self._offered:
                self._company(roster)
            case Mandates(chain) if self.roster is not None:
                return self._mandated(chain, self.roster)
            case Seen():
                return self._see(message, now)
            case Void(number):
                self._pressed.pop(number, None)
                self._show_again()
            case Notice(seat=seat) | Signed(seat=seat) if self.roster and seat < len(self.roster.places):
                self._shown.append(message)
            case Shuffle() | Committed() | Revealed() if self._challenge is not None:
                return False  # the cards are known, and nothing takes from a hand that it is to be checked by them
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
        """What was pressed before this page was in, or in again."""
        if self.watch and self.seat is not None:  # it was host when it got up
            if roster.started:
                self.watch = False  # the game was faster
            else:
                self._say(Watch(True))
        if self._ready_when_in and self.seat is not None and not roster.started:
            self._say(Ready(True))
        self._ready_when_in = False

    def _heed_challenge(self, challenge: Challenge | None, *, started: bool) -> None:
        """Check by `challenge` from now on, and by that of before what it has dealt.

        What is played is said before a game begins: one that began without it, or by another, is no challenge.
        """
        if challenge == self._challenge:
            return
        if self._challenge is not None:
            self._judge(self._share.check_challenge(self._challenge.seed))
        self._challenge = None if started and self.roster is not None else challenge

    def _told_goodbye(self, host: str, why: Why, now: float) -> None:
        if why in MOVES_ON:
            self._search.connected(host, self._ways.get(host, Way.DIRECT))
            self.lost_host(now)
            return
        self.whereabouts, self.host = Whereabouts.OUT, None
        self._shown.append(Out(why))
        self._out.append(Close(host))

    # --- the table ----------------------------------------------------------------

    def _at_this_table(self, view: View) -> bool:
        """Whether `view` is of the table that the roster shows, from this page's seat."""
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

    # --- the shuffle --------------------------------------------------------------

    def _shuffle(self, number: int) -> None:
        if self.seat is not None and (commitment := self._share.commit(number, self.seat)):
            self._say(Commit(number, commitment))

    def _reveal(self, number: int, commitments: dict[Seat, str]) -> bool:
        """Show our share, once, if it is bound into the round with all the others'."""
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
