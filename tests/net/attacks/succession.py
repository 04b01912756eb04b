"""Attacks on the role of the host, which deals and knows the cards."""

from __future__ import annotations

from dataclasses import replace

from game.net.election.search_timing import PASSED_OVER, STUBBORN
from game.net.election.terms import MOST_TERMS
from game.net.guest_state import Membership
from game.net.protocol.messages import Goodbye, HearsHost, Why
from game.net.protocol.wire import encode
from game.transport.route import QUICK
from tests.net.attackers import Crooked, OldPage, Staller, Thief, Voucher, claim_to_be_host, seeking
from tests.net.pages import Net, Page, table

SOON = 8.0
"""Seconds within which a table must have a host again, apart from the delay that an attack may cause."""


def says_so(tries: int, *, people: int = 2) -> int:
    """Let a guest repeatedly send the host claims: of this term, of the next, and of the last possible one."""
    won = 0
    for number in range(tries):
        net, pages = table(f"says so {people} {number}", people, people, rooms={people - 1: Crooked})
        host, guest = pages[0], pages[-1]
        net.run(2)
        for term in (1, 2, 2, 3, 50, 101, MOST_TERMS):
            for wait in (0.0, 0.1, QUICK.silence + 0.1):
                net.inject(guest.name, host, encode(claim_to_be_host(guest, host, term)))
                net.run(wait)
                net.inject(guest.name, host, encode(Goodbye(Why.MOVED)))
                net.inject(guest.name, host, encode(claim_to_be_host(guest, host, term)))
                won += _is_host(net, guest)
        net.run(5)
        won += net.hosts() != [host] or any(
            page.room.guest.state.membership is not Membership.IN for page in pages[:-1]
        )
    return won


def says_so_to_guests(tries: int) -> int:
    """Let a guest send host claims to guests that lose the real host for a second, at every moment of the loss."""
    won = 0
    for number in range(tries):
        net, pages = table(f"to guests {number}", 4, 4, rooms={1: Thief})
        thief, others = pages[1], pages[2:]
        assert isinstance(thief.room, Thief)
        net.run(2)
        thief.room.begins(net.now + thief.skew, thief.room.words[number % len(thief.room.words)])
        for other in others:
            net.tear(pages[0], other, seconds=1.0)
        net.run(12)
        won += any(page.room.guest.state.host != pages[0].name for page in others)
        won += bool(thief.room.stolen)
        assert thief.room.claimed, "the attacker said nothing"
    return won


def stalled(tries: int, *, stallers: int = 1) -> int:
    """Let the next candidates search for ever after the host is lost."""
    won = 0
    for number in range(tries):
        rooms = dict.fromkeys(range(1, 1 + stallers), Staller)
        people = stallers + 3
        net, pages = table(f"stalled {stallers} {number}", people, people, rooms=rooms)
        net.run(2)
        net.kill(pages[0], noticed=number % 2 == 0)
        within = QUICK.silence + PASSED_OVER * stallers + SOON
        honest = pages[1 + stallers :]
        won += not net.run(within, lambda: _one_host(net, honest))  # noqa: B023
    return won


def vouched(tries: int, *, vouchers: int = 1) -> int:
    """Let a guest report for ever that it hears the lost host, longer than pages accept such reports."""
    won = 0
    for number in range(tries):
        people = vouchers + 2
        rooms = dict.fromkeys(range(people - vouchers, people), Voucher)
        net, pages = table(f"vouched {vouchers} {number}", people, people, rooms=rooms)
        net.run(2)
        for page in pages[-vouchers:]:
            page.room.tick(net.now + page.skew)
            assert isinstance(page.room, Voucher)
            page.room.sets_about(net.now + page.skew)
        net.kill(pages[0], noticed=number % 2 == 0)
        began = net.now
        found = net.run(QUICK.silence + STUBBORN + SOON, lambda: _one_host(net, pages[1:-vouchers]))  # noqa: B023
        STALLED.append(net.now - began)
        won += not found
    return won


