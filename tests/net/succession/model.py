"""Model checker for succession: the real HostSearch and Term without clocks and channels, and an adversary.

A state is what each page holds. An event is anything that time, the network or a person can cause; a lost message is
an event that never happens, a late one happens later. All timeouts have passed whenever a page decides.

The adversary holds the keys M and L, which may be admitted, and X and Y, which never are. It has heard every roster and
acceptance, hosts after any roster old or new, and shows those acceptances that help it.
"""

from __future__ import annotations

import copy
import itertools
import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from game.net.succession.deeds import MOST_ACCEPTED, MOST_LINKS, Acceptance, Chain, Deed, Office, SignedRoster
from game.net.succession.host_search import HostSearch
from game.net.succession.term import Term
from game.transport.rate_limit import TokenBucket
from tests.net.succession.deeds import KEYS, SECRETS, SESSION, accept, credentials, hear, keys, roster, rules

Event: TypeAlias = tuple[str, ...]
LATER = 1e6
MOST_TERMS, MOST_ROSTERS = 4, 4
"""The limits of the model: terms, and rosters in one term."""


class Unsafe(AssertionError):
    """An honest page follows a host that it must not follow."""


class NotHealed(AssertionError):
    """Honest pages that all hear each other do not find one table."""


@dataclass(slots=True)
class Page:
    """An honest page: its search, and its term while it hosts."""

    search: HostSearch
    term: Term | None = None

    def clone(self) -> Page:
        search = copy.copy(self.search)
        search.peers, search._followed = copy.copy(search.peers), set(search._followed)
        search.peers.channels = {peer: copy.copy(one) for peer, one in search.peers.channels.items()}
        term = copy.copy(self.term)
        if term is not None:
            term._accepted = dict(term._accepted)
            term._rules = search.rules
        return Page(search, term)

    @property
    def digest(self) -> tuple[object, ...]:
        search, term = self.search, self.term
        held = sorted(one.signature for one in term._accepted.values()) if term else None
        followed = str(sorted(search._followed))
        return (
            followed,
            _signatures(search.deed),
            search.host,
            search.restored,
            search.numbered,
            _signatures(term.deed if term else None),
            str(held),
        )


def _signatures(deed: Deed | None) -> tuple[str, ...]:
    return () if deed is None else (*(one.signature for one in deed.chain), *(one.signature for one in deed.accepted))


@dataclass(slots=True)
class State:
    """All honest pages, and everything that honest pages ever signed and sent.

    If an honest page `had_false_host`, two pages may have seen different rosters of one term: healing is not promised.
    """

    pages: dict[str, Page]
    chains: frozenset[Chain]
    accepted: frozenset[Acceptance]
    had_false_host: bool = False
    trace: tuple[Event, ...] = ()
    claimed: list[Deed] | None = None

    def clone(self, event: Event) -> State:
        pages = {name: page.clone() for name, page in self.pages.items()}
        return State(pages, self.chains, self.accepted, self.had_false_host, (*self.trace, event))

    @property
    def digest(self) -> int:
        known = (
            frozenset(_signatures(Deed(chain)) for chain in self.chains),
            frozenset(one.signature for one in self.accepted),
        )
        return hash((tuple((name, page.digest) for name, page in self.pages.items()), known, self.had_false_host))

    # --- what the pages do ------------------------------------------------------------

    def note(self, deed: Deed) -> None:
        self.chains |= {deed.chain}
        self.accepted |= {*deed.accepted}

    def follow(self, name: str, peer: str, shown: Deed) -> None:
        page = self.pages[name]
        check(self, name, peer, shown)
        page.term = None
        self.had_false_host |= peer not in self.pages
        one = page.search.follow(peer)
        self.accepted |= {one}
        if peer in self.pages and (term := self.pages[peer].term) is not None:
            members = term.roster.members
            if KEYS[name] not in members:
                term.renew((*members, KEYS[name]))
            assert term.accept(one)
            self.tell(peer)
            self.refresh(name)

    def tell(self, host: str) -> None:
        """Let the page of the host know its own deed, and the adversary, too."""
        page = self.pages[host]
        assert page.term is not None
        assert hear(page.search, host, page.term.deed)
        self.note(page.term.deed)

    def refresh(self, name: str) -> None:
        """Deliver what the present host of this page last sent to it."""
        search = self.pages[name].search
        host = self.pages.get(search.host or "")
        if host is not None and host.term is not None:
            assert hear(search, search.host or "", host.term.deed)

    def hears(self, name: str, peer: str, deed: Deed) -> None:
        """Let a page hear the claim of `peer`, and decide."""
        self.refresh(name)
        page = self.pages[name]
        if hear(page.search, peer, deed) and page.search.best(LATER) == peer:
            self.follow(name, peer, deed)
        page.search.peers.channels.pop(peer, None)


