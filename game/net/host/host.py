"""The page that hosts the table: it lets players join, deals, orders the presses, and sends Views.

The host's own player is a guest like any other, or a screen that shows the table to a whole room. The caller passes
every message to `take`, calls `tick` no earlier than `due`, then delivers `outbox`. The seat of a message is that of
the channel by which it came.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TypeAlias

from game.core import (
    Dealt,
    Event,
    GoBlind,
    LiftHand,
    LowerStar,
    Phase,
    Play,
    Played,
    PlayRest,
    Seat,
    State,
    Stop,
    Stopped,
    View,
)
from game.net.election.tenure import Tenure
from game.net.election.terms import Chain, Proof, Rules, Vote
from game.net.failover import OVER
from game.net.host.lag_compensation import FairTable
from game.net.host.lag_quota import LagQuota
from game.net.host.lobby import VOTE_AFTER, Lobby, Refusal, SeatsError, hindrance
from game.net.host.peer_state import Peer
from game.net.host.shuffle_host import Dealer
from game.net.outgoing import Close, Say
from game.net.protocol.messages import (
    Accepted,
    Ballot,
    Begin,
    Choose,
    Commit,
    Company,
    DropChallenge,
    Empty,
    Fill,
    Gather,
    Goodbye,
    HandOver,
    Hosting,
    Join,
    Keep,
    MakeSign,
    Message,
    Note,
    Notice,
    Order,
    Pong,
    Press,
    Ready,
    Rename,
    Reveal,
    Seen,
    SendAway,
    Signed,
    Terms,
    Void,
    Watch,
    Why,
)
from game.net.protocol.messages import Vote as TeammateVote
from game.net.roster import Presence, Roster, Sitter
from game.table import Table
from game.teammates import Teammate
from game.teammates.characters import CHARACTERS
from game.transport.hashes import mixed, new_secret
from game.transport.identity import Channel, Credentials, hosting_text, joining_text
from game.transport.rate_limit import COMING, EFFECTS, EFFECTS_A_SECOND, TIDINGS, TIDINGS_A_SECOND, Allowance
from game.transport.route import QUICK, Pace, Way

GATHER = 2
"""Answer times that a new host waits for the other players before it deals: they receive its offer and join."""

TeammateFor: TypeAlias = Callable[[str, Seat], Teammate]
"""Makes the teammate for a character and a seat. The character "" is the one that plays best with the others."""


class Host:
    """The host of a table, on the page `me`, for its `tenure`. Without a tenure, it founds a new session.

    `seat` is the host's seat; None if it is the screen. Once it `gets_up` to watch, another page has to host.
    """

    def __init__(
        self,
        me: str,
        lobby: Lobby,
        teammates: TeammateFor,
        credentials: Credentials,
        dice: Random,
        *,
        seat: Seat | None = 0,
        tenure: Tenure | None = None,
    ) -> None:
        self.lobby = lobby
        self._own = credentials
        self.tenure = tenure or Tenure.found(credentials, Rules.of(credentials), new_secret(dice))
        self.gets_up = False
        self._me = me
        self._seat = seat
        self._out: list[Say | Close] = []
        self._announced: Roster | None = None
        self._newcomers: set[str] = set()
        self._heir: str | None = None
        self._came_in = False
        self._told: Chain = ()
        self._dice = dice
        self._teammates = teammates
        self._start: State | None = None
        self._took_over: Notice | None = None
        self._gathers_since: float | None = None
        self._awaited: frozenset[Seat] = frozenset()
        self._peers: dict[str, Peer] = {}
        self._beats_after: dict[Pace, float] = {}
        self._effects: dict[str, Allowance] = {}
        self._blamed: list[str] = []
        self._tidings: Allowance | None = None
        self._tells_at = math.inf
        self._dealer = Dealer(self._here, self._answer, self._tell, self._deal_shuffled)
        self._fair: FairTable | None = None
        self._lag = defaultdict[Seat, LagQuota](LagQuota)
        self._deal = 0
        self._goes_blind: Seat | None = None

    @classmethod
    def take_over(
        cls,
        me: str,
        roster: Roster,
        seat: Seat | None,
        start: State | None,
        teammates: TeammateFor,
        credentials: Credentials,
        dice: Random,
        now: float,
        *,
        chain: Chain,
        term: int,
        votes: tuple[Vote, ...] = (),
        afresh: bool = False,
    ) -> Host:
        """Return the host that follows the one of `roster`. The table stays as it was, but the level is dealt again.

        `start` is the state of the game, None before the first deal. The `votes` on the last roster of `chain` elect
        this page in the term `term`. A table that is opened `afresh` starts a new session.
        """
        evening = new_secret(dice) if afresh else chain[-1].roster.evening
        tenure = Tenure.claim(credentials, Rules.of(credentials), chain, term, evening, votes)
        host = cls(me, Lobby.inherited(roster, now), teammates, credentials, dice, seat=seat, tenure=tenure)
        host._start = start
        if not roster.started:
            return host
        if roster.host is None and seat is not None:
            host._took_over = Notice(Note.SCREEN_GONE, seat)
        elif roster.host is not None and seat != roster.host:
            host._took_over = Notice(Note.TOOK_OVER, roster.host)
        host._gathers_since = now
        host._awaited = frozenset(s for s, place in roster.people() if place.here and s != roster.host)
        return host

    # --- state and commands for the page ------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The host's seat; None if it is the screen."""
        own = self.lobby.seat_of(self._me)
        return self._seat if own is None else own

    @property
    def term(self) -> int:
        """The host's term."""
        return self.tenure.roster.term

    @property
    def roster(self) -> Roster:
        """The public roster of all players and watchers."""
        return self.lobby.roster(self.term, self.seat)

    @property
    def can_start(self) -> bool:
        """Whether the game has not begun, and nothing prevents its start."""
        return not self.lobby.started and hindrance(self.roster) is None

    @property
    def may_give_up(self) -> bool:
        """Whether the player at this page may give up the seat to watch, because another page can host."""
        return self.lobby.may_give_up(self._me)

    @property
    def people(self) -> int:
        """The number of players who are connected."""
        return sum(place.here for place in self.lobby.places)

    @property
    def over(self) -> bool:
        """Whether the game has ended. A game that was won may still go on blind."""
        return self._fair is not None and self._fair.table.view(None).phase in OVER

    def outbox(self, now: float) -> list[Say | Close]:
        """Return what to deliver, in order. A changed roster comes before all other messages."""
        self._announce(now)
        out, self._out = self._out, []
        return out

    def blamed(self) -> list[str]:
        """Return the peers that sent invalid messages since the last call, once for each message."""
        blamed, self._blamed = self._blamed, []
        return blamed

    def due(self) -> float:
        """Return when to call `tick` next."""
        moments = [known.next_beat for known in self._peers.values()]
        moments += [self._peers[peer].vanishes for peer, _ in self.lobby.members()]
        if (change := self.lobby.next_change()) is not None:
            moments.append(change)
        moments.append(self._tells_at)
        if self._gathering is not None:
            moments.append(self._gathering)
        if self._dealer.due is not None:
            moments.append(self._dealer.due)
        if self._fair is not None and (due := self._fair.due(self._wait())) is not None:
            moments.append(due)
        return min(moments, default=float("inf"))

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`."""
        for peer, known in list(self._peers.items()):
            if self.lobby.has(peer) and now >= known.vanishes:
                self._absent(peer, Presence.AWAY, now)
            if now >= known.next_beat:
                self._beat(peer, known, now)
        self.lobby.open_votes(now)
        if self._gathering is not None and now >= self._gathering:
            self._begin_deal(now)
        self._dealer.tick(now)
        self._go_on(now)

    def woke(self, now: float) -> None:
        """Extend the timeouts of all peers, because this tab was suspended."""
        for known in self._peers.values():
            known.hearing.woke(known.pace, now)

    def send_away(self, peer: str, now: float) -> None:
        """Kick the person at `peer`, and ban its key."""
        self.dismiss(peer, Why.SENT_AWAY, now)

    def start(self, now: float) -> None:
        """Start the game without the free seats, if nothing prevents it."""
        if self.can_start:
            self.lobby.close_up()
            self.lobby.started = True
            self._begin_deal(now)

    def again(self, now: float) -> None:
        """Start another game with the same players and settings, if the game has ended."""
        if self.over and self._fair is not None:
            self._show_shares()
            self._deal = self._fair.deal
            self._fair = self._start = self._goes_blind = None
            self.lobby.give_way()
            self._begin_deal(now)

    def gather(self, now: float) -> None:
        """Return to the lobby after a game, to choose the next one."""
        if self.over and self._fair is not None and self._dealer.due is None:
            self._show_shares()
            self._deal = self._fair.deal
            self._fair = self._start = self._goes_blind = None
            self.lobby.reopen(now)

    def close(self, why: Why = Why.CLOSED) -> None:
        """Stop hosting, and say goodbye to all peers."""
        self._show_shares()
        for peer in self._peers:
            if peer != self._me:
                self._say(peer, Goodbye(why))

    # --- peers --------------------------------------------------------------------

    def connected(self, peer: str, now: float, binding: str, way: Way) -> None:
        """Note a new channel to `peer`, with its unique `binding` and the route `way`."""
        self._peers[peer] = Peer(now, binding, new_secret(self._dice), way)

    def went(self, peer: str, way: Way, now: float) -> None:
        """Note the new route `way` to `peer`."""
        if peer in self._peers:
            self._peers[peer].went(way, now)
            self._go_on(now)

    def lost(self, peer: str, now: float) -> None:
        """Note that the channel to `peer` has closed."""
        if self._peers.pop(peer, None) is not None:
            self._absent(peer, Presence.AWAY, now)

    def dismiss(self, peer: str, why: Why, now: float) -> None:
        """Say goodbye to `peer` and close its channel. Ban the key of a member that is kicked or has offended."""
        if peer not in self._peers:
            return
        self._say(peer, Goodbye(why))
        self._out.append(Close(peer))
        if why in (Why.SENT_AWAY, Why.MALFORMED, Why.FLOODED) and self.lobby.has(peer):
            self._vacated(self.lobby.send_away(peer, now), Presence.GONE, now)
        self.lost(peer, now)

    def offer(self, peer: str) -> None:
        """Send `peer` a host claim, which is also an offer to join."""
        known = self._peers.get(peer)
        if known is not None:
            signature = self._own.sign(hosting_text(self._channel(peer, known), self.term))
            self._say(peer, Hosting(known.nonce, signature, self.tenure.proof(rival=known.rival)))

    def _channel(self, peer: str, known: Peer) -> Channel:
        return Channel(self._own.room, self._me, peer, known.binding)

    def may_claim(self, peer: str, now: float) -> bool:
        """Whether the rate limit lets `peer` send another host claim or search request: each costs signatures."""
        return peer in self._peers and self._peers[peer].claims.spend(now)

    def yields_to(self, peer: str, rival: Proof, now: float, *, proven: bool) -> bool:
        """Whether this host resigns in favour of `peer`, a host with the sound proof `rival`.

        `proven` says whether that proof shows a quorum.
        """
        first, self._peers[peer].rival = self._peers[peer].rival is None, rival
        if proven and self.lobby.has(peer):
            self._absent(peer, Presence.AWAY, now)
        if proven and self.tenure.yields_to(rival):
            return True
        if first:
            self.offer(peer)
        return False

    def take(self, peer: str, message: Message, now: float) -> None:
        """Handle a message from `peer`. One that `peer` may not send has no effect, and counts as an offence."""
        known = self._peers.get(peer)
        if known is None:
            return
        accepted = known.accepted
        if isinstance(message, Join):
            self._join(peer, message, now)
        elif isinstance(message, Ballot):
            if message.term == self.term and known.claims.spend(now):
                self.tenure.add_vote(Vote(message.key, message.signature))
        elif self.lobby.has(peer) and self._member(peer, known, message, now):
            if known.accepted >= min(known.told, accepted + 1) or peer == self._me:
                known.hearing.heard(now)  # a member must not keep an early roster in order to depose us by it
        elif peer == self._heir and isinstance(message, Pong) and known.answered(message, now):
            self._tell_heir(peer, now)  # all that has changed since it joined
            self._say(self._me, Goodbye(Why.REPLACED))
        else:
            self._blamed.append(peer)

    def _member(self, peer: str, known: Peer, message: Message, now: float) -> bool:
        """Handle a message from a member. Return False if it may not send that now."""
        seat = self.lobby.seat_of(peer)
        if isinstance(message, Order):
            return known.effects.spend(now) and self._obey(peer, seat, message, now)
        match message:
            case Goodbye(why):
                self._leaves(peer, why, now)
            case Accepted(number, signature):
                if not self.tenure.follows(self.lobby.key_of(peer) or "", number, signature):
                    return False
                known.accepted = max(known.accepted, number)
            case Pong() if message.seen <= known.sent.number:
                return known.answered(message, now)
            case Rename() | Ready() | Watch() | TeammateVote() | MakeSign() | Press() if not known.effects.spend(now):
                return self._void(peer, message)
            case Rename(name) if seat is not None and not self.lobby.started:
                self.lobby.rename(seat, name)
            case Ready(ready) if seat is not None and not self.lobby.started:
                self.lobby.ready(seat, ready)
            case Watch(watch) if peer != self._me:
                self.lobby.watch(peer, watch)
            case Watch(watch):
                self.gets_up = watch and self.may_give_up
            case TeammateVote(absent, agreed) if seat is not None and self.lobby.vote(seat, absent, agreed):
                self._count_votes(now)
            case MakeSign(sign) if seat is not None and self.lobby.started and self.lobby.settings.signs:
                self._tell(Signed(seat, sign))
            case Commit() | Reveal() if seat is not None:
                return self._dealer.take(seat, message, now)
            case Press() if seat is not None and known.is_next(message):
                return self._press(peer, seat, known, message, now)
            case _:
                return False
        return True

    def _obey(self, peer: str, seat: Seat | None, order: Order, now: float) -> bool:
        """Carry out `order` from `peer`, whose player has `seat`. Return False if it may not give that order."""
        lobby = self.lobby
        if not self.roster.leads(peer, seat):
            return False
        match order:
            case Choose():
                self._choose(order)
            case Fill(character) if character in CHARACTERS:
                lobby.fill_one(character)
            case Empty(mate):
                lobby.empty(mate)
            case SendAway(other) if other not in (self._me, lobby.screen and lobby.screen.peer):
                self.send_away(other, now)
            case HandOver(heir):
                lobby.hand_over(heir)
            case Keep(name):
                lobby.settings.kept = name
            case DropChallenge():
                lobby.drop_challenge()
            case Begin():
                (self.again if lobby.started else self.start)(now)
            case Gather():
                self.gather(now)
        return True

    def _choose(self, choice: Choose) -> None:
        roster = self.roster
        self.lobby.settings.locked = choice.locked
        if roster.challenge is not None:  # it is for this variant and this number of seats
            choice = replace(choice, variant=roster.variant, seats=len(roster.places))
        if (choice.variant, choice.seats, choice.signs) != (roster.variant, len(roster.places), roster.signs):
            try:
                self.lobby.arrange(choice.variant, choice.seats, choice.signs)
            except SeatsError:
                pass  # a player took a seat meanwhile, as the next roster shows

    # --- joining and leaving ------------------------------------------------------

    def _join(self, peer: str, join: Join, now: float) -> None:
        known = self._peers[peer]
        text = joining_text(self._channel(peer, known), known.nonce)
        if not self._own.verify(join.key, join.signature, text):
            self._blamed.append(peer)
            return
        if self.lobby.has(peer):
            if self.lobby.key_of(peer) == join.key and known.effects.spend(now):
                self._show_again(peer, known, now)  # it lost its connection to us, which concerns no other page
            else:
                self._blamed.append(peer)
            return
        if join.key == self.lobby.key_of(self._me):
            self._heir = peer
            self._tell_heir(peer, now)
            self._say(peer, known.ping(now))  # until it answers, no other page may learn of the table
            return
        effects = self._effects_of(join.key, now)
        if self.lobby.started and not effects.spend(now, COMING):
            self._blamed.append(peer)
            return
        try:
            seat, replaced = self.lobby.join(peer, join.name, join.key, join.watch, now)
        except Refusal as refusal:
            self.dismiss(peer, refusal.why, now)
            return
        known = self._peers[peer] = Peer(now, known.binding, new_secret(self._dice), known.way)
        known.effects = effects
        if replaced is not None:
            self._say(replaced, Goodbye(Why.REPLACED))  # if this is lost, the page asks and gets it again
        self._newcomers.add(peer)
        self._came_in = True
        if self._took_over is not None:
            self._say(peer, self._took_over)
        if seat is not None and self._fair is not None and not self.lobby.interruptions.sits_out(seat):
            self.lobby.interrupted(seat)
            self._fair.take(seat, Stop())  # the table pauses for a player who returns
            self._fair.table.seat(seat, None, self._fair.table.now)
            self._tell(Notice(Note.BACK, seat))
            self._go_on(now)
        self._show_table(peer, seat, now)
        if self._gathering is not None and all(self.lobby.places[one].here for one in self._awaited):
            self._begin_deal(now)

    def _tell_heir(self, peer: str, now: float) -> None:
        """Send `peer`, a newer page of the host's own player, all that it needs to host the table instead."""
        self._say(peer, Company(self.roster))
        self._say(peer, Terms(self.tenure.chain))
        self._show_table(peer, self.seat, now)

    def _effects_of(self, key: str, now: float) -> Allowance:
        """Return the rate limit of the holder of `key`. A player who returns to the same seat gets the same limit."""
        effects = self._effects.get(key) or Allowance(EFFECTS, EFFECTS_A_SECOND, now)
        seated = {place.key for place in self.lobby.places} | {key}
        self._effects = {one: of for one, of in (*self._effects.items(), (key, effects)) if one in seated}
        return effects

    def _show_again(self, peer: str, known: Peer, now: float) -> None:
        self._newcomers.add(peer)
        self._came_in = True
        known.hearing.heard(now)
        self._show_table(peer, self.lobby.seat_of(peer), now)

    def _leaves(self, peer: str, why: Why, now: float) -> None:
        seat = self.lobby.seat_of(peer)
        if why is Why.LEFT:
            self._absent(peer, Presence.GONE, now, since=now - VOTE_AFTER)
            if seat is not None and not self.lobby.started:
                self.lobby.free(seat)
        else:
            self._absent(peer, Presence.GONE, now)

    def _absent(self, peer: str, presence: Presence, now: float, since: float | None = None) -> None:
        """Note that `peer` has disconnected. From now on, it gets offers to join again."""
        if self.lobby.has(peer):
            if peer in self._peers:
                self._peers[peer].next_beat = now
            self._vacated(self.lobby.leave(peer, presence, now if since is None else since), presence, now)

    def _vacated(self, seat: Seat | None, presence: Presence, now: float) -> None:
        """Pause the game for the player who had `seat`; None was a watcher."""
        if seat is None or not self.lobby.started or self.lobby.interruptions.sits_out(seat):
            return
        self._tell(Notice(Note(presence.value), seat))
        if self._fair is not None:
            self._fair.take(seat, Stop(), LowerStar(), LiftHand())
            self._go_on(now)
        self._dealer.gone(seat, now)
        self._count_votes(now)  # with fewer players present, fewer votes are a majority

    def _count_votes(self, now: float) -> None:
        """Let a teammate play for each seat where a majority has voted for it."""
        for seat, place in enumerate(self.lobby.places):
            if place.votable and not place.stands_in and self.lobby.carried(seat):
                self.lobby.stand_in(seat)
                self._tell(Notice(Note.STANDS_IN, seat))
                if self._fair is not None:
                    self._fair.table.seat(seat, self._teammates(place.character, seat), self._fair.table.now)
                    self._go_on(now)

    # --- deal ---------------------------------------------------------------------

    @property
    def _gathering(self) -> float | None:
        """The time until which a new host waits for the players that it can reach; None if it does not wait."""
        return None if self._gathers_since is None else self._gathers_since + GATHER * self._answer()

    def _answer(self) -> float:
        """The answer time of the slowest route to a peer, in seconds."""
        return max((known.pace.answer for known in self._peers.values()), default=QUICK.answer)

    def _here(self) -> set[Seat]:
        return {seat for seat, place in enumerate(self.lobby.places) if place.here}

    def _begin_deal(self, now: float) -> None:
        """Deal the cards of the challenge at once. Without a challenge, start a shuffle first."""
        self._gathers_since = None
        challenge = self.lobby.settings.challenge
        if challenge is None:
            self._dealer.begin(now)
        else:
            self._sit_down(challenge.seed, now)

    def _deal_shuffled(self, shares: Mapping[Seat, str], now: float) -> None:
        """Deal the cards that follow from all shares of the shuffle."""
        self._sit_down(mixed(shares), now)

    def _sit_down(self, seed: str, now: float) -> None:
        """Deal the cards of `seed`, in a new game or in the current one."""
        seat, self._goes_blind = self._goes_blind, None
        if seat is not None and self._fair is not None:
            self._fair.table.reseed(seed)
            self._fair.take(seat, GoBlind())
            self._go_on(now)
            return
        teammates = {
            seat: self._teammates(place.character, seat)
            for seat, place in enumerate(self.lobby.places)
            if place.sitter is Sitter.TEAMMATE or place.stands_in
        }
        seats, variant = len(self.lobby.places), self.lobby.settings.variant
        table = Table(variant, seats, seed, teammates, start=self._start)
        self._fair = FairTable(table, now, self._deal)
        self._go_on(now)
        if self._start is not None and self._start.phase is not Phase.DEAL:
            for peer, seat in self.lobby.members():
                self._show_table(peer, seat, now)

    def _show_shares(self) -> None:
        if self.over:
            self._dealer.show_shares()

    # --- table --------------------------------------------------------------------

    def _void(self, peer: str, message: Message) -> bool:
        if isinstance(message, Press):
            self._say(peer, Void(message.number))
        return False

    def _press(self, peer: str, seat: Seat, known: Peer, press: Press, now: float) -> bool:
        if self._fair is None or press.seen > known.sent.number:
            return self._void(peer, press)
        if isinstance(press.action, GoBlind) and self.over:
            return self._go_blind(seat, now)
        if self.lobby.interruptions.sits_out(seat):
            return self._void(peer, press)
        if self.lobby.places[seat].stands_in:
            self._resume(seat)
        plays = isinstance(press.action, Play | PlayRest)
        at = self._lag[seat].pressed(known, press, now) if plays else known.pressed(press, now)
        self._fair.press(seat, press.action, at, peer, press.number, press.deal)
        self._go_on(now)
        return True

    def _resume(self, seat: Seat) -> None:
        """Give the seat back to its player, who was present but held up play."""
        self.lobby.resume(seat)
        self._tell(Notice(Note.BACK, seat))
        if self._fair is not None:
            self._fair.table.seat(seat, None, self._fair.table.now)

    def _holding_up(self, fair: FairTable) -> set[Seat]:
        """Return the players who are present, and whose hands all others wait for."""
        view, places = fair.table.view(None), self.lobby.places
        people = {seat for seat, place in enumerate(places) if place.here and not place.stands_in}
        waiting = (
            view.phase in (Phase.FOCUS, Phase.REVEAL)
            and people & view.down
            and not any(place.missing for place in places)
        )
        return people - view.down if waiting else set()

    def _go_blind(self, seat: Seat, now: float) -> bool:
        """Start the shuffle for the blind levels of a won game, whose old shares are public.

        A challenge has its own cards for the blind levels.
        """
        if self._fair is None or GoBlind() not in self._fair.table.view(seat).legal:
            return False
        if self._goes_blind is None:
            self._goes_blind = seat
            self._begin_deal(now)
        return True

    def _go_on(self, now: float) -> None:
        """Advance the table to `now`, and send all updates."""
        if self._fair is None:
            return
        updates, void = self._fair.go_on(now, self._wait(), self._patience(now))
        self.lobby.hold_up(self._holding_up(self._fair), now)
        for deal, update in updates:
            self._count(update.events)
            for peer, seat in self.lobby.members():
                self._show(peer, deal, update.view(seat), now)
            self._show_shares()
        for press in void:
            self._blamed.append(press.peer)
            if self.lobby.has(press.peer):
                self._say(press.peer, Void(press.number))

    def _count(self, events: Iterable[Event]) -> None:
        """Charge events to the interruption budgets and lag quotas of the level. A new deal renews both."""
        for event in events:
            match event:
                case Dealt():
                    self.lobby.begin_level()
                    self._lag.clear()
                case Stopped(seat):
                    self.lobby.interrupted(seat)
                case Played(player, face_down=False):  # not charged face down: only the wait orders those cards
                    for seat, known in self._guests_at_the_table():
                        if seat != player:
                            self._lag[seat].delayed(known)

    def _show(self, peer: str, deal: int, view: View, now: float) -> None:
        """Send `peer` the View that it may know, unless nothing in it has changed for `peer`."""
        known, standing = self._peers[peer], view._replace(news=())
        if view.news or standing != known.shown:
            known.shown = standing
            self._say(peer, Seen(known.sent.send(now), deal, view))

    def _show_table(self, peer: str, seat: Seat | None, now: float) -> None:
        """Send `peer` the current View of `seat`; the public View if that is None."""
        if self._fair is not None:
            self._peers[peer].shown = None
            self._show(peer, self._fair.deal, self._fair.table.view(seat), now)

    def _wait(self) -> float:
        """Return the seconds within which the slowest guest's press very probably arrives, limited by its lag quota."""
        return max((self._lag[seat].wait(known) for seat, known in self._guests_at_the_table()), default=0.0)

    def _patience(self, now: float) -> float:
        """Return the seconds within which every guest's press arrives, if at all, limited by its lag quota."""
        guests = self._guests_at_the_table()
        return max((self._lag[seat].patience(known, now) for seat, known in guests), default=0.0)

    def _guests_at_the_table(self) -> Iterator[tuple[Seat, Peer]]:
        """Yield the seated guests, without the host's own player."""
        members = self.lobby.members()
        return ((seat, self._peers[peer]) for peer, seat in members if seat is not None and peer != self._me)

    # --- sending ------------------------------------------------------------------

    def _beat(self, peer: str, known: Peer, now: float) -> None:
        """Send `peer` a heartbeat, or an offer to join if it has not joined."""
        if self.lobby.has(peer):
            free_at = self._beats_after.get(known.pace, now)
            if now < free_at:
                known.next_beat = free_at
                return
            self._beats_after[known.pace] = now + known.pace.apart
            self._say(peer, known.ping(now))
        else:
            known.offered(now)
            self.offer(peer)

    def _announce(self, now: float) -> None:
        """Send the roster and its proof to all members if they have changed, and to newcomers in any case."""
        roster = self.roster
        members = [peer for peer, _ in self.lobby.members()]
        newcomers = self._newcomers.intersection(members)
        waits = self._can_wait(roster, now)
        if waits and not newcomers:
            return
        self.tenure.renew(self._members(), again=self._came_in)
        chain = self.tenure.chain
        told = newcomers if waits or roster == self._announced else members
        ahead: list[Say | Close] = [Say(peer, Company(roster)) for peer in told]
        told = newcomers if waits or chain == self._told else members
        for peer in told:
            ahead.append(Say(peer, Terms(chain)))
            self._peers[peer].told = self.tenure.roster.number
        self._out[:0] = ahead
        self._newcomers.clear()
        self._came_in = False
        if not waits:
            self._announced, self._told = roster, chain

    def _can_wait(self, roster: Roster, now: float) -> bool:
        """Whether the rate limit delays this roster, so that several changes are sent together.

        Changes that matter for the game are not delayed.
        """
        self._tells_at = math.inf
        before = self._announced
        if before is None or roster == before or roster.started != before.started:
            return False
        if len(roster.places) != len(before.places) or (roster.started and roster.places != before.places):
            return False
        if roster.challenge != before.challenge:
            return False
        self._tidings = self._tidings or Allowance(TIDINGS, TIDINGS_A_SECOND, now)
        if self._tidings.spend(now):
            return False
        self._tells_at = now + 1 / TIDINGS_A_SECOND
        return True

    def _members(self) -> dict[str, bool]:
        """Return the keys of all members, and whether their pages are connected."""
        sent_away = self.lobby.sent_away
        return {place.key: place.here for place in self.lobby.places if place.key and place.key not in sent_away}

    def _tell(self, message: Message) -> None:
        for peer, _ in self.lobby.members():
            self._say(peer, message)

    def _say(self, peer: str, message: Message) -> None:
        self._out.append(Say(peer, message))
