"""Model checker for small elections: the decision classes without clocks and channels, and an adversary.

A state is what each page holds: the last chain, its votes, and its tenure if it is host. An event is anything that
time, the network or a person can cause: a page loses its host, runs for host, votes, meets another host, or is
reopened. A lost message is an event that never happens; a late one happens later.
The adversary holds at most one admitted key, two keys that no host admitted, and all signatures ever made.
"""

from __future__ import annotations

import copy
import hashlib
import itertools
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import TypeAlias

from game.net.election.candidate import Candidate
from game.net.election.compare import fork, may_follow
from game.net.election.tenure import Tenure
from game.net.election.terms import (
    Chain,
    Member,
    Proof,
    Rules,
    SignedRoster,
    Term,
    Vote,
    following_text,
    signed,
    vote_text,
    voters,
)
from game.transport.identity import Credentials

ROOM = "a room"
SYBILS = ("X", "Y")
"""Keys of the adversary that no host admitted."""

Event: TypeAlias = tuple[str, ...]


class Signatures:
    """Signatures that need the secret key, made with a hash that is faster than Ed25519."""

    def public_key(self, secret: str) -> str:
        return hashlib.sha256(secret.encode()).hexdigest()

    def sign(self, secret: str, text: str) -> str:
        return hashlib.sha512(f"{secret} {text}".encode()).hexdigest()

    @lru_cache(65536)  # noqa: B019 - there is one of it
    def verify(self, key: str, signature: str, text: str) -> bool:
        secret = SECRETS.get(key)
        return secret is not None and self.sign(secret, text) == signature


SIGNATURES = Signatures()
SECRETS = {SIGNATURES.public_key(name): name for name in ("A", "B", "C", "D", "M", *SYBILS)}
NAMES = dict(SECRETS)
KEYS = {name: key for key, name in SECRETS.items()}


class Unsafe(AssertionError):
    """A page followed or yielded to a claim that admitted keys did not sign."""


@dataclass(slots=True)
class Page:
    """The election state of one honest page."""

    own: Credentials
    rules: Rules
    chain: Chain
    candidate: Candidate
    tenure: Tenure | None = None
    follows: str = ""

    def clone(self) -> Page:
        candidate = copy.copy(self.candidate)
        candidate._votes = dict(candidate._votes)
        tenure = copy.copy(self.tenure)
        if tenure is not None:
            tenure._following = copy.copy(tenure._following)
        return Page(self.own, self.rules, self.chain, candidate, tenure, self.follows)

    @property
    def proof(self) -> Proof:
        return self.tenure.proof() if self.tenure else Proof(self.chain)

    def seeks(self) -> None:
        """Return whether the page has no host."""
        if self.tenure is not None:
            self.chain = self.tenure.chain if self.tenure.is_proven else self.tenure.before
        self.tenure, self.follows = None, ""
        self.candidate.begin(self.chain[-1].roster)


@dataclass(slots=True)
class State:
    """All pages, and what the adversary received: chains, and votes for its own key."""

    pages: dict[str, Page]
    chains: tuple[Chain, ...]
    votes: tuple[Vote, ...] = ()
    trace: tuple[Event, ...] = field(default=())

    def clone(self) -> State:
        return State({name: page.clone() for name, page in self.pages.items()}, self.chains, self.votes, self.trace)

    @property
    def digest(self) -> str:
        parts: list[object] = []
        for name, page in self.pages.items():
            one, tenure = page.candidate, page.tenure
            parts.append(
                (
                    name,
                    page.follows,
                    _chain_digest(page.chain),
                    one.voted,
                    one._choice,
                    one.stands,
                    sorted(one._votes),
                )
            )
            if tenure is not None:
                heard = sorted((key, said.number) for key, said in tenure._following.items())
                parts.append((_chain_digest(tenure.chain), heard))
        parts.append(sorted(vote.signature for vote in self.votes))
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def _chain_digest(chain: Chain) -> list[object]:
    return [(term.roster.signature, sorted(voters(term))) for term in chain]


def beginning(honest: str, *, hostile: bool) -> State:
    """Return a table with the founder A as host, the `honest` pages, and the adversary M if `hostile`."""
    seated = honest + ("M" if hostile else "")
    own = {name: Credentials.of(ROOM, KEYS["A"], name, SIGNATURES) for name in honest}
    rules = {name: Rules(ROOM, KEYS["A"], SIGNATURES.verify) for name in honest}
    tenure = Tenure.found(own["A"], rules["A"], "e" * 32)
    chains = list[Chain]()
    for at in range(len(seated)):
        tenure.renew({KEYS[name]: True for name in seated[: at + 1]})
        chains.append(tenure.chain)
    pages = {}
    for name in honest:
        candidate = Candidate(own[name], rules[name])
        candidate.begin(tenure.chain[-1].roster)
        page = Page(own[name], rules[name], tenure.chain, candidate, tenure if name == "A" else None, "A")
        pages[name] = page
    return State(pages, tuple(chains[-2:]) if hostile else (tenure.chain,))