def beginning(honest: str, seated: str = "") -> State:
    """Return a table with the founder A as host and the pages `honest`. The adversary's keys `seated` sit at it."""
    pages = {name: opened(name) for name in honest}
    state = State(pages, frozenset(), frozenset())
    pages["A"].term = term = pages["A"].search.found(SESSION)
    term.renew(keys("A" + seated))
    state.tell("A")
    for name in honest[1:]:
        state.hears(name, "A", term.deed)
    return state


def opened(name: str, numbered: int = 0, deed: Deed | None = None) -> Page:
    """Return a page as it opens, with what it saved. It verifies without limit, as the model has no time."""
    search = HostSearch(name, credentials(name), 0, deed, numbered)
    search._budget = TokenBucket(math.inf, 1.0, 0)
    return Page(search)


# --- events -----------------------------------------------------------------------------


def events(state: State, *, hostile: bool) -> Iterator[Event]:
    """Yield all events that are possible next."""
    for name, page in state.pages.items():
        search, term = page.search, page.term
        if search.host and search.host != name:
            yield "loses its host", name
        if term is not None:
            yield "restarts", name
            if term.roster.number < MOST_ROSTERS and not term.roster.successor:
                for guest in "ML" if hostile else "":
                    yield ("removes" if KEYS[guest] in term.roster.members else "admits"), name, guest
            for heir in [one for one in state.pages if one != name and KEYS[one] in term.roster.members][:1]:
                yield "hands over", name, heir
                yield "leaves", name, heir
        if search.host == "M":
            yield "M leaves", name
        last = search.deed.roster if search.deed and not search.host else None
        if last and last.term < MOST_TERMS and KEYS[name] in search.rules.electors(last):
            yield "hosts", name
    for name, other in itertools.permutations(state.pages, 2):
        if state.pages[other].term is not None and state.pages[name].search.host != other:
            yield "hears", name, other
    if hostile:
        for number in range(len(claims(state))):
            for name in state.pages:
                yield "hears M", name, str(number)


def step(before: State, event: Event) -> State:
    """Return the state after `event`. Raises Unsafe."""
    state = before.clone(event)
    what, name, *rest = event
    page = state.pages[name]
    search, term = page.search, page.term
    match what:
        case "loses its host":
            search.lost(0)
        case "restarts":
            assert search.deed is not None
            state.pages[name] = opened(name, search.numbered, search.deed)
        case "hosts":
            page.term = search.take_over()
            state.tell(name)
        case "hears":
            claim = state.pages[rest[0]].term
            assert claim is not None
            state.hears(name, rest[0], claim.deed)
        case "hears M":
            state.hears(name, "M", claims(before)[int(rest[0])])
        case "M leaves":
            assert search.deed is not None
            _leaves(state, name, search.deed)
        case "admits" | "removes":
            assert term is not None
            kept = [one for one in term.roster.members if one != KEYS[rest[0]]]
            term.renew((*kept, KEYS[rest[0]]) if what == "admits" else kept)
            if what == "admits":
                term.accept(accept(rest[0], term.roster))
            state.tell(name)
        case "hands over" | "leaves":
            _ends(state, name, rest[0], stays=what == "hands over")
    return state


def _ends(state: State, name: str, heir: str, *, stays: bool) -> None:
    """Let the host end its term. Its followers hear that."""
    page = state.pages[name]
    assert page.term is not None
    page.term.end(KEYS[heir], stays=stays)
    state.tell(name)
    for other, follower in state.pages.items():
        if follower.search.host == name and other != name:
            state.refresh(other)
            follower.search.lost(0, handed_over=True)
    page.term = None
    page.search.lost(0, handed_over=True)
    if not stays:
        state.pages[name] = opened(name, page.search.numbered)


