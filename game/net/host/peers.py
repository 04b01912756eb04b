"""The peers of a host: their states, and the updates for members. Frequent changes are sent together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from game.core import Seat, View
from game.net.channel import Channel
from game.net.host.lobby import Lobby
from game.net.host.press_timing import PressTiming
from game.net.outbox import Outbox
from game.net.protocol.messages import Content, Hosting, Update
from game.net.roster import Place, Presence, Roster
from game.net.succession.deeds import MOST_MEMBERS, Deed
from game.net.succession.term import Term
from game.transport.rate_limit import ANNOUNCEMENTS, ANNOUNCEMENTS_A_SECOND, TokenBucket
from game.transport.route import slowest


class PeerState:
    """The host's state for one peer.

    `next_offer` is the time of the next offer to a peer that has not joined. At `hides_at`, a page
    counts as in the background. `roster`, `deed` and `shown`, a View, were sent last, and `untold` follows. `done` is
    the number of its newest command. A person who waits until the leader lets them in is `at_door`.
    """

    def __init__(self, now: float, channel: Channel) -> None:
        self.channel = channel
        self.timing = PressTiming(now, channel)
        self.shown: View | None = None
        self.roster: Roster | None = None
        self.deed: Deed | None = None
        self.untold: list[Content] = []
        self.next_offer = inf if channel.own else now
        self.hides_at = inf
        self.done = 0
        self.at_door: Place | None = None

    def is_next(self, number: int) -> bool:
        """Whether the command `number` is new; False for a duplicate or an older one."""
        before, self.done = self.done, max(self.done, number)
        return number > before


class Peers(dict[str, PeerState]):
    """The connected peers of the host at the page `me`. Those that have joined are the members of the `lobby`.

    What the host has to say to them, in its `term`, goes to `out`. Call `announce` after every event, and no later than
    `due`.
    """

    def __init__(self, me: str, lobby: Lobby, term: Term, out: Outbox) -> None:
        super().__init__()
        self.me = me
        self.due = inf
        self.out = out
        self._lobby = lobby
        self._term = term
        self._announced: Roster | None = None
        self._limit = TokenBucket(ANNOUNCEMENTS, ANNOUNCEMENTS_A_SECOND, 0.0)

    # --- states -------------------------------------------------------------------

    def connect(self, channel: Channel, now: float) -> PeerState:
        """Start with a new state for the peer at `channel`."""
        peer = self[channel.peer] = PeerState(now, channel)
        return peer

    def guests(self) -> Iterator[tuple[Seat, PressTiming]]:
        """Yield the timing of the presses of all seated guests, without the host's own player."""
        members = self._lobby.members()
        return ((seat, self[peer].timing) for peer, seat in members if seat is not None and peer != self.me)

    @property
    def at_door(self) -> list[Place]:
        """The people who wait at the door, the first one first."""
        return [known.at_door for known in self.values() if known.at_door is not None]

    def wait(self, one: Place) -> None:
        """Let a person wait at the door, behind all who do already."""
        known = self.pop(one.peer)
        known.at_door = replace(one, name=self._lobby.free_name(one.name))
        self[one.peer] = known

    def offer(self, peer: str) -> None:
        """Send `peer` a host claim, which is also an offer to join."""
        if peer in self:
            self.out.say(peer, Hosting(self._term.deed, admits=False))

    def slowest_answer(self) -> float:
        """Return the answer time of the slowest route to a peer, in seconds."""
        return slowest(known.channel.pace for known in self.values()).answer

    # --- messages -----------------------------------------------------------------

    def tell(self, peer: str, what: Content) -> None:
        """Send the member `peer` an update with `what`, after its roster."""
        self[peer].untold.append(what)

    def tell_members(self, what: Content) -> None:
        """Send all members an update with `what`."""
        for peer, _ in self._lobby.members():
            self.tell(peer, what)

    def announce(self, roster: Roster, now: float) -> None:
        """Send all members what they lack. A change of the roster or the deed may wait, except for newcomers."""
        members = [(peer, self[peer]) for peer, _ in self._lobby.members()]
        waits = self._waits(roster, now) and not any(known.untold for _, known in members)
        lack = [known for _, known in members if not waits or known.roster is None]
        if lack:
            self._term.renew(self._keys())
        deed = self._term.deed
        for peer, known in members:
            if known in lack:
                if known.deed != deed:
                    self.out.say(peer, Hosting(deed, admits=True))
                if known.roster != roster:
                    known.untold.insert(0, roster)
                known.roster, known.deed = roster, deed
            for what in known.untold:
                self.out.say(peer, Update(known.timing.sent.send(now), known.done, what))
            known.untold.clear()
        self.due = now + 1 / ANNOUNCEMENTS_A_SECOND if waits else inf
        if not waits:
            self._announced = roster

    def _waits(self, roster: Roster, now: float) -> bool:
        """Whether the rate limit delays this roster, so that several changes are sent together.

        A roster that is sent at once with other news counts, too: otherwise, pages that come and go cause more updates.
        """
        return self._announced not in (None, roster) and not self._limit.spend(now)

    def _keys(self) -> list[str]:
        """Return the keys of all members: the seats in order, and a host without one.

        Who lost the connection stays a member, also without a seat, until that person leaves or is banned.
        """
        gone = self._lobby.gone
        seated = [place.key for place in self._lobby.places if place.key and place.presence is not Presence.GONE]
        keys = [*seated, self._term.roster.host, *(key for key in self._term.roster.members if key not in gone)]
        banned = self._lobby.sent_away
        return [*dict.fromkeys(key for key in keys if key not in banned)][:MOST_MEMBERS]