STALLED: list[float] = []
"""Seconds without a host at each table while a page vouched for the lost one."""


def highest_term(tries: int) -> int:
    """Let the host claim term 1,000,000 and disconnect, which would make the messages of its successor unreadable."""
    won = 0
    for number in range(tries):
        net, pages = table(f"highest term {number}", 4, 4, rooms={0: Crooked, 2: Crooked})
        net.run(2)
        host = pages[0].host
        host.tenure.roster = replace(host.tenure.roster, term=[MOST_TERMS, MOST_TERMS - 1, 10**5, 102][number % 4])
        host._announcements.came_in("")
        net.pump(pages[0])
        net.run(3)
        for page in pages[1:]:
            net.inject(pages[2].name, page, encode(seeking(pages[2].room, page.name, MOST_TERMS)))
            net.inject(pages[2].name, page, encode(HearsHost(MOST_TERMS)))
            net.inject(pages[2].name, page, encode(claim_to_be_host(pages[2], page, MOST_TERMS)))
        net.kill(pages[0], noticed=True)
        honest = [pages[1], pages[3]]
        won += not net.run(30, lambda: _one_host(net, honest))  # noqa: B023
        newcomer = net.enter("Dora")
        won += not net.run(15, lambda: newcomer.room.guest.state.membership is Membership.IN)  # noqa: B023
        back = net.reload(pages[3])
        won += not net.run(15, lambda: back.room.guest.state.membership is Membership.IN)  # noqa: B023
    return won


def other_version(tries: int) -> int:
    """Let a page tell every newcomer that it has another version."""
    won = 0
    for number in range(tries):
        net = Net(f"version {number}")
        net.open("Ana", 4)
        net.enter("Mallory", room=OldPage)
        net.run(number % 3)
        newcomer = net.enter("Ben")
        won += not net.run(5, lambda: newcomer.room.guest.state.membership is Membership.IN)  # noqa: B023
        net.run(10)
        won += newcomer.room.guest.state.membership is not Membership.IN
    return won


def after_sleep(tries: int) -> int:
    """Suspend a page for an hour, in which another one vanishes. The page must notice this as fast as any other."""
    won = 0
    for number in range(tries):
        sleeper, gone = [(0, 1), (1, 0), (2, 1), (2, 0)][number % 4]
        net, pages = table(f"sleep {number}", 3, 3)
        for page in pages:
            page.person.plays = False
        net.run(2)
        asleep = pages[sleeper]
        net.sleep(asleep, [3600.0, 60.0][number // 4 % 2], timer_first=number // 8 % 2 == 0)
        net.run(30)
        key = pages[gone].room.guest.credentials.key
        net.kill(pages[gone])
        net.run(1)
        net._told_lost(asleep.name, pages[gone].name)  # a channel that broke during the suspension reports nothing
        net._dreams.get(asleep.name, []).pop()
        assert net.run(3700, lambda: not asleep.asleep)  # noqa: B023
        won += not net.run(5, lambda: _misses(asleep, key))  # noqa: B023
        won += not net.run(60, lambda: _one_host(net, [page for page in pages if page.name in net.pages]))  # noqa: B023
    return won


def _misses(page: Page, key: str) -> bool:
    """Return whether the page knows that the holder of `key` is absent."""
    roster = page.room.guest.table.roster
    assert roster is not None
    seat = next(seat for seat, place in enumerate(roster.places) if place.key == key)
    searching = page.room.guest.state.membership is Membership.SEEKING
    return (searching and roster.host == seat) or not roster.places[seat].here


def _is_host(net: Net, page: Page) -> bool:
    return page in net.hosts() or any(
        one.room.guest.state.host == page.name for one in net.pages.values() if one is not page
    )


def _one_host(net: Net, honest: list[Page]) -> bool:
    """Return whether an honest page is host, and all honest pages are at its table."""
    hosts = [page for page in net.hosts() if not page.hostile]
    return len(hosts) == 1 and all(
        page.room.guest.state.host == hosts[0].name and page.room.guest.state.membership is Membership.IN
        for page in honest
    )
