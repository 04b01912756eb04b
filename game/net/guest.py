"""A page as the guest of a host: it searches for one, joins its table, and follows it.

The caller passes every message to `take`, calls `tick` no earlier than `due`, then delivers `out` and shows
`table.updates`.
"""

from __future__ import annotations

from enum import Enum
from math import inf
from random import Random

from game.core import Action, Seat, View
from game.net.channel import Channel
from game.net.guest_updates import Out, Searching
from game.net.outbox import Outbox
from game.net.own_table import OwnTable
from game.net.protocol.messages import (
    Accept,
    AtDoor,
    Command,
    Do,
    Goodbye,
    Hidden,
    Hosting,
    Join,
    Message,
    Ready,
    Rename,
    Seeking,
    Update,
    Watch,
    Why,
)
from game.net.roster import Presence, Roster
from game.net.rules import permits
from game.net.succession.deeds import Deed
from game.net.succession.host_search import HostSearch
from game.transport.identity import Credentials
from game.transport.mesh_events import RouteChanged

VERSION_AFTER = 5.0
"""Seconds without an answer from a page of our version, before this page reports a version mismatch."""

MOVES_ON = (Why.CLOSED, Why.LEFT, Why.MOVED)
"""A host's reasons for a goodbye after which another page may host. Other reasons concern only this page."""


LASTING = (Rename, Ready)
"""Commands that a page repeats to the next host, unless the last one has handled them."""


class Membership(Enum):
    """The state of this page: it searches for a host, waits for a seat, belongs to the table, or has left it."""

    SEEKING = "seeking"
    JOINING = "joining"
    IN = "in"
    OUT = "out"


