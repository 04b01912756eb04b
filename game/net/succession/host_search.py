"""Which host a page follows, and when the page hosts the table itself."""

from __future__ import annotations

from collections.abc import Collection
from math import inf

from game.net.channel import Channel, Offer
from game.net.succession.deeds import (
    MOST_TERMS,
    Acceptance,
    Chain,
    Deed,
    Office,
    Rules,
    merged,
    newer,
    shown,
    trimmed,
    unverified,
)
from game.net.succession.order import Evidence, fork, prevailing
from game.net.succession.search_timing import SearchTiming
from game.net.succession.term import RESUMED, Term
from game.transport.identity import Credentials
from game.transport.rate_limit import TokenBucket

LOST_FOR, RESTORED_LOST_FOR = 2.0, 5.0
"""Seconds without a host before a page follows another one; longer after a reload. A short failure replaces no host."""

UNDECIDED_FOR = 5.0
"""Seconds that a newcomer waits for the founder, or for a host that prevails over the one it has found."""

PASSED_OVER = 5.0
"""Seconds that each earlier member gets to host the table before the next one does."""

RESTORED_WAIT = 10.0
"""Seconds that a reloaded page searches for its table before it hosts."""

VERIFIED, VERIFIED_A_SECOND = 120, 20
"""Signatures verified for all pages together that are no members: in a burst, and per second."""