def events(state: State, *, hostile: bool) -> Iterator[Event]:
    """Yield all events that are possible next."""
    for name, page in state.pages.items():
        if page.follows and page.follows != name:
            yield "loses its host", name
        if page.tenure is not None:
            yield "is opened again", name
            yield "notices who is gone", name
        if not page.follows:
            yield "stands", name
            if page.candidate.is_elected or page.chain[-1].roster.host == page.own.key:
                yield "hosts", name
    for name, other in itertools.permutations(state.pages, 2):
        page, peer = state.pages[name], state.pages[other]
        if not page.follows and peer.candidate.stands and not peer.follows:
            yield "votes for", name, other
        if not page.follows and peer.tenure is not None:
            yield "follows", name, other
        if page.tenure is not None and peer.tenure is not None:
            yield "meets", name, other
        if not page.follows and not peer.follows:
            yield "tells its roster", name, other
    if hostile:
        for name, page in state.pages.items():
            if not page.follows:
                yield "votes for M", name
            if not page.follows or page.tenure is not None:
                for number in range(len(false_claims(state.chains, state.votes))):
                    yield "hears M", name, str(number)


@lru_cache(4096)
def false_claims(chains: tuple[Chain, ...], votes: tuple[Vote, ...]) -> list[Proof]:
    """Return the current claims of the adversary: one after every roster, with all its votes."""
    own = Credentials.of(ROOM, KEYS["A"], "M", SIGNATURES)
    claims = list[Proof]()
    for chain in chains:
        last = chain[-1].roster
        if last.host == own.key:
            continue
        for term in (last.term + 1, last.term + 2):
            given = {KEYS["M"]: Vote(KEYS["M"], own.sign(vote_text(ROOM, last, term, own.key)))}
            given |= {vote.key: vote for vote in votes if _is_for(vote, last, term)}
            made_up = {
                KEYS[name]: Vote(KEYS[name], SIGNATURES.sign(name, vote_text(ROOM, last, term, own.key)))
                for name in SYBILS
            }
            members = tuple(Member(key, True) for key in sorted({*last.keys, own.key, *made_up}))
            roster = _signed(own, SignedRoster(last.session_id, term, 1, last.digest, own.key, members))
            claims.append(Proof((*chain, Term(roster, tuple(given.values())))))
            claims.append(Proof((*chain, Term(roster, (*given.values(), *made_up.values())))))
            text = vote_text(ROOM, roster, term + 1, own.key)
            again = _signed(own, replace(roster, term=term + 1, previous=roster.digest))
            packed = tuple(Vote(KEYS[name], SIGNATURES.sign(name, text)) for name in ("M", *SYBILS))
            claims.append(Proof((*chain, Term(roster, tuple(given.values())), Term(again, packed))))
    return claims


def _is_for(vote: Vote, base: SignedRoster, term: int) -> bool:
    return SIGNATURES.verify(vote.key, vote.signature, vote_text(ROOM, base, term, KEYS["M"]))


def _signed(own: Credentials, roster: SignedRoster) -> SignedRoster:
    return replace(roster, signature=own.sign(signed(ROOM, roster)))


def after(state: State, event: Event) -> State:
    """Return the state after `event`. Raises Unsafe."""
    state = state.clone()
    state.trace = (*state.trace, event)
    page = state.pages[event[1]]
    match event:
        case "loses its host", _:
            page.seeks()
        case "is opened again", _:
            voted = page.candidate.voted
            page.seeks()
            page.candidate = Candidate(page.own, page.rules, voted)
            page.candidate.begin(page.chain[-1].roster)
            for other in state.pages.values():
                if other.follows == event[1]:
                    other.seeks()
        case "notices who is gone", name:
            _renew(state, name)
        case "stands", _:
            page.candidate.stand()
        case "hosts", name:
            _hosts(state, name)
        case "tells its roster", _, other:
            _tells(page, state.pages[other])
        case "votes for", _, other:
            peer = state.pages[other]
            vote = page.candidate.vote(peer.chain[-1].roster, peer.candidate.voted, peer.own.key)
            if vote is not None and peer.candidate.stands:
                peer.candidate.count(vote)
        case "follows", name, other:
            peer = state.pages[other]
            assert peer.tenure is not None
            _may_follow(state, name, peer.tenure.proof(), other)
        case "meets", name, other:
            rival = state.pages[other].tenure
            assert page.tenure is not None and rival is not None
            if not page.tenure.is_proven:
                page.seeks()
                _may_follow(state, name, rival.proof(), other)
            elif rival.is_proven:
                theirs = rival.proof(rival=page.tenure.proof())
                if page.tenure.yields_to(theirs):
                    _check(state, page, theirs, deposed=True)
                    page.seeks()
                    _joins(state, name, theirs, other)
        case "votes for M", _:
            for chain in state.chains:
                for term in (chain[-1].roster.term + 1, chain[-1].roster.term + 2):
                    vote = page.candidate.vote(chain[-1].roster, term, KEYS["M"])
                    if vote is not None:
                        state.votes = (*state.votes, vote)
        case "hears M", name, number:
            proof = false_claims(state.chains, state.votes)[int(number)]
            if page.rules.is_sound(proof.chain) and page.rules.is_proven(proof.chain):
                if page.tenure is None or not page.tenure.is_proven:
                    page.seeks()
                    _may_follow(state, name, proof, "M")
                elif page.tenure.yields_to(proof):
                    _check(state, page, proof, deposed=True)
                    page.seeks()
                    page.chain, page.follows = proof.chain, "M"
    return state