class Guest:
    """The page `me`, at a table or before it joins one. The browser saves its `credentials`. `out` is what it sends."""

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
        deed: Deed | None = None,
        numbered: int = 0,
    ) -> None:
        self.name = name
        self.credentials = credentials
        self.watch = watch
        self.table = OwnTable(me, credentials.key, dice, self.tell_host, roster, view)
        self.search = HostSearch(me, credentials, now, deed, numbered)
        self.hidden = False
        self._has_joined = self._has_left = False
        self._asked, self._asked_until = "", -inf
        self.out = Outbox()
        self._me = me
        self._version_error_at = inf
        self._number = 0
        self._unheard: dict[type[Command], tuple[int, Command]] = {}
        self._lost_host = None if roster is None else roster.host_place.peer

    @property
    def membership(self) -> Membership:
        """The state of this page."""
        if self._has_left:
            return Membership.OUT
        if self.search.host is None:
            return Membership.SEEKING
        return Membership.IN if self._has_joined else Membership.JOINING

    @property
    def host(self) -> str | None:
        """The page that this page follows; None while it searches and after it has left."""
        return None if self._has_left else self.search.host

    @property
    def removable(self) -> frozenset[Seat]:
        """The seats whose people this page may remove from the table, if it leads: not the founder's."""
        roster, kept = self.table.roster, (self.credentials.key, self.credentials.founder)
        if roster is None or not self.table.leads:
            return frozenset()
        return frozenset(
            seat for seat, place in roster.people() if place.here and place.key not in kept and seat != roster.host
        )

    # --- commands for the page ----------------------------------------------------

    def act(self, action: Action, now: float) -> None:
        """Send the player's `action` to the host. A card moves at once, before the host confirms or voids it."""
        if self.membership is Membership.IN and self.table.deal >= 0:
            self.tell_host(self.table.press(self._number + 1, action, now))

    def leave(self, why: Why = Why.LEFT) -> None:
        """Say goodbye, because the player leaves or the page closes. A host that was just lost may still hear it."""
        host = self.host or self._lost_host
        if host is not None:
            self.out.say(host, Goodbye(why))
        self._has_left = True

    # --- time ---------------------------------------------------------------------

    def due(self) -> float:
        """Return when to call `tick` next."""
        if self.membership is not Membership.SEEKING:
            return inf if self._has_left else self.table.audit.due
        version_error_at = inf if self.search.waits else self._version_error_at
        return min(self.search.due(), version_error_at, self.table.audit.due)

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`."""
        self.table.audit.tick(now)
        if self.membership is not Membership.SEEKING:
            return
        if (best := self.search.best(now)) is not None:
            self.follow(best, now)
        elif now >= self._version_error_at and not self.search.waits:
            self._dismissed(Why.VERSION)
        else:
            self._ask_for_host(now)

    def _ask_for_host(self, now: float) -> None:
        """Ask the pages that are due for the host, and the one that was just lost for the place at its table."""
        for peer in self.search.peers.calls(now):
            if peer == self._lost_host:
                self._join(peer, now)
            else:
                self.out.say(peer, Seeking(False))

    def woke(self, now: float) -> None:
        """Begin a search again as after a reload, because this tab was suspended: the others may have a host by now."""
        if self.membership is Membership.SEEKING:
            self.search.peers.begin(now)
            self.search.restored = True

    def told_other_version(self, now: float) -> None:
        """Note a page of another version. The version error is shown only if no page of our version answers."""
        if self.table.roster is None:
            self._version_error_at = min(self._version_error_at, now + VERSION_AFTER)

    def takes_over(self, now: float) -> bool:
        """Whether this page hosts from now on: the host is lost, and this page is the next one that searches."""
        roster = self.table.roster
        if self.membership is not Membership.SEEKING or roster is None or not self.table.may_host:
            return False
        others = [place for _, place in roster.people() if place.key != self.credentials.key]
        last = {place.key for place in others if place.hidden}
        if self.watch or self.hidden:
            last.add(self.credentials.key)
        return self.search.takes_over(now, [place.key for place in others if place.here], last)

    def lost_host(self, now: float, *, handed_over: bool = False) -> None:
        """Search for a host. A page does not wait for one that has `handed_over` the table."""
        self._lost_host = None if handed_over else self.host
        self._has_joined, self._asked = False, ""
        self.search.lost(now, handed_over=handed_over)
        self.table.lost_host()
        self.table.show(Searching())

    # --- peers --------------------------------------------------------------------

    def connected(self, channel: Channel, now: float) -> None:
        """Note a new `channel`."""
        self.table.show(RouteChanged(channel.peer, channel.route))
        if self.membership is Membership.SEEKING:
            self._ask_for_host(now)

    def lost(self, peer: str, now: float) -> None:
        """Note that the channel to `peer` has closed."""
        if peer == self._asked:
            self._asked = ""
        if peer == self.host:
            self.lost_host(now, handed_over=peer == self._me)

    def follow(self, peer: str, now: float) -> None:
        """Accept `peer` as host and ask it for a seat, unless this page has left."""
        if not self._has_left:
            self.search.follow(peer)
            self.ask(peer, now)

    def ask(self, host: str, now: float) -> None:
        """Ask the `host`, which this page follows, for a seat."""
        self._has_joined = False
        self._join(host, now)

    def _join(self, peer: str, now: float) -> None:
        """Ask the host `peer` for a seat, unless its answer is awaited."""
        if peer != self._asked or now >= self._asked_until:
            self._asked, self._asked_until = peer, now + self.search.peers.channel_to(peer).pace.silence
            self.out.say(peer, Join(self.name, self.watch))

    def take(self, peer: str, message: Message, now: float) -> bool:
        """Handle a message from `peer`. Return False if it may not send that."""
        if self._has_left or peer not in self.search.peers.channels:
            return True
        match message:
            case Hosting(deed, admits):
                return self._hosting(peer, deed, now, admits=admits)
            case Seeking():
                self._seeking(peer, message, now)
            case _ if peer == self.host:
                return self._from_host(message, now)
            case Goodbye() | AtDoor():
                self.search.peers.take_offer(peer)
                if peer == self._asked:  # it does not host this page any more
                    self._asked, self._lost_host = "", None
                    self.out.say(peer, Seeking(False))
            case _:
                return False
        return True

    def _hosting(self, peer: str, deed: Deed, now: float, *, admits: bool) -> bool:
        """Handle the `deed` of `peer`, which `admits` this page or offers to. Return False if it is not valid.

        While this page hosts, its room decides.
        """
        if not self.search.heard(self.search.peers.channel_to(peer), deed, now):
            return False
        if self.search.host != self._me and (best := self.search.best(now)) is not None:
            self.follow(best, now)
        if admits and peer == self._asked:
            self._asked = ""
        if peer == self.search.host:
            if admits:
                self._accept(deed)
            else:
                self.ask(peer, now)  # the host has dropped this page, or did not take its request
        return True

    def _accept(self, deed: Deed) -> None:
        """Accept the host, which admits this page, if its `deed` does not show that."""
        own = self.search.accepts
        if own is not None and own.key in deed.roster.members and own not in deed.accepted:
            self.tell_host(Accept(own))

    def _seeking(self, peer: str, said: Seeking, now: float) -> None:
        """Note what `peer` says about its host, and answer a request."""
        if self.membership is Membership.IN and not said.hears:
            self.out.say(peer, Seeking(True))
        self.search.says(self.search.peers.channel_to(peer), now, hears_host=said.hears)

    def _from_host(self, message: Message, now: float) -> bool:
        match message:
            case Update():
                return self._update(message, now)
            case AtDoor() if not self._has_joined:
                self.table.show(message)
            case Goodbye(why) if why in MOVES_ON:
                if why is not Why.MOVED:
                    self.table.host_leaves(Presence.GONE if why is Why.LEFT else Presence.CLOSED)
                if why is Why.LEFT and not self.table.has_next_host:
                    self._dismissed(Why.CLOSED)
                else:
                    self.lost_host(now, handed_over=True)
            case Goodbye(why):
                self._dismissed(why)
            case _:
                return False
        return True

    def _update(self, update: Update, now: float) -> bool:
        """Handle an update of the host about the table. Return False if it may not send that."""
        if self._has_joined and update.number <= self.table.seen:
            return True
        self._unheard = {kind: one for kind, one in self._unheard.items() if one[0] > update.done}
        if isinstance(update.what, Roster):
            is_valid = self._company(update.what)
        else:
            answer = self.search.peers.channel_to(self.host or "").pace.answer
            is_valid = self.table.take(update.what, answer, now)
        if is_valid:
            self.table.seen = update.number
        return is_valid

    def _dismissed(self, why: Why) -> None:
        if self.host is not None:
            self.out.close(self.host)
        self._has_left = True
        self.table.show(Out(why))

    def _company(self, roster: Roster) -> bool:
        """Handle the host's roster. When it admits this page, send what the player pressed before."""
        deed = self.search.deed
        if deed is None or (roster.term, roster.host_key) != (deed.roster.term, deed.roster.host):
            return False
        joins, self._has_joined = not self._has_joined, True
        self.table.renew(roster, self.host if joins else None)
        self._version_error_at = inf
        if not joins:
            return True
        seated = self.table.seat is not None
        if self.watch and seated and roster.started:
            self.watch = False  # this page was the host when its player asked to watch, but the game started first
        elif self.watch and seated:
            self.tell_host(Watch(True))
        if self.hidden:
            self.tell_host(Hidden(True))
        unheard, self._unheard = self._unheard, {}
        for _, command in unheard.values():
            if permits(roster, self._me, command):
                self.tell_host(command)
        return True

    def tell_host(self, command: Command) -> None:
        """Give the host a `command`, and note what it says of this page.

        Without a host, only those that last are given: to the next host.
        """
        match command:
            case Rename(name):
                self.name = name
            case Watch(watch):
                self.watch = watch
            case Hidden(hidden):
                self.hidden = hidden
                if self.membership is not Membership.IN or not self.table.may_host:
                    return
        self._number += 1
        if isinstance(command, LASTING) and self.host != self._me:
            self._unheard[type(command)] = self._number, command
        if self.host is not None:
            self.out.say(self.host, Do(self._number, command))
