"""Attacks with keys that no host admitted, with old acceptances, and while a page loses its host."""

from __future__ import annotations

from dataclasses import replace

from game.net.protocol.messages import Goodbye, Hosting, Why
from game.net.room_endpoint import Room
from game.net.succession.deeds import MOST_ACCEPTED, MOST_LINKS, Deed, Rules
from tests.net.attackers import Crooked, Pretender, Stranger, Thief, accepting, after, claim, claims, made_up
from tests.net.attacks.attempts import repeated
from tests.net.pages import Net, Page, table

SETTLED = 8.0
"""Seconds after which an attacked table must have recovered."""


@repeated
def made_up_keys(number: int, *, people: int = 4, screen: bool = False) -> bool:
    """Let a seated guest claim the table with acceptances by keys that it generated."""
    rooms: dict[int, type[Room]] = {people - 1: Thief}
    net, pages = table(f"made up {people} {screen} {number}", people, people, rooms=rooms, screen=screen)
    thief, host = pages[people - 1], pages[-1] if screen else pages[0]
    net.run(2)
    room = thief.room_as(Thief)
    word = room.words[number % len(room.words)]
    room.begins(net.clock(thief), word)
    net.inject(thief, host, claim(word))
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
    deeds = [offer.deed for offer in room.offers.values()]
    words, lost = claims(room, deeds, (), 1 + number % 3), False
    for page in pages:
        for word in words:
            net.inject(stranger, page, claim(word))
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
    net.run(1)  # it proves its key, which the pages believe
    for page in pages[:3]:
        net.inject(again, page, claim(words[number % len(words)]))
    lost = net.run(SETTLED, lambda: _has_lost(host, again, pages[:3]))
    lost = lost or key in true.term.roster.members
    net.kill(host, noticed=True)  # the next host does not admit it either
    net.run(SETTLED)
    return lost or any(page.room.host and key in page.room.host.term.roster.members for page in pages[1:3])


@repeated
def junk_chains(number: int) -> bool:
    """Let a host send its guests deeds that cannot be forwarded, or that newcomers reject, and then disconnect."""
    net, pages = table(f"junk chain {number}", 4, 5, host=Crooked)
    host, honest = pages[0], pages[1:]
    net.run(2)
    room, deed = host.room, host.guest.search.deed
    assert deed is not None
    stranger = made_up(room)[0]
    forged = replace(deed.roster, number=deed.roster.number + 50, signature="0" * 128)
    rootless = Rules(stranger).sign(replace(deed.roster, number=1, host=stranger.key, members=(stranger.key,)))
    acceptances = tuple(accepting(stranger, deed.roster, at) for at in range(MOST_ACCEPTED))
    words = [
        Deed((rootless, *after(room, (rootless,))[-1:])),
        Deed(deed.chain * MOST_LINKS, acceptances),
        Deed((forged,)),
        Deed((*deed.chain, *deed.chain)),
    ]
    for page in honest:
        net.inject(host, page, Hosting(words[number % 4], admits=bool(number % 2)))
    net.run(1)
    net.kill(host, noticed=number % 2 == 0)
    healed = net.run(15, lambda: net.at_one_table(honest))
    newcomer = net.enter("Dora", watch=True)
    healed = net.run(SETTLED, lambda: newcomer.is_in) and healed
    back = net.reload(honest[1])
    return not (net.run(15, lambda: back.is_in) and healed)


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
    for at in range(8):
        net.inject(thief, victim, claim(before[(number + at) % len(before)]))
        net.run(0.5)
    honest = [host, victim, *([] if how == "reload" else [pages[2]])]
    lost = net.run(SETTLED, lambda: _has_lost(host, thief, honest))
    return lost or bool(thief.room_as(Thief).stolen)


def _claims_of_two(one: Page, other: Page) -> list[Deed]:
    """Return the claims of a person with two seats: both accept the first."""
    room, known = one.room, one.guest.search.deed
    assert known is not None
    chains = [after(room, known.chain, ahead) for ahead in (1, 2, 9)]
    both = room.guest.credentials, other.guest.credentials
    return [Deed(chain, tuple(accepting(who, chain[-1]) for who in both)) for chain in chains]


@repeated
def old_acceptances(number: int, *, as_host: bool = True) -> bool:
    """Let a former host keep everything that it ever heard, and claim the table from a later host with all of it."""
    net, pages = table(f"old acceptances {as_host} {number}", 4, 4, host=Thief)
    former, honest = pages[0], pages[1:]
    net.run(2)
    room = former.room_as(Thief)
    early = [former.host.term.deed, *room._deeds]
    for _ in range(4):  # while it is host, and guests look for another one
        for page in honest:
            if as_host:
                net.inject(former, page, Goodbye(Why.MOVED))
        net.run(0.3)
    net.run(4)
    net.kill(former, noticed=True)
    if not net.run(20, lambda: net.at_one_table(honest)):
        return True
    host = next(page for page in honest if page.room.host is not None)
    back = net.enter("Ana", secret=room.guest.credentials.secret, room=Stranger)
    net.run(0.1)
    heard, lost = [*early, *room._deeds], False
    known = [heard[0], *heard[-2:]]
    for word in [word for ahead in (1, 2, 11) for word in claims(back.room, known, room.accepted, ahead)]:
        for page in honest:
            net.inject(back, page, claim(word))
        lost = lost or net.run(0.15, lambda: _has_lost(host, back, honest))
    return lost or net.run(SETTLED, lambda: _has_lost(host, back, honest))


@repeated
def unreadable_offers(number: int) -> bool:
    """Let a guest send a host, or a guest that has just lost it, unreadable offers. Both must still accept messages."""
    net, pages = table(f"unreadable {number}", 3, 3, rooms={2: Thief})
    thief = pages[2]
    net.run(1)
    deed = pages[1].guest.search.deed
    assert deed is not None
    net.tear(pages[0], pages[1], 1.5)
    forged = replace(deed.roster, term=deed.roster.term + 1, previous=deed.roster.host, signature="0" * 128)
    for word in [*thief.room_as(Thief).words[number::7], Deed(after(thief.room, (*deed.chain, forged)))]:
        for page in pages[:2]:
            net.inject(thief, page, claim(word))
        net.run(0.05)
    net.kill(thief, noticed=True)
    net.run(SETTLED)
    return not net.at_one_table(pages[:2])


def _has_lost(host: Page, attacker: Page, honest: list[Page]) -> bool:
    """Return whether the honest `host` yielded, or an honest page joined the attacker's table."""
    at_its_table = any(page.follows(attacker) for page in honest if page is not attacker)
    return host.room.host is None or at_its_table
