"""A page as the guest of a host: it searches for one, joins its table, follows it, and takes part in elections.

The caller passes every message to `take`, calls `tick` no earlier than `due`, then delivers `outbox` and shows
`table.updates`.
"""

from __future__ import annotations

from math import inf
from random import Random

from game.core import Action, View
from game.net.channel import Channel
from game.net.election.host_search import HostSearch
from game.net.election.terms import Chain, Vote
from game.net.guest_membership import GuestMembership, Membership, Step
from game.net.guest_updates import Out, RouteChanged, Searching
from game.net.outgoing import Close, Dial, Say
from game.net.own_table import OwnTable
from game.net.protocol.messages import (
    Ballot,
    Company,
    Goodbye,
    HearsHost,
    Hidden,
    Hosting,
    Join,
    Message,
    Ping,
    Pong,
    Ready,
    Rename,
    Seek,
    Terms,
    Watch,
    Why,
)
from game.net.roster import Presence, Roster
from game.transport.identity import Credentials, joining_text
from game.transport.liveness import Liveness
from game.transport.route import Pace

VERSION_AFTER = 5.0
"""Seconds without an answer from a page of our version, before this page reports a version mismatch."""

MOVES_ON = (Why.CLOSED, Why.LEFT, Why.MOVED)
"""A host's reasons for a goodbye after which another page may host. Other reasons concern only this page."""


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
        self.table = OwnTable(me, credentials.key, dice, self.tell_host, roster, view)
        self.state = GuestMembership()
        self._out: list[Say | Close | Dial] = []
        self.search = HostSearch(
            me, credentials, self.state, self._out.append, now, chain=chain, voted=voted, restored=roster is not None
        )
        self.hidden = False
        self._me = me
        self._liveness = Liveness(now)
        self._version_error_at = inf
        self._ready_when_in = False
        self._lost_host: str | None = None

    # --- output and commands for the page -----------------------------------------

    def outbox(self) -> list[Say | Close | Dial]:
        """Return what to deliver, in order."""
        out = self._out[:]
        self._out.clear()
        return out

    def act(self, action: Action, now: float) -> None:
        """Send the player's `action` to the host. A card moves at once, before the host confirms or voids it."""
        if self.state.membership is Membership.IN and self.table.deal >= 0:
            self.tell_host(self.table.press(action, now))

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

    def hide(self, hidden: bool) -> None:
        """Set whether this page is in the background. The host tells the others, and stops play if necessary."""
        self.hidden = hidden
        if self.state.membership is Membership.IN and self.table.may_host:
            self.tell_host(Hidden(hidden))

    def leave(self, why: Why = Why.LEFT) -> None:
        """Say goodbye, because the player leaves or the page closes. A host that was just lost may still hear it."""
        host = self.state.host or self._lost_host
        if host is not None:
            self._out.append(Say(host, Goodbye(why)))
        self.state.move(Step.LEAVES)

    # --- time ---------------------------------------------------------------------

    def due(self) -> float:
        """Return when to call `tick` next."""
        match self.state.membership:
            case Membership.OUT:
                return inf
            case Membership.SEEKING:
                return min(self.search.due(), self._version_error_at, self.table.audit.due)
            case _:
                return min(self._host_vanishes, self.table.audit.due)

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`."""
        if self.state.host is not None and now >= self._host_vanishes:
            self.lost_host(now)
        self.table.audit.tick(now)
        if self.state.membership is not Membership.SEEKING:
            return
        if (best := self.search.best_offer(now)) is not None:
            self.follow(*best, now)
        elif now >= self._version_error_at:
            self.state.move(Step.OUTDATED)
            self.table.show(Out(Why.VERSION))
        else:
            self.search.tick(now)

    def woke(self, now: float) -> None:
        """Extend the host's timeout, because this tab was suspended. The host may have given up this page: ask it.

        A search begins again as after a reload, because the others may have a host by now.
        """
        self._liveness.woke(self._host_pace, now)
        self.hide(self.hidden)
        if self.state.membership is Membership.SEEKING:
            self.search.peers.begin(now)
            self.search.restored = True

    def told_other_version(self, now: float) -> None:
        """Note a page of another version. The version error is shown only if no page of our version answers."""
        if self.table.roster is None:
            self._version_error_at = min(self._version_error_at, now + VERSION_AFTER)

    @property
    def _host_pace(self) -> Pace:
        return self.search.peers.channel_to(self.state.host or "").pace

    @property
    def _host_vanishes(self) -> float:
        """The time at which the host counts as lost, if nothing arrives from it until then."""
        return self._liveness.times_out_at(self._host_pace)

    def takes_over(self, now: float) -> bool:
        """Whether this page hosts from now on: it was the last host, is elected, or found no quorum in time."""
        roster = self.table.roster
        if self.state.membership is not Membership.SEEKING or roster is None or not self.table.may_host:
            return False
        return self.search.takes_over(roster, now, watch=self.watch or self.hidden)

    def lost_host(self, now: float, *, handed_over: bool = False) -> None:
        """Start a search for a host. Votes are cast without delay if the old host `handed_over` the table."""
        self._lost_host = None if handed_over else self.state.host
        self.state.move(Step.LOSES_HOST)
        self.search.begin(now, handed_over=handed_over)
        self.table.lost_host()
        self.table.show(Searching())

    # --- peers --------------------------------------------------------------------

    def connected(self, channel: Channel, now: float) -> None:
        """Note a new `channel`."""
        self.search.peers.connected(channel)
        self.table.show(RouteChanged(channel.peer, channel.route))
        if self.state.membership is Membership.SEEKING:
            self.search.ask(now)

    def route_changed(self, channel: Channel, now: float) -> None:
        """Note that the route of `channel` has changed. If it leads to the host, its timeout restarts."""
        self.table.show(RouteChanged(channel.peer, channel.route))
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
        self.search.follows(peer, offer)
        own = self.credentials
        signature = own.sign(joining_text(self.search.channel_id(peer), offer.nonce))
        self.tell_host(Join(self.name, own.key, self.watch, signature))

    def take(self, peer: str, message: Message, now: float) -> bool:
        """Handle a message from `peer`. Return False if it may not send that."""
        if not self.search.peers.hears(peer) or self.state.membership is Membership.OUT:
            return True
        match message:
            case Hosting():
                return self._hosting(peer, message, now)
            case Seek():
                if self.state.membership is Membership.IN and self.table.roster is not None:
                    self._out.append(Say(peer, HearsHost(self.table.roster.term)))
                return self.search.may_claim(peer, now) and self.search.hears_candidate(peer, message, now)
            case Ballot(key, term, signature):
                if term == self.search.candidate.voted and self.search.may_claim(peer, now):
                    self.search.candidate.count(Vote(key, signature))
            case HearsHost():
                if self.table.trusts(peer):
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
            known = self.search.followed
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

    def _from_host(self, message: Message, now: float) -> bool:
        match message:
            case Ping(at):
                self.tell_host(Pong(at, now, max(0, self.table.seen)))
            case Company(roster):
                return self._company(roster)
            case Terms(chain) if self.state.membership is Membership.IN:
                return self.search.accept(chain)
            case Goodbye(why) if why in MOVES_ON:
                if why is not Why.MOVED:
                    self.table.host_leaves(Presence.GONE if why is Why.LEFT else Presence.CLOSED)
                if why is Why.LEFT and not self.table.has_next_host:
                    self._dismissed(Why.CLOSED)
                else:
                    self.search.peers.forget(self.state.host or "")
                    self.lost_host(now, handed_over=True)
            case Goodbye(why):
                self._dismissed(why)
            case _:
                return self.table.take(message, self._host_pace.answer, now)
        return True

    def _dismissed(self, why: Why) -> None:
        self._out.append(Close(self.state.host or ""))
        self.state.move(Step.DISMISSED)
        self.table.show(Out(why))

    def _company(self, roster: Roster) -> bool:
        """Handle the host's roster. When it admits this page, send what the player pressed before."""
        followed = self.search.followed
        if followed is None or (roster.term, roster.host_key) != (followed.term, followed.key):
            return False
        joins = self.state.admit()
        self.table.renew(roster, self.state.host if joins else None)
        self._version_error_at = inf
        if not joins:
            return True
        self.search.restored = False
        seated = self.table.seat is not None
        if self.watch and seated and roster.started:
            self.watch = False  # this page was the host when its player asked to watch, but the game started first
        elif self.watch and seated:
            self.tell_host(Watch(True))
        if self._ready_when_in and seated and not roster.started:
            self.tell_host(Ready(True))
        self._ready_when_in = False
        if self.hidden and self.table.may_host:
            self.tell_host(Hidden(True))
        return True

    def tell_host(self, message: Message) -> None:
        """Send `message` to the host, for example an order, a vote or a sign. Without a host, do nothing."""
        if self.state.host is not None:
            self._out.append(Say(self.state.host, message))
