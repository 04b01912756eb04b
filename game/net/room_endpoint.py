"""One page's end of the room: always a guest of some host, and also the host itself if it is elected.

The caller reports channels, messages and the time to a Room. After each call it sends `outbox(now)`, shows
`guest.table.updates()`, and calls `tick` again at `due()`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random

from game.core import Variant
from game.net.channel import Channel
from game.net.guest import Guest, Membership
from game.net.host.host import Host
from game.net.host.hosted_game import TeammateFor
from game.net.host.lobby import Lobby
from game.net.outbox import Say
from game.net.protocol.messages import Do, Goodbye, Hosting, Join, Message, Proof, Seeking, Why
from game.net.protocol.wire import VersionError, WireError, decode, encode
from game.net.roster import Challenge, Place, Presence, Sitter
from game.transport.hashes import new_secret
from game.transport.identity import Credentials, proof_text
from game.transport.mesh_events import RouteChanged
from game.transport.rate_limit import UNTIMELY
from game.transport.route import Care, Route
from game.transport.suspension import Suspension


@dataclass(frozen=True, slots=True)
class Send:
    """Send `text` on `channel`. None closes it, after everything sent before has been delivered."""

    channel: Channel
    text: str | None


FROM_GUEST = Do, Join, Goodbye
"""The messages for the host, where host and guest are on the same page. All others are for the guest."""


class Room:
    """The page `me` with its `guest`, its `channels` by peer, and its `host` while this page hosts the table."""

    def __init__(
        self,
        me: str,
        guest: Guest,
        teammates: TeammateFor,
        dice: Random,
        now: float,
        host: Host | None = None,
    ) -> None:
        self.guest = guest
        self.host = host
        self.me = me
        self._teammates = teammates
        self._dice = dice
        self.channels = guest.search.peers.channels
        self._suspension = Suspension()
        self._said = guest.out
        self._out: list[Send] = []
        if host is not None:
            self._sit_down_with(host, now)

    @classmethod
    def open(
        cls,
        me: str,
        name: str,
        credentials: Credentials,
        dice: Random,
        teammates: TeammateFor,
        now: float,
        *,
        variant: Variant,
        seats: int,
        screen: bool = False,
        challenge: Challenge | None = None,
    ) -> Room:
        """Open a new room hosted by this page, at a seat or, with `screen`, as a shared screen without a seat.

        A `challenge` must be for this variant and this number of seats. The first game then deals its cards.
        """
        guest = Guest(me, name, credentials, dice, now, watch=screen)
        lobby = Lobby(variant, seats, Place(Sitter.PERSON, key=credentials.key) if screen else None)
        lobby.settings = replace(lobby.settings, challenge=challenge)
        term = guest.search.found(new_secret(dice))
        host = Host(me, lobby, teammates, credentials, term, guest.out, seat=None if screen else 0)
        return cls(me, guest, teammates, dice, now, host)

    # --- events from the connections ------------------------------------------------

    def connected(self, channel: Channel, now: float) -> None:
        """Note a new `channel`, which replaces an earlier one to the same peer.

        This page proves its key on it at once. Nothing that the peer sends counts before it has done so, too.
        """
        if channel.peer == self.me:  # our own player needs no channel
            self._out.append(Send(channel, None))
            return
        self.lost(channel.peer, now)  # a peer id proves nothing
        self.channels[channel.peer] = channel
        own = self.guest.credentials
        signature = own.sign(proof_text(own.room, self.me, channel.peer, channel.binding))
        self._said.say(channel.peer, Proof(own.key, signature))
        self.guest.connected(channel, now)
        if self.host is not None:
            self.host.peers.connect(channel, now)
            self.host.tick(now)  # the offer goes with the proof

    def route_changed(self, peer: str, route: Route, now: float) -> None:
        """Note the new route `route` to `peer`; the channel stays the same."""
        channel = self.channels.get(peer)
        if channel is None or channel.route is route:
            return
        channel.route = route
        self.guest.table.show(RouteChanged(peer, route))
        if self.host is not None:
            self.host.route_changed(channel, now)

    def lost(self, peer: str, now: float) -> None:
        """Note that the channel to `peer` has closed."""
        self._wake(now)
        if self.channels.pop(peer, None) is not None:
            self.guest.lost(peer, now)
            if self.host is not None:
                self.host.lost(peer, now)

    def receive(self, peer: str, text: str, now: float) -> None:
        """Handle `text` from `peer`. It never raises, whatever the text is."""
        channel = self.channels.get(peer)
        if channel is None:
            return
        self._wake(now)
        if not channel.messages.spend(now) and peer != self.guest.host:  # never ban our own host
            self._offence(peer, Why.FLOODED, now)
            return
        try:
            message = decode(text)
        except VersionError:
            self._break_with(peer, Why.VERSION, now)
        except WireError:
            self._offence(peer, Why.MALFORMED, now)
        else:
            if not self._has_proven(channel, message):
                self._offence(peer, Why.MALFORMED, now)
            elif isinstance(message, Hosting | Seeking) and peer != self.guest.host and not channel.claims.spend(now):
                pass
            elif not isinstance(message, Proof):
                self._take(peer, message, now)

    def _has_proven(self, channel: Channel, message: Message) -> bool:
        """Whether `message` may come now: the first one proves the peer's key, and no later one does."""
        own = self.guest.credentials
        if channel.key or not isinstance(message, Proof):
            return channel.key != "" and not isinstance(message, Proof)
        if own.verify(message.key, message.signature, proof_text(own.room, channel.peer, self.me, channel.binding)):
            channel.key = message.key
        return channel.key != ""

    def due(self) -> float:
        """Return when to call `tick` next."""
        self._suspension.due = min(self.guest.due(), self.host.due() if self.host else math.inf)
        return self._suspension.due

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`."""
        self._wake(now)
        if self.host is not None:
            self.host.tick(now)
        self.guest.tick(now)

    def _wake(self, now: float) -> None:
        if late := self._suspension.ended(now):
            self.guest.woke(now)
            if self.host is not None:
                self.host.woke(late)

    # --- queries --------------------------------------------------------------------

    def is_here(self, peer: str) -> bool:
        """Whether `peer` is this page or has a channel to it."""
        return peer == self.me or peer in self.channels

    def trusts(self, peer: str) -> bool:
        """Whether `peer` sits at the table, or waits at its door, to this page's knowledge."""
        return (self.host is not None and self.host.knows(peer)) or self.guest.table.trusts(peer)

    def care(self, peer: str) -> Care:
        """Return how soon this page has to notice that `peer` is silent. A host answers the heartbeats of its guests.

        Guests need each other only once their host is lost.
        """
        if self.host is not None:
            return Care.FOLLOWS
        return Care.LEADS if self.guest.host in (None, peer) else Care.SELDOM

    def route(self, peer: str) -> Route | None:
        """Return the route to `peer`; the route to the host if there is no channel to `peer`; None without either."""
        if peer == self.me:
            return Route.DIRECT
        channel = self.channels.get(peer) or self.channels.get(self.guest.host or "")
        return None if channel is None else channel.route

    @property
    def relayed(self) -> list[str]:
        """The names of the players that this page reaches over relays: the host, or the guests if this page hosts."""
        roster = self.guest.table.roster
        if roster is None:
            return []
        plays_with = [
            place for _, place in roster.people() if (place.here and self.host) or place.peer == self.guest.host
        ]
        relayed = {peer for peer, channel in self.channels.items() if channel.route is Route.RELAY}
        return [place.name for place in plays_with if place.peer in relayed]

    # --- output and commands for the page -------------------------------------------

    def outbox(self, now: float) -> list[Send]:
        """Return what to send, in order. Call it after every other call."""
        self._deliver(now)
        if self.host is not None:
            self._may_give_up(self.host, now)
        if self.host is None and self.guest.takes_over(now):
            self._take_over(now)
            self._deliver(now)
        out, self._out = self._out, []
        return out

    def _may_give_up(self, host: Host, now: float) -> None:
        """Stop hosting if another host prevails, or because the player gets up."""
        rival = self.guest.search.best(now)
        if rival is not None:
            self._stop_hosting(host, Why.MOVED, now)
            self.guest.follow(rival, now)
            self._deliver(now)
        elif host.gets_up:
            self._end_term(host, Why.MOVED, now)

    def leave(self, why: Why, now: float) -> None:
        """Say goodbye to all peers: the person leaves, or the page closes."""
        if self.host is not None:
            self._end_term(self.host, why, now)
        self.guest.leave(why)
        self._deliver(now)

    def hand_over(self, now: float) -> None:
        """Let another player host the game that is under way, because this page may be suspended soon."""
        host = self.host
        if host is not None and host.may_hand_over():
            self.guest.hidden = True
            host.lobby.hide(self.me, True)
            self._end_term(host, Why.MOVED, now)

    # --- dispatch between host, guest and peers -------------------------------------

    def _take(self, peer: str, message: Message, now: float) -> None:
        guest = self.guest
        if self.host is None:
            if not isinstance(message, Join):
                if guest.take(peer, message, now):
                    return
            elif guest.membership is Membership.JOINING and guest.host == peer and self.me < peer:
                # Both pages resigned in favour of each other at the same time: the one with the lower name hosts again.
                guest.lost_host(now)
                self._take_over(now)
                return
            else:  # it still takes this page for the host
                self._said.say(peer, Goodbye(Why.MOVED))
            self._offence(peer, Why.MALFORMED, now, UNTIMELY)
            return
        if isinstance(message, Join | Seeking | Goodbye):
            guest.search.peers.take_offer(peer)  # it hosts no table
        match message:
            case Hosting():
                if not guest.take(peer, message, now):
                    self._offence(peer, Why.MALFORMED, now, UNTIMELY)
                elif self.host.lobby.has(peer):
                    self.host.members.left(peer, Presence.AWAY, now)  # it hosts a table itself
            case Seeking():
                if not message.hears:
                    self.host.peers.offer(peer)
            case _:
                if not self.host.take(peer, message, now):
                    self._offence(peer, Why.MALFORMED, now, UNTIMELY)

    def _end_term(self, host: Host, why: Why, now: float) -> None:
        """End the term of this page as host: it names a successor, and gives up its own seat if `why` is LEFT."""
        host.end(stays=why is not Why.LEFT)
        self._stop_hosting(host, why, now)

    def _stop_hosting(self, host: Host, why: Why, now: float) -> None:
        """Stop hosting. If another page hosts from now on, search for it."""
        host.close(why, now)
        self._deliver(now)
        self.host = None
        if why is Why.MOVED:
            self.lost(self.me, now)

    def _take_over(self, now: float) -> None:
        guest = self.guest
        if guest.table.roster is not None and guest.table.may_host and guest.search.may_host:
            guest.watch = guest.table.seat is None  # this page is needed as host, even if its player asked to watch
            host = Host.take_over(
                self.me,
                guest.table.roster,
                guest.table.seat,
                guest.table.dealt_again,
                self._teammates,
                guest.credentials,
                guest.search.take_over(),
                self._said,
                now,
            )
            self._sit_down_with(host, now)

    def _sit_down_with(self, host: Host, now: float) -> None:
        self.host = host
        own = self.channels[self.me] = Channel(self.me, key=self.guest.credentials.key, own=True)
        self.guest.connected(own, now)
        for channel in self.channels.values():
            host.peers.connect(channel, now)
        self.guest.ask(self.me, now)
        self._deliver(now)
        host.tick(now)

    def _deliver(self, now: float) -> None:
        """Deliver what host and guest have said, to each other and to the other pages."""
        while self._has_news(now):
            for _ in range(len(self._said)):
                one = self._said.popleft()
                if one.peer != self.me or one.message is None:
                    self._send(one, now)
                elif not isinstance(one.message, FROM_GUEST):
                    self.guest.take(self.me, one.message, now)
                elif self.host is not None:
                    self.host.take(self.me, one.message, now)

    def _has_news(self, now: float) -> bool:
        if self.host is not None:
            self.host.announce(now)
        return bool(self._said)

    def _send(self, one: Say, now: float) -> None:
        channel = self.channels.get(one.peer)
        if channel is None:
            return
        try:
            text = None if one.message is None else encode(one.message)
        except WireError:  # close only this channel, and keep the page running
            text = None
        if not channel.own:
            self._out.append(Send(channel, text))
        if text is None:
            self.lost(one.peer, now)

    # --- rate limits --------------------------------------------------------------

    def _offence(self, peer: str, why: Why, now: float, weight: float = 1.0) -> None:
        channel = self.channels.get(peer)
        if channel is not None and not channel.own and not channel.offences.spend(now, weight):
            channel.is_banned = True
            self._break_with(peer, why, now)

    def _break_with(self, peer: str, why: Why, now: float) -> None:
        """Say goodbye to `peer` with the reason `why`, and close its channel."""
        if why is Why.VERSION:
            self.guest.told_other_version(now)
        if self.host is not None:
            self.host.dismiss(peer, why, now)
        else:
            self._said.say(peer, Goodbye(why))
            self._said.close(peer)
