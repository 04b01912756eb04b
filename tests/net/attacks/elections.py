"""Attacks with keys that no host admitted, with old votes, and while a page loses its host."""

from __future__ import annotations

from dataclasses import replace

from game.net.election.terms import Chain, Member, SignedRoster, Term, Vote
from game.net.protocol.messages import Goodbye, Terms, Why
from game.net.protocol.wire import WireError, encode
from game.net.room_endpoint import Room
from tests.net.attackers import Crooked, Pretender, Stranger, Thief, claim, claims, made_up, seeking, signed_by, won_by
from tests.net.attacks.attempts import repeated
from tests.net.pages import Net, Page, table

SETTLED = 8.0
"""Seconds after which an attacked table must have recovered."""


@repeated
def made_up_keys(number: int, *, people: int = 4, screen: bool = False) -> bool:
    """Let a seated guest claim the table with valid votes of keys that it generated."""
    rooms: dict[int, type[Room]] = {people - 1: Thief}
    net, pages = table(f"made up {people} {screen} {number}", people, people, rooms=rooms, screen=screen)
    thief, host = pages[people - 1], pages[-1] if screen else pages[0]
    net.run(2)
    room = thief.room_as(Thief)
    word = room.words[number % len(room.words)]
    room.begins(net.clock(thief), word)
    net.inject(thief, host, claim(thief.room, host.name, word))
    return net.run(SETTLED, lambda: _has_lost(host, thief, pages))


@repeated
def made_up_keys_by_link(number: int) -> bool:
    """Make the same attack with only the link, in the lobby, against seven people."""
    net = Net(f"made up by link {number}")
    pages = [net.open("Ana", 8), *(net.enter(name) for name in ("Ben", "Cleo", "Dan", "Eva", "Finn", "Gil"))]
    net.run(3)
    stranger = net.enter("Mallory", room=Pretender)
    net.run(1)
    room = stranger.room_as(Pretender)
    chains = [offer.proof.chain for offer in room.offers.values()]
    words, lost = claims(room, chains, (), 1 + number % 3), False
    for page in pages:
        for word in words:
            net.inject(stranger, page, claim(room, page.name, word))
            lost = lost or net.run(0.1, lambda: _has_lost(pages[0], stranger, pages))
    return lost or net.run(SETTLED, lambda: _has_lost(pages[0], stranger, pages))


@repeated
def made_up_keys_when_sent_away(number: int) -> bool:
    """Let a kicked page claim the table, and then ask for its seat again."""
    net, pages = table(f"sent away {number}", 4, 4, rooms={3: Thief})
    host, thief = pages[0], pages[3]
    net.run(2)
    words, true = thief.room_as(Thief).words, host.host
    key = thief.guest.credentials.key
    net.kick(host, thief)
    net.run(1)
    again = net.enter("Mallory", secret=thief.guest.credentials.secret, room=Stranger)
    for page in pages[:3]:
        net.inject(again, page, claim(again.room, page.name, words[number % len(words)]))
    lost = net.run(SETTLED, lambda: _has_lost(host, again, pages[:3]))
    lost = lost or key in true.tenure.roster.keys
    net.kill(host, noticed=True)  # the next host does not admit it either
    net.run(SETTLED)
    return lost or any(page.room.host and key in page.room.host.tenure.roster.keys for page in pages[1:3])


@repeated
def junk_chains(number: int) -> bool:
    """Let a host send its guests chains that cannot be forwarded, or that newcomers reject, and then disconnect."""
    net, pages = table(f"junk chain {number}", 4, 5, host=Crooked)
    host, honest = pages[0], pages[1:]
    net.run(2)
    chain = host.guest.search.chain
    other = honest[number % 3].guest.credentials
    long = as_long_as_can_be_said(chain, other.key)
    forged = replace(chain[-1].roster, number=chain[-1].roster.number + 50, signature="0" * 128)
    rootless = won_without_root(host.room, chain)
    words: list[Chain] = [rootless, long, (Term(forged),), (*chain, *chain)]
    for page in honest:
        net.inject(host, page, Terms(words[number % 4]))
    net.run(1)
    net.kill(host, noticed=number % 2 == 0)
    healed = net.run(15, lambda: net.at_one_table(honest))
    newcomer = net.enter("Dora", watch=True)
    healed = net.run(SETTLED, lambda: newcomer.is_in) and healed
    back = net.reload(honest[1])
    return not (net.run(15, lambda: back.is_in) and healed)


def as_long_as_can_be_said(chain: Chain, key: str) -> Chain:
    """Append unsigned votes to `chain` up to the size limit, so that one more term exceeds it."""
    for number in range(60, 0, -1):
        votes = tuple(Vote(key, "0" * 128) for _ in range(9))
        padding = tuple(replace(chain[-1], votes=votes[: max(0, min(9, number - 9 * at))]) for at in range(7))
        try:
            encode(Terms((*padding, chain[-1])))
        except WireError:
            continue
        return (*padding, chain[-1])
    raise AssertionError("no chain is that long")


