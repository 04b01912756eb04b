"""A guest's search for the host: whose offer it follows, how it votes, and when it hosts the table itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

from game.net.election.candidate import Candidate
from game.net.election.compare import fork, may_follow, prevails
from game.net.election.search_timing import LONE_AFTER, RESTORED_VOTES_AFTER, STUBBORN, VOTES_AFTER, SearchTiming
from game.net.election.terms import Chain, Proof, Rules, SignedRoster, Term, Vote, following_text, has_quorum
from game.net.guest_membership import GuestMembership, Membership
from game.net.outgoing import Close, Dial, Say
from game.net.protocol.messages import Accepted, Ballot, Hosting, Seek
from game.net.roster import Roster
from game.transport.backoff import Backoff
from game.transport.identity import ChannelId, Credentials, hosting_text, seeking_text
from game.transport.rate_limit import CLAIMS, CLAIMS_A_SECOND, TokenBucket
from game.transport.route import QUICK

UNDECIDED_AFTER = 5.0
"""Seconds that a newcomer waits for the founder, or for an offer that prevails over the one it has."""


class HostSearch:
    """The search of the page `me`. `chain` proves the last roster that it accepted, `restored` after a reload.

    `followed` is the offer of the host that this page follows, None while it searches.

    Call `tick` no earlier than `due` while the page searches. `send` delivers what it says to other pages.
    """

    def __init__(
        self,
        me: str,
        credentials: Credentials,
        state: GuestMembership,
        send: Callable[[Say | Close | Dial], None],
        now: float,
        *,
        chain: Chain,
        voted: int,
        restored: bool,
    ) -> None:
        self.rules = Rules.of(credentials)
        self.chain = chain
        self.candidate = Candidate(credentials, self.rules, voted)
        self.peers = SearchTiming(now)
        self.restored = restored
        self._me = me
        self._own = credentials
        self.followed: Hosting | None = None
        self._state = state
        self._send = send
        self._claims: dict[str, TokenBucket] = {}
        self._offers: dict[str, tuple[float, Hosting]] = {}
        self._votes_at = now + (RESTORED_VOTES_AFTER if restored else VOTES_AFTER)
        self._alone = Backoff(LONE_AFTER, STUBBORN)
        self._alone_until = now
        self.candidate.begin(self.last)

    @property
    def last(self) -> SignedRoster | None:
        """The last roster of a host that this page followed."""
        return self.chain[-1].roster if self.chain else None

    # --- channels -----------------------------------------------------------------

    def lost(self, peer: str) -> None:
        """Note that the channel to `peer` has closed."""
        self.peers.lost(peer)
        self._offers.pop(peer, None)
        self._claims.pop(peer, None)

    def channel_id(self, host: str) -> ChannelId:
        """Return the channel to `host` as signatures name it."""
        return ChannelId(self._own.room, host, self._me, self.peers.channel_to(host).binding)

    # --- time ---------------------------------------------------------------------

    def begin(self, now: float, *, handed_over: bool) -> None:
        """Start to search. Votes are cast without delay if the old host `handed_over` the table."""
        self.candidate.begin(self.last)
        self._votes_at = now + (0.0 if handed_over else RESTORED_VOTES_AFTER if self.restored else VOTES_AFTER)
        self.peers.begin(now)
        self._offers.clear()
        self.followed = None

    def due(self) -> float:
        """Return when to call `tick` next."""
        return min(self.peers.due(), min((at for at, _ in self._offers.values()), default=inf))

    def tick(self, now: float) -> None:
        """Ask the other pages that are due for the host."""
        if self.last and self._own.key not in self.last.keys and now >= self.peers.since + LONE_AFTER:
            self.chain = ()  # a watcher has no vote, so it judges hosts as a newcomer does
        self.ask(now)
        if self.peers.dials(now):
            self._send(Dial())

    def ask(self, now: float) -> None:
        """Send the search requests that are due."""
        self._seek(self.peers.calls(now))

    # --- elections ----------------------------------------------------------------

    def takes_over(self, roster: Roster, now: float, *, watch: bool) -> bool:
        """Whether this page hosts the table of `roster` from now on.

        It was the last host and its player does not `watch`, is elected, or found no quorum in time. A player whose
        page is in the background counts as watching.
        """
        last, key = self.last, self._own.key
        if last is None or key not in last.keys:
            return False  # its host never signed that it belongs to the table
        if last.host == key and not (self.restored or watch):
            return now >= self.peers.since + QUICK.answer  # it resigned in favour of a host that did not let it in
        if not self.peers.is_next(roster, key, last.host, now, restored=self.restored):
            return False
        if last.host == key:
            return True
        if self.candidate.stand():
            self._seek(channel.peer for channel in self.peers.channels())
        if self.candidate.is_elected:
            return True
        if now < self.peers.since + LONE_AFTER:
            return False
        self._alone_until = now + self._alone.next()
        return True

    def stands_again(self, votes: Iterable[Vote], now: float) -> bool:
        """Whether this page, a host without a quorum, should search again: enough members are connected or voted.

        The delay before the next search doubles each time, because a page may search for ever and never vote.
        """
        heard = self.peers.keys(now) | {self._own.key} | {vote.key for vote in votes}
        return now >= self._alone_until and self.last is not None and has_quorum(self.last, heard)

    def hears_candidate(self, peer: str, said: Seek, now: float) -> bool:
        """Handle a search request, which may be a candidacy. Return False if its signature is invalid."""
        own, roster = self._own, said.roster
        channel = ChannelId(own.room, self._me, peer, self.peers.channel_to(peer).binding)
        if not own.verify(said.key, said.signature, seeking_text(channel)):
            return False
        if roster and self._is_last(roster) and self.rules.is_signed(roster):
            self._learn((*self.chain[:-1], Term(roster, self.chain[-1].votes)))
        self._heard_candidate(peer, said.key, said.voted, now)
        if roster and said.stands and self._votes(now):
            vote = self.candidate.vote(roster, said.voted, said.key)
            if vote is not None:
                self._send(Say(peer, Ballot(vote.key, said.voted, vote.signature)))
        return True

    def hears_lone_host(self, peer: str, offer: Hosting, now: float) -> None:
        """Note that `peer` hosts without a quorum: it counts as a candidate."""
        if self._state.host == self._me or self._votes(now):
            self._learn(offer.proof.chain[:-1])
        self._heard_candidate(peer, offer.key, offer.term, now)

    def _heard_candidate(self, peer: str, key: str, voted: int, now: float) -> None:
        self.peers.sought_by(peer, key, now)
        if self.last is not None and key in self.last.keys:
            self.candidate.heard_term(voted)

    def _votes(self, now: float) -> bool:
        """Whether this page has been without a host for long enough to vote for another one."""
        seeking = self._state.membership is Membership.SEEKING
        return seeking and now >= self._votes_at and not self.peers.is_vouched_for(now)

    def _learn(self, chain: Chain) -> None:
        """Keep the sound `chain`, if this page may follow its host and it is newer than our own chain."""
        if self._state.host not in (None, self._me) or not chain or not self.chain or chain[-1].roster == self.last:
            return
        if self.rules.is_proven(chain) and may_follow(self.rules, Proof(chain), self.chain, self._own.key):
            self.chain = chain
            self.candidate.begin(self.last)

    def _is_last(self, roster: SignedRoster) -> bool:
        last = self.last
        return last is not None and (last.term, last.host) == (roster.term, roster.host)

    def _seek(self, peers: Iterable[str]) -> None:
        own, one = self._own, self.candidate
        for peer in peers:
            signature = own.sign(seeking_text(self.channel_id(peer)))
            self._send(Say(peer, Seek(own.key, signature, one.voted, one.stands, self.last)))

    # --- offers and proofs --------------------------------------------------------

    def weigh(self, peer: str, offer: Hosting, now: float) -> bool:
        """Consider the authentic `offer` of `peer`. Return whether to follow it at once; see also `best_offer`."""
        before, ours = Proof(offer.proof.chain[:-1]), offer.key == self._own.key
        if self.believes(offer.proof) or (ours and before.chain and self.believes(before)):
            at, _ = self._offers.get(peer, (inf, offer))
            self._offers[peer] = min(at, self._believed_at(offer, now)), offer
            return now >= self._offers[peer][0]
        if self._votes(now) and self.believes(offer.proof, agrees=True):
            return True
        if not self.rules.is_proven(offer.proof.chain):
            self.hears_lone_host(peer, offer, now)
        return False

    def best_offer(self, now: float) -> tuple[str, Hosting] | None:
        """Return the peer to follow now and its offer; None if it is too early or there is no offer."""
        if not any(now >= at for at, _ in self._offers.values()):
            return None
        best, *others = self._offers
        for peer in others:
            if prevails(self.rules, self._offers[peer][1].proof, self._offers[best][1].proof):
                best = peer
        return best, self._offers[best][1]

    def follows(self, peer: str, offer: Hosting) -> None:
        """Note that this page joins `peer`, and give it this page's vote if it may have one."""
        self._offers.clear()
        self.followed = offer
        chain = offer.proof.chain
        if chain[1:] and offer.key != self._own.key:
            vote = self.candidate.join(chain[-2].roster, offer.term, offer.key)
            if vote:
                self._send(Say(peer, Ballot(vote.key, offer.term, vote.signature)))

    def believes(self, proof: Proof, *, agrees: bool = False) -> bool:
        """Whether this page may follow the host with the sound `proof`. If it `agrees`, its own vote counts as well."""
        chain, own, newest = proof.chain, self._own.key, proof.roster
        agrees = agrees and bool(self.chain)  # a newcomer may be here in two tabs, and does not know how it voted
        if agrees and chain[1:] and self.candidate.may_join(chain[-2].roster, newest.term, newest.host):
            chain = (*chain[:-1], Term(newest, (*chain[-1].votes, Vote(own, ""))))
        proof, began = Proof(chain, proof.following), self.restored or self._state.host == self._me
        return self.rules.is_proven(chain) and may_follow(
            self.rules, proof, self.chain, own, began=began, agrees=agrees
        )

    def is_authentic(self, peer: str, offer: Hosting) -> bool:
        """Whether `peer` holds the key of the host in the proof, and every signature in the proof is valid."""
        text = hosting_text(self.channel_id(peer), offer.term)
        return self._own.verify(offer.key, offer.signature, text) and self.rules.is_sound(offer.proof.chain)

    def may_claim(self, peer: str, now: float) -> bool:
        """Whether the rate limit lets `peer` send another host claim, vote or search request."""
        return self._claims.setdefault(peer, TokenBucket(CLAIMS, CLAIMS_A_SECOND, now)).spend(now)

    def accept(self, chain: Chain) -> bool:
        """Keep the newest roster of the host, with its proof, and confirm it. Return False if it is not valid."""
        newest, offer = chain[-1].roster if chain else None, self.followed
        if newest is None or offer is None or (newest.term, newest.host) != (offer.term, offer.key):
            return False
        ours, proven = newest.host == self._own.key, self.rules.is_proven(chain)
        if not self.rules.is_sound(chain) or not (proven or ours):
            return False
        kept = chain if proven else chain[:-1]  # without a quorum, the last roster can still elect this page
        if not self._is_last(kept[-1].roster) or self.chain[-1].roster.number < kept[-1].roster.number:
            self.chain = kept
        if ours:
            self.candidate.voted = max(self.candidate.voted, newest.term)  # a vote by another page of this person
        else:
            self._alone.reset()
            signature = self._own.sign(following_text(self._own.room, newest, newest.number))
            self._send(Say(self._state.host or "", Accepted(newest.number, signature)))
        return True

    def _believed_at(self, offer: Hosting, now: float) -> float:
        """Return when this page follows `offer`, unless a better one arrives earlier.

        A page that hosted the table itself follows its successor at once, because it deposes no other host.
        """
        chain = offer.proof.chain
        if self.last is not None:
            at = fork(self.chain, chain)
            continues = at is not None and not chain[at.theirs + 1 :]
            return now if continues or self.last.host == self._own.key else max(now, self._votes_at)
        return now if offer.key == self._own.founder else now + UNDECIDED_AFTER