def _tells(page: Page, peer: Page) -> None:
    """Send `peer` the last roster of `page`, and the term in which it voted."""
    shown, known = page.chain[-1].roster, peer.chain[-1].roster
    if (shown.term, shown.host) == (known.term, known.host) and shown.number > known.number:
        peer.chain = (*peer.chain[:-1], Term(shown, peer.chain[-1].votes))
        peer.candidate.begin(shown)
    peer.candidate.heard_term(page.candidate.voted)


def _renew(state: State, name: str, newcomer: str = "") -> None:
    """Let the host sign a roster of all that follow it, with the key of a `newcomer`. They accept it at once."""
    tenure = state.pages[name].tenure
    assert tenure is not None
    followers = {page.own.key: page for page in state.pages.values() if page.follows == name}
    members = {*tenure.roster.keys, *([newcomer] if newcomer else [])}
    tenure.renew({key: key in followers for key in members}, again=bool(newcomer))
    roster = tenure.roster
    for page in followers.values():
        if page.own.key != roster.host:
            page.chain = tenure.chain
            accepted = following_text(ROOM, roster, roster.number)
            tenure.follows(page.own.key, roster.number, page.own.sign(accepted))
    _shows(state, tenure.chain)


def _shows(state: State, chain: Chain) -> None:
    if chain not in state.chains:
        state.chains = (*state.chains[-1:], chain)


def _hosts(state: State, name: str) -> None:
    page = state.pages[name]
    term, votes = max(1, page.candidate.voted), page.candidate.votes
    page.tenure = Tenure.claim(page.own, page.rules, page.chain, term, page.chain[-1].roster.session_id, votes)
    page.follows = name
    page.candidate.begin(page.chain[-1].roster)
    _shows(state, page.tenure.chain)


def _may_follow(state: State, name: str, proof: Proof, host: str) -> None:
    page, chain = state.pages[name], proof.chain
    if not page.rules.is_sound(chain):
        return
    if chain[1:] and page.candidate.may_join(chain[-2].roster, chain[-1].roster.term, chain[-1].roster.host):
        chain = (*chain[:-1], Term(chain[-1].roster, (*chain[-1].votes, Vote(page.own.key, ""))))
    counted = Proof(chain, proof.following)
    if page.rules.is_proven(chain) and may_follow(page.rules, counted, page.chain, page.own.key, agrees=True):
        _check(state, page, counted, deposed=False)
        _joins(state, name, proof, host)


def _joins(state: State, name: str, proof: Proof, host: str) -> None:
    page, vote = state.pages[name], None
    if proof.chain[1:] and proof.roster.host != page.own.key:
        vote = page.candidate.join(proof.chain[-2].roster, proof.roster.term, proof.roster.host)
    if host == "M":
        page.chain, page.follows = proof.chain, "M"
        state.votes = (*state.votes, vote) if vote else state.votes
        return
    tenure = state.pages[host].tenure
    assert tenure is not None
    if vote is not None:
        tenure.add_vote(vote)
    page.follows = host
    _renew(state, host, page.own.key)


