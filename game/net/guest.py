"""A page's place at the table: its View, its search for the host, and its part in elections.

The caller passes every message to `take`, calls `tick` no earlier than `due`, then delivers `outbox` and shows
`updates`.
"""

from __future__ import annotations

from math import inf
from random import Random

from game.core import Action, Card, Seat, State, View
from game.net.channel import Channel
from game.net.election.host_search import HostSearch
from game.net.election.terms import (
    Chain,
    Vote,
    following_text,
)
from game.net.failover import survives
from game.net.guest_state import GuestState, Membership, Step
from game.net.outgoing import Close, Dial, Say
from game.net.own_presses import Presses
from game.net.player_updates import Out, RouteChanged, Searching, Shown
from game.net.protocol.messages import (
    Accepted,
    Ballot,
    Committed,
    Company,
    Goodbye,
    HearsHost,
    Hosting,
    Join,
    Message,
    Notice,
    Ping,
    Pong,
    Ready,
    Rename,
    Revealed,
    Seek,
    Seen,
    Shuffle,
    Signed,
    Terms,
    Void,
    Watch,
    Why,
)
from game.net.roster import Place, Roster
from game.net.shuffle_audit import ShuffleAudit
from game.transport.identity import Credentials, joining_text
from game.transport.liveness import Liveness
from game.transport.route import Pace

VERSION_AFTER = 5.0
"""Seconds without an answer from a page of our version, before this page reports a version mismatch."""

