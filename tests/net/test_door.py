"""After a removal, the leader lets unknown people in; in a full room, watchers yield."""

from __future__ import annotations

import pytest

from game.net.guest_updates import Out
from game.net.host.host import MOST_AT_DOOR
from game.net.protocol.messages import AtDoor, LetIn, Rename, Why
from game.net.roster import MOST_WATCHERS
from tests.net.pages import Net, Page, lobby, table


def guarded(seed: str, people: int = 3, seats: int = 4) -> tuple[Net, list[Page]]:
    """Return a lobby from which the last person was removed."""
    net, pages = lobby(seed, people, seats)
    net.kick(pages[0], pages.pop())
    net.run(1)
    return net, pages


def asked(page: Page) -> str:
    """Return the name of the person at the door; empty if nobody is there."""
    return page.roster.at_door.name if page.roster.at_door else ""


def answer(net: Net, leader: Page, agreed: bool) -> None:
    assert leader.roster.at_door is not None
    net.request(leader, LetIn(leader.roster.at_door.peer, agreed))


def test_a_removed_person_with_a_new_key_waits_until_the_leader_decides() -> None:
    net, pages = guarded("waits")
    mallory = net.enter("Mallory")
    net.run(20)
    assert not mallory.is_in and mallory.all_shown(AtDoor) and asked(pages[0]) == "Mallory"
    answer(net, pages[0], False)
    assert mallory.all_shown(Out) == [Out(Why.NOT_LET_IN)] and not asked(pages[0])
    dan = net.enter("Dan")
    net.run(2)
    answer(net, pages[0], True)
    assert dan.seat is not None and not asked(pages[0])


def test_a_person_at_the_door_may_enter_a_name() -> None:
    net, pages = guarded("renamed")
    dan = net.enter("Guest")
    net.run(2)
    dan.guest.tell_host(Rename("Dan"))
    net.pump(dan)
    net.run(2)
    assert asked(pages[0]) == "Dan"
    answer(net, pages[0], True)
    assert "Dan" in [place.name for place in pages[0].roster.places]


def test_only_the_leader_decides() -> None:
    net, pages = guarded("decides")
    mallory = net.enter("Mallory")
    net.run(2)
    net.tell(pages[1], LetIn(mallory.name, True))
    net.inject(mallory, pages[0], LetIn(mallory.name, True))
    net.run(2)
    assert not mallory.is_in


def test_people_at_the_table_return_without_asking() -> None:
    net, pages = lobby("returns", 3, 3)
    watcher = net.enter("Watcher", watch=True)
    net.run(2)
    net.kick(pages[0], pages.pop())
    back = [net.reload(pages[1]), net.reload(watcher)]
    assert net.run(20, lambda: all(page.is_in for page in back))


def test_the_door_stays_closed_when_the_host_changes() -> None:
    net, pages = guarded("new host")
    watcher = net.enter("Watcher", watch=True)
    net.run(2)
    answer(net, pages[0], True)
    mallory = net.enter("Mallory")
    net.run(2)
    net.kill(pages[0])
    assert net.run(60, lambda: pages[1].room.host is not None and asked(pages[1]) == "Mallory")
    assert net.run(20, lambda: watcher.is_in) and not mallory.is_in
    answer(net, pages[1], True)
    assert mallory.is_in


def test_a_watcher_who_reloads_while_the_host_changes_returns_without_asking() -> None:
    net, pages = guarded("reloads meanwhile")
    watcher = net.enter("Watcher", watch=True)
    net.run(2)
    answer(net, pages[0], True)
    net.run(2)
    net.kill(pages[0])
    back = net.reload(watcher)
    assert net.run(20, lambda: back.is_in and pages[1] in net.hosts())


def test_who_leaves_the_door_is_not_asked_about() -> None:
    net, pages = guarded("leaves")
    mallory = net.enter("Mallory")
    net.run(2)
    mallory.guest.leave()
    net.pump(mallory)
    net.run(2)
    assert not asked(pages[0])


def test_a_refusal_concerns_all_who_wait_under_the_same_name() -> None:
    net, pages = guarded("same name")
    crowd = [net.enter("Mallory"), net.enter("MALLORY"), net.enter("Dan")]
    net.run(3)
    answer(net, pages[0], False)
    assert [page.alive for page in crowd] == [False, False, True] and asked(pages[0]) == "Dan"


def test_the_oldest_at_the_door_give_way_except_the_person_that_the_leader_sees() -> None:
    net, pages = guarded("many")
    crowd = [net.enter(f"Guest {number}") for number in range(MOST_AT_DOOR + 1)]
    net.run(5)
    gone = [page.all_shown(Out) for page in crowd if not page.alive]
    assert gone == [[Out(Why.FULL)]] and asked(pages[0]).startswith("Guest")


def test_an_empty_table_of_a_screen_has_no_door() -> None:
    net = Net("screen")
    screen, ben = net.open("Screen", 4, screen=True), net.enter("Ben")
    assert net.run(5, lambda: ben.is_in)
    net.kick(screen, ben)
    net.run(1)
    dan = net.enter("Dan")
    assert net.run(5, lambda: dan.seat is not None)


@pytest.mark.parametrize("waits", [False, True])
def test_in_a_full_room_watchers_yield_to_who_wants_a_seat(waits: bool) -> None:
    """Who only watches yields at once, who waits for a seat only if the leader says so."""
    net, pages = table(f"full {waits}", 2, 2)
    crowd = [net.enter(f"W{number}", watch=not waits) for number in range(MOST_WATCHERS)]
    assert net.run(5, lambda: all(page.is_in for page in crowd))
    friend = net.enter("Dan")
    net.run(2)
    assert friend.is_in is not waits
    if waits:
        answer(net, pages[0], True)
    net.run(1)
    assert friend.is_in and [page.alive for page in crowd].count(False) == 1
    assert all(page.is_in for page in pages)
    late = net.enter("Late", watch=True)
    net.run(2)
    assert late.all_shown(Out) == [Out(Why.FULL)]