def _check(state: State, page: Page, proof: Proof, *, deposed: bool) -> None:
    """Check the invariants when `page` follows `proof`, based only on the page's own last roster."""
    ours = page.proof.chain
    at = fork(ours, proof.chain)
    if at is None:
        raise Unsafe(f"{NAMES[page.own.key]} went over to a chain that shares no term: {state.trace}")
    claim = next(iter(proof.chain[at.theirs + 1 :]), None)
    if claim is None:
        return  # back to a host that it followed before
    ours_at = ours[at.ours].roster
    shown = proof.chain[at.theirs].roster
    judge = shown if shown.number > ours_at.number else ours_at
    agreed = {key for term in proof.chain[at.theirs + 1 :] for key in voters(term)} | {page.own.key}
    if deposed and at.ours == len(ours) - 1:
        signed_it = {key for key in voters(claim) if NAMES[key] not in SYBILS} & (judge.keys | shown.keys)
        stays = {ours_at.host} | {
            other.own.key for other in state.pages.values() if other.follows == NAMES[ours_at.host]
        }
        if len(signed_it) <= len((stays & shown.keys) - signed_it):
            raise Unsafe(f"{NAMES[page.own.key]} yielded to {sorted(NAMES[key] for key in signed_it)}: {state.trace}")
    elif at.ours == len(ours) - 1 and ours_at.host != KEYS["M"]:  # the host admits any key it likes
        signed_it = {key for key in agreed if NAMES[key] not in SYBILS} & judge.keys
        left = (judge.present - {judge.host}) | signed_it | {page.own.key}
        if 2 * len(signed_it) <= len(left):
            raise Unsafe(f"{NAMES[page.own.key]} follows a host for whom too few voted: {state.trace}")


# --- Liveness ---------------------------------------------------------------------------


def heals(state: State) -> bool:
    """Return whether all pages share one table after ten rounds in which all messages arrive."""
    state = state.clone()
    for page in state.pages.values():
        if page.follows == "M":
            page.seeks()
    for _ in range(10):
        for page in state.pages.values():
            if page.tenure is not None and not page.tenure.is_proven:
                page.seeks()
        hosts = [name for name, page in state.pages.items() if page.tenure is not None]
        for name, page in state.pages.items():
            if page.follows and page.follows != name and state.pages[page.follows].tenure is None:
                page.seeks()
        for name, other in itertools.permutations(hosts, 2):
            if state.pages[name].tenure is not None and state.pages[other].tenure is not None:
                state = after(state, ("meets", name, other))
        for name, other in itertools.product(list(state.pages), hosts):
            if not state.pages[name].follows and state.pages[other].tenure is not None:
                state = after(state, ("follows", name, other))
        if one_table(state):
            return True
        seekers = [name for name, page in state.pages.items() if not page.follows]
        for name, other in itertools.permutations(seekers, 2):
            state = after(state, ("tells its roster", name, other))
        for first in sorted(seekers, key=lambda name: state.pages[name].chain[-1].roster.host == KEYS[name]):
            if state.pages[first].chain[-1].roster.host == KEYS[first]:
                state = after(state, ("hosts", first))
                break
            state = after(state, ("stands", first))
            for other in seekers:
                if other != first and state.pages[first].candidate.stands:
                    state = after(state, ("votes for", other, first))
            if state.pages[first].candidate.is_elected:
                state = after(state, ("hosts", first))
                break
    return one_table(state)


def one_table(state: State) -> bool:
    hosts = {name for name, page in state.pages.items() if page.tenure is not None}
    return len(hosts) == 1 and {page.follows for page in state.pages.values()} == hosts


# --- Search -------------------------------------------------------------------------------


@dataclass(slots=True)
class Found:
    """The extent of a search."""

    states: int = 0
    depth: int = 0
    healed: int = 0


def explore(honest: str, *, hostile: bool, depth: int, most: int = 10**9) -> Found:
    """Explore `most` states within `depth` events, and heal each tenth of them. Raises Unsafe, or AssertionError."""
    found, seen = Found(), set[str]()
    waiting = deque([beginning(honest, hostile=hostile)])
    while waiting and found.states < most:
        state = waiting.popleft()
        found.states += 1
        found.depth = max(found.depth, len(state.trace))
        if found.states % 10 == 0 and not _was_hosted_by_m(state):
            found.healed += 1
            assert heals(state), f"no table after {state.trace}"
        if len(state.trace) == depth:
            continue
        for event in events(state, hostile=hostile):
            following = after(state, event)
            if (digest := following.digest) not in seen:
                seen.add(digest)
                waiting.append(following)
    return found


def wander(honest: str, dice: Random, *, hostile: bool, steps: int) -> None:
    """Follow random events from the start, and heal at the end."""
    state = beginning(honest, hostile=hostile)
    for _ in range(steps):
        state = after(state, dice.choice(list(events(state, hostile=hostile))))
    assert _was_hosted_by_m(state) or heals(state), f"no table after {state.trace}"


def _was_hosted_by_m(state: State) -> bool:
    """Return whether honest pages elected the adversary: such a host may admit any key, and leave no quorum."""
    return any(term.roster.host == KEYS["M"] for page in state.pages.values() for term in page.chain)