def _leaves(state: State, name: str, deed: Deed) -> None:
    """Let the adversary, which hosts, hand over to this page."""
    last = deed.roster
    if KEYS[name] in last.members and not last.successor:
        ended = rules("M").sign(replace(last, number=last.number + 1, successor=KEYS[name]))
        assert hear(state.pages[name].search, "M", replace(deed, chain=(*deed.chain[:-1], ended)))
        state.chains |= {(*deed.chain[:-1], ended)}
    state.pages[name].search.lost(0, handed_over=True)


def claims(state: State) -> list[Deed]:
    """Return the deeds by which the adversary claims to be host: after each roster, with the acceptances that help."""
    if state.claimed is not None:
        return state.claimed
    found = dict[Chain, None]()
    for chain in sorted(state.chains, key=_order):
        last = chain[-1]
        if last.host == KEYS["M"]:
            later = replace(last, number=10**9, successor="")
            found[(*chain[:-1], rules("M").sign(later))] = None
        if last.term >= MOST_TERMS or last.host == KEYS["M"]:
            continue
        base = SECRETS[last.host]
        for members, term in ((last.members, 1), (last.members, 2), (keys("ML"), 1)):
            listed = "".join(SECRETS[key] for key in members)
            listed = listed if "M" in listed else listed[:8] + "M"
            found[(*chain, roster("M", listed, last.term + term, 9, base))[-MOST_LINKS:]] = None
        if last.number == 1 or last.successor or KEYS["M"] not in last.members:
            continue
        other = roster("L", "LM", last.term + 1, 1, base)
        found[(*chain, other, roster("M", "LM", last.term + 2, 1, "L"))[-MOST_LINKS:]] = None
    state.claimed = [_claim(state, chain) for chain in found]
    return state.claimed


def _order(chain: Chain) -> tuple[str, ...]:
    return tuple(one.signature for one in chain)


def _claim(state: State, chain: Chain) -> Deed:
    own = [accept(name, chain[-1], 99) for name in "MLXY"]
    offices = {one.office for one in chain[-2:] if one.host in (KEYS["M"], KEYS["L"])}
    old = [one for one in state.accepted if one.office in offices and SECRETS[one.key] not in "MLXY"]
    return Deed(chain, (*own, *sorted(old, key=lambda one: one.signature))[:MOST_ACCEPTED])


# --- safety and healing ------------------------------------------------------------------


def check(state: State, name: str, peer: str, shown: Deed) -> None:
    """Raise Unsafe if this page must not follow `peer`, by everything that was ever signed."""
    search = state.pages[name].search
    if search.deed is None:
        if all(one.host != KEYS["A"] for one in shown.chain):
            raise Unsafe(f"{name} follows {peer}, whom the founder did not admit", state.trace)
        return
    base = _base(search.deed.chain, shown.chain)
    if base is None:
        raise Unsafe(f"{name} follows {peer} of another table", state.trace)
    newest = _newest(base, search.deed.chain, shown.chain)
    later = [one for one in shown.chain if one.term > base.term]
    if later and later[0].host not in (*newest.members, KEYS["A"]):
        raise Unsafe(f"{name} follows {peer}, who is no member any more", state.trace)
    if any(after.term != before.term + 1 for before, after in itertools.pairwise(shown.chain)):
        raise Unsafe(f"{name} follows {peer}, who has left out a term", state.trace)
    if not later and newest.successor:
        raise Unsafe(f"{name} follows {peer}, whose term has ended", state.trace)
    host = name if state.pages[name].term else search.host
    if host in state.pages and (term := state.pages[host].term) is not None and host != peer:
        _compare(state, name, (peer, shown), (host, term.deed))


def _compare(state: State, name: str, new: tuple[str, Deed], old: tuple[str, Deed]) -> None:
    """Raise Unsafe if fewer members of the last common host accept the new host than the present one."""
    base = _base(old[1].chain, new[1].chain)
    if base is None:
        raise Unsafe(f"{name} leaves {old[0]} for another table", state.trace)
    newest = _newest(base, old[1].chain, new[1].chain)
    ended = newest.successor and old[1].roster.office == base
    known = state.pages[name].search.deed
    held = state.accepted if new[0] == "M" else known.accepted if known else ()
    accepted = [*held, *new[1].accepted, *old[1].accepted]
    counts = [_accepting(accepted, deed, newest) for _, deed in (new, old)]
    if counts[0] < counts[1] and not ended:
        raise Unsafe(f"{name} leaves {old[0]} with {counts[1]} for {new[0]} with {counts[0]}", state.trace)
    if counts[0] == counts[1] and old[1].roster.office == base and not ended:
        raise Unsafe(f"{name} leaves {old[0]} for {new[0]} although it is a tie", state.trace)