MOVES_ON = (Why.CLOSED, Why.LEFT, Why.MOVED)
"""A host's reasons for a goodbye after which another page hosts. Other reasons concern only this page."""


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
        self.watch = watch
        self.roster = roster
        self.view = view
        self.state = GuestState()
        self.search = HostSearch(
            me, credentials, self.state, self._send, now, chain=chain, voted=voted, restored=roster is not None
        )
        self._me = me
        self._liveness = Liveness(now)
        self._offer: Hosting | None = None
        self._other_version_since: float | None = None
        challenge = None if roster is None else roster.challenge
        self._audit = ShuffleAudit(dice, challenge, self.tell_host, self._show)
        self._presses = Presses()
        self._ready_when_in = False
        self._out: list[Say | Close | Dial] = []
        self._shown: list[Shown] = []

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
        return [] if self.view is None else self._presses.pressed(self.view.hand)

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
        if self.state.membership is Membership.IN and self._presses.deal >= 0:
            hand = () if self.view is None else self.view.hand
            self.tell_host(self._presses.press(action, hand, now))

    def ready(self, ready: bool) -> None:
        """Set whether this player is ready. While the page joins, it tells the host as soon as it has joined."""
        self._ready_when_in = ready and self.state.membership is not Membership.IN
        self.tell_host(Ready(ready))

    def rename(self, name: str) -> None:
        """Change this player's name."""
        self.name = name
        self.tell_host(Rename(name))

    def only_watch(self, watch: bool) -> None:
        """Only watch from now on, or take a seat as soon as one is free."""
        self.watch = watch
        self.tell_host(Watch(watch))

    def leave(self, why: Why = Why.LEFT) -> None:
        """Say goodbye, because the player leaves or the page closes."""
        self.tell_host(Goodbye(why))
        self.state.move(Step.LEAVES)

    # --- time ---------------------------------------------------------------------

    def due(self) -> float:
        """Return when to call `tick` next."""
        match self.state.membership:
            case Membership.OUT:
                return inf
            case Membership.SEEKING:
                return min(self.search.due(), self._version_due(), self._audit.due)
            case _:
                return min(self._host_vanishes, self._audit.due)

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`."""
        if self.state.host is not None and now >= self._host_vanishes:
            self.lost_host(now)
        self._audit.tick(now)
        if self.state.membership is not Membership.SEEKING:
            return
        if (best := self.search.best_offer(now)) is not None:
            self.follow(*best, now)
        elif now >= self._version_due():
            self.state.move(Step.OUTDATED)
            self._show(Out(Why.VERSION))
        else:
            self.search.tick(now)

    def woke(self, now: float) -> None:
        """Extend the host's timeout, because this tab was suspended."""
        self._liveness.woke(self._host_pace, now)

    def told_other_version(self, now: float) -> None:
        """Note a page of another version. The version error is shown only if no page of our version answers."""
        if self._other_version_since is None:
            self._other_version_since = now

    @property
    def _host_pace(self) -> Pace:
        return self.search.peers.channel_to(self.state.host or "").pace

    @property
    def _host_vanishes(self) -> float:
        """The time at which the host counts as lost, if nothing arrives from it until then."""
        return self._liveness.times_out_at(self._host_pace)

    def _version_due(self) -> float:
        if self._other_version_since is None or self.roster is not None:
            return inf
        return self._other_version_since + VERSION_AFTER

    def takes_over(self, now: float) -> bool:
        """Whether this page hosts from now on: it was the last host, is elected, or found no quorum in time."""
        if self.state.membership is not Membership.SEEKING or self.roster is None or not self.may_host:
            return False
        return self.search.takes_over(self.roster, now, watch=self.watch)

    def lost_host(self, now: float, *, handed_over: bool = False) -> None:
        """Start a search for a host. Votes are cast without delay if the old host `handed_over` the table."""
        self.state.move(Step.LOSES_HOST)
        self.search.begin(now, handed_over=handed_over)
        self._presses.lost_host()
        self._offer = None
        self._show(Searching())

    # --- peers --------------------------------------------------------------------

    def connected(self, channel: Channel, now: float) -> None:
        """Note a new `channel`."""
        self.search.peers.connected(channel)
        self._show(RouteChanged(channel.peer, channel.route))
        if self.state.membership is Membership.SEEKING:
            self.search.ask(now)

    def route_changed(self, channel: Channel, now: float) -> None:
        """Note that the route of `channel` has changed. If it leads to the host, its timeout restarts."""
        self._show(RouteChanged(channel.peer, channel.route))
        if channel.peer == self.state.host:
            self._liveness.begin(now)

    def lost(self, peer: str, now: float) -> None:
        """Note that the channel to `peer` has closed."""
        self.search.lost(peer)
        if peer == self.state.host:
            self.lost_host(now, handed_over=peer == self._me)

    def follow(self, peer: str, offer: Hosting, now: float) -> None:
        """Ask `peer` for a seat, in answer to its `offer`, unless this page has left."""
        if self.state.membership is Membership.OUT:
            return
        self.state.move(Step.FOLLOWS, peer)
        self._liveness.begin(now)
        self._offer = offer
        self.search.follows(peer, offer)
        own = self.credentials
        signature = own.sign(joining_text(self.search.channel_id(peer), offer.nonce))
        self._send(Say(peer, Join(self.name, own.key, self.watch, signature)))

    def trusts(self, peer: str) -> bool:
        """Whether `peer` has a seat at this page's table, or is its screen."""
        screen = None if self.roster is None else self.roster.screen
        return any(place.peer == peer for _, place in self._people()) or (screen is not None and screen.peer == peer)

    def take(self, peer: str, message: Message, now: float) -> bool:
        """Handle a message from `peer`. Return False if it may not send that."""
        if not self.search.peers.hears(peer) or self.state.membership is Membership.OUT:
            return True
        match message:
            case Hosting():
                return self._hosting(peer, message, now)
            case Seek():
                if self.state.membership is Membership.IN:
                    self._send(Say(peer, HearsHost(self._term)))
                return self.search.may_claim(peer, now) and self.search.hears_candidate(peer, message, now)
            case Ballot(key, term, signature):
                if term == self.search.candidate.voted and self.search.may_claim(peer, now):
                    self.search.candidate.count(Vote(key, signature))
            case HearsHost():
                if self.trusts(peer):
                    self.search.peers.vouched(peer, now)
            case _ if peer == self.state.host:
                self._liveness.heard(now)
                return self._from_host(message, now)
            case _:
                return False
        return True

    def _hosting(self, peer: str, offer: Hosting, now: float) -> bool:
        """Handle a host claim from `peer`. Return False if its signature or its proof is invalid."""
        if peer == self.state.host:
            known = self._offer
            if known and (known.term, known.key) == (offer.term, offer.key) and known.nonce != offer.nonce:
                self.follow(peer, offer, now)  # the host has restarted its state for this page, and needs a new join
        elif self.state.membership is not Membership.SEEKING:
            pass
        elif peer == self._me:
            self.follow(peer, offer, now)  # whether it has a quorum or not
        elif not self.search.may_claim(peer, now) or not self.search.is_authentic(peer, offer):
            return False
        elif self.search.weigh(peer, offer, now):
            self.follow(peer, offer, now)
        return True

    def _accept(self, chain: Chain) -> bool:
        """Keep the host's newest roster, and confirm it. Return False if the host may not send it."""
        own = self.credentials
        newest = None if self._offer is None else self.search.accept(chain, self._offer)
        if newest is not None and newest.host != own.key:
            self.tell_host(Accepted(newest.number, own.sign(following_text(own.room, newest, newest.number))))
        return newest is not None

    def _from_host(self, message: Message, now: float) -> bool:
        match message:
            case Ping(at):
                self.tell_host(Pong(at, now, max(0, self._presses.seen)))
            case Company(roster) if self._offer is not None and (roster.term, roster.host_key) == (
                self._offer.term,
                self._offer.key,
            ):
                self._company(roster)
            case Terms(chain) if self.state.membership is Membership.IN:
                return self._accept(chain)
            case Seen():
                return self._see(message, now)
            case Void(number):
                self._presses.void(number)
                self._show_again()
            case Notice(seat=seat) | Signed(seat=seat) if self.roster and seat < len(self.roster.places):
                self._show(message)
            case Shuffle() | Committed() | Revealed():
                return self._audit.take(message, self.seat, {seat for seat, _ in self._people()})
            case Goodbye(why):
                self._told_goodbye(why, now)
            case _:
                return False
        return True

    def _company(self, roster: Roster) -> None:
        self._audit.heed(roster.challenge, too_late=roster.started and self.roster is not None)
        joins = self.state.admit()
        if joins:
            self.search.restored = False
            self._presses.joined()
            self._audit.joined(self.state.host, roster.term)
        self.roster = roster
        if self.view is not None and not (roster.started and self._at_this_table(self.view)):
            self.view = None
        self._show(roster)
        if joins:
            self._say_what_waited(roster)

    def _say_what_waited(self, roster: Roster) -> None:
        """Send what the player pressed before this page had joined."""
        if self.watch and self.seat is not None:  # it was the host when its player asked to watch
            if roster.started:
                self.watch = False  # the game started first
            else:
                self.tell_host(Watch(True))
        if self._ready_when_in and self.seat is not None and not roster.started:
            self.tell_host(Ready(True))
        self._ready_when_in = False

    def _told_goodbye(self, why: Why, now: float) -> None:
        host = self.state.host
        assert host is not None
        if why in MOVES_ON:
            self.search.peers.forget(host)
            self.lost_host(now, handed_over=True)
        else:
            self.state.move(Step.DISMISSED)
            self._show(Out(why))
            self._send(Close(host))

    # --- table --------------------------------------------------------------------

    def _at_this_table(self, view: View) -> bool:
        """Whether `view` matches this page's seat and the table in the roster."""
        roster = self.roster
        if roster is None:
            return False
        return (view.variant, view.seats, view.seat) == (roster.variant, len(roster.places), self.seat)

    def _see(self, seen: Seen, now: float) -> bool:
        if not self._at_this_table(seen.view):
            return False
        if self._presses.saw(seen):
            self.view = seen.view
            self._show(seen.view)
            self._audit.saw(seen.deal, seen.view, self._host_pace.answer, now)
        return True

    def _show_again(self) -> None:
        if self.view is not None:
            self._show(self.view._replace(news=()))

    # ------------------------------------------------------------------------------

    @property
    def _term(self) -> int:
        return 0 if self.roster is None else self.roster.term

    def _people(self) -> list[tuple[Seat, Place]]:
        return [] if self.roster is None else list(self.roster.people())

    def tell_host(self, message: Message) -> None:
        """Send `message` to the host, for example an order, a vote or a sign. Without a host, do nothing."""
        if self.state.host is not None:
            self._send(Say(self.state.host, message))

    def _send(self, one: Say | Close | Dial) -> None:
        self._out.append(one)

    def _show(self, one: Shown) -> None:
        self._shown.append(one)