class HostSearch:
    """The search of the page `me`. The browser saves `deed` and `numbered`.

    `deed` is that of the last host that it accepted, `accepts` its acceptance of that host, unless that is this page,
    `numbered` its last number, and `host` the page that it follows, perhaps itself; None while it searches.
    """

    def __init__(self, me: str, own: Credentials, now: float, deed: Deed | None = None, numbered: int = 0) -> None:
        self.rules = Rules(own)
        self.deed = deed
        self.numbered = numbered if deed is None else numbered + RESUMED
        self.host: str | None = None
        self.restored = deed is not None
        self.peers = SearchTiming(now)
        self.accepts: Acceptance | None = None
        self._me = me
        self._handed_over = False
        self._followed: set[Office] = {deed.roster.office} if deed else set()
        self._budget = TokenBucket(VERIFIED, VERIFIED_A_SECOND, now)

    @property
    def waits(self) -> bool:
        """Whether a host is there that this page may follow later: no reason to report another version."""
        return bool(self._open())

    def due(self) -> float:
        """Return when to ask again for the host or to call `best`."""
        return min(self.peers.due(), min(map(self._follows_at, self._open().values()), default=inf))

    @property
    def may_host(self) -> bool:
        """Whether this page may host the table after its last host."""
        if self.deed is None or self.deed.roster.term >= MOST_TERMS:
            return False
        return self.rules.own.key in self.rules.electors(self.deed.roster)

    # --- hosts ----------------------------------------------------------------------

    def heard(self, channel: Channel, deed: Deed, now: float) -> bool:
        """Note that the peer at `channel` hosts by its `deed`. Return False if that is not valid."""
        if deed.roster.host != channel.key or not self.rules.is_formed(deed):
            return False
        chain = self._above(deed.chain)
        if not chain:
            return True
        claimed = [*unverified(Deed(chain, deed.accepted), self.deed)]
        members = {self.rules.founder, self.rules.own.key, *(self.deed.roster.members if self.deed else ())}
        if channel.key not in members and not self._budget.spend(now, len(claimed)):
            return True
        if not all(self.rules.is_signed(one) for one in claimed):
            return False
        whole = self._with_ours(chain, deed)
        if not self.rules.is_formed(whole):
            channel.offer = None  # a newer roster shows that its host was no member any more
        elif channel.peer == self.host and self.deed is not None and whole.roster.office == self.deed.roster.office:
            self.deed = self._joined(whole)
        else:
            channel.offer = Offer(channel.offer.at if channel.offer else now, whole)
        return True

    def best(self, now: float) -> str | None:
        """Return the page to follow from now on; None if that does not change.

        A page that has a host, perhaps itself, leaves it only for one that prevails.
        """
        offers = self._open()
        if not offers or (self.host is None and not any(now >= self._follows_at(one) for one in offers.values())):
            return None
        known = () if self.deed is None else (self.deed,)
        present = known if self.host is not None else ()
        stays = prevailing(self.rules, (*present, *(one.deed for one in offers.values())), known)
        if stays is None and not present and offers:
            return min(offers, key=lambda peer: (offers[peer].deed.roster.host != self.rules.founder, offers[peer].at))
        if stays in present:
            return None
        return next((peer for peer, one in offers.items() if one.deed == stays), None)

    def follow(self, peer: str) -> Acceptance:
        """Follow `peer`, which `best` has returned. Return our acceptance, which replaces all earlier ones."""
        offer = self.peers.take_offer(peer)
        if offer is None:
            raise ValueError("this page offers nothing")
        chosen = offer.deed
        self._followed.add(chosen.roster.office)
        own = Acceptance(self.rules.own.key, self._next_number(chosen), chosen.roster.office)
        self.accepts = self.rules.sign(own)
        self.deed = self._joined(chosen)
        self.host, self.restored = peer, False
        return self.accepts

    def lost(self, now: float, *, handed_over: bool = False) -> None:
        """Search from now on. A page does not wait for a host that has `handed_over` the table."""
        self.host, self._handed_over = None, handed_over
        self.peers.begin(now)

    def says(self, channel: Channel, now: float, *, hears_host: bool) -> None:
        """Note whether the peer at `channel`, which hosts no table, hears a host. Only members count."""
        channel.offer = None
        if self.deed is not None and channel.key in self.rules.electors(self.deed.roster):
            channel.says(now, hears_host=hears_host)

    # --- hosting --------------------------------------------------------------------

    def found(self, session: str) -> Term:
        """Host a new session of a room that this page founded."""
        return self._host(Term.found(self.rules, session, self._next_number()))

    def take_over(self) -> Term:
        """Host the table after the last host. Raises ValueError if this page was no member."""
        if self.deed is None:
            raise ValueError("there is no table to host")
        return self._host(Term.after(self.rules, self.deed, self._next_number()))

    def takes_over(self, now: float, here: Collection[str], hidden: Collection[str] = ()) -> bool:
        """Whether this page hosts from now on: it is the first in seat order after the host that searches.

        `here` are the keys of the other members whose pages were connected, `hidden` those of pages in the background
        or whose players watch. They come last.
        """
        if self.deed is None or self.host is not None or not self.may_host or self.waits:
            return False
        last, key, missed = self.deed.roster, self.rules.own.key, now - self.peers.since
        if self._handed_over and key == last.host and not last.successor:
            return True  # a newer tab of the host, in the same term
        if self.peers.is_vouched_for(now) or (missed < LOST_FOR and last.host != key and not self._handed_over):
            return False
        seeking = self.peers.keys(now) & self.rules.electors(last)
        order = sorted((*last.order, last.host), key=lambda one: one in hidden)
        before = sum(one in seeking for one in (order[: order.index(key)] if key in order else order))
        if before:
            return missed >= PASSED_OVER * before
        wait = RESTORED_WAIT if self.restored and here and not seeking else self.peers.pace.answer
        return missed >= wait or (bool(seeking) and seeking >= {*here} - {last.host})

    # --- details --------------------------------------------------------------------

    def _above(self, theirs: Chain) -> Chain:
        """Return the part of a chain from the last term that it shares with ours: the rest needs no verification.

        Return nothing if that host does not belong to our table. A reloaded page follows a new session of the founder.
        """
        newest, founder = theirs[-1], self.rules.founder
        if self.deed is None:
            return theirs if self.rules.is_rooted(Deed(theirs)) else ()
        at = fork(self.deed.chain, theirs)
        if at is not None:
            return theirs[at[1] :]
        begins = newest.host == founder and newest.session != self.deed.roster.session
        return theirs if begins and self.host is None and self.restored else ()

    def _with_ours(self, above: Chain, deed: Deed) -> Deed:
        """Return `deed` with the newest roster of the shared term, and with our own chain before it."""
        ours = () if self.deed is None else self.deed.chain
        at = fork(ours, above)
        if at is not None:
            above = trimmed((*ours[: at[0]], newer(ours[at[0]], above[0]), *above[1:]))
        return Deed(above, merged(deed.accepted))

    def _joined(self, deed: Deed) -> Deed:
        """Return `deed` with the acceptances that this page knows, among them its own."""
        known = () if self.deed is None else self.deed.accepted
        own = () if self.accepts is None else (self.accepts,)
        return Deed(deed.chain, shown((*deed.accepted, *known, *own), deed.chain))

    def _open(self) -> dict[str, Offer]:
        """Return the offers of hosts whose term has not ended.

        A host that removed this page counts only while this page is alone. That host then sends the reason.
        """
        offers = self.peers.offers
        evidence = Evidence((*(one.deed for one in offers.values()), *([self.deed] if self.deed else [])))
        present = {peer: one for peer, one in offers.items() if not evidence.has_ended(one.deed.roster.office)}
        kept = {peer: one for peer, one in present.items() if not self._was_removed_by(one.deed)}
        return kept if kept or self._has_company() else present

    def _has_company(self) -> bool:
        """Whether somebody else accepts the present host, too."""
        if self.host is None or self.deed is None:
            return False
        return sum(one.office == self.deed.roster.office for one in self.deed.accepted) > 1

    def _was_removed_by(self, deed: Deed) -> bool:
        """Whether this page followed the last common host, and a newer roster of that host lacks it."""
        at = fork(self.deed.chain, deed.chain) if self.deed is not None else None
        if self.deed is None or at is None or (base := self.deed.chain[at[0]]).office not in self._followed:
            return False
        own = self.rules.own.key
        return own != base.host and own in base.members and own not in deed.chain[at[1]].members

    def _follows_at(self, offer: Offer) -> float:
        """Return the time from which this page may follow the host of `offer`."""
        if self.deed is None:
            return offer.at if offer.deed.roster.host == self.rules.founder else offer.at + UNDECIDED_FOR
        last = self.deed.roster
        ended = any(one.successor for one in offer.deed.chain if one.office == last.office)
        over = self._handed_over or ended or last.host == self.rules.own.key
        if self.host is not None or over or offer.deed.roster.office == last.office:
            return -inf
        return self.peers.since + (RESTORED_LOST_FOR if self.restored else LOST_FOR)

    def _next_number(self, *shown: Deed) -> int:
        """Return a number above all that this page, or another tab of it, is known to have signed."""
        deeds = [*shown, *([self.deed] if self.deed else [])]
        own = (one.number for deed in deeds for one in deed.accepted if one.key == self.rules.own.key)
        self.numbered = max(self.numbered, *own, 0) + 1
        return self.numbered

    def _host(self, term: Term) -> Term:
        self.deed, self.host, self.restored, self.accepts = term.deed, self._me, False, None
        self._followed.add(term.roster.office)
        return term
