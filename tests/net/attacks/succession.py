"""Attacks on the role of the host, which deals and knows the cards."""

from __future__ import annotations

from dataclasses import replace

from game.net.protocol.messages import Goodbye, Why
from game.net.succession.deeds import MOST_TERMS
from game.net.succession.host_search import PASSED_OVER
from game.net.succession.search_timing import STUBBORN
from game.transport.route import QUICK
from tests.net.attackers import Crooked, OldPage, Staller, Thief, Voucher, claim_to_be_host
from tests.net.attacks.attempts import repeated
from tests.net.pages import Net, Page, table

SOON = 8.0
"""Seconds within which a table must have a host again, apart from the delay that an attack may cause."""


@repeated
def says_so(number: int, *, people: int = 2) -> int:
    """Let a guest repeatedly send the host claims: of this term, of the next, and of the last possible one."""
    won = 0
    net, pages = table(f"says so {people} {number}", people, people, rooms={people - 1: Crooked})
    host, guest = pages[0], pages[-1]
    net.run(2)
    for ahead in (0, 1, 1, 2, 50, 101, MOST_TERMS - 1):
        for wait in (0.0, 0.1, QUICK.silence + 0.1):
            net.inject(guest, host, claim_to_be_host(guest, ahead))
            net.run(wait)
            net.inject(guest, host, Goodbye(Why.MOVED))
            net.inject(guest, host, claim_to_be_host(guest, ahead))
            won += _is_host(net, guest)
    net.run(5)
    return won + (net.hosts() != [host] or not all(page.is_in for page in pages[:-1]))


@repeated
def says_so_to_guests(number: int) -> bool:
    """Let a guest send host claims to guests that lose the real host for a second, at every moment of the loss."""
    net, pages = table(f"to guests {number}", 4, 4, rooms={1: Thief})
    thief, others = pages[1].room_as(Thief), pages[2:]
    net.run(2)
    thief.begins(net.clock(pages[1]), thief.words[number % len(thief.words)])
    for other in others:
        net.tear(pages[0], other, seconds=1.0)
    net.run(12)
    assert thief.claimed, "the attacker said nothing"
    return bool(thief.stolen) or not all(page.follows(pages[0]) for page in others)


@repeated
def stalled(number: int, *, stallers: int = 1) -> bool:
    """Let the next candidates search for ever after the host is lost."""
    rooms = dict.fromkeys(range(1, 1 + stallers), Staller)
    people = stallers + 3
    net, pages = table(f"stalled {stallers} {number}", people, people, rooms=rooms)
    net.run(2)
    net.kill(pages[0], noticed=number % 2 == 0)
    within = QUICK.silence + PASSED_OVER * stallers + SOON
    honest = pages[1 + stallers :]
    return not net.run(within, lambda: net.at_one_table(honest))


@repeated
def vouched(number: int, *, vouchers: int = 1) -> bool:
    """Let a guest report for ever that it hears the lost host, longer than pages accept such reports."""
    people = vouchers + 2
    rooms = dict.fromkeys(range(people - vouchers, people), Voucher)
    net, pages = table(f"vouched {vouchers} {number}", people, people, rooms=rooms)
    net.run(2)
    for page in pages[-vouchers:]:
        page.room.tick(net.clock(page))
        page.room_as(Voucher).sets_about(net.clock(page))
    net.kill(pages[0], noticed=number % 2 == 0)
    return not net.run(QUICK.silence + STUBBORN + SOON, lambda: net.at_one_table(pages[1:-vouchers]))


@repeated
def highest_term(number: int) -> bool:
    """Let the host claim term 1,000,000 and disconnect, which would make the messages of its successor unreadable."""
    net, pages = table(f"highest term {number}", 4, 4, rooms={0: Crooked, 2: Crooked})
    net.run(2)
    host = pages[0].host
    host.term.roster = replace(host.term.roster, term=[MOST_TERMS, MOST_TERMS - 1, 10**5, 102][number % 4])
    host.term.renew([*reversed(host.term.roster.members)])
    net.pump(pages[0])
    net.run(3)
    for page in pages[1:]:
        net.inject(pages[2], page, claim_to_be_host(pages[2], MOST_TERMS - 1))
    net.kill(pages[0], noticed=True)
    honest = [pages[1], pages[3]]
    healed = net.run(30, lambda: net.at_one_table(honest))
    newcomer = net.enter("Dora")
    healed = net.run(15, lambda: newcomer.is_in) and healed
    back = net.reload(pages[3])
    return not (net.run(15, lambda: back.is_in) and healed)


@repeated
def other_version(number: int) -> bool:
    """Let a page tell every newcomer that it has another version."""
    net = Net(f"version {number}")
    net.open("Ana", 4)
    net.enter("Mallory", room=OldPage)
    net.run(number % 3)
    newcomer = net.enter("Ben")
    if not net.run(5, lambda: newcomer.is_in):
        return True
    net.run(10)
    return not newcomer.is_in


def _is_host(net: Net, page: Page) -> bool:
    return page in net.hosts() or any(one.follows(page) for one in net.pages.values() if one is not page)