def _base(ours: Chain, theirs: Chain) -> Office | None:
    shared = {one.office for one in ours} & {one.office for one in theirs}
    return max(shared, key=lambda office: office.term, default=None)


def _newest(base: Office, *chains: Chain) -> SignedRoster:
    """Return the newest roster of `base` that anybody shows; the first of those that end its term, if there are any."""
    known = [one for chain in chains for one in chain if one.office == base]
    ends = [one for one in known if one.successor]
    return (
        min(ends, key=lambda one: (one.number, one.digest))
        if ends
        else max(known, key=lambda one: (one.number, one.digest))
    )


def _accepting(accepted: list[Acceptance], deed: Deed, base: SignedRoster) -> int:
    """Return how many members of `base` accept that host, by the newest of all acceptances that were ever signed."""
    offices = {one.office for one in deed.chain if one.term > base.term} or {base.office}
    newest: dict[str, Acceptance] = {}
    for one in accepted:
        if one.key not in newest or (one.number, one.office) > (newest[one.key].number, newest[one.key].office):
            newest[one.key] = one
    members = {*base.members, KEYS["A"]}
    return sum(key in members and one.office in offices for key, one in newest.items())


def heal(before: State) -> State:
    """Let all honest pages hear each other while the adversary is silent. Raises NotHealed without one table."""
    state = before.clone(("heals",))
    for _ in range(12):
        _lose_absent(state)
        for name, other in itertools.permutations(state.pages, 2):
            claim = state.pages[other].term
            if claim is not None and state.pages[name].search.host != other:
                state.hears(name, other, claim.deed)
        _lose_absent(state)
        hosts = [name for name, page in state.pages.items() if page.term is not None]
        if len(hosts) == 1 and all(page.search.host == hosts[0] for page in state.pages.values()):
            return state
        if not hosts and not _someone_hosts(state):
            return state  # all have left
    raise NotHealed({name: page.search.host for name, page in state.pages.items()}, before.trace)


def _lose_absent(state: State) -> None:
    for page in state.pages.values():
        host = state.pages.get(page.search.host or "")
        if page.search.host and (host is None or host.term is None):
            page.search.lost(0)


def _someone_hosts(state: State) -> bool:
    seeking = {
        name: page.search.deed
        for name, page in state.pages.items()
        if page.search.deed and KEYS[name] in page.search.rules.electors(page.search.deed.roster)
    }
    if not seeking:
        return False
    name = max(seeking, key=lambda one: (seeking[one].roster.term, seeking[one].roster.number, one))
    state.pages[name].term = state.pages[name].search.take_over()
    state.tell(name)
    return True


# --- exploring ---------------------------------------------------------------------------


def explore(first: State, depth: int, most: int, *, hostile: bool, heals: bool = True) -> int:
    """Visit all states up to `depth` events, at most `most`. Return their number. Raises Unsafe or NotHealed."""
    seen, todo = {first.digest}, deque([first])
    while todo and len(seen) < most:
        state = todo.popleft()
        if heals and not state.had_false_host:
            heal(state)
        if len(state.trace) >= depth:
            continue
        for event in events(state, hostile=hostile):
            after = step(state, event)
            if (digest := after.digest) not in seen:
                seen.add(digest)
                todo.append(after)
    return len(seen)


def wander(first: State, dice: Random, length: int, *, hostile: bool, heals: bool = True) -> int:
    """Take `length` random steps, then heal. Return the number of steps. Raises Unsafe or NotHealed."""
    state, taken = first, 0
    for _ in range(length):
        possible = sorted(events(state, hostile=hostile))
        if not possible:
            break
        kind = dice.choice(sorted({event[0] for event in possible}))
        state = step(state, dice.choice([event for event in possible if event[0] == kind]))
        taken += 1
    if heals and not state.had_false_host:
        heal(state)
    return taken