def won_without_root(room: Room, chain: Chain) -> Chain:
    """Return the newest roster after a term of an unknown host, with unsigned votes."""
    stranger, last = made_up(room)[0], chain[-1].roster
    first = replace(last, number=1, host=stranger.key, members=(*last.members, Member(stranger.key, True)))
    newest = signed_by(room, room.guest.credentials, replace(last, number=999, previous=first.digest))
    return (Term(signed_by(room, stranger, first)), Term(newest, unsigned(last)))


def unsigned(roster: SignedRoster) -> tuple[Vote, ...]:
    """Return invalid votes of all members of `roster`."""
    return tuple(Vote(one.key, "0" * 128) for one in roster.members)


@repeated
def short_breaks(number: int, *, how: str = "break") -> bool:
    """Let a guest claim the table whenever another loses the host: for 0.5 s, for 4 s, or by a reload.

    At a reload the attacker has two seats.
    """
    net, pages = table(f"short {how} {number}", 4, 4, rooms={1: Thief, 2: Thief} if how == "reload" else {1: Thief})
    host, thief, victim = pages[0], pages[1], pages[3]
    net.run(2)
    before = list(thief.room_as(Thief).words)
    if how == "reload":
        before = _claims_of_two(thief, pages[2])
        victim = net.reload(victim)
        net.tear(host, victim, 1.5)
    elif how == "hang":
        net.stall(host, victim, 4)
    else:
        net.tear(host, victim, 0.5)
    thief.room_as(Thief).begins(net.clock(thief), before[number % len(before)])
    for _ in range(8):
        for term in (2, 3):
            known = victim.guest.search.chain[-1].roster
            net.inject(thief, victim, seeking(thief.room, victim.name, term, known))
        net.run(0.5)
    honest = [host, victim, *([] if how == "reload" else [pages[2]])]
    lost = net.run(SETTLED, lambda: _has_lost(host, thief, honest))
    return lost or bool(thief.room_as(Thief).stolen)


def _claims_of_two(one: Page, other: Page) -> list[Chain]:
    """Return the claims of a person with two seats: both vote for the first."""
    room, second = one.room, other.guest.credentials
    chain = room.guest.search.chain
    return [won_by(room, chain, chain[-1].roster.term + ahead, (second,)) for ahead in (1, 2, 9)]


@repeated
def old_votes(number: int, *, as_host: bool = True) -> bool:
    """Let a former host collect votes in every way, and claim the table from a later host with all of them."""
    net, pages = table(f"old votes {as_host} {number}", 4, 4, host=Thief)
    former, honest = pages[0], pages[1:]
    net.run(2)
    room, chain = former.room_as(Thief), former.guest.search.chain
    for term in (2, 3, 12, 60):  # while it is host, from guests and from pages that it has just kicked
        for page in honest:
            if as_host:
                net.inject(former, page, Goodbye(Why.MOVED))
            net.inject(former, page, seeking(room, page.name, term, chain[-1].roster))
        net.run(0.3)
    net.run(4)
    net.kill(former, noticed=True)
    if not net.run(20, lambda: net.at_one_table(honest)):
        return True
    host = next(page for page in honest if page.room.host is not None)
    back = net.enter("Ana", secret=room.guest.credentials.secret, room=Stranger)
    net.run(0.1)
    heard, lost = [*room._chains, chain], False
    for word in [word for ahead in (1, 2, 11, 59) for word in claims(back.room, heard[-3:], room.votes, ahead)]:
        for page in honest:
            net.inject(back, page, claim(back.room, page.name, word))
        lost = lost or net.run(0.15, lambda: _has_lost(host, back, honest))
    return lost or net.run(SETTLED, lambda: _has_lost(host, back, honest))


@repeated
def unreadable_offers(number: int) -> bool:
    """Let a guest send a host, or a guest that has just lost it, unreadable offers. Both must still accept messages."""
    net, pages = table(f"unreadable {number}", 3, 3, rooms={2: Thief})
    thief = pages[2]
    net.run(1)
    chain = pages[1].guest.search.chain
    net.tear(pages[0], pages[1], 1.5)
    for word in [*thief.room_as(Thief).words[number::7], forged_by_members(thief.room, chain, 3)]:
        for page in pages[:2]:
            net.inject(thief, page, claim(thief.room, page.name, word[-12:]))
        net.run(0.05)
    net.kill(thief, noticed=True)
    net.run(SETTLED)
    return not net.at_one_table(pages[:2])


def forged_by_members(room: Room, chain: Chain, terms: int) -> Chain:
    """Extend `chain` by terms of its host with invalid votes of all members, and then by our own term."""
    for _ in range(terms):
        last = chain[-1].roster
        roster = replace(last, term=last.term + 1, previous=last.digest, signature="0" * 128)
        chain = (*chain, Term(roster, unsigned(last)))
    return won_by(room, chain, chain[-1].roster.term + 1, ())


def _has_lost(host: Page, attacker: Page, honest: list[Page]) -> bool:
    """Return whether the honest `host` yielded, or an honest page joined the attacker's table."""
    at_its_table = any(page.follows(attacker) for page in honest if page is not attacker)
    return host.room.host is None or at_its_table
